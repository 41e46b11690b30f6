"""Kernels run on a CUDA device where there is one, else in Triton's interpreter."""

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
import torch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.watched_kernels import Watch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

if DEVICE == "cpu":
    os.environ["TRITON_INTERPRET"] = "1"  # read when a kernel is defined, so before any is imported

# Without Triton there are no kernels to test, and no device that needs them.
collect_ignore = (
    []
    if find_spec("triton")
    else [*("kernels/cuda", "sampling/test_device_sampler.py", "runtime/test_cuda_steps.py")]
)


def pytest_collection_finish() -> None:
    """Speed up the interpreter where a test has imported it."""
    if DEVICE == "cpu" and "triton" in sys.modules:
        from tests.support.quick_interpreter import quicken

        quicken()


@pytest.fixture(scope="session")
def device() -> str:
    """Where the tensors of a kernel's test are."""
    return DEVICE


@pytest.fixture
def watched_kernels() -> "Iterator[Watch]":
    """Kernels touch nothing but what they say they touch."""
    from tests.support.watched_kernels import watching

    with watching() as watch:
        yield watch

"""Kernels run on a CUDA device where there is one, else in Triton's interpreter."""

import os
from importlib.util import find_spec

import pytest
import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

if DEVICE == "cpu":
    os.environ["TRITON_INTERPRET"] = "1"  # read when a kernel is defined, so before any is imported

# Without Triton there are no kernels to test, and no device that needs them.
collect_ignore = [] if find_spec("triton") else ["kernels/gpu", "sampling/test_device_sampler.py"]


@pytest.fixture
def device() -> str:
    """Where the tensors of a kernel's test are."""
    return DEVICE

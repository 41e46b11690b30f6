"""All of these need a CUDA device. Other models than the golden cases' are named by the environment."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch

collect_ignore_glob = [] if find_spec("triton") else ["test_*.py"]


@pytest.fixture(scope="session", autouse=True)
def _cuda_device() -> None:
    """Comes before whatever a test asks for."""
    if not torch.cuda.is_available():
        pytest.skip("There is no CUDA device here.")


def _named_by(variable: str) -> Path:
    name = os.environ.get(variable)
    if not name:
        pytest.skip(f"{variable} names no model file.")
    return Path(name)


@pytest.fixture(scope="session")
def starter_model() -> Path:
    """SmolLM2-135M-Instruct.Q4_1.gguf."""
    return _named_by("ENCORE_STARTER_MODEL")


@pytest.fixture(scope="session")
def large_model() -> Path:
    """A model of a size that people run, with or without meaningful weights."""
    return _named_by("ENCORE_GPU_MODEL")

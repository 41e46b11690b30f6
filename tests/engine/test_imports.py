"""Triton is there only where a GPU's kernels are compiled: nothing else may ask for it when it is imported."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Prints what cannot be imported where there is no Triton.
_PROBE = """
import importlib, pkgutil, sys

sys.modules["triton"] = None
for name in [name for _, name, _ in pkgutil.walk_packages(["."]) if name.split(".")[0] in ("app", "engine")]:
    if not name.endswith("__main__"):
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(name)
"""
_NEED_TRITON = (
    "engine.kernels.cuda.",
    "engine.runtime.cuda_",
    "engine.sampling.device_sampler",
)


@pytest.fixture(scope="module")
def without_triton() -> set[str]:
    """The modules of app and engine that cannot be imported without Triton."""
    result = subprocess.run(
        [sys.executable, "-c", _PROBE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


def test_only_the_gpus_kernels_and_its_executor_need_triton(without_triton: set[str]) -> None:
    assert "engine.kernels.cuda.kernels" in without_triton  # else nothing was held back
    assert {name for name in without_triton if not name.startswith(_NEED_TRITON)} == set()


def test_what_a_model_needs_of_a_gpu_is_known_without_its_kernels(
    without_triton: set[str],
) -> None:
    assert without_triton.isdisjoint({"engine.runtime.cuda_memory", "engine.kernels.cuda.scratch"})

"""Experts that the processor computes beside the GPU's: logits, the bits of a row, failures."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.errors import EngineError
from engine.kernels.cuda.expert_memory import ExpertPlacement
from engine.kernels.expert_mailbox import STOPPED
from tests.support.cuda_steps import CudaSteps

# Numpy warns of NaN in the interpreter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

FLOAT_TOLERANCE, CODE_TOLERANCE = 1e-4, 0.14  # of the logits' standard deviation
CAPACITY, PROMPT_WIDTH = 300, 32
ARCHITECTURES = ["qwen3moe", "gpt-oss", "qwen35moe", "gemma4-moe", "laguna", "lfm2moe", "qwen3next"]
FLOATS = [f"tiny-{name}" for name in ARCHITECTURES]
CODES = [f"tinyq-moe-{kind}" for kind in ("Q8_0", "Q4_K", "Q6_K", "IQ4_XS", "MXFP4")]


def mixed(count: int) -> ExpertPlacement:
    """Of three experts one in device memory, one read over the bus and one the host's."""
    parts = [tuple(range(first, count, 3)) for first in range(3)]
    return ExpertPlacement(count, *parts)


@contextmanager
def loaded(golden_dir: Path, name: str, device: str) -> Iterator[CudaSteps]:
    case = np.load(golden_dir / f"{name}.npz")
    path = golden_dir / str(case["gguf_file"])
    steps = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, placed=mixed)
    host = steps.host_experts
    assert host is not None
    try:
        yield steps
    finally:
        host.close()


def test_logits_with_a_third_of_the_experts_on_the_processor(golden_dir: Path, device: str) -> None:
    names = random.choice((FLOATS, CODES))
    name = random.choice(names)
    case = np.load(golden_dir / f"{name}.npz")
    ids, exact = case["prompt_ids"].tolist()[:2], case["exact_logits"]
    assert case["positions"][:2].tolist() == [0, 1]
    with loaded(golden_dir, name, device) as steps:
        logits = steps.step(ids, 0, 2).numpy()
        again = steps.step(ids[:1], 0, 1).numpy()
    assert np.array_equal(again, logits[:1]), name
    error = np.abs(logits - exact[:2]).max() / exact.std()
    assert error < (FLOAT_TOLERANCE if names is FLOATS else CODE_TOLERANCE), name


def test_a_step_without_rows_asks_nothing(golden_dir: Path, device: str) -> None:
    with loaded(golden_dir, "tinyq-moe-Q4_K", device) as steps:
        expected = steps.step([1], 0, 1)
        steps.step([], 0, 1)
        assert torch.equal(steps.step([1], 0, 1), expected)


def test_where_nobody_answers_a_step_ends_and_the_next_is_refused(
    golden_dir: Path, device: str
) -> None:
    with loaded(golden_dir, "tinyq-moe-Q4_K", device) as steps:
        steps.step([1], 0, 1)
        host = steps.host_experts
        assert host is not None
        host.close()
        host._mailbox.words[STOPPED] = 1
        began = time.monotonic()
        steps.host_experts = None
        assert steps.step([2], 1, 1).isnan().all()
        assert time.monotonic() - began < 60
        with pytest.raises(EngineError, match="load the model again"):
            host.expect_step()

"""Whole steps of a model on the CUDA kernels, against reference logits: short steps, and prompt steps."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.support.cuda_steps import CudaSteps

FLOAT_TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout
CODE_TOLERANCE = 0.14  # activations as int8 codes: what llama.cpp's own kernels reach
PROMPT_TOLERANCE = 0.14  # bfloat16 products
ARCHITECTURES = ["granite", "llama", "mistral3", "phi3", "smollm3"]
CAPACITY, PROMPT_WIDTH = 300, 32


def largest_error(logits: torch.Tensor, case: Any, positions: np.ndarray) -> float:
    """In units of the logits' standard deviation, over the positions of the case within the prompt."""
    rows = {position: row for row, position in enumerate(case["positions"].tolist())}
    expected = torch.from_numpy(
        np.stack([case["exact_logits"][rows[position]] for position in positions.tolist()])
    )
    return float((logits - expected).abs().max() / case["exact_logits"].std())


@pytest.mark.parametrize(
    ("name", "tolerance"),
    [
        ("tiny-llama", FLOAT_TOLERANCE),
        ("tinyq-llama-Q4_K", CODE_TOLERANCE),
    ],
)
def test_logits_of_short_steps(golden_dir: Path, name: str, tolerance: float, device: str) -> None:
    case = np.load(golden_dir / f"{name}.npz")
    ids = case["prompt_ids"].tolist()[:15]
    loaded = CudaSteps(golden_dir / str(case["gguf_file"]), device, CAPACITY, PROMPT_WIDTH)
    logits = torch.cat([loaded.step(ids[:10], 0, 16), loaded.step(ids[10:], 10, 8)])
    positions = case["positions"][case["positions"] < len(ids)]
    assert largest_error(logits[positions], case, positions) < tolerance


@pytest.mark.parametrize(
    ("name", "tolerance"),
    [
        *((f"tiny-{name}", FLOAT_TOLERANCE) for name in ARCHITECTURES),
        ("tinyq-llama-Q6_K", PROMPT_TOLERANCE),
    ],
)
def test_a_prompt_step_leaves_the_same_cache(
    golden_dir: Path, name: str, tolerance: float, device: str
) -> None:
    case = np.load(golden_dir / f"{name}.npz")
    ids = case["prompt_ids"].tolist()
    loaded = CudaSteps(golden_dir / str(case["gguf_file"]), device, CAPACITY, PROMPT_WIDTH)
    last = case["positions"][case["positions"] >= PROMPT_WIDTH][:1]
    at = int(last[0])
    loaded.step(ids[:PROMPT_WIDTH], 0, PROMPT_WIDTH)
    loaded.step(ids[PROMPT_WIDTH:at], PROMPT_WIDTH, PROMPT_WIDTH)
    logits = loaded.step(ids[at : at + 1], at, 1)
    assert largest_error(logits, case, last) < tolerance


def test_logits_of_a_prediction_head(golden_dir: Path, device: str) -> None:
    case = np.load(golden_dir / "tiny-qwen35-mtp-head.npz")
    ids, path = case["mtp_tokens"].tolist()[:2], golden_dir / "tiny-qwen35-mtp.gguf"
    trunk = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH)
    head = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, trunk)
    assert head.model.taps is not None
    head.model.taps[0, :2] = torch.from_numpy(case["h"][:2])
    logits, expected = head.step(ids, 0, 2), torch.from_numpy(case["exact_mtp_logits"])
    assert float((logits - expected[:2]).abs().max()) < FLOAT_TOLERANCE * float(expected.std())

"""Models whose sizes divide by nothing, and whose weights are of unlike types, on the CUDA kernels."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.gguf.types import GGMLType as T
from tests.differential.files import Case, write_case
from tests.differential.reference import Reference, int8_codes
from tests.differential.shapes import Scale
from tests.support import golden_tools
from tests.support.cuda_steps import CudaSteps

# Rows that are not real are NaN, of which numpy warns in the interpreter.
pytestmark = [
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
    pytest.mark.skipif(not golden_tools.are_there(), reason="no writer of drawn files"),
]

CAPACITY, PROMPT_WIDTH = 64, 32
FLOAT_TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout
CODE_TOLERANCE = 0.14  # activations as int8 codes, and bfloat16 in prompt steps
IDS = [7, 301, 44, 5, 330, 12, 9, 61, 200, 3, 3, 78, 150, 299, 17, 40, 33, 21, 8, 2]

TINY = {"_full": False, "_name": "odd", "V": 331, "L": 1, "theta": 1e4, "eps": 1e-5, "ctx": 512}
HEADS = {"h": 3, "hkv": 1, "hd": 10}
ODD = TINY | HEADS | {"d": 45, "ff": 37, "bias": True}
ODD_EXPERTS = TINY | HEADS | {"d": 50, "ff": 21, "E": 3, "topk": 2}
# Gates are quantized, ups are not; queries, keys and values are of three types, one in the middle a float.
UNLIKE = TINY | HEADS | {"d": 32, "ff": 45}
KINDS = {
    "ffn_gate": T.Q8_0, "ffn_up": T.BF16, "ffn_down": T.F32, "attn_q": T.Q4_0, "attn_k": T.F16,
    "attn_v": T.Q5_1, "attn_qkv": T.Q5_0, "output": T.Q8_0, "token_embd": T.IQ4_NL,
}  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "style", "kinds"),
    [(ODD, "f32", {}), (ODD_EXPERTS, "floats", {}), (UNLIKE, "mixed", KINDS)],
    ids=["floats", "experts", "unlike"],
)
def test_short_and_prompt_steps(
    preset: dict[str, Any], style: str, kinds: dict[str, T], tmp_path: Path, device: str
) -> None:
    case = Case("llama", 0, Scale.SLIM, preset, style, len(IDS), CAPACITY, kinds)
    path = tmp_path / "odd.gguf"
    write_case(case, path)
    exact = Reference(path, CAPACITY).logits(IDS)
    wanted = exact if case.is_float else Reference(path, CAPACITY, int8_codes).logits(IDS)
    model = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH)
    logits = torch.cat([model.step(IDS[:13], 0, 16), model.step(IDS[13:14], 13, 1)]).numpy()
    assert _error(logits, wanted[:14], exact) < (FLOAT_TOLERANCE if case.is_float else 0.02)
    model.step(IDS[:18], 0, PROMPT_WIDTH)
    last = model.step(IDS[18:], 18, 2).numpy()
    assert _error(last, exact[18:], exact) < (FLOAT_TOLERANCE if case.is_float else CODE_TOLERANCE)


def test_the_last_layers_behind_first_ones_of_the_processor(tmp_path: Path, device: str) -> None:
    case = Case("llama", 0, Scale.SLIM, ODD | {"L": 3}, "f32", len(IDS), CAPACITY, {})
    path = tmp_path / "odd.gguf"
    write_case(case, path)
    exact = Reference(path, CAPACITY).logits(IDS)
    model = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, num_host_layers=random.choice([1, 2]))
    logits = torch.cat([model.step(IDS[:13], 0, 16), model.step(IDS[13:14], 13, 1)]).numpy()
    assert _error(logits, exact[:14], exact) < FLOAT_TOLERANCE
    model.step(IDS[:18], 0, PROMPT_WIDTH)
    last = model.step(IDS[18:], 18, 2).numpy()
    assert _error(last, exact[18:], exact) < FLOAT_TOLERANCE
    assert model.buffers.history[0, : len(IDS)].tolist() == IDS


def _error(logits: np.ndarray, wanted: np.ndarray, exact: np.ndarray) -> float:
    """The largest, in units of the logits' standard deviation."""
    return float(np.abs(logits - wanted).max() / exact.std())

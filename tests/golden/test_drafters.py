"""Drafters against llama.cpp: the logits of their drafts, and the tokens."""

from pathlib import Path

import numpy as np
import pytest

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.loaded_drafter import LoadedDrafter
from tests.support.block_checks import generate

CASES = Path(__file__).parent / "drafters"
# Of the logits' standard deviation; llama.cpp rounds the GELU of Gemma to 16 bits.
TOLERANCES = {
    "gemma4-assistant": 2e-2,
    "eagle3": 1e-4,
    "dspark": 1e-4,
    "dspark-own-tokens": 1e-4,
    "dflash2": 1e-4,
    "mtp-qwen35moe": 1e-4,
    "mtp-qwen3next": 1e-4,
}


@pytest.mark.parametrize("name", TOLERANCES)
def test_logits_and_drafts_equal_those_of_llama_cpp(golden_dir: Path, name: str) -> None:
    with np.load(CASES / f"{name}.npz") as file:
        case = dict(file)
    ids, positions = case["prompt_ids"].tolist(), case["positions"].tolist()
    config = EngineConfig(device="cpu", context_len=512)
    session = Session.load(golden_dir / str(case["target_file"]), config)
    try:
        session.configure(Configure(Toggles(), SpeculationConfig(str(CASES / f"{name}.gguf"), 4)))
        drafter = session.drafter
        assert isinstance(drafter, LoadedDrafter)
        assert_close(session.logits(ids, positions), case["draft_logits"], TOLERANCES[name])
        for row, position in enumerate(positions):
            known = ids[: position + 1]
            session.forget()
            generate(session, known, 1)
            drafter.begin(SamplingParams(temperature=0), 0, session.model.sequences[0].counters)
            assert drafter.draft(known, 4) == case["draft_ids"][row].tolist()
            if "confidences" in case:
                assert isinstance(drafter, BlockDrafter)
                assert np.abs(drafter.ratings - case["confidences"][row]).max() < TOLERANCES[name]
    finally:
        session.close()


def assert_close(logits: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    known = np.isfinite(expected)
    assert np.array_equal(np.isfinite(logits), known)
    assert np.abs(logits[known] - expected[known]).max() < tolerance * expected[known].std()

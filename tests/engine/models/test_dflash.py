"""What some DFlash files have beside the usual, against float64."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.commands import Configure
from engine.config import EngineConfig, SpeculationConfig, Toggles
from engine.errors import UnsupportedModelError
from engine.models.feature_drafter import FeatureDrafter
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from tests.support.dflash_case import Kind, make_drafter, read_matrices

TARGET = "tiny-llama"
TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout

KINDS = {
    "plain": Kind(),
    "one layer slides": Kind(windows=(20, 0)),
    "both slide, causal": Kind(windows=(9, 9), is_causal=True),
    "values of the keys' projection": Kind(has_values=False, activation="gelu_pytorch_tanh"),
    "sinks, post norms": Kind(has_sinks=True, has_post_norms=True, embedding_scale=3.0),
    "tokens of its own": Kind(has_own_tokens=True),
    "DSpark": Kind(markov_rank=24, has_confidence=True),
    "DSpark, tokens of its own": Kind(markov_rank=40, has_own_tokens=True, has_confidence=True),
    "DSpark, not from the anchor": Kind(markov_rank=16, from_anchor=False, has_confidence=True),
    "DFlash 2": Kind(conv_taps=3, selector_rank=12),
    "DFlash 2, tokens of its own": Kind(
        conv_taps=2, selector_rank=40, has_own_tokens=True, windows=(20, 0), has_post_norms=True
    ),
    "DFlash 2, scaled and capped": Kind(
        conv_taps=7, selector_rank=8, logit_scale=0.5, softcap=3.0, is_causal=True
    ),
    "DSpark that does not rate": Kind(markov_rank=32, windows=(20, 0)),
}


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    path = golden_dir / f"{TARGET}.gguf"
    session = Session.load(path, EngineConfig(device="cpu", context_len=512))
    yield session
    session.close()


@pytest.fixture(scope="module")
def matrices(golden_dir: Path) -> tuple[np.ndarray, np.ndarray]:
    """The target's embeddings and output."""
    return read_matrices(golden_dir / f"{TARGET}.gguf")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_logits_are_what_float64_gives(
    session: Session, matrices: tuple[np.ndarray, np.ndarray], tmp_path: Path, kind: Kind
) -> None:
    drafter = make_drafter(kind, *matrices)
    path = drafter.write(tmp_path / "drafter.gguf")
    session.configure(Configure(Toggles(), SpeculationConfig(str(path), 3)))
    ids = np.random.default_rng(1).integers(8, 200, 60).tolist()
    own = session.drafter
    assert isinstance(own, BlockDrafter)
    assert isinstance(own.model.model, FeatureDrafter)
    session.logits(ids, [len(ids) - 1])
    logits = own.model.logits(own._block(ids[-1], len(ids) - 1), len(ids) - 1)
    assert own.model.model.kept is not None
    features = own.model.model.kept[0, : len(ids) - 1].double().numpy()
    expected = drafter.logits(features, ids[-1])
    first = drafter.first_row if kind.selector_rank else 0  # scaled only where it chooses
    logits, expected = logits[first:], expected[first:]
    known = np.isfinite(expected)
    assert np.array_equal(np.isfinite(logits), known)
    error = np.abs(logits[known] - expected[known]).max()
    assert error < TOLERANCE * expected[known].std()
    if kind.has_confidence:
        rated = own.model.confidences(len(expected))[drafter.first_row :]
        exact = drafter.confidences(features, ids[-1])[drafter.first_row :]
        assert np.abs(rated - exact).max() < TOLERANCE


def test_an_unknown_activation_is_refused(
    session: Session, matrices: tuple[np.ndarray, np.ndarray], tmp_path: Path
) -> None:
    path = make_drafter(Kind(activation="relu"), *matrices).write(tmp_path / "drafter.gguf")
    with pytest.raises(UnsupportedModelError, match="DFlash with"):
        session.configure(Configure(Toggles(), SpeculationConfig(str(path), 3)))

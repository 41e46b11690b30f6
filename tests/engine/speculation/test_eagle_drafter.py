"""A drafter of one layer, which reads three layers of the target (EAGLE-3)."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import RequestError
from engine.models.feature_drafter import FeatureDrafter
from engine.session.session import Session
from engine.speculation.eagle_drafter import EagleDrafter
from tests.support import block_checks
from tests.support.block_checks import generate
from tests.support.drafter_checks import SAMPLINGS, speculate
from tests.support.eagle_case import Eagle, make_eagle

TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    path = golden_dir / "tiny-llama.gguf"
    session = Session.load(path, EngineConfig(device="cpu", context_len=768))
    yield session
    session.close()


def eagle_for(session: Session, *, norms_features: bool, norms_residual: bool) -> Eagle:
    config = session.model.config
    return make_eagle(
        config.hidden_size,
        config.vocab_size,
        norms_features=norms_features,
        norms_residual=norms_residual,
    )


@pytest.fixture(scope="module")
def drafter(session: Session, tmp_path_factory: pytest.TempPathFactory) -> Path:
    eagle = eagle_for(session, norms_features=False, norms_residual=False)
    return eagle.write(tmp_path_factory.mktemp("eagle") / "eagle.gguf")


def eagle_drafter(session: Session) -> EagleDrafter:
    assert isinstance(session.drafter, EagleDrafter)
    return session.drafter


@pytest.mark.parametrize(("norms_features", "norms_residual"), [(False, False), (True, True)])
def test_logits_and_drafts_are_what_float64_gives(
    session: Session, tmp_path: Path, norms_features: bool, norms_residual: bool
) -> None:
    eagle = eagle_for(session, norms_features=norms_features, norms_residual=norms_residual)
    speculate(session, str(eagle.write(tmp_path / "eagle.gguf")), 5)
    ids = np.random.default_rng(2).integers(3, 200, 50).tolist()
    logits = session.logits(ids, [1, 20, 49])
    own = eagle_drafter(session)
    assert isinstance(own.model.model, FeatureDrafter)
    assert own.model.model.kept is not None
    features = own.model.model.kept[0, : len(ids)].double().numpy()
    for row, position in zip(logits, [1, 20, 49], strict=True):
        expected, _ = eagle.logits(eagle.fused(features[:position]), ids[1 : position + 1])
        known = np.isfinite(expected)
        assert np.array_equal(np.isfinite(row), known)
        assert np.abs(row[known] - expected[known]).max() < TOLERANCE * expected[known].std()
    session.forget()
    generate(session, ids, 1)
    own.begin(SamplingParams(temperature=0), 0, session.model.sequences[0].counters)
    expected_drafts = eagle.drafts(features[: len(ids) - 1], ids, 5)
    assert own.draft(ids, 5) == expected_drafts
    assert own.draft(ids, 2) == expected_drafts[:2]  # drafts of before leave nothing behind


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [4, None])
def test_a_drafter_changes_nothing_but_the_speed(
    session: Session, drafter: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    block_checks.check_text(session, drafter, sampling, draft_tokens)


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, drafter: Path, toggles: tuple[bool, bool, bool]
) -> None:
    block_checks.check_toggles(session, drafter, Toggles(*toggles))


def test_a_context_that_ends_is_filled(session: Session, drafter: Path) -> None:
    ids = np.random.default_rng(3).integers(3, 200, 750).tolist()
    speculate(session, "none")
    plain = generate(session, ids, 100)
    speculate(session, str(drafter), 7)
    assert generate(session, ids, 100).ids == plain.ids


def test_later_turns_and_edited_ones_draft_as_a_new_chat_does(
    session: Session, drafter: Path
) -> None:
    speculate(session, str(drafter), 5)
    random, ids = np.random.default_rng(7), list[int]()
    for _ in range(6):
        ids = ids[: int(random.integers(len(ids) + 1))]
        ids += random.integers(3, 200, int(random.integers(2, 90))).tolist()
        ids += generate(session, ids, int(random.integers(1, 40))).ids
    own, ids = eagle_drafter(session), ids[:-1]
    drafts = own.draft(ids, 5)
    session.forget()
    own.sequence.prefix.clear()
    generate(session, ids, 1)
    assert own.draft(ids, 5) == drafts


def test_a_drafter_of_another_model_is_refused(session: Session, tmp_path: Path) -> None:
    speculate(session, "none")
    config = session.model.config
    path = make_eagle(config.hidden_size + 8, config.vocab_size).write(tmp_path / "other.gguf")
    with pytest.raises(RequestError, match="was made for another model"):
        session.configure(Configure(speculation=SpeculationConfig(str(path))))

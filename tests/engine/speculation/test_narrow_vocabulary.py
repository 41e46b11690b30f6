"""Drafts from the first ids of the vocabulary: when, and that the answer stays the same."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role, StepKey
from engine.session.session import Session
from engine.speculation import narrow_vocabulary
from engine.speculation.loaded_drafter import LoadedDrafter
from engine.speculation.mtp_drafter import MtpDrafter
from engine.speculation.narrow_vocabulary import NarrowVocabulary
from tests.support.block_checks import BLOCK, TARGET
from tests.support.drafted_cases import draw_case, judge
from tests.support.drafter_checks import SAMPLINGS, answer
from tests.support.head_checks import HEAD, write_model

SIZE = 64


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow_vocabulary, "SIZE", SIZE)


@pytest.fixture
def head(golden_dir: Path, tmp_path: Path) -> Iterator[Session]:
    """A model whose head drafts what it picks itself."""
    path = write_model(tmp_path / "right.gguf", golden_dir / f"{HEAD}.gguf", is_right=True)
    session = Session.load(path, EngineConfig(device="cpu", context_len=512))
    yield session
    session.close()


def model_of(session: Session) -> LoadedModel:
    assert isinstance(session.drafter, LoadedDrafter)
    return session.drafter.model


def test_few_tokens_of_others_are_no_reason_to_draft_from_all() -> None:
    narrow = NarrowVocabulary(100)
    ids = [5] * 50
    assert narrow.suffices(ids)
    for _ in range(20):
        ids += [7] * 63 + [100]
        assert narrow.suffices(ids)


def test_a_text_of_others_is_drafted_from_all_and_its_end_from_few() -> None:
    narrow = NarrowVocabulary(100)
    ids = [5] * 10
    narrow.suffices(ids)
    ids += [200] * 12
    assert not narrow.suffices(ids)
    narrow.forget()  # what follows is another question and its answer
    ids += [200] * 500
    assert not narrow.suffices(ids)
    for _ in range(300):
        ids.append(6)
        suffices = narrow.suffices(ids)
    assert suffices


def test_the_prompt_is_not_counted() -> None:
    narrow = NarrowVocabulary(100)
    assert narrow.suffices([150] * 1000)


def test_a_small_vocabulary_has_no_narrow_steps(head: Session) -> None:
    config = replace(head.model.config, vocab_size=2 * SIZE)
    assert narrow_vocabulary.narrowed(config).narrow_vocab_size == SIZE
    config = replace(config, vocab_size=2 * SIZE - 1)
    assert narrow_vocabulary.narrowed(config).narrow_vocab_size == 0
    assert not NarrowVocabulary(0).suffices([])


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_the_answer_is_the_same_and_other_tokens_are_never_drafted_narrowly(
    head: Session, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = answer(head, sampling, 200)
    assert any(token >= SIZE for token in plain.ids)
    head.configure(Configure(Toggles(), SpeculationConfig("mtp", 3)))
    head.forget()
    assert answer(head, sampling, 200).ids == plain.ids  # as the text says
    monkeypatch.setattr(NarrowVocabulary, "suffices", lambda _self, _ids: True)
    drafts: list[int] = []
    propose = MtpDrafter.propose
    monkeypatch.setattr(
        MtpDrafter,
        "propose",
        lambda self, ids, most: drafts.extend(new := propose(self, ids, most)) or new,
    )
    head.forget()
    narrowly = answer(head, sampling, 200)
    assert narrowly.ids == plain.ids
    assert narrowly.meter.recaptures == 0
    assert drafts
    assert max(drafts) < SIZE


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_block_is_drafted_narrowly(
    golden_dir: Path, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, drafter = (golden_dir / f"{name}.gguf" for name in (TARGET, BLOCK))
    with closing(Session.load(target, EngineConfig(device="cpu", context_len=512))) as session:
        plain = answer(session, sampling, 100)
        session.configure(Configure(Toggles(), SpeculationConfig(str(drafter), 7)))
        monkeypatch.setattr(NarrowVocabulary, "suffices", lambda _self, _ids: True)
        session.forget()
        drafted = answer(session, sampling, 100)
        assert model_of(session).config.narrow_vocab_size == SIZE
        assert drafted.ids == plain.ids
        assert drafted.meter.drafted
        assert session.drafter is not None
        logits = session.drafter.logits_after([*range(20, 40)], [5, 9])
        assert np.isfinite(logits).all()  # those to be compared are of all ids


def test_both_kinds_of_step_are_captured_ahead(head: Session) -> None:
    head.configure(Configure(Toggles(), SpeculationConfig("mtp", 3)))
    model = model_of(head)
    sequence, runner = model.sequences[0], model.runner
    captures = runner.captures
    logits = {}
    for is_narrow in (True, False, True):
        runner.is_narrow = is_narrow
        buffers = runner.run(Role.DECODE, [Rows(sequence, 0)], [5])
        logits[is_narrow] = buffers.logits[0].numpy().copy()
    assert runner.captures == captures
    assert sequence.counters.recaptures == 0
    np.testing.assert_array_equal(logits[True][:SIZE], logits[False][:SIZE])
    assert np.isneginf(logits[True][SIZE:]).all()
    assert np.isfinite(logits[False]).all()
    runner.is_narrow = True
    assert np.isfinite(model.logits([5], 0)).all()  # those that are compared are of all ids


def test_a_key_tells_the_two_apart() -> None:
    one, other = (StepKey(Role.DECODE, 1, 256, "f32", is_narrow=narrow) for narrow in (True, False))
    assert one != other


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(100, 106))
def test_narrow_drafts_change_no_token(golden_dir: Path, tmp_path: Path, seed: int) -> None:
    assert judge(draw_case(seed, golden_dir, tmp_path), num_actions=4).problems == []

"""Drafts from the first ids of the vocabulary: when, and that the answer stays the same."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.config import EngineConfig, SamplingParams
from engine.runtime.step_key import Role, StepKey
from engine.session.session import Session
from engine.speculation import narrow_vocabulary
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.mtp_drafter import MtpDrafter
from engine.speculation.narrow_vocabulary import NarrowVocabulary
from tests.support import narrow_checks
from tests.support.block_checks import BLOCK, TARGET
from tests.support.drafted_cases import draw_case, judge
from tests.support.drafter_checks import SAMPLINGS, answer
from tests.support.head_checks import HEAD, write_model
from tests.support.narrow_checks import SIZE


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
def test_a_head_never_drafts_others_narrowly(
    head: Session, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any(token >= SIZE for token in answer(head, sampling, 150).ids)
    head.forget()
    narrow_checks.check_answers(head, "mtp", MtpDrafter, sampling, monkeypatch)


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_block_is_drafted_narrowly(
    golden_dir: Path, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, drafter = (golden_dir / f"{name}.gguf" for name in (TARGET, BLOCK))
    with closing(Session.load(target, EngineConfig(device="cpu", context_len=512))) as session:
        narrow_checks.check_answers(session, drafter, BlockDrafter, sampling, monkeypatch)
        assert session.drafter is not None
        logits = session.drafter.logits_after([*range(20, 40)], [5, 9])
        assert np.isfinite(logits).all()  # those to be compared are of all ids


def test_both_kinds_of_step_are_planned_and_the_wide_ones_captured_later(head: Session) -> None:
    narrow_checks.check_steps(head)


def test_a_key_tells_the_two_apart() -> None:
    one, other = (StepKey(Role.DECODE, 1, 256, "f32", is_narrow=narrow) for narrow in (True, False))
    assert one != other


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(100, 106))
def test_narrow_drafts_change_no_token(golden_dir: Path, tmp_path: Path, seed: int) -> None:
    assert judge(draw_case(seed, golden_dir, tmp_path), num_actions=4).problems == []

"""A model as drafter: the text stays the target's, whatever it proposes."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, Toggles
from engine.errors import EngineError
from engine.events import Finished
from engine.session.session import Session
from tests.support import drafter_checks
from tests.support.drafter_checks import SAMPLINGS, TOKENS, answer, speculate, write_model
from tests.support.tiny_llama import VOCAB


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "target.gguf")


@pytest.fixture(scope="module")
def session(target: Path) -> Iterator[Session]:
    session = Session.load(target, EngineConfig(device="cpu", context_len=512))
    yield session
    session.close()


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_copy_of_the_target_is_always_right(
    session: Session, target: Path, sampling: SamplingParams
) -> None:
    drafter_checks.check_a_copy(session, target, sampling)


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [1, 3, None])
def test_a_drafter_that_is_wrong_changes_nothing(
    session: Session, tmp_path: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    nonsense = write_model(tmp_path / "noise.gguf", noise=True)
    drafter_checks.check_nonsense(session, nonsense, sampling, draft_tokens)


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, tmp_path: Path, toggles: tuple[bool, bool, bool]
) -> None:
    nonsense = write_model(tmp_path / "noise.gguf", noise=True)
    drafter_checks.check_toggles(session, nonsense, Toggles(*toggles))


def test_a_drafter_with_a_shorter_context_stops_there(session: Session, tmp_path: Path) -> None:
    speculate(session, "none")
    plain = answer(session, SAMPLINGS["greedy"])
    short = write_model(tmp_path / "short.gguf", **{"llama.context_length": 100})
    speculate(session, str(short))
    drafted = answer(session, SAMPLINGS["greedy"])
    assert drafted.ids == plain.ids
    assert 50 < drafted.meter.drafted < 110


def test_tokens_that_only_one_of_them_has_are_not_drafted(session: Session, tmp_path: Path) -> None:
    speculate(session, "none")
    plain = answer(session, SAMPLINGS["1.0"])
    tokens = [*TOKENS[:20], "other", *TOKENS[21:]]
    other = write_model(tmp_path / "other.gguf", **{"tokenizer.ggml.tokens": tokens})
    speculate(session, str(other))
    drafted = answer(session, SAMPLINGS["1.0"])
    assert drafted.ids == plain.ids
    assert 20 in plain.ids
    assert drafted.meter.accepted > 0


def test_another_vocabulary_is_refused_and_the_drafter_kept(
    session: Session, target: Path, tmp_path: Path
) -> None:
    speculate(session, str(target))
    tokens = [f"t{number}" for number in range(VOCAB)]
    other = write_model(tmp_path / "other.gguf", **{"tokenizer.ggml.tokens": tokens})
    with pytest.raises(EngineError, match=r"other\.gguf cannot draft for this model"):
        speculate(session, str(other))
    assert answer(session, SAMPLINGS["greedy"], 50).meter.accepted


def test_later_turns_reuse_what_the_drafter_has_read(session: Session, target: Path) -> None:
    speculate(session, str(target))
    first = answer(session, SAMPLINGS["greedy"], 40)
    prompt = IdsPrompt((3, 4, 5, 6, *first.ids, 7, 8))
    command = Generate("r", prompt, SAMPLINGS["greedy"], max_tokens=40, ignore_end=True)
    *_, drafted = session.generate(command)
    speculate(session, "none")
    *_, plain = session.generate(command)
    assert isinstance(drafted, Finished)
    assert isinstance(plain, Finished)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted == drafted.meter.accepted

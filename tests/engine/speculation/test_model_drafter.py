"""A model as drafter: the text stays the target's, whatever it proposes."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import EngineError
from engine.events import Finished
from engine.runtime.sequence import Sequence
from engine.session.session import Session
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.combined_drafter import CombinedDrafter
from engine.speculation.model_drafter import ModelDrafter
from tests.support import drafter_checks
from tests.support.drafter_checks import SAMPLINGS, TOKENS, answer, speculate, write_model
from tests.support.peak_memory import forget_peak, peak_bytes
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


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_memory_does_not_grow_with_drafted_tokens(session: Session, target: Path) -> None:
    speculate(session, str(target), 3)
    for _ in range(2):
        answer(session, SAMPLINGS["1.0"], 450)
    forget_peak()
    before, num_accepted = peak_bytes(), 0
    if not before:
        pytest.skip("this system does not tell how much memory was used")
    for seed in range(8):
        session.forget()
        sampling = SamplingParams(temperature=1.0, seed=seed)
        num_accepted += answer(session, sampling, 450).meter.accepted or 0
    assert num_accepted > 2000
    assert peak_bytes() - before < 2 << 20


def test_what_it_read_of_another_conversation_is_no_part_of_this_one(
    session: Session, target: Path
) -> None:
    speculate(session, str(target))
    answer(session, SAMPLINGS["greedy"], 200)
    drafter = session.drafter
    assert isinstance(drafter, ModelDrafter)
    other = list(range(10, 30)) * 4
    assert drafter.take_up(other, 0)
    assert drafter.num_behind(other) == len(other) - 1


def test_a_drafter_that_comes_amid_an_answer_reads_between_steps(
    session: Session, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never more than 128 tokens at once, also with a fixed number of drafts."""
    prompt = IdsPrompt(tuple(3 + i * 7 % 35 for i in range(450)))
    command = Generate("r", prompt, SAMPLINGS["1.0"], max_tokens=60, ignore_end=True)
    speculate(session, "none")
    *_, plain = session.generate(command)
    session.forget()
    reads = [0]  # tokens read in each step
    for number, events in enumerate(session.steps(command, lambda: False)):
        reads.append(0)
        if number == 25:
            session.configure(Configure(speculation=SpeculationConfig(str(target), 3)))
            drafter = session.drafter
            assert isinstance(drafter, ModelDrafter)
            prefill = drafter.model.prefill

            def counted(sequence: Sequence, missing: list[int], begin: int) -> int:
                num_done = prefill(sequence, missing, begin)  # noqa: B023
                reads[-1] += num_done
                return num_done

            monkeypatch.setattr(drafter.model, "prefill", counted)
        last = events
    *_, drafted = last
    assert isinstance(plain, Finished)
    assert isinstance(drafted, Finished)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted
    assert max(reads) == 128
    assert sum(reads) > 450


@pytest.mark.parametrize(("draft_tokens", "most_steps"), [(3, 5), (None, 9)])
def test_a_stop_is_seen_within_a_round(
    session: Session,
    target: Path,
    monkeypatch: pytest.MonkeyPatch,
    draft_tokens: int | None,
    most_steps: int,
) -> None:
    """Wherever it comes: amid a text that the drafter reads, too, or amid a round."""
    speculate(session, str(target), draft_tokens)
    drafter = session.drafter
    while not isinstance(drafter, ModelDrafter):
        assert isinstance(drafter, BudgetedDrafter | CombinedDrafter)
        drafter = drafter.inner
    run: list[str] = []

    def counted(step: Callable[..., Any]) -> Callable[..., Any]:
        def count(*args: Any, **options: Any) -> Any:
            run.append(step.__name__)
            return step(*args, **options)

        return count

    for model, name in itertools.product(
        (session.model, drafter.model), ("prefill", "decode", "verify")
    ):
        monkeypatch.setattr(model, name, counted(getattr(model, name)))
    prompt = IdsPrompt(tuple(3 + i * 7 % 35 for i in range(450)))
    command = Generate("r", prompt, SAMPLINGS["1.0"], max_tokens=40, ignore_end=True)
    for stop in range(0, 54, 4):
        session.forget()
        drafter.sequence.prefix.clear()
        run.clear()
        *_, finished = itertools.chain.from_iterable(
            session.steps(command, lambda stop=stop: len(run) >= stop)
        )
        assert isinstance(finished, Finished)
        assert finished.reason == "cancelled"
        assert len(run) <= stop + most_steps

"""The verify step behind a block that nobody has seen: the same text, whatever becomes of it."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, Toggles
from engine.events import Finished
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from tests.support.block_checks import BLOCK, TARGET
from tests.support.dflash_case import Kind, make_drafter, read_matrices
from tests.support.drafter_checks import SAMPLINGS, answer, speculate
from tests.support.imposed_acceptance import replaced
from tests.support.knowing_cpu import KnowingCpu

PROMPT = 3, 4, 5, 6
NUM_TOKENS, CONTEXT = 60, 112
DEPENDENT = {
    "from the anchor": Kind(markov_rank=24),
    "not from the anchor": Kind(markov_rank=24, from_anchor=False),
    "chosen": Kind(conv_taps=3, selector_rank=12),
}


def load(path: Path, num_sequences: int = 1) -> Session:
    config = EngineConfig(device="cpu", context_len=CONTEXT, num_sequences=num_sequences)
    return Session.load(path, config)


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    session = load(golden_dir / f"{TARGET}.gguf")
    yield session
    session.close()


@pytest.fixture
def cpu(monkeypatch: pytest.MonkeyPatch) -> KnowingCpu:
    return KnowingCpu(monkeypatch)


def impose(
    session: Session, cpu: KnowingCpu, text: Sequence[int], rate: float, patch: pytest.MonkeyPatch
) -> None:
    """Let the drafts be right at a rate, on the device and for the host."""
    drafter = session.drafter
    assert isinstance(drafter, BlockDrafter)
    own, first = drafter.propose, drafter._config.first_row

    def picked(begin: int, picks: list[int]) -> list[int]:
        right = replaced(picks[first:], begin + 1, text, rate)
        return [*picks[:first], *right, *picks[first + len(right) :]]

    def propose(ids: Sequence[int], most: int) -> list[int]:
        return replaced(own(ids, most), len(ids), text, rate)

    cpu.imposed[drafter.model._executor] = picked  # type: ignore[index]
    patch.setattr(drafter, "propose", propose)


def ask(
    ids: Sequence[int],
    max_tokens: int,
    sampling: SamplingParams = SAMPLINGS["1.0"],
    stop: tuple[str, ...] = (),
) -> Generate:
    prompt = IdsPrompt(tuple(ids))
    return Generate("r", prompt, sampling, max_tokens=max_tokens, stop=stop, ignore_end=True)


def turn(session: Session, command: Generate) -> Finished:
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


@pytest.fixture(scope="module")
def plain(golden_dir: Path) -> Iterator[Session]:
    session = load(golden_dir / f"{TARGET}.gguf")
    yield session
    session.close()


@pytest.fixture(params=[0.3, 0.8, 1.0])
def drafted(
    request: pytest.FixtureRequest,
    session: Session,
    plain: Session,
    golden_dir: Path,
    cpu: KnowingCpu,
    monkeypatch: pytest.MonkeyPatch,
) -> Session:
    """One whose drafter is right at a rate."""
    plain.forget()
    text = [*PROMPT, *turn(plain, ask(PROMPT, 90)).ids]
    speculate(session, str(golden_dir / f"{BLOCK}.gguf"), 7)
    impose(session, cpu, text, request.param, monkeypatch)
    plain.forget()
    return session


def check_next_turn(drafted: Session, plain: Session, ids: Sequence[int]) -> None:
    """It finds as much computed, and answers the same."""
    following = ask([*PROMPT, *ids, 9, 10, 11], 20)
    expected, finished = turn(plain, following), turn(drafted, following)
    assert finished.ids == expected.ids
    assert finished.meter.cached_tokens == expected.meter.cached_tokens
    assert finished.meter.recaptures == 0


@pytest.mark.parametrize("rate", [0.3, 0.8, 1.0])
@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_the_text_is_that_of_plain_steps(
    session: Session,
    golden_dir: Path,
    sampling: SamplingParams,
    rate: float,
    cpu: KnowingCpu,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speculate(session, "none")
    text = [*PROMPT, *answer(session, sampling, NUM_TOKENS).ids]
    speculate(session, str(golden_dir / f"{BLOCK}.gguf"), 7)
    impose(session, cpu, text, rate, monkeypatch)
    finished = answer(session, sampling, NUM_TOKENS)
    assert [*PROMPT, *finished.ids] == text
    assert (finished.meter.recaptures, finished.meter.eager) == (0, 0)
    num_rounds = finished.meter.drafted_by_depth[0]
    # But for the first one, and the last ones, for which there may be no room.
    assert 0.6 * num_rounds < cpu.num_verified < num_rounds


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    golden_dir: Path,
    toggles: tuple[bool, bool, bool],
    cpu: KnowingCpu,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = load(golden_dir / f"{TARGET}.gguf")
    text = [*PROMPT, *turn(session, ask(PROMPT, NUM_TOKENS)).ids]
    speculate(session, str(golden_dir / f"{BLOCK}.gguf"), 7)
    session.configure(Configure(Toggles(*toggles)))
    impose(session, cpu, text, 0.8, monkeypatch)
    session.forget()
    assert [*PROMPT, *turn(session, ask(PROMPT, NUM_TOKENS)).ids] == text
    assert cpu.num_verified > 5
    session.close()


@pytest.mark.parametrize("kind", DEPENDENT.values(), ids=DEPENDENT)
def test_drafts_that_depend_on_each_other_are_verified_unseen(
    golden_dir: Path, tmp_path: Path, kind: Kind, cpu: KnowingCpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, sampling = golden_dir / "tiny-llama.gguf", SAMPLINGS["1.0"]
    session = load(target)
    text = [*PROMPT, *answer(session, sampling, NUM_TOKENS).ids]
    drafter = make_drafter(kind, *read_matrices(target)).write(tmp_path / "drafter.gguf")
    speculate(session, str(drafter), 4)
    impose(session, cpu, text, 0.7, monkeypatch)
    finished = answer(session, sampling, NUM_TOKENS)
    assert [*PROMPT, *finished.ids] == text
    assert cpu.num_verified > 0.7 * finished.meter.drafted_by_depth[0]
    session.close()


def test_drafts_that_are_rated_are_seen_first(
    golden_dir: Path, tmp_path: Path, cpu: KnowingCpu
) -> None:
    target = golden_dir / "tiny-llama.gguf"
    kind = Kind(markov_rank=24, has_confidence=True)
    drafter = make_drafter(kind, *read_matrices(target)).write(tmp_path / "drafter.gguf")
    session = load(target)
    speculate(session, str(drafter), 4)
    finished = answer(session, SAMPLINGS["greedy"], NUM_TOKENS)
    assert finished.meter.drafted
    assert (cpu.num_launched > 0, cpu.num_verified) == (True, 0)
    session.close()


@pytest.mark.parametrize("num_tokens", [1, 2, 7, 8, 9, 30])
def test_the_next_turn_goes_on_where_a_limit_ended_the_last(
    drafted: Session, plain: Session, num_tokens: int
) -> None:
    command = ask(PROMPT, num_tokens)
    finished = turn(drafted, command)
    assert finished.ids == turn(plain, command).ids
    check_next_turn(drafted, plain, finished.ids)


@pytest.mark.parametrize("stop", ["J", "Z", "e", "q", "mam", "D", "_"])
def test_the_next_turn_goes_on_where_a_word_ended_the_last(
    drafted: Session, plain: Session, stop: str
) -> None:
    """A recurrent state goes back to the word's end, over a step that nobody reads."""
    command = ask(PROMPT, 80, stop=(stop,))
    finished = turn(drafted, command)
    assert (finished.ids, finished.reason) == (turn(plain, command).ids, "stop_string")
    assert drafted.model.behind._verifying is not None
    check_next_turn(drafted, plain, finished.ids)


@pytest.mark.parametrize("num_events", [3, 4, 7])
def test_a_cancelled_answer_leaves_nothing(
    drafted: Session, plain: Session, num_events: int
) -> None:
    for session in (drafted, plain):
        steps = session.steps(ask(PROMPT, 80))
        for _ in range(num_events):
            next(steps)
        steps.close()
    assert drafted.model.behind._verifying is not None
    expected = turn(plain, ask(PROMPT, 80))
    assert turn(drafted, ask(PROMPT, 80)).ids == expected.ids
    check_next_turn(drafted, plain, expected.ids[:40])


def test_another_answer_may_begin_while_a_step_is_unseen(
    golden_dir: Path, cpu: KnowingCpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is drafted beside another answer; then the first goes on with drafts."""
    session = load(golden_dir / f"{TARGET}.gguf", num_sequences=2)
    first, second = ask(PROMPT, 70), ask((8, 9, 10), 12)
    expected = [turn(session, command).ids for command in (first, second)]
    speculate(session, str(golden_dir / f"{BLOCK}.gguf"), 7)
    impose(session, cpu, [*PROMPT, *expected[0]], 0.8, monkeypatch)
    running = session.steps(first)
    events = [next(running) for _ in range(4)]
    assert session.model.behind._verifying is not None
    before, other = cpu.num_verified, []
    beside = session.steps(second)
    for more in beside:
        other += more
        events.append(next(running))
    assert cpu.num_verified == before
    events += running
    assert cpu.num_verified > before + 3
    finished = [events[-1][-1], other[-1]]
    assert [each.ids for each in finished if isinstance(each, Finished)] == expected
    session.close()

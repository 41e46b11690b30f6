"""Conversations that begin alike share rows: each answer is what it is alone, and rows are there once."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import torch

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, KVType, SamplingParams, SpeculationConfig, Toggles
from engine.kernels.sizes import PAGE_ROWS
from engine.runtime.sequence import Sequence
from engine.session.session import Session
from tests.support.side_by_side import Asked, answer_alone, answer_together, ids_command

NUM_SEQUENCES = 4
SYSTEM = [3 + i * i % 280 for i in range(800)]
GREEDY = SamplingParams(temperature=0.0)
# Full attention, rings, recurrent states, convolutions with experts.
CASES: list[tuple[str, KVType]] = [
    ("llama", "f32"),
    ("llama", "f16"),
    ("gemma3", "q8_0"),
    ("qwen35", "q8_0"),
    ("lfm2moe", "f32"),
]


def load(path: Path, num_sequences: int, kv_type: KVType = "f32") -> Session:
    config = EngineConfig(
        device="cpu", context_len=1200, num_sequences=num_sequences, kv_type=kv_type
    )
    return Session.load(path, config)


@pytest.fixture(params=CASES, ids="-".join)
def sessions(request: pytest.FixtureRequest, golden_dir: Path) -> Iterator[tuple[Session, Session]]:
    """Of several sequences and of one, of the same model."""
    name, kv_type = request.param
    both = [load(golden_dir / f"tiny-{name}.gguf", n, kv_type) for n in (NUM_SEQUENCES, 1)]
    yield both[0], both[1]
    for each in both:
        each.close()


@pytest.fixture
def session(golden_dir: Path) -> Iterator[Session]:
    session = load(golden_dir / "tiny-llama.gguf", NUM_SEQUENCES)
    yield session
    session.close()


def place(random: Random) -> int:
    """Where prompts part: often at the end of a page, or beside it."""
    return random.randint(0, 2) * PAGE_ROWS + random.choice([-1, 0, 1, random.randrange(256)])


def words(random: Random, number: int) -> list[int]:
    return [random.randint(3, 300) for _ in range(number)]


def draw_prompt(random: Random, earlier: list[Asked]) -> list[int]:
    """Begins as the system prompt or as an earlier conversation, goes on with it, or asks again."""
    kind = random.randrange(4)
    if not earlier or kind == 0:
        return [*SYSTEM[: max(0, place(random))], *words(random, random.randint(1, 60))]
    chosen = random.choice(earlier)
    assert isinstance(chosen.command.prompt, IdsPrompt)
    begun = [*chosen.command.prompt.ids]
    if kind == 1:
        return begun
    if kind == 2:
        return [*begun[: max(0, place(random))], *words(random, random.randint(1, 300))][:1100]
    answer = [] if chosen.finished is None else chosen.finished.ids
    return [*begun, *answer, *words(random, random.randint(1, 40))][-1100:]


def draw(random: Random, number: int, earlier: list[Asked]) -> list[Asked]:
    """Requests at random moments, of which every fourth is cancelled."""
    asked = []
    for index in range(number):
        sampling = SamplingParams(
            temperature=random.choice([0.0, 0.8, 1.5]), seed=random.randrange(1 << 30)
        )
        ids = draw_prompt(random, earlier)
        begins = random.choice([0, random.randint(0, 60)])
        ends = begins + random.randint(0, 40) if index % 4 == 3 else None
        asked.append(Asked(ids_command(ids, random.randint(1, 30), sampling), begins, ends))
    return asked


@pytest.mark.timeout(600)
def test_each_answer_is_what_it_is_alone(sessions: tuple[Session, Session]) -> None:
    several, alone = sessions
    for seed, toggles in enumerate((Toggles(), Toggles(graph=False), Toggles())):
        random, earlier = Random(seed), list[Asked]()
        kind = "ngram" if seed == 2 else "none"
        several.configure(Configure(toggles, SpeculationConfig(kind, draft_tokens=3)))
        for _ in range(4):
            asked = draw(random, 6, earlier)
            answer_together(several, asked)
            earlier += asked
        for each in earlier:
            assert each.finished is not None
            ids, expected = each.finished.ids, answer_alone(alone, each.command).ids
            assert ids == expected[: len(ids)]
            assert each.finished.reason == "cancelled" or len(ids) == len(expected)


def begin_alike(session: Session, *, at_once: bool) -> list[Asked]:
    """Every sequence answers after the same 600 tokens, of which nothing was in the cache."""
    session.forget()
    for layer in session.model.state.layers:
        for rows in layer.kv.tensors:
            rows.fill_(-100.0)
    asked = [
        Asked(ids_command([*SYSTEM[:600], 200 + i, 7, 8], 60, GREEDY), 0 if at_once else 15 * i)
        for i in range(NUM_SEQUENCES)
    ]
    answer_together(session, asked)
    return asked


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "one after the other"])
def test_rows_of_a_common_beginning_are_stored_once(session: Session, *, at_once: bool) -> None:
    begin_alike(session, at_once=at_once)
    whole, (pages,) = 600 // PAGE_ROWS * PAGE_ROWS, session.model.state.shared_pages
    held = [[pages.holder(index, page) for index in range(NUM_SEQUENCES)] for page in range(2)]
    first = held[0][0]
    assert held == [[first] * NUM_SEQUENCES] * 2
    for layer in session.model.state.layers:
        for rows in layer.kv.tensors:
            for index in range(NUM_SEQUENCES):
                assert bool((rows[index, :, :whole] == -100).all()) == (index != first)


def test_a_prompt_that_others_wait_for_is_computed_once(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[int] = []
    prefill = session.model.prefill

    def count(sequence: Sequence, ids: list[int], position: int) -> int:
        done = prefill(sequence, ids, position)
        computed.append(done)
        return done

    monkeypatch.setattr(session.model, "prefill", count)
    begin_alike(session, at_once=True)
    assert sum(computed) == 602 + (NUM_SEQUENCES - 1) * 2
    del computed[:]
    asked = [Asked(ids_command(SYSTEM, 5, SamplingParams(seed=i)), 0) for i in range(NUM_SEQUENCES)]
    answer_together(session, asked)
    left = 799 - 600
    assert left <= sum(computed) < left + NUM_SEQUENCES * 16, "few are not worth a wait"


def test_an_answer_whose_prompt_another_waits_for_may_be_cancelled(session: Session) -> None:
    first = Asked(ids_command([*SYSTEM, 5], 9, GREEDY), 0, 10)
    second = Asked(ids_command([*SYSTEM, 6], 9, GREEDY), 2)
    answer_together(session, [first, second])
    assert first.finished is not None
    assert first.finished.reason == "cancelled"
    assert second.finished is not None
    assert second.finished.ids == answer_alone(session, second.command).ids


def test_measured_steps_leave_what_others_read(session: Session) -> None:
    _, *others = begin_alike(session, at_once=True)
    expected = [answer.finished.ids for answer in others if answer.finished is not None]
    model = session.model
    model.profile(40)
    model.logits_after(SYSTEM[100:200], [99])
    again = [Asked(Generate(**_fields(each.command))) for each in others]
    answer_together(session, again)
    assert [each.finished.ids for each in again if each.finished is not None] == expected
    for each in again:
        assert each.finished is not None
        assert (each.finished.meter.cached_tokens or 0) >= 600


def test_what_is_not_a_number_in_another_sequence_does_not_spread(session: Session) -> None:
    asked = begin_alike(session, at_once=True)
    (pages,) = session.model.state.shared_pages
    first = pages.holder(0, 0)
    for layer in session.model.state.layers:
        for rows in layer.kv.tensors:
            for index in range(NUM_SEQUENCES):
                if index != first:
                    rows[index, :, :512] = torch.nan
    again = [Asked(Generate(**_fields(each.command))) for each in asked]
    answer_together(session, again)
    for each, before in zip(again, asked, strict=True):
        assert each.finished is not None
        assert before.finished is not None
        assert each.finished.ids == before.finished.ids


def _fields(command: Generate) -> dict[str, object]:
    return {name: getattr(command, name) for name in command.__struct_fields__}

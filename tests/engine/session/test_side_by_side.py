"""Several answers at once in one model: each as if it were alone, none waits long for another."""

import gc
import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch

from engine.commands import Configure
from engine.config import EngineConfig, KVType, SamplingParams, SpeculationConfig, Toggles
from engine.errors import NotFiniteError
from engine.events import Started
from engine.runtime.sequence import Rows, Sequence
from engine.scheduler.batch import DECODE_STEPS
from engine.scheduler.generation import Generation
from engine.session.session import Session
from tests.support.exact_drafter import ExactDrafter
from tests.support.head_checks import HEAD, write_model
from tests.support.side_by_side import (
    Asked,
    answer_alone,
    answer_together,
    check_equal,
    draw,
    ids_command,
)

NUM_SEQUENCES = 8
# Full attention, rings, recurrent states, convolutions with experts.
MODELS: dict[str, KVType] = {
    "llama": "auto",
    "gemma3": "q4_0",
    "qwen35": "q8_0",
    "lfm2moe": "auto",
}
GREEDY = SamplingParams(temperature=0.0)
ALL_TOGGLES = [Toggles(*values) for values in itertools.product([True, False], repeat=3)]
LONG = [3 + i % 290 for i in range(700)]


def load(path: Path, num_sequences: int = NUM_SEQUENCES, kv_type: KVType = "auto") -> Session:
    config = EngineConfig(
        device="cpu", context_len=1200, num_sequences=num_sequences, kv_type=kv_type
    )
    return Session.load(path, config)


@pytest.fixture(scope="module", params=MODELS)
def any_session(request: pytest.FixtureRequest, golden_dir: Path) -> Iterator[Session]:
    kv_type = MODELS[request.param]
    session = load(golden_dir / f"tiny-{request.param}.gguf", kv_type=kv_type)
    yield session
    session.close()


@pytest.fixture(scope="module")
def loaded(golden_dir: Path) -> Iterator[Session]:
    session = load(golden_dir / "tiny-llama.gguf")
    yield session
    session.close()


@pytest.fixture
def session(loaded: Session) -> Session:
    loaded.configure(Configure(Toggles(), SpeculationConfig()))
    loaded.forget()
    return loaded


def ask(ids: list[int], num_tokens: int, begins: int = 0, ends: int | None = None) -> Asked:
    return Asked(ids_command(ids, num_tokens, GREEDY), begins, ends)


@pytest.mark.timeout(600)
def test_each_answer_is_what_it_is_alone_with_every_toggle(any_session: Session) -> None:
    for seed, toggles in enumerate(ALL_TOGGLES):
        kind = "ngram" if seed % 2 else "none"
        any_session.configure(Configure(toggles, SpeculationConfig(kind, draft_tokens=3)))
        asked = draw(Random(seed), NUM_SEQUENCES + 2)
        answer_together(any_session, asked)
        for each in asked:
            assert each.finished is not None
            meter = each.finished.meter
            assert meter.fallbacks == 0
            if toggles == Toggles():
                assert (meter.recaptures, meter.eager) == (0, 0)
        any_session.configure(Configure(Toggles(), SpeculationConfig()))
        check_equal(any_session, asked)


def test_a_short_question_waits_for_one_chunk_of_a_long_prompt(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks: list[int] = []
    prefill = session.model.prefill

    def note(sequence: Sequence, ids: list[int], position: int) -> int:
        chunks.append(sequence.index)
        return prefill(sequence, ids, position)

    monkeypatch.setattr(session.model, "prefill", note)
    long, short = ask(LONG, 4), ask([*range(200, 230)], 1, begins=5)
    answer_together(session, [long, short])
    assert short.finished is not None
    long_index = chunks[0]
    short_index = next(index for index in chunks if index != long_index)
    begun = chunks.index(short_index)
    assert begun <= 5, "one chunk a round before it came, and none since"
    assert short.num_rounds <= 4
    assert chunks.count(long_index) == 22
    assert chunks.count(short_index) == 1


def test_an_answer_goes_on_while_a_long_prompt_is_read(session: Session) -> None:
    answer, long = ask([7, 8, 9], 80), ask(LONG, 2, begins=3)
    answer_together(session, [answer, long])
    assert answer.num_rounds == 80 + 3, "its beginning, its prompt, a token each round, its end"
    assert long.num_rounds >= 21 * DECODE_STEPS


def test_short_prompts_that_come_together_soon_answer_together(session: Session) -> None:
    """A chunk a quarter as long as others is followed by a quarter of the decode steps."""
    asked = [ask([*range(100 + i, 105 + i)], 40) for i in range(NUM_SEQUENCES)]
    answer_together(session, asked)
    rounds = [each.num_rounds for each in asked]
    assert max(rounds) <= 40 + 2 + NUM_SEQUENCES, "a step behind each of the other prompts at most"
    check_equal(session, asked)


def test_many_short_prompts_do_not_keep_a_long_one_waiting(session: Session) -> None:
    long = ask(LONG, 1)
    short = [ask([50 + i, 60, 70], 1, begins=i) for i in range(60)]
    answer_together(session, [long, *short])
    assert long.num_rounds < 2 * 60


def test_a_cancelled_answer_frees_its_sequence_within_one_step(golden_dir: Path) -> None:
    session = load(golden_dir / "tiny-llama.gguf", 1)
    first, second = ask([5, 6, 7], 100, ends=10), ask([8, 9], 3)
    answer_together(session, [first, second])
    assert first.finished is not None
    assert (first.finished.reason, first.num_rounds) == ("cancelled", 11)
    check_equal(session, [first, second])
    session.close()


def test_a_request_too_many_is_refused_and_harms_none(session: Session) -> None:
    running = [session.steps(ask([5 + i], 3).command) for i in range(NUM_SEQUENCES)]
    for each in running:
        next(each)
    with pytest.raises(RuntimeError, match="every sequence"):
        next(session.steps(ask([9], 1).command))
    del running, each
    assert answer_alone(session, ask([9], 3).command).ids


def test_what_several_begin_with_is_computed_once(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    num_computed = 0
    prefill = session.model.prefill

    def count(sequence: Sequence, ids: list[int], position: int) -> int:
        nonlocal num_computed
        done = prefill(sequence, ids, position)
        num_computed += done
        return done

    monkeypatch.setattr(session.model, "prefill", count)
    system = LONG[:320]
    asked = [ask([*system, 200 + i, 7, 8], 5) for i in range(NUM_SEQUENCES)]
    answer_together(session, asked)
    assert num_computed < len(system) + 40 * NUM_SEQUENCES
    later = ask([*system, 250, 9], 5)
    events = later.advance(session, 0)
    assert isinstance(events[0], Started)
    assert events[0].cached_tokens == len(system)
    answer_together(session, [later])
    check_equal(session, [*asked, later])


def test_a_conversation_finds_its_own_cache_again(session: Session) -> None:
    first, second = ask(LONG[:100], 4), ask(LONG[100:200], 4)
    answer_together(session, [first, second])
    for each, prompt in ((first, LONG[:100]), (second, LONG[100:200])):
        assert each.finished is not None
        again = ask([*prompt, *each.finished.ids, 5], 2)
        answer_together(session, [again])
        assert again.finished is not None
        assert (again.finished.meter.cached_tokens or 0) >= 102


def test_a_sequence_without_finite_numbers_fails_alone(golden_dir: Path) -> None:
    session = load(golden_dir / "tiny-llama.gguf", 2)
    good, bad = ask([11, 12, 13], 20), ask([21, 22, 23], 20)
    for turn in range(10):
        good.advance(session, turn)
        bad.advance(session, turn)
    for layer in session.model.state.layers:
        for tensor in layer.kv.tensors:
            tensor[1].fill_(torch.nan)
    good.advance(session, 10)
    with pytest.raises(NotFiniteError):
        bad.advance(session, 10)
    answer_together(session, [good])
    check_equal(session, [good])
    session.close()


def test_drafts_come_while_an_answer_is_alone(session: Session) -> None:
    prompt = LONG[:30]
    alone = answer_alone(session, ids_command(prompt, 60, GREEDY))
    session.configure(Configure(speculation=SpeculationConfig("ngram", draft_tokens=4)))
    session.drafter = ExactDrafter([*prompt, *alone.ids], every=7, draft_tokens=4)
    session.forget()
    first, beside = ask(prompt, 60), ask([9, 8, 7], 8, begins=4)
    answer_together(session, [first, beside])
    assert first.finished is not None
    assert beside.finished is not None
    assert first.finished.ids == alone.ids
    assert first.finished.meter.accepted
    assert beside.finished.meter.drafted == 0
    session.configure(Configure(Toggles(), SpeculationConfig()))
    check_equal(session, [beside])


def test_a_prediction_head_serves_whichever_answer_is_alone(
    golden_dir: Path, tmp_path: Path
) -> None:
    path = write_model(tmp_path / "right.gguf", golden_dir / f"{HEAD}.gguf", is_right=True)
    session = load(path, 3)
    session.configure(Configure(speculation=SpeculationConfig("mtp", draft_tokens=3)))
    asked = [ask(LONG[:9], 20), ask(LONG[20:40], 40, begins=2), ask(LONG[50:55], 30, begins=60)]
    answer_together(session, asked)
    later = ask(LONG[300:310], 20)
    answer_together(session, [later])
    for each in (*asked[1:], later):
        assert each.finished is not None
        meter = each.finished.meter
        assert meter.drafted
        assert meter.drafted == meter.accepted, "the head has read each answer's own rows"
        assert meter.recaptures == 0
    session.configure(Configure(speculation=SpeculationConfig()))
    check_equal(session, [*asked, later])
    session.close()


def test_a_head_that_is_loaded_amid_an_answer_reads_it_from_the_beginning(
    golden_dir: Path, tmp_path: Path
) -> None:
    path = write_model(tmp_path / "right.gguf", golden_dir / f"{HEAD}.gguf", is_right=True)
    session = load(path, 2)
    answer = ask(LONG[:150], 40)
    for turn in range(14):
        answer.advance(session, turn)
    session.configure(Configure(speculation=SpeculationConfig("mtp", draft_tokens=3)))
    answer_together(session, [answer])
    assert answer.finished is not None
    assert answer.finished.meter.drafted
    session.configure(Configure(speculation=SpeculationConfig()))
    check_equal(session, [answer])
    session.close()


def test_steps_are_shared_and_narrow_as_answers_end(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths: list[int] = []
    decode = session.model.decode

    def note(rows: list[Rows], token_ids: list[int], **options: Any) -> list[int]:
        widths.append(len(rows))
        return decode(rows, token_ids, **options)

    monkeypatch.setattr(session.model, "decode", note)
    answer_together(session, [ask([30 + i], 3 + i) for i in range(4)])
    assert widths == [4, 4, 4, 3, 2, 1]


def test_nothing_is_kept_of_answers_that_have_ended(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = load(golden_dir / "tiny-llama.gguf", 2)
    session.model.runner.capture_planned()  # captured steps hold tensors
    monkeypatch.setattr(session.model, "allocate", None)  # all memory is there from the load on
    kept = []
    for seed in range(3):
        answer_together(session, draw(Random(seed), 4))
        session.forget()
        gc.collect()
        kept.append(sum(type(each) in (Generation, torch.Tensor) for each in gc.get_objects()))
    assert kept == kept[:1] * 3
    session.close()

"""Answers follow the schema that was asked for, alone and beside others, and call tools that must be."""

import ctypes
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.commands import ChatMessage, ChatPrompt, Configure, Generate, ToolSpec
from engine.config import EngineConfig, SamplingParams, SpeculationConfig
from engine.errors import RequestError
from engine.events import Finished, TextDelta
from engine.session.session import Session
from tests.support.schema_cases import WIDEST, answers, command, problem_of

NUM_ANSWERS = 12
NUM_PIECES, PIECE_BYTES = 400, 64 << 10  # smaller than what the C library gives back at once
QUESTION = ChatMessage("user", "What is the weather in Oslo?")
WEATHER = ToolSpec(
    "weather", "The weather of a city.",
    '{"properties": {"city": {"type": "string", "maxLength": 20}}, "required": ["city"]}',
)  # fmt: skip
AGE = '{"type": "object", "properties": {"age": {"type": "integer", "maximum": 99}}, "required": ["age"], "additionalProperties": false}'


@pytest.fixture(scope="module")
def session(starter_model: Path) -> Iterator[Session]:
    config = EngineConfig(device="cpu", context_len=768, num_sequences=3)
    session = Session.load(starter_model, config)
    yield session
    session.close()


def ask(prompt: ChatPrompt, sampling: SamplingParams = WIDEST, **options: object) -> Generate:
    return Generate("r", prompt, sampling, **options)  # type: ignore[arg-type]


def finish(session: Session, request: Generate) -> Finished:
    *_, last = session.generate(request)
    assert isinstance(last, Finished)
    return last


def test_sampled_answers_validate(session: Session) -> None:
    finished = dict(answers(session, range(NUM_ANSWERS), 3))
    assert len(finished) == NUM_ANSWERS
    assert {n: problem for n, each in finished.items() if (problem := problem_of(n, each))} == {}
    assert sum(each.meter.recaptures or 0 for each in finished.values()) == 0


def test_an_answer_beside_others_is_that_of_its_own(session: Session) -> None:
    free = ask(ChatPrompt((QUESTION,)), SamplingParams(seed=4), max_tokens=12)
    requests = [command(15), free, command(18)]
    alone = [finish(session, request).ids for request in requests]
    running = {n: session.steps(request) for n, request in enumerate(requests)}
    ids: dict[int, tuple[int, ...]] = {}
    while len(ids) < len(requests):
        for n, steps in running.items():
            for event in next(steps, ()):
                if isinstance(event, Finished):
                    ids[n] = event.ids
    assert [ids[n] for n in range(len(requests))] == alone


def test_an_answer_whose_rows_are_forgotten_goes_on(session: Session) -> None:
    """A drafter that is loaded meanwhile does that: also to an answer whose token is picked."""
    requests = [command(number) for number in (17, 29)]
    alone = [finish(session, request).ids for request in requests]
    running = {n: session.steps(request) for n, request in enumerate(requests)}
    ids: dict[int, tuple[int, ...]] = {}
    num_turns = num_forgotten = 0
    while len(ids) < len(running):
        for n, steps in running.items():
            num_turns += 1
            for event in next(steps, ()):
                if isinstance(event, Finished):
                    ids[n] = event.ids
            if session.batch._picked and num_turns > 30 * (1 + num_forgotten):
                num_forgotten += 1
                for sequence in session.model.sequences:
                    sequence.prefix.clear()
    assert num_forgotten > 2
    assert [ids[n] for n in range(len(requests))] == alone


@pytest.mark.skipif(sys.platform != "linux", reason="the C library elsewhere cannot be asked")
def test_what_lies_free_in_the_heap_is_given_back_before_another_form(session: Session) -> None:
    small = ask(ChatPrompt((QUESTION,), json_schema='{"type": "boolean"}'), max_tokens=2)
    finish(session, small)
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
    library.free.restype = None
    pieces = [library.malloc(PIECE_BYTES) for _ in range(NUM_PIECES)]
    for piece in pieces:
        ctypes.memset(ctypes.c_void_p(piece), 1, PIECE_BYTES)
    full = psutil.Process().memory_info().rss
    for piece in pieces[::2]:
        library.free(piece)
    finish(session, small)
    given_back = full - psutil.Process().memory_info().rss
    for piece in pieces[1::2]:
        library.free(piece)
    assert given_back > NUM_PIECES * PIECE_BYTES / 4  # half of it was freed


def test_log_probabilities_beside_others_are_those_of_its_own(session: Session) -> None:
    told = ask(ChatPrompt((QUESTION,)), SamplingParams(seed=4), max_tokens=6, logprobs=2)
    alone = finish(session, told)
    assert len(alone.logprobs) == len(alone.ids) == 6
    others = [session.steps(command(15)), session.steps(command(18))]
    steps = session.steps(told)
    for events in steps:
        for other in others:
            next(other, None)
        finished = [event for event in events if isinstance(event, Finished)]
    for other in others:
        other.close()
    assert (finished[0].ids, finished[0].logprobs) == (alone.ids, alone.logprobs)


def test_drafts_leave_constrained_answers_as_they_are(session: Session) -> None:
    before = finish(session, command(15))
    session.configure(Configure(speculation=SpeculationConfig("ngram")))
    assert finish(session, command(15)).ids == before.ids
    session.configure(Configure(speculation=SpeculationConfig()))


def test_answers_go_on_while_a_large_form_is_compiled(session: Session) -> None:
    names = {f"name_{number}": {"type": "string"} for number in range(1200)}
    large = json.dumps({"type": "object", "properties": names, "required": list(names)[:1]})
    free = ask(ChatPrompt((QUESTION,)), SamplingParams(seed=4), max_tokens=70)
    alone = finish(session, free)
    beside, compiling = (
        session.steps(free),
        session.steps(ask(ChatPrompt((QUESTION,), json_schema=large), max_tokens=2)),
    )
    num_deltas = 0
    while not next(compiling):
        num_deltas += sum(isinstance(event, TextDelta) for event in next(beside))
    assert num_deltas > 0
    compiling.close()
    (*_, last) = [event for events in beside for event in events]
    assert isinstance(last, Finished)
    assert last.ids == alone.ids


def test_a_stop_does_not_wait_for_a_form(session: Session) -> None:
    names = {f"name_{number}": {"type": "string"} for number in range(1500)}
    stop = threading.Event()
    request = ask(ChatPrompt((QUESTION,), json_schema=json.dumps({"properties": names})))
    steps = session.steps(request, stop.is_set)
    assert next(steps) == []
    stop.set()
    (finished,) = next(steps)
    assert isinstance(finished, Finished)
    assert finished.reason == "cancelled"


def test_a_tool_that_must_be_called_is(session: Session) -> None:
    prompt = ChatPrompt((QUESTION,), tools=(WEATHER,), tool_choice="required", parallel_calls=False)
    for seed in range(3):
        finished = finish(session, ask(prompt, SamplingParams(temperature=1.0, seed=seed)))
        (call,) = finished.tool_calls
        assert (finished.reason, finished.text, call.name) == ("tool_calls", "", "weather")
        assert list(json.loads(call.arguments)) == ["city"]


def test_an_answer_in_a_form_may_call_a_tool_instead(session: Session) -> None:
    prompt = ChatPrompt((QUESTION,), tools=(WEATHER,), json_schema=AGE)
    for seed in range(3):
        finished = finish(session, ask(prompt, SamplingParams(temperature=1.0, seed=seed)))
        assert finished.tool_calls or "age" in json.loads(finished.text)


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        ("[]", "not a JSON schema"),
        ('{"type": "unheard-of"}', r"\(Invalid type: unheard-of\)"),
        ('{"$ref": "https://example.org/x"}', "Resource"),
        ('{"type": "string", "pattern": "("}', "cannot be given the form"),
    ],
)
def test_a_schema_that_cannot_be_followed_is_refused(
    session: Session, schema: str, sentence: str
) -> None:
    with pytest.raises(RequestError, match=sentence):
        finish(session, ask(ChatPrompt((QUESTION,), json_schema=schema)))


def test_biases_decide_which_token_comes(session: Session) -> None:
    greedy = SamplingParams(temperature=0.0)
    (oslo,) = session.tokenizer.encode(" Oslo", add_special=False, parse_special=False)
    prompt = ChatPrompt((QUESTION,))
    wanted = finish(session, ask(prompt, greedy, max_tokens=3, logit_bias=((oslo, 100.0),)))
    assert wanted.ids == (oslo,) * 3
    first = finish(session, ask(prompt, greedy, max_tokens=1)).ids[0]
    banned = finish(session, ask(prompt, greedy, max_tokens=1, logit_bias=((first, -100.0),)))
    assert banned.ids[0] != first
    with pytest.raises(RequestError, match="not in the model's vocabulary"):
        finish(session, ask(prompt, logit_bias=((1 << 30, 1.0),)))

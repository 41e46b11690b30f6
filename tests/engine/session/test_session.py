"""A session as the host sees it: turns, limits, cancelling, bad requests."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.commands import (
    ChatMessage,
    ChatPrompt,
    CountTokens,
    Generate,
    IdsPrompt,
    TextPrompt,
    ToolSpec,
)
from engine.config import EngineConfig, SamplingParams
from engine.errors import ContextFullError, EngineError, RequestError
from engine.events import Finished, MeterUpdate, Started, TextDelta, TokensCounted
from engine.runtime.sequence import Rows
from engine.session.session import Session

GREEDY = SamplingParams(temperature=0.0)
QUESTION = ChatMessage("user", "What is the capital of France?")


@pytest.fixture(scope="module")
def session(starter_model: Path) -> Iterator[Session]:
    session = Session.load(starter_model, EngineConfig(device="cpu", context_len=320))
    yield session
    session.close()


def chat(*messages: ChatMessage, drop_oldest: bool = False, **options: object) -> Generate:
    return Generate("r", ChatPrompt(messages, drop_oldest), GREEDY, **options)  # type: ignore[arg-type]


def finish(session: Session, command: Generate) -> Finished:
    *_, last = session.generate(command)
    assert isinstance(last, Finished)
    return last


def test_answers_a_question(session: Session) -> None:
    events = list(session.generate(chat(QUESTION)))
    started, finished = events[0], events[-1]
    assert isinstance(started, Started)
    assert isinstance(finished, Finished)
    assert "Paris" in finished.text
    assert finished.reason == "stop"
    deltas = [event.text for event in events if isinstance(event, TextDelta)]
    assert "".join(deltas) == finished.text
    assert any(isinstance(event, MeterUpdate) for event in events)
    assert finished.meter.tok_s
    assert finished.meter.ttft_ms
    assert finished.meter.kv_capacity == 320


def test_an_answer_ends_with_calls_of_tools(session: Session) -> None:
    tool = ToolSpec("weather", "The weather of a city.", '{"type": "object"}')
    begun = ChatMessage(
        "assistant", '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}'
    )
    question = ChatMessage("user", "What is the weather in Oslo?")
    prompt = ChatPrompt((question, begun), continues=True, tools=(tool,))
    *events, finished = session.generate(
        Generate("r", prompt, GREEDY, max_tokens=40, stop=("</tool_call>",))
    )
    assert isinstance(finished, Finished)
    assert [(call.name, call.arguments) for call in finished.tool_calls] == [
        ("weather", '{"city":"Oslo"}')
    ]
    assert (finished.reason, finished.text) == ("tool_calls", "")
    assert not any(isinstance(event, TextDelta) for event in events)


def test_the_next_turn_computes_only_what_is_new(session: Session) -> None:
    first = finish(session, chat(QUESTION))
    messages = (QUESTION, ChatMessage("assistant", first.text), ChatMessage("user", "And Italy?"))
    started, *_, finished = session.generate(chat(*messages))
    assert isinstance(started, Started)
    assert isinstance(finished, Finished)
    assert started.cached_tokens >= (first.meter.kv_used or 0) - 2
    assert (finished.meter.prompt_tokens or 0) - started.cached_tokens < 25


def test_reused_prefix_gives_the_same_answer_as_a_fresh_one(session: Session) -> None:
    messages = (QUESTION, ChatMessage("assistant", "Paris."), ChatMessage("user", "And Italy?"))
    finish(session, chat(QUESTION))
    reused = finish(session, chat(*messages))
    session.forget()
    assert finish(session, chat(*messages)).ids == reused.ids


def test_maximum_length(session: Session) -> None:
    finished = finish(session, chat(QUESTION, max_tokens=3))
    assert (finished.reason, len(finished.ids)) == ("length", 3)


@pytest.mark.parametrize(
    ("prompt", "max_tokens"),
    [("My favourite", 5), ("one two three " * 60, None)],
    ids=["maximum length", "full context"],
)
def test_a_step_that_is_announced_follows(
    session: Session, prompt: str, max_tokens: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[int, int, int, int]] = []  # token, position, picked, announced
    decode = session.model.decode

    def note(rows: list[Rows], token_ids: list[int], *, ahead: int, **options: Any) -> list[int]:
        (picked,) = decode(rows, token_ids, ahead=ahead, **options)
        calls.append((token_ids[0], rows[0].position, picked, ahead))
        return [picked]

    monkeypatch.setattr(session.model, "decode", note)
    command = Generate("r", TextPrompt(prompt), GREEDY, max_tokens=max_tokens, ignore_end=True)
    finish(session, command)
    assert [ahead for *_, ahead in calls] == list(range(len(calls)))[::-1]
    for (_, position, picked, _), (token_id, next_position, _, _) in itertools.pairwise(calls):
        assert (token_id, next_position) == (picked, position + 1)


def test_stop_string_is_not_shown(session: Session) -> None:
    finished = finish(session, chat(QUESTION, stop=("Paris",)))
    assert finished.reason == "stop_string"
    assert "Paris" not in finished.text


def test_full_context_stops_with_its_reason(session: Session) -> None:
    finished = finish(session, Generate("r", TextPrompt("one two three " * 60), GREEDY))
    assert finished.reason == "context"
    assert finished.meter.kv_used == 319


def test_a_conversation_that_does_not_fit_is_refused_or_loses_its_oldest_turns(
    session: Session,
) -> None:
    old = ChatMessage("user", "word " * 150)
    messages = (old, ChatMessage("assistant", "yes " * 150), QUESTION)
    with pytest.raises(ContextFullError, match="the context holds 320"):
        finish(session, chat(*messages))
    started, *_, finished = session.generate(chat(*messages, drop_oldest=True))
    assert isinstance(started, Started)
    assert isinstance(finished, Finished)
    assert started.dropped_turns == 2
    assert "Paris" in finished.text


def test_one_message_that_is_too_long_cannot_be_helped_by_dropping_turns(
    session: Session,
) -> None:
    with pytest.raises(RequestError, match="shorten it") as refusal:
        finish(session, chat(ChatMessage("user", "word " * 400)))
    assert not isinstance(refusal.value, ContextFullError)


def test_cancel_keeps_what_was_said_and_the_next_request_works(session: Session) -> None:
    texts, finished = [], None
    command = Generate("c", TextPrompt("Once upon a time"), GREEDY)
    for event in itertools.chain.from_iterable(session.steps(command, lambda: bool(texts))):
        if isinstance(event, TextDelta):
            texts.append(event.text)
        finished = event
    assert isinstance(finished, Finished)
    assert finished.reason == "cancelled"
    assert finished.text == "".join(texts)
    assert "Paris" in finish(session, chat(QUESTION)).text


def test_cancelled_before_it_starts(session: Session) -> None:
    command = Generate("later", TextPrompt("Once upon a time"), GREEDY)
    *_, [*_, finished] = session.steps(command, lambda: True)
    assert isinstance(finished, Finished)
    assert (finished.reason, finished.ids) == ("cancelled", ())


def test_an_answer_abandoned_half_way_leaves_the_session_usable(session: Session) -> None:
    steps = session.steps(Generate("r", TextPrompt("one two three " * 20), GREEDY))
    next(steps)
    next(steps)
    del steps
    assert "Paris" in finish(session, chat(QUESTION)).text


def test_same_seed_same_answer_and_the_seed_is_reported(session: Session) -> None:
    def sampled(seed: int | None) -> tuple[int, tuple[int, ...]]:
        command = Generate(
            "r", TextPrompt("My favourite"), SamplingParams(seed=seed), max_tokens=24
        )
        started, *_, finished = session.generate(command)
        assert isinstance(started, Started)
        assert isinstance(finished, Finished)
        return started.seed, finished.ids

    seed, ids = sampled(None)
    assert sampled(seed) == (seed, ids)
    assert sampled(seed + 1)[1] != ids


@pytest.mark.parametrize(
    ("prompt", "match"),
    [
        (IdsPrompt((1, 49_152)), "49152 is not in the model's vocabulary of 49152"),
        (IdsPrompt((-1, 1)), "-1 is not in the model's vocabulary"),
        (IdsPrompt(()), "empty"),
        (TextPrompt("word " * 400), "the context holds 320"),
        (TextPrompt("x" * 10_000_000), "far longer than the context"),
        (ChatPrompt((ChatMessage("user", "  "),)), "empty"),
    ],
    ids=["unknown id", "negative id", "no ids", "too long", "10 MB", "blank"],
)
def test_bad_prompts_are_refused_in_a_sentence(
    session: Session, prompt: IdsPrompt | TextPrompt | ChatPrompt, match: str
) -> None:
    with pytest.raises(RequestError, match=match):
        finish(session, Generate("r", prompt, GREEDY))


def test_a_model_that_gives_nan_fails_in_a_sentence(starter_model: Path) -> None:
    broken = Session.load(starter_model, EngineConfig(context_len=64))
    try:
        broken.model.model.output_norm.weight.fill_(float("nan"))
        with pytest.raises(EngineError, match="not finite"):
            finish(broken, Generate("r", TextPrompt("Hello"), GREEDY))
    finally:
        broken.close()


def test_the_device_is_named_and_its_memory_known(session: Session) -> None:
    assert session.info.device == "cpu"
    meter = finish(session, chat(QUESTION, max_tokens=1)).meter
    assert 0 < (meter.memory_used_bytes or 0) < (meter.memory_total_bytes or 0)


def test_more_context_than_the_model_has_is_refused(starter_model: Path) -> None:
    with pytest.raises(RequestError, match="smaller context"):
        Session.load(starter_model, EngineConfig(context_len=1 << 20))


def test_a_prompt_is_counted_as_it_will_be_read(session: Session) -> None:
    command = chat(ChatMessage("system", "Be brief."), QUESTION)
    assert isinstance(command.prompt, ChatPrompt)
    started = next(session.generate(command))
    assert isinstance(started, Started)
    counted = session.count_tokens(CountTokens("1", command.prompt, ("What is", "", "x" * 5)))
    assert counted.prompt_tokens == started.prompt_tokens
    assert counted.text_tokens[:2] == (2, 0)
    too_long = ChatPrompt((ChatMessage("user", "word " * 2_000_000),))
    assert session.count_tokens(CountTokens("2", too_long, ("What is",))) == TokensCounted(
        "2", None, (2,)
    )

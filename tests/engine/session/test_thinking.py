"""The starter model with a template that shows it how to think: both texts, whatever is asked for."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.commands import ChatMessage, ChatPrompt, Generate, TextPrompt
from engine.config import EngineConfig, SamplingParams
from engine.events import Event, Finished, ReasoningDelta, TextDelta
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.session.session import Session
from engine.session.token_hash import fnv1a64
from engine.tokenizer.chat_template import ChatTemplate
from tests.support.decoded import decoded

GREEDY = SamplingParams(temperature=0.0)
EXAMPLES = "".join(
    f"<|im_start|>user\nCapital of {country}?<|im_end|>\n<|im_start|>assistant\n"
    f"<think>\nThey ask for the capital of {country}.\n</think>\n\n{capital}.<|im_end|>\n"
    for country, capital in (("Spain", "Madrid"), ("Italy", "Rome"), ("Egypt", "Cairo"))
)
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "<|im_start|>assistant\n"
    "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n"
    "{% elif enable_thinking %}<think>\n{% endif %}"
)


@pytest.fixture(scope="module")
def session(starter_model: Path) -> Iterator[Session]:
    session = Session.load(starter_model, EngineConfig(device="cpu", context_len=320))
    with GGUFFile.open(starter_model) as file:
        metadata = ModelMetadata(file.metadata).tokenizer
    session.chat_template.close()
    session.chat_template = ChatTemplate.from_metadata(
        replace(metadata, chat_template=EXAMPLES + TEMPLATE)
    )
    yield session
    session.close()


def ask(session: Session, *, thinking: bool | None = None, max_tokens: int = 40) -> list[Event]:
    prompt = ChatPrompt((ChatMessage("user", "Capital of France?"),), thinking=thinking)
    return list(session.generate(Generate("r", prompt, GREEDY, max_tokens)))


def texts(events: list[Event], kind: type) -> str:
    return "".join(event.text for event in events if isinstance(event, kind))  # type: ignore[union-attr]


@pytest.mark.parametrize("thinking", [None, True], ids=["it opens", "the prompt opened"])
def test_reasoning_and_answer_arrive_apart(session: Session, thinking: bool | None) -> None:
    events = ask(session, thinking=thinking)
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert (finished.reasoning, finished.text) == ("They ask for the capital of France.", "Paris.")
    assert texts(events, ReasoningDelta) == finished.reasoning
    assert texts(events, TextDelta) == finished.text
    assert "</think>" in decoded(session.tokenizer, finished.ids)
    assert fnv1a64(finished.ids) == finished.fnv1a64
    assert finished.meter.new_tokens == len(finished.ids)


def test_switched_off_it_answers_at_once(session: Session) -> None:
    finished = ask(session, thinking=False)[-1]
    assert isinstance(finished, Finished)
    assert not finished.reasoning
    assert "France" in finished.text


def test_an_answer_cut_while_it_thinks_keeps_what_was_thought(session: Session) -> None:
    finished = ask(session, max_tokens=8)[-1]
    assert isinstance(finished, Finished)
    assert (finished.reason, finished.text) == ("length", "")
    assert finished.reasoning.startswith("They ask")


def test_text_that_is_continued_is_left_whole(session: Session) -> None:
    prompt = TextPrompt(
        EXAMPLES + "<|im_start|>user\nCapital of France?<|im_end|>\n<|im_start|>assistant\n",
        parse_special=True,
    )
    *events, finished = session.generate(Generate("r", prompt, GREEDY, 40))
    assert isinstance(finished, Finished)
    assert finished.text.startswith("<think>\nThey ask")
    assert not finished.reasoning
    assert not texts(events, ReasoningDelta)


@pytest.mark.parametrize("keeps_ids", [True, False], ids=["by ids", "by text"])
@pytest.mark.parametrize("thinking", [None, True], ids=["it opened", "the prompt opened"])
@pytest.mark.parametrize("cut", [6, 14], ids=["thinking", "answering"])
def test_cut_anywhere_it_goes_on_to_the_same_answer(
    session: Session, cut: int, thinking: bool | None, keeps_ids: bool
) -> None:
    whole, part = (ask(session, thinking=thinking, max_tokens=n)[-1] for n in (40, cut))
    assert isinstance(whole, Finished)
    assert isinstance(part, Finished)
    answer = ChatMessage("assistant", part.text, part.reasoning)
    question = ChatMessage("user", "Capital of France?")
    ids = part.ids if keeps_ids else ()
    prompt = ChatPrompt((question, answer), thinking=thinking, continues=True, answer_ids=ids)
    events = list(session.generate(Generate("r", prompt, GREEDY, 40)))
    joined = events[-1]
    assert isinstance(joined, Finished)
    assert (joined.reasoning, joined.text) == (whole.reasoning, whole.text)
    assert part.text + texts(events, TextDelta) == whole.text

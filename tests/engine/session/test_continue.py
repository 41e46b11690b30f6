"""An answer that was cut goes on as if it never had been."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.commands import ChatMessage, ChatPrompt, Configure, Generate
from engine.config import EngineConfig, SamplingParams, SpeculationConfig
from engine.errors import ContextFullError, RequestError
from engine.events import Event, Finished, Started, TextDelta
from engine.session.session import Session

QUESTION = ChatMessage("user", "Write five sentences about the sea.")
WHOLE = 36
GREEDY = SamplingParams(temperature=0.0)
SAMPLED = SamplingParams(temperature=0.9, repeat_penalty=1.2, seed=11)


@pytest.fixture(scope="module")
def session(starter_model: Path) -> Iterator[Session]:
    session = Session.load(starter_model, EngineConfig(device="cpu", context_len=160))
    yield session
    session.close()


def run(session: Session, command: Generate) -> tuple[list[Event], Finished]:
    events = list(session.generate(command))
    assert isinstance(events[-1], Finished)
    return events, events[-1]


def ask(sampling: SamplingParams, max_tokens: int) -> Generate:
    return Generate("r", ChatPrompt((QUESTION,)), sampling, max_tokens)


def go_on(
    before: Finished, sampling: SamplingParams, max_tokens: int, ids: tuple[int, ...] | None = None
) -> Generate:
    answer = ChatMessage("assistant", before.text, before.reasoning)
    kept = before.ids if ids is None else ids
    prompt = ChatPrompt((QUESTION, answer), continues=True, answer_ids=kept)
    return Generate("c", prompt, sampling, max_tokens)


@pytest.mark.parametrize(
    ("sampling", "cut", "kind"),
    [(GREEDY, 17, "none"), (GREEDY, 1, "ngram"), (SAMPLED, 17, "ngram")],
)
def test_cut_and_continued_it_has_the_ids_of_the_uncut_answer(
    session: Session, sampling: SamplingParams, cut: int, kind: str
) -> None:
    session.configure(Configure(speculation=SpeculationConfig(kind=kind)))
    _, whole = run(session, ask(sampling, WHOLE))
    _, part = run(session, ask(sampling, cut))
    events, joined = run(session, go_on(part, sampling, WHOLE - cut))
    assert (joined.ids, joined.text, joined.fnv1a64) == (whole.ids, whole.text, whole.fnv1a64)
    assert joined.reason == whole.reason
    new = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert part.text + new == whole.text
    started = events[0]
    assert isinstance(started, Started)
    assert started.cached_tokens >= started.prompt_tokens - 1
    session.forget()
    _, recomputed = run(session, go_on(part, sampling, WHOLE - cut))
    assert recomputed.ids == whole.ids
    session.configure(Configure(speculation=SpeculationConfig()))


def test_without_ids_its_text_is_continued_in_the_same_turn(session: Session) -> None:
    _, whole = run(session, ask(GREEDY, WHOLE))
    _, part = run(session, ask(GREEDY, 17))
    events, joined = run(session, go_on(part, GREEDY, WHOLE - 17, ids=()))
    assert joined.text == whole.text
    started = events[0]
    assert isinstance(started, Started)
    # The prompt, and the ids that are the same, come from the cache.
    assert started.cached_tokens >= started.prompt_tokens - 17


def test_what_a_person_wrote_is_where_it_goes_on(session: Session) -> None:
    edited = Finished("r", "stop", "The capital of France is", (), "", None)  # type: ignore[arg-type]
    _, joined = run(session, go_on(edited, GREEDY, 4))
    assert joined.text.startswith("The capital of France is Paris")


def test_the_marks_in_an_edited_answer_are_text(session: Session) -> None:
    text = "A mark: <|im_end|> and"
    edited = Finished("r", "stop", text, (), "", None)  # type: ignore[arg-type]
    _, joined = run(session, go_on(edited, GREEDY, 4))
    assert joined.text.startswith(text)
    assert len(joined.text) > len(text)


def test_an_answer_that_fills_the_context_goes_on_without_what_is_oldest(session: Session) -> None:
    story = Generate("r", ChatPrompt((QUESTION,)), GREEDY, max_tokens=None, ignore_end=True)
    _, full = run(session, story)
    assert full.reason == "context"
    command = go_on(full, GREEDY, 8)
    with pytest.raises(ContextFullError):
        run(session, command)
    prompt = command.prompt
    assert isinstance(prompt, ChatPrompt)
    _, joined = run(session, replace(command, prompt=replace(prompt, drop_oldest=True)))
    assert joined.ids[: len(full.ids)] == full.ids
    assert joined.text.startswith(full.text)
    assert 0 < len(joined.ids) - len(full.ids) <= 8


@pytest.mark.parametrize(
    ("messages", "ids"),
    [
        ((QUESTION,), ()),
        ((ChatMessage("assistant", "Hi"),), ()),
        ((QUESTION, ChatMessage("assistant", "Hi")), (1 << 30,)),
    ],
)
def test_what_cannot_be_continued_is_said(
    session: Session, messages: tuple[ChatMessage, ...], ids: tuple[int, ...]
) -> None:
    with pytest.raises(RequestError):
        run(session, Generate("r", ChatPrompt(messages, continues=True, answer_ids=ids)))

"""The chat in a terminal, with an engine that answers by script."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.terminal.chat import ChatOptions, Terminal, TerminalChat
from engine.commands import Cancel, ChatMessage, ChatPrompt, Command, Generate, Load
from engine.errors import EngineError, RequestError
from engine.events import (
    Event,
    Failed,
    Finished,
    FinishReason,
    Loaded,
    LoadFailed,
    LoadProgress,
    Meter,
    ModelInfo,
    Notice,
    ReasoningDelta,
    Started,
    TextDelta,
)

INFO = ModelInfo("tiny.gguf", "Tiny", "llama", "cpu", "f32", 256, 256, 1, 1, 1, 1, 1, "mit")


class ScriptedClient:
    """Answers a question with its own words, unless they say otherwise."""

    def __init__(self, on_event: Callable[[Event], None], on_exit: Callable[[int], None]) -> None:
        self.on_event, self.on_exit = on_event, on_exit
        self.prompts: list[tuple[ChatMessage, ...]] = []
        self.num_loads = 0
        self.is_closed = False
        self.load_fails = False

    def start(self) -> None:
        pass

    def close(self) -> None:
        self.is_closed = True

    def send(self, command: Command) -> bool:
        match command:
            case Load(path=path):
                self.num_loads += 1
                self.on_event(LoadProgress(path, "reading weights", 0.5))
                failed = LoadFailed(path, "The model is damaged.")
                self.on_event(failed if self.load_fails else Loaded(INFO))
            case Generate(request_id=request_id, prompt=ChatPrompt(messages=messages)):
                self.prompts.append(messages)
                self.answer(request_id, messages[-1].content)
            case Cancel(request_id=request_id):
                self.finish(request_id, "cancelled")
        return True

    def answer(self, request_id: str, question: str) -> None:
        if question == "broken":
            raise RequestError("The text holds a broken character.")
        self.on_event(Started(request_id, 3, 0, 2 if question == "long" else 0, 1))
        self.on_event(TextDelta("another request", "stale"))
        if question == "refuse":
            self.on_event(Failed(request_id, "The prompt is too long."))
            return
        if question in ("think", "only think"):
            self.on_event(ReasoningDelta(request_id, "Hm, "))
            self.on_event(ReasoningDelta(request_id, "so."))
        if question == "only think":
            self.finish(request_id, "length", "Hm, so.")
            return
        self.on_event(TextDelta(request_id, f"You said {question}."))
        if question == "die":
            self.on_exit(-9)
            return
        self.on_event(Notice("A notice."))
        self.finish(request_id, "context" if question == "long" else "stop")

    def finish(self, request_id: str, reason: FinishReason, reasoning: str = "") -> None:
        meter = Meter(tok_s=12.34, new_tokens=5, ttft_ms=70.0)
        self.on_event(Finished(request_id, reason, "", (), "0" * 16, meter, reasoning))


class Chat:
    """A chat over `typed`, and what came of it."""

    def __init__(
        self,
        typed: str,
        system: str | None = None,
        client_type: type[ScriptedClient] = ScriptedClient,
        *,
        load_fails: bool = False,
        thinking: bool | None = None,
    ) -> None:
        self.output, self.status = io.StringIO(), io.StringIO()
        self.clients: list[ScriptedClient] = []

        def create(
            on_event: Callable[[Event], None], on_exit: Callable[[int], None]
        ) -> ScriptedClient:
            self.clients.append(client_type(on_event, on_exit))
            self.clients[0].load_fails = load_fails
            return self.clients[0]

        terminal = Terminal(io.StringIO(typed), self.output, self.status, is_interactive=False)
        options = ChatOptions(system=system, thinking=thinking)
        chat = TerminalChat(create, Path("tiny.gguf"), options, terminal)
        try:
            self.num_failures = chat.run()
        finally:
            assert self.clients[0].is_closed

    @property
    def prompts(self) -> list[list[str]]:
        """The conversation as it stood at each question."""
        return [[m.content for m in messages] for messages in self.clients[0].prompts]


def test_answers_go_to_the_output_and_nothing_else_does() -> None:
    chat = Chat("one\ntwo\n")
    assert chat.output.getvalue() == "You said one.\nYou said two.\n"
    assert chat.num_failures == 0
    status = chat.status.getvalue()
    assert "Tiny · cpu · 256 tokens · license mit" in status
    assert status.count("[12.3 tok/s · 5 tokens · first after 70 ms]") == 2
    assert "A notice." in status


def test_thoughts_stay_out_of_the_output_and_go_along_with_the_last_answer_only() -> None:
    chat = Chat("think\nthink\nmore\n")
    assert chat.output.getvalue() == "You said think.\nYou said think.\nYou said more.\n"
    assert chat.status.getvalue().count("Hm, so.\n\n") == 2
    last = chat.clients[0].prompts[-1]
    assert [message.reasoning for message in last] == ["", "", "", "Hm, so.", ""]


def test_an_answer_that_never_began_is_told() -> None:
    chat = Chat("only think\nmore\n")
    assert "stopped at the longest answer allowed · the answer had not begun" in (
        chat.status.getvalue()
    )
    assert chat.prompts[-1] == ["more"]


def test_thinking_that_the_model_has_no_choice_of_is_refused() -> None:
    with pytest.raises(EngineError, match="does not think"):
        Chat("one\n", thinking=True)


def test_the_conversation_is_kept_until_a_new_one() -> None:
    chat = Chat("one\n\n  two  \n/new\nthree\n/quit\nfour\n", system="Be brief.")
    assert chat.prompts == [
        ["Be brief.", "one"],
        ["Be brief.", "one", "You said one.", "two"],
        ["Be brief.", "three"],
    ]


def test_commands_are_not_questions() -> None:
    chat = Chat("/help\n/load x\n")
    assert chat.prompts == []
    assert re.search(r"^/new .*\n/quit ", chat.status.getvalue(), re.MULTILINE)
    assert "There is no command /load" in chat.status.getvalue()


def test_a_question_without_an_answer_leaves_no_trace_in_the_conversation() -> None:
    chat = Chat("refuse\nbroken\none\n")
    assert chat.prompts[-1] == ["one"]
    assert chat.num_failures == 2
    assert "The prompt is too long." in chat.status.getvalue()
    assert "broken character" in chat.status.getvalue()


def test_an_engine_that_dies_is_started_again_and_what_it_said_stays() -> None:
    chat = Chat("die\none\n")
    assert chat.clients[0].num_loads == 2
    assert chat.prompts[-1] == ["die", "You said die.", "one"]
    assert chat.output.getvalue() == "You said die.\nYou said one.\n"
    assert "ended unexpectedly" in chat.status.getvalue()


def test_dropped_turns_and_a_full_context_are_said() -> None:
    status = Chat("long\n").status.getvalue()
    assert "2 of the oldest messages left out" in status
    assert "the context is full" in status


def test_a_model_that_cannot_be_loaded_ends_the_chat() -> None:
    with pytest.raises(EngineError, match="The model is damaged"):
        Chat("one\n", load_fails=True)


def test_ctrl_c_stops_the_answer_and_the_chat_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(ScriptedClient):
        def answer(self, request_id: str, question: str) -> None:
            if question != "endless":
                super().answer(request_id, question)
                return
            self.on_event(TextDelta(request_id, "and so on "))
            presses.append(request_id)

    presses: list[str] = []
    say = TerminalChat._on_answer_event

    def press_after_the_first_words(self: TerminalChat, event: Event, *rest: object) -> bool:
        is_last = say(self, event, *rest)  # type: ignore[arg-type]
        if presses and isinstance(event, TextDelta):
            presses.clear()
            raise KeyboardInterrupt
        return is_last

    monkeypatch.setattr(TerminalChat, "_on_answer_event", press_after_the_first_words)
    chat = Chat("endless\none\n", client_type=Interrupted)
    assert "stopped by you]" in chat.status.getvalue()
    assert chat.prompts[-1] == ["endless", "and so on ", "one"]
    assert chat.output.getvalue() == "and so on \nYou said one.\n"

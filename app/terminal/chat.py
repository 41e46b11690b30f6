"""The chat in a terminal: uses the window's engine process, reads prompts from a stream.

Answers go to the output, everything else to the status stream, so that a pipe gets only answers.
Text of models and files is cleaned for both, on any stream.
"""

import contextlib
import queue
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from app.domain import ENDINGS
from app.services.engine.process import CreateClient, Exited
from engine.arguments import check_thinking
from engine.commands import Cancel, ChatMessage, ChatPrompt, Generate, Load
from engine.config import EngineConfig, SamplingParams
from engine.errors import EngineError, RequestError
from engine.events import (
    Event,
    Failed,
    Finished,
    Loaded,
    LoadFailed,
    LoadProgress,
    Notice,
    ReasoningDelta,
    Started,
    TextDelta,
)
from engine.safe_text import TextCleaner, clean_line, clean_text
from engine.terminal_text import ReasoningWriter, show_progress

HELP = """\
/new    start a new conversation
/quit   end
/help   this list
Ctrl-C  stop the answer; at the prompt, end
"""
_PROMPT = "> "
# Short, so that Ctrl-C is noticed even if a wait is uninterruptible (Windows).
_POLL_SECONDS = 0.2


@dataclass(frozen=True)
class ChatOptions:
    """The options of a chat. `max_tokens` None: until the model stops.

    `thinking` and `effort` are as in `ChatPrompt`.
    """

    config: EngineConfig = field(default_factory=EngineConfig)
    sampling: SamplingParams = field(default_factory=SamplingParams)
    system: str | None = None
    max_tokens: int | None = None
    thinking: bool | None = None
    effort: str | None = None


@dataclass(frozen=True)
class Terminal:
    """The streams of a chat. `is_interactive`: shows a prompt for the user."""

    lines: TextIO
    output: TextIO
    status: TextIO
    is_interactive: bool


@dataclass
class _Answer:
    """The answer so far."""

    shown_reasoning: ReasoningWriter
    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    text_cleaner: TextCleaner = field(default_factory=TextCleaner)
    is_failed: bool = False


class TerminalChat:
    """Runs conversations with the model at `path` until the input ends or /quit.

    `create_client(on_event, on_exit)` creates an engine.client.EngineClient.
    """

    def __init__(
        self, create_client: CreateClient, path: Path, options: ChatOptions, terminal: Terminal
    ) -> None:
        self._path = path
        self._options = options
        self._terminal = terminal
        self._events: queue.SimpleQueue[Event | Exited] = queue.SimpleQueue()
        self._client = create_client(
            self._events.put, lambda returncode: self._events.put(Exited(returncode))
        )
        self._messages: list[ChatMessage] = []
        self._num_failures = 0

    def run(self) -> int:
        """Chat; returns the number of unanswered questions.

        Raises `EngineError` when the model cannot be loaded or cannot think as asked.
        """
        try:
            self._load()
            self._begin_conversation()
            for line in self._read_lines():
                if line == "/quit":
                    break
                self._obey(line)
        except KeyboardInterrupt:
            self._say("")
        finally:
            self._client.close()
        return self._num_failures

    def _load(self) -> None:
        self._client.start()
        self._client.send(Load(str(self._path), self._options.config))
        for event in self._wait_for_events():
            match event:
                case LoadProgress():
                    show_progress(self._terminal.status, f"{event.stage}: {event.fraction:.0%}")
                case Loaded(model=model):
                    show_progress(self._terminal.status, "")
                    wishes = self._options
                    check_thinking(model.thinking, thinking=wishes.thinking, effort=wishes.effort)
                    stated = f" · license {model.license}" if model.license else ""
                    self._say_line(
                        f"{model.name} · {model.device} · {model.context_len} tokens{stated}"
                    )
                    return
                case LoadFailed():
                    show_progress(self._terminal.status, "")
                    raise EngineError(event.message)
                case Notice():
                    self._say_line(event.message)
                case Exited():
                    raise EngineError(
                        f"The engine ended while loading {self._path.name} "
                        f"(exit code {event.returncode})."
                    )
                case _:
                    pass

    def _begin_conversation(self) -> None:
        system = self._options.system
        self._messages = [ChatMessage("system", system)] if system else []

    def _read_lines(self) -> Iterator[str]:
        """The non-empty input lines."""
        if self._terminal.is_interactive:
            self._say("/help lists the commands.")
        while True:
            if self._terminal.is_interactive:
                self._write(_PROMPT)
            line = self._terminal.lines.readline()
            if not line:
                return
            if line.strip():
                yield line.strip()

    def _obey(self, line: str) -> None:
        if line == "/new":
            self._begin_conversation()
            self._say("A new conversation.")
        elif line == "/help":
            self._say(HELP.rstrip())
        elif line.startswith("/"):
            self._say(f"There is no command {line.split()[0]}; /help lists them.")
        else:
            self._ask(line)

    def _ask(self, question: str) -> None:
        self._messages.append(ChatMessage("user", question))
        request_id = uuid.uuid4().hex
        command = Generate(
            request_id=request_id,
            prompt=ChatPrompt(
                tuple(self._messages),
                drop_oldest=True,
                thinking=self._options.thinking,
                effort=self._options.effort,
            ),
            sampling=self._options.sampling,
            max_tokens=self._options.max_tokens,
        )
        answer = _Answer(ReasoningWriter(self._terminal.status))
        try:
            if self._client.send(command):
                self._receive(request_id, answer)
            else:
                self._restart()
                answer.is_failed = True
        except RequestError as error:
            self._say_line(str(error))
            answer.is_failed = True
        text = "".join(answer.text)
        if text:
            self._forget_thoughts()
            self._messages.append(ChatMessage("assistant", text, "".join(answer.reasoning)))
        else:
            # An unanswered question would be half a turn.
            self._messages.pop()
        self._num_failures += answer.is_failed

    def _receive(self, request_id: str, answer: _Answer) -> None:
        """Show the answer. Ctrl-C stops it and keeps its text; a second one ends the chat."""
        is_cancelled = False
        while True:
            try:
                for event in self._wait_for_events():
                    if self._on_answer_event(event, request_id, answer):
                        return
            except KeyboardInterrupt:
                if is_cancelled:
                    raise
                is_cancelled = True
                self._client.send(Cancel(request_id))

    def _on_answer_event(self, event: Event | Exited, request_id: str, answer: _Answer) -> bool:
        """Show one event; returns whether it ended the answer."""
        match event:
            case Started(request_id=of, dropped_turns=dropped) if of == request_id and dropped:
                self._say(f"({dropped} of the oldest messages left out: the context is full)")
            case ReasoningDelta(request_id=of) if of == request_id:
                answer.shown_reasoning.write(event.text)
                answer.reasoning.append(event.text)
            case TextDelta(request_id=of) if of == request_id:
                answer.shown_reasoning.end()
                answer.text.append(event.text)
                self._write(answer.text_cleaner.clean(event.text))
            case Finished(request_id=of) if of == request_id:
                answer.shown_reasoning.end()
                self._write("\n")
                self._say(_describe(event))
                return True
            case Failed(request_id=of) if of == request_id:
                self._end_line(answer)
                self._say_line(event.message)
                answer.is_failed = True
                return True
            case Notice():
                self._say_line(event.message)
            case Exited():
                self._end_line(answer)
                answer.is_failed = True
                self._restart()
                return True
            case _:
                pass
        return False

    def _restart(self) -> None:
        self._say("The engine ended unexpectedly; it is started again. Please ask once more.")
        self._load()

    def _wait_for_events(self) -> Iterator[Event | Exited]:
        while True:
            with contextlib.suppress(queue.Empty):
                yield self._events.get(timeout=_POLL_SECONDS)

    def _end_line(self, answer: _Answer) -> None:
        answer.shown_reasoning.end()
        if answer.text:
            self._write("\n")

    def _forget_thoughts(self) -> None:
        """Drop the reasoning of all but the last answer."""
        self._messages = [ChatMessage(message.role, message.content) for message in self._messages]

    def _write(self, text: str) -> None:
        self._terminal.output.write(text)
        self._terminal.output.flush()

    def _say(self, text: str) -> None:
        self._terminal.status.write(clean_text(text) + "\n")
        self._terminal.status.flush()

    def _say_line(self, text: str) -> None:
        """Write untrusted text as one line, so that it cannot look like two."""
        self._say(clean_line(text))


def _describe(finished: Finished) -> str:
    """The statistics of an answer in one line."""
    meter = finished.meter
    parts = []
    if meter.tok_s is not None:
        parts.append(f"{meter.tok_s:.1f} tok/s")
    if meter.new_tokens is not None:
        parts.append(f"{meter.new_tokens} tokens")
    if meter.ttft_ms is not None:
        parts.append(f"first after {meter.ttft_ms:.0f} ms")
    if meter.recaptures:
        parts.append(f"{meter.recaptures} recaptures")
    if finished.reason in ENDINGS:
        parts.append(ENDINGS[finished.reason])
    if finished.reason == "context":
        parts.append("ask on and the oldest messages are left out")
    if finished.reasoning and not finished.text:
        parts.append("the answer had not begun")
    return f"[{' · '.join(parts)}]"

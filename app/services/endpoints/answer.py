"""One answer of an endpoint on a thread of its own: a request goes out, events come back."""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from app.services.endpoints.endpoint import Endpoint, EndpointError
from app.services.endpoints.problems import FullContextError, RefusedFieldsError, refused_fields
from app.services.endpoints.protocol import EXTENSIONS, OPTIONAL, REASONS, chat_body, wire_messages
from engine.commands import ChatMessage, ChatPrompt, Generate
from engine.events import (
    Event,
    Failed,
    Finished,
    Meter,
    MeterUpdate,
    Notice,
    ReasoningDelta,
    Started,
    TextDelta,
)

if TYPE_CHECKING:
    from app.services.endpoints.connection import Connection
    from app.services.endpoints.reading import AnswerReader

_log = logging.getLogger(__name__)

_METER_SECONDS = 1 / 20
_MAX_SEED = 2**31 - 1
# Those that a person sets; what is refused of them is told.
_SETTINGS = {
    "temperature": "Temperature",
    "top_p": "Top-p",
    "top_k": "Top-k",
    "min_p": "Min-p",
    "repeat_penalty": "Repeat penalty",
    "presence_penalty": "Presence penalty",
    "frequency_penalty": "Frequency penalty",
    "seed": "Seed",
}


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A model of an endpoint. `find_key` may take a while; `refused` grows with what it refuses."""

    endpoint: Endpoint
    model: str
    find_key: Callable[[], str | None]
    refused: set[str]
    context_len: int | None = None


class EndpointAnswer:
    """Sends exactly one `Finished` or `Failed` to `on_event`, from its thread or from `cancel`."""

    def __init__(
        self, asked: AskedModel, command: Generate, on_event: Callable[[Event], None]
    ) -> None:
        seed = command.sampling.seed
        if seed is None:
            seed = secrets.randbelow(_MAX_SEED)
        self._command = replace(command, sampling=replace(command.sampling, seed=seed))
        self._seed = seed
        self._asked = asked
        self._on_event = on_event
        self._lock = threading.Lock()
        self._has_ended = False
        self._connection: Connection | None = None
        self._meter = Meter()
        self._meter_told = 0.0
        self._thread = threading.Thread(target=self._run, name="endpoint-answer", daemon=True)

    def start(self) -> None:
        """Ask."""
        self._thread.start()

    def cancel(self) -> None:
        """End it at once, however slow the endpoint is; what has arrived stays."""
        self._end(
            Finished(self._command.request_id, "cancelled", "", (), "", self._meter),
        )
        with self._lock:
            connection = self._connection
        if connection is not None:
            connection.close()

    def join(self, timeout_seconds: float) -> None:
        """Wait for its thread."""
        self._thread.join(timeout_seconds)

    def _run(self) -> None:
        request_id = self._command.request_id
        try:
            self._answer()
        except EndpointError as error:
            is_full = isinstance(error, FullContextError)
            self._end(Failed(request_id, str(error), context_full=is_full))
        except Exception:  # noqa: BLE001  the edge of the thread: an answer has to end
            _log.exception("an endpoint's answer failed")
            words = _words("The answer of %1 could not be read: ask again, or look at the log.")
            self._end(Failed(request_id, words.replace("%1", self._asked.endpoint.name)))

    def _answer(self) -> None:
        """Ask, with fewer fields or turns as long as the endpoint refuses them."""
        prompt = self._command.prompt
        if not isinstance(prompt, ChatPrompt):
            words = _words("%1 answers conversations only.")
            raise EndpointError(words.replace("%1", self._asked.endpoint.name))
        turns, num_dropped = prompt.messages, 0
        while not self._has_ended:
            try:
                self._ask(turns, num_dropped)
            except RefusedFieldsError as error:
                self._leave_out(error.names)
            except FullContextError:
                shorter = _without_oldest(turns) if prompt.drop_oldest else turns
                if len(shorter) == len(turns):
                    raise
                num_dropped += len(turns) - len(shorter)
                turns = shorter
            else:
                return

    def _ask(self, turns: tuple[ChatMessage, ...], num_dropped: int) -> None:
        from app.services.endpoints.connection import ANSWER_SECONDS, Connection, StatusError
        from app.services.endpoints.reading import AnswerReader

        asked = self._asked
        refused = frozenset(asked.refused)
        body = chat_body(asked.model, self._command, wire_messages(turns), refused)
        connection = Connection(asked.endpoint, asked.find_key(), ANSWER_SECONDS)
        with self._lock:
            self._connection = connection
        if self._has_ended:
            return
        began = time.monotonic()
        try:
            with connection.send("chat/completions", body) as response:
                self._emit(Started(self._command.request_id, None, None, num_dropped, self._seed))
                reader = AnswerReader(asked.endpoint, began, asked.context_len)
                self._read(reader, response.iter_raw())
        except StatusError as error:
            raise self._problem(error, body) from error

    def _problem(self, error: Any, body: dict[str, Any]) -> EndpointError:
        """`error` as one that says what can be left out, if anything can."""
        names = frozenset[str]()
        if error.status in (400, 422) and not isinstance(error.problem, FullContextError):
            names = refused_fields(error.body, OPTIONAL & body.keys())
            if names & EXTENSIONS:
                names |= EXTENSIONS & body.keys()  # who refuses one of them refuses all
        return RefusedFieldsError(str(error.problem), names) if names else error.problem

    def _read(self, reader: "AnswerReader", chunks: Any) -> None:
        request_id = self._command.request_id
        texts: list[str] = []
        thoughts: list[str] = []
        for piece in reader.read(chunks):
            if self._has_ended:
                return
            if piece.reasoning:
                thoughts.append(piece.reasoning)
                self._emit(ReasoningDelta(request_id, piece.reasoning))
            if piece.text:
                texts.append(piece.text)
                self._emit(TextDelta(request_id, piece.text))
            self._tell_meter(reader.meter)
        reason = REASONS.get(reader.finish_reason or "", "stop")
        if reader.calls and reason == "stop":
            reason = "tool_calls"  # not every server says so
        elif not reader.calls and reason == "tool_calls":
            reason = "stop"
        self._end(
            Finished(
                *(request_id, reason, "".join(texts), (), "", reader.meter),
                reasoning="".join(thoughts),
                tool_calls=reader.calls if reason == "tool_calls" else (),
            )
        )

    def _tell_meter(self, meter: Meter) -> None:
        now = time.monotonic()
        if meter != self._meter and now - self._meter_told >= _METER_SECONDS:
            self._meter, self._meter_told = meter, now
            self._emit(MeterUpdate(self._command.request_id, meter))

    def _leave_out(self, names: frozenset[str]) -> None:
        """Ask without what was refused, from now on, and say so where a person set it."""
        self._asked.refused.update(names)
        labels = [label for name, label in _SETTINGS.items() if name in names]
        if labels:
            translated = (QCoreApplication.translate("Settings", label) for label in labels)
            words = _words("%1 does not take these settings and answers without them: %2.")
            words = words.replace("%1", self._asked.endpoint.name)
            self._emit(Notice(words.replace("%2", ", ".join(translated))))

    def _emit(self, event: Event) -> None:
        with self._lock:
            if not self._has_ended:
                self._on_event(event)

    def _end(self, event: Finished | Failed) -> None:
        with self._lock:
            if not self._has_ended:
                self._has_ended = True
                self._on_event(event)


def _without_oldest(turns: tuple[ChatMessage, ...]) -> tuple[ChatMessage, ...]:
    """The turns without the older half of what the question does not need."""
    start = 1 if turns and turns[0].role == "system" else 0
    # Turns begin with a question; the calls of an answer and their results stay together.
    questions = [place for place in range(start, len(turns)) if turns[place].role == "user"]
    num_dropped = len(questions) // 2
    return turns[:start] + turns[questions[num_dropped] :] if num_dropped else turns


def _words(text: str) -> str:
    return QCoreApplication.translate("Endpoints", text)

"""Reads the events of one streamed answer: text, reasoning, numbers. Knows no connection."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from app.services.endpoints.called_tools import CalledTools
from app.services.endpoints.endpoint import Endpoint
from app.services.endpoints.problems import (
    cut_problem,
    filtered_problem,
    foreign_problem,
    malformed_problem,
    reported_problem,
    words_of,
)
from app.services.endpoints.protocol import Chunk, decode_chunk, merged_meter
from app.services.endpoints.sse import EventTooLongError, read_events
from app.services.endpoints.think_tags import ThinkTags
from engine.commands import ToolCall
from engine.events import Meter

MAX_ANSWER_LEN = 8_000_000
_DONE = b"[DONE]"
_NOW_SECONDS = 1.0
_MEASURABLE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Piece:
    """What one event adds. `reasoning` comes before `text`."""

    reasoning: str = ""
    text: str = ""


class AnswerReader:
    """The state of an answer while it is read, requested at `asked`. `clock` gives seconds."""

    def __init__(
        self,
        endpoint: Endpoint,
        asked: float,
        context_len: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._endpoint = endpoint
        self._asked = asked
        self._context_len = context_len
        self._clock = clock
        self._first: float | None = None
        self._last = asked
        self._tags = ThinkTags()
        self._called = CalledTools()
        self._length = 0
        self._counts: deque[tuple[float, int]] = deque()
        self.meter = Meter()
        self.finish_reason: str | None = None

    def read(self, chunks: Iterable[bytes]) -> Iterator[Piece]:
        """The pieces of the answer in `chunks`; afterwards it is whole. Raises `EndpointError`."""
        num_events = 0
        try:
            for data in read_events(chunks):
                if data == _DONE:
                    break
                chunk = decode_chunk(data)
                if chunk.choices is None and chunk.error is None:
                    raise foreign_problem(self._endpoint)
                num_events += 1
                yield self._take(chunk)
        except (msgspec.DecodeError, EventTooLongError, RecursionError) as error:
            problem = malformed_problem if num_events else foreign_problem
            raise problem(self._endpoint) from error
        reasoning, text = self._tags.end()
        yield Piece(reasoning, text)
        if self.finish_reason is None:
            raise (cut_problem if num_events else foreign_problem)(self._endpoint)
        if self.finish_reason == "content_filter":
            raise filtered_problem(self._endpoint)
        self._finish_meter()

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls of tools that the answer ends with."""
        return self._called.calls

    def _take(self, chunk: Chunk) -> Piece:
        if chunk.error is not None:
            raise reported_problem(self._endpoint, words_of(chunk.error))
        choice = chunk.choices[0] if chunk.choices else None
        piece = Piece()
        if choice is not None:
            self.finish_reason = choice.finish_reason or self.finish_reason
            if choice.delta is not None:
                self._length += self._called.add(choice.delta.tool_calls or ())
                reasoning, text = self._tags.split(choice.delta.text)
                piece = Piece(choice.delta.thoughts + reasoning, text)
        self._note_time(piece)
        self.meter = merged_meter(self.meter, chunk.usage, chunk.timings)
        self._note_speed()
        return piece

    def _note_time(self, piece: Piece) -> None:
        self._length += len(piece.reasoning) + len(piece.text)
        if self._length > MAX_ANSWER_LEN:
            raise malformed_problem(self._endpoint)
        if not piece.reasoning and not piece.text:
            return
        self._last = self._clock()
        if self._first is None:
            self._first = self._last
            self.meter = replace(self.meter, ttft_ms=(self._first - self._asked) * 1000)

    def _note_speed(self) -> None:
        """The speed of the last second, where the server counts while it answers."""
        meter, now = self.meter, self._clock()
        if meter.new_tokens is not None:
            self._counts.append((now, meter.new_tokens))
            while self._counts[0][0] < now - _NOW_SECONDS and len(self._counts) > 2:
                self._counts.popleft()
            (began, before), (_, after) = self._counts[0], self._counts[-1]
            if now > began and after > before:
                self.meter = replace(meter, tok_s_now=(after - before) / (now - began))
        self._note_context()

    def _note_context(self) -> None:
        meter = self.meter
        if meter.prompt_tokens is not None and meter.new_tokens is not None:
            used = meter.prompt_tokens + meter.new_tokens
            known = {} if self._context_len is None else {"kv_capacity": self._context_len}
            self.meter = replace(meter, kv_used=used, **known)

    def _finish_meter(self) -> None:
        """Where the server gives no speed, that of what arrived here."""
        meter = self.meter
        seconds = self._last - self._first if self._first is not None else 0.0
        if (
            meter.tok_s is None
            and meter.new_tokens
            and meter.new_tokens > 1
            and seconds > _MEASURABLE_SECONDS
        ):
            meter = replace(meter, tok_s=(meter.new_tokens - 1) / seconds)
        self.meter = replace(meter, tok_s_now=None)

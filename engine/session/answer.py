"""Turns answer ids into events: text in whole characters, the meter, the finish reason."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.events import (
    Event,
    Finished,
    FinishReason,
    MeterUpdate,
    Notice,
    ReasoningDelta,
    Spans,
    TextDelta,
    TokenLogprob,
)
from engine.scheduler.batch import Batch
from engine.scheduler.generation import Generation
from engine.session.live_meter import LiveMeter
from engine.session.reasoning import ReasoningSplitter, Split
from engine.session.stopping import StopChecker
from engine.session.token_hash import fnv1a64
from engine.tokenizer.detokenizer import Detokenizer

if TYPE_CHECKING:
    from engine.commands import ToolCall

TEXT_SECONDS = 1 / 60
METER_SECONDS = 1 / 20


class _Stream:
    """A growing text and the length already sent."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._is_drafted: list[bool] = []
        self._num_sent = 0

    @property
    def whole(self) -> str:
        return "".join(self._pieces)

    @property
    def has_unsent(self) -> bool:
        return self._num_sent < len(self._pieces)

    def add(self, text: str, *, is_drafted: bool) -> None:
        if text:
            self._pieces.append(text)
            self._is_drafted.append(is_drafted)

    def take(self) -> tuple[str, Spans]:
        """The unsent text, and what of it drafts brought."""
        pieces = self._pieces[self._num_sent :]
        spans: list[tuple[int, int]] = []
        end = 0
        for piece, is_drafted in zip(pieces, self._is_drafted[self._num_sent :], strict=True):
            start, end = end, end + len(piece)
            if is_drafted and spans and spans[-1][1] == start:
                spans[-1] = (spans[-1][0], end)
            elif is_drafted:
                spans.append((start, end))
        self._num_sent = len(self._pieces)
        return "".join(pieces), tuple(spans)


class Answer:
    """Asks `batch` for what comes next, step by step; `is_cancelled` is asked before each.

    Text leaves at most 60 times a second, the meter 20 times. `take_notices` returns notices for
    the user since its last call.
    """

    def __init__(
        self,
        batch: Batch,
        generation: Generation,
        meter: LiveMeter,
        splitter: ReasoningSplitter,
        request_id: str,
        is_cancelled: Callable[[], bool],
        take_notices: Callable[[], list[Notice]],
    ) -> None:
        self._batch = batch
        self._generation = generation
        self._meter = meter
        self._splitter = splitter
        self._request_id = request_id
        self._is_cancelled = is_cancelled
        self._take_notices = take_notices
        self._ids: list[int] = []
        self._reason: FinishReason | None = None
        self._reasoning, self._text = _Stream(), _Stream()
        self._calls: list[ToolCall] = []
        self._logprobs: list[TokenLogprob] = []
        self._num_logprobs_sent = 0
        self._text_due = 0.0
        self._meter_due = 0.0
        meter.prompt_tokens = len(generation.ids)
        meter.cached_tokens = generation.num_cached

    def resume(self, ids: Sequence[int], detokenizer: Detokenizer) -> None:
        """Begin with `ids`, an answer that ended early and whose text was sent then."""
        self._ids = list(ids)
        for token_id in ids:
            self._show(self._splitter.push(detokenizer.push(token_id)))
        self._reasoning.take()
        self._text.take()

    def steps(self, checker: StopChecker, detokenizer: Detokenizer) -> Iterator[list[Event]]:
        """The events that are due after each step, up to the last one."""
        generation = self._generation
        self._meter.speed.begin_prompt()
        while generation.has_prompt_left and not self._ends_early():
            self._batch.advance(generation)
            yield list(self._due_events())
        self._meter.cached_tokens = generation.num_cached
        if self._reason is None:
            self._meter.speed.end_prompt(generation.num_computed - generation.num_cached)
        while not self._ends_early():
            self._reason = self._step(checker, detokenizer)
            yield list(self._due_events())

    def end(self, checker: StopChecker, detokenizer: Detokenizer) -> list[Event]:
        """The last events, after those of all steps."""
        assert self._reason is not None
        self._show(self._splitter.push(checker.flush(detokenizer.flush())))
        self._show(self._splitter.flush())
        if self._calls and self._reason in ("stop", "stop_string"):
            self._reason = "tool_calls"
        return [
            *self._due_events(at_end=True),
            Finished(
                request_id=self._request_id,
                reason=self._reason,
                text=self._text.whole,
                ids=tuple(self._ids),
                fnv1a64=fnv1a64(self._ids),
                meter=self._meter.read(),
                reasoning=self._reasoning.whole,
                recapture_reasons=self._meter.reasons,
                tool_calls=tuple(self._calls),
                logprobs=tuple(self._logprobs),
            ),
        ]

    def _ends_early(self) -> bool:
        """Whether there is no further step: the answer is complete, or was cancelled."""
        if self._reason is None and self._is_cancelled():
            self._reason = "cancelled"
        return self._reason is not None

    def _step(self, checker: StopChecker, detokenizer: Detokenizer) -> FinishReason | None:
        """Run one step and add its tokens; returns the finish reason, if any."""
        generation = self._generation
        known = len(generation.ids)
        picked = self._batch.advance(generation)
        self._meter.drafter = self._batch.drafting.serving(generation)
        taken, reason = 0, None
        for taken, token_id in enumerate(picked, start=1):
            self._ids.append(token_id)
            text, reason = checker.push(token_id, detokenizer.push(token_id))
            if reason != "stop":
                self._note_logprobs(token_id, detokenizer)
            # All but the last token of a step were drafted. What was held back goes by the token
            # that released it.
            self._show(self._splitter.push(text), is_drafted=taken < len(picked))
            if reason is None and self._splitter.is_complete:
                reason = "stop"
            if reason is None and known + taken >= generation.limit:
                reason = "context"
            if reason is not None:
                break
        generation.cut(known + taken)
        self._meter.add(taken)
        return reason

    def _note_logprobs(self, token_id: int, detokenizer: Detokenizer) -> None:
        logprobs = self._generation.logprobs
        if logprobs is not None:
            top = tuple((detokenizer.bytes_of(each), value) for each, value in logprobs.top)
            token = detokenizer.bytes_of(token_id)
            self._logprobs.append(TokenLogprob(token, logprobs.picked, top))

    def _take_logprobs(self) -> tuple[TokenLogprob, ...]:
        taken = tuple(self._logprobs[self._num_logprobs_sent :])
        self._num_logprobs_sent = len(self._logprobs)
        return taken

    def _show(self, split: Split, *, is_drafted: bool = False) -> None:
        self._reasoning.add(split.reasoning, is_drafted=is_drafted)
        self._text.add(split.answer, is_drafted=is_drafted)
        self._calls += split.calls

    def _due_events(self, *, at_end: bool = False) -> Iterator[Event]:
        now = time.perf_counter()
        yield from self._take_notices()
        reasoning, text = self._reasoning, self._text
        if (reasoning.has_unsent or text.has_unsent) and (at_end or now >= self._text_due):
            if reasoning.has_unsent:
                yield ReasoningDelta(self._request_id, reasoning.take()[0])
            if text.has_unsent:
                yield TextDelta(self._request_id, *text.take(), self._take_logprobs())
            self._text_due = now + TEXT_SECONDS
        if at_end and (logprobs := self._take_logprobs()):
            yield TextDelta(self._request_id, "", logprobs=logprobs)
        if at_end or now >= self._meter_due:
            reasons = self._meter.take_reasons()
            if reasons or not at_end:
                yield MeterUpdate(self._request_id, self._meter.read(), reasons)
            self._meter_due = now + METER_SECONDS

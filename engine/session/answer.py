"""Turns answer ids into events: text in whole characters, the meter, the finish reason."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine.events import (
    Event,
    Finished,
    FinishReason,
    MeterUpdate,
    Notice,
    ReasoningDelta,
    TextDelta,
)
from engine.scheduler.generation import Generation
from engine.session.live_meter import LiveMeter
from engine.session.reasoning import ReasoningSplitter, Split
from engine.session.stopping import StopChecker
from engine.session.token_hash import fnv1a64
from engine.speculation.drafter import Drafter
from engine.tokenizer.detokenizer import Detokenizer

TEXT_SECONDS = 1 / 60
METER_SECONDS = 1 / 20


class Controls(Protocol):
    """What may change between the steps of an answer."""

    drafter: Drafter | None

    def take_fallback_notices(self) -> list[Notice]:
        """Notices of failed replays since the last call."""


class _Stream:
    """A growing text and the length already sent."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._num_sent = 0

    @property
    def whole(self) -> str:
        return "".join(self._pieces)

    @property
    def has_unsent(self) -> bool:
        return self._num_sent < len(self._pieces)

    def add(self, text: str) -> None:
        if text:
            self._pieces.append(text)

    def take(self) -> str:
        """The unsent text."""
        text = "".join(self._pieces[self._num_sent :])
        self._num_sent = len(self._pieces)
        return text


class Answer:
    """Runs a generation to its end, step by step; `is_cancelled` is asked before each.

    Text leaves at most 60 times a second, the meter 20 times.
    """

    def __init__(
        self,
        controls: Controls,
        generation: Generation,
        meter: LiveMeter,
        splitter: ReasoningSplitter,
        request_id: str,
        context_len: int,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._controls = controls
        self._generation = generation
        self._meter = meter
        self._splitter = splitter
        self._request_id = request_id
        self._context_len = context_len
        self._is_cancelled = is_cancelled
        self._ids: list[int] = []
        self._num_resumed = 0
        self._reasoning, self._text = _Stream(), _Stream()
        self._text_due = 0.0
        self._meter_due = 0.0
        meter.prompt_tokens = len(generation.ids)
        meter.cached_tokens = generation.num_cached

    def resume(self, ids: Sequence[int], detokenizer: Detokenizer) -> None:
        """Begin with `ids`, an answer that ended early and whose text was sent then."""
        self._ids, self._num_resumed = list(ids), len(ids)
        for token_id in ids:
            self._show(self._splitter.push(detokenizer.push(token_id)))
        self._reasoning.take()
        self._text.take()

    def steps(
        self, checker: StopChecker, detokenizer: Detokenizer, max_tokens: int | None
    ) -> Iterator[list[Event]]:
        """The events after Started that are due after each step."""
        reason: FinishReason | None = None
        self._meter.speed.begin_prompt()
        computed = 0
        while reason is None and self._generation.has_prompt_left:
            computed += self._generation.prefill(self._controls.drafter)
            yield list(self._due_events())
            reason = "cancelled" if self._is_cancelled() else None
        if reason is None:
            self._meter.speed.end_prompt(computed)
        while reason is None:
            reason = self._step(checker, detokenizer, max_tokens)
            yield list(self._due_events())
        yield list(self._end(reason, checker, detokenizer))

    def _end(
        self, reason: FinishReason, checker: StopChecker, detokenizer: Detokenizer
    ) -> Iterator[Event]:
        self._show(self._splitter.push(checker.flush(detokenizer.flush())))
        self._show(self._splitter.flush())
        yield from self._due_events(at_end=True)
        yield Finished(
            request_id=self._request_id,
            reason=reason,
            text=self._text.whole,
            ids=tuple(self._ids),
            fnv1a64=fnv1a64(self._ids),
            meter=self._meter.read(),
            reasoning=self._reasoning.whole,
            recapture_reasons=self._meter.reasons,
        )

    def _step(
        self, checker: StopChecker, detokenizer: Detokenizer, max_tokens: int | None
    ) -> FinishReason | None:
        """Run one step and add its tokens; returns the finish reason, if any."""
        if self._is_cancelled():
            return "cancelled"
        known = len(self._generation.ids)
        num_new = len(self._ids) - self._num_resumed
        max_new = self._context_len - known if max_tokens is None else max_tokens - num_new
        drafter = self._controls.drafter
        picked = self._generation.step(drafter, max_new)
        self._meter.drafter = drafter
        taken, reason = 0, None
        for taken, token_id in enumerate(picked, start=1):
            self._ids.append(token_id)
            text, reason = checker.push(token_id, detokenizer.push(token_id))
            self._show(self._splitter.push(text))
            if reason is None and known + taken >= self._context_len:
                reason = "context"
            if reason is not None:
                break
        self._generation.cut(known + taken)
        self._meter.add(taken)
        return reason

    def _show(self, split: Split) -> None:
        self._reasoning.add(split.reasoning)
        self._text.add(split.answer)

    def _due_events(self, *, at_end: bool = False) -> Iterator[Event]:
        now = time.perf_counter()
        yield from self._controls.take_fallback_notices()
        reasoning, text = self._reasoning, self._text
        if (reasoning.has_unsent or text.has_unsent) and (at_end or now >= self._text_due):
            if reasoning.has_unsent:
                yield ReasoningDelta(self._request_id, reasoning.take())
            if text.has_unsent:
                yield TextDelta(self._request_id, text.take())
            self._text_due = now + TEXT_SECONDS
        if at_end or now >= self._meter_due:
            reasons = self._meter.take_reasons()
            if reasons or not at_end:
                yield MeterUpdate(self._request_id, self._meter.read(), reasons)
            self._meter_due = now + METER_SECONDS

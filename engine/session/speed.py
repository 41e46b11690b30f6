"""Measures the speed of one answer. Knows only counts and a clock."""

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

_RECENT_SECONDS = 1.0
_MARK_SPACING_SECONDS = 0.01


class _Mark(NamedTuple):
    """At `seconds` on the clock, `num_tokens` of the answer had arrived."""

    seconds: float
    num_tokens: int


class SpeedMeter:
    """Speeds of one request in tokens per second; None while unknown.

    The request starts with the constructor. Memory is bounded: about a hundred marks cover the
    last second, however many tokens arrive.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """Start the request. `clock` returns seconds and never goes back."""
        self._clock = clock
        self._requested = clock()
        self._prompt_begun: float | None = None
        self.prompt_tok_s: float | None = None
        """Computed prompt tokens ÷ time from `begin_prompt` to `end_prompt`."""
        self._first: _Mark | None = None
        self._last: _Mark | None = None
        self._marks: deque[_Mark] = deque()

    def begin_prompt(self) -> None:
        """Mark the start of prefill."""
        self._prompt_begun = self._clock()

    def end_prompt(self, num_tokens: int) -> None:
        """Mark the end of prefill; `num_tokens` were computed, without the cached ones."""
        if self._prompt_begun is not None:
            self.prompt_tok_s = _per_second(num_tokens, self._clock() - self._prompt_begun)

    def add(self, num_tokens: int = 1) -> None:
        """Record that `num_tokens` answer tokens arrived together, now."""
        now = self._clock()
        arrived = (self._last.num_tokens if self._last else 0) + num_tokens
        self._last = _Mark(now, arrived)
        if self._first is None:
            self._first = self._last
        while len(self._marks) > 1 and self._marks[1].seconds <= now - _RECENT_SECONDS:
            self._marks.popleft()
        if not self._marks or now - self._marks[-1].seconds >= _MARK_SPACING_SECONDS:
            self._marks.append(self._last)

    @property
    def ttft_ms(self) -> float | None:
        """Milliseconds from the request's start to the arrival of its first token."""
        if self._first is None:
            return None
        return (self._first.seconds - self._requested) * 1000

    @property
    def tok_s(self) -> float | None:
        """Whole answer: tokens after the first arrival ÷ time from the first to the last arrival.

        The first arrival belongs to the prompt's last step, which `prompt_tok_s` covers.
        """
        if self._first is None or self._last is None:
            return None
        return _speed_between(self._first, self._last.num_tokens, self._last.seconds)

    @property
    def tok_s_now(self) -> float | None:
        """Last second: tokens since an earlier arrival ÷ time from that arrival until now.

        That arrival is the latest followed one at least a second ago, else the first. So a slow
        model reads 0.5 instead of alternating 0 and 1, and the speed falls during a stall.
        """
        if self._last is None:
            return None
        now = self._clock()
        arrived = self._last.num_tokens
        since = self._marks[0]
        for mark in self._marks:
            if mark.seconds <= now - _RECENT_SECONDS and mark.num_tokens < arrived:
                since = mark
        return _speed_between(since, arrived, now)


def _speed_between(start: _Mark, num_tokens: int, seconds: float) -> float | None:
    return _per_second(num_tokens - start.num_tokens, seconds - start.seconds)


def _per_second(num_tokens: int, seconds: float) -> float | None:
    """Tokens per second; None without tokens or elapsed time."""
    if num_tokens <= 0 or seconds <= 0:
        return None
    return num_tokens / seconds

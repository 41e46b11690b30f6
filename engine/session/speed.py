"""Measures how fast one answer comes. Knows only counts and a clock."""

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

_WINDOW_SECONDS = 1.0
_MARK_SPACING_SECONDS = 0.01


class _Mark(NamedTuple):
    """At `seconds` on the clock, `num_tokens` of the answer had arrived."""

    seconds: float
    num_tokens: int


class SpeedMeter:
    """Speeds of one request, in tokens per second; a speed that is not known yet is None.

    The request starts when the meter is made. Memory is bounded: the last second is kept as at
    most about a hundred marks, however many tokens arrive in it.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """Start the request. `clock` returns seconds and never goes back."""
        self._clock = clock
        self._requested = clock()
        self._prompt_begun: float | None = None
        self._prompt_speed: float | None = None
        self._first: _Mark | None = None
        self._last: _Mark | None = None
        self._marks: deque[_Mark] = deque()

    def begin_prompt(self) -> None:
        """Say that computing the prompt begins."""
        self._prompt_begun = self._clock()

    def end_prompt(self, num_tokens: int) -> None:
        """Say that the prompt is done; `num_tokens` of it were computed, the cached ones left out."""
        if self._prompt_begun is not None:
            self._prompt_speed = _per_second(num_tokens, self._clock() - self._prompt_begun)

    def add(self, num_tokens: int = 1) -> None:
        """Say that `num_tokens` tokens of the answer arrived together, just now."""
        now = self._clock()
        arrived = (self._last.num_tokens if self._last else 0) + num_tokens
        self._last = _Mark(now, arrived)
        if self._first is None:
            self._first = self._last
        while len(self._marks) > 1 and self._marks[1].seconds <= now - _WINDOW_SECONDS:
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
    def prompt_tok_s(self) -> float | None:
        """Computed prompt tokens ÷ time from `begin_prompt` to `end_prompt`."""
        return self._prompt_speed

    @property
    def tok_s(self) -> float | None:
        """Whole answer: tokens after the first arrival ÷ time from the first to the last arrival.

        What arrived first came with the prompt's last step, which `prompt_tok_s` accounts for.
        """
        if self._first is None or self._last is None:
            return None
        return _speed_between(self._first, self._last.num_tokens, self._last.seconds)

    @property
    def tok_s_now(self) -> float | None:
        """Last second: tokens since an earlier arrival ÷ time from that arrival until now.

        That arrival is the latest one a second or more ago that something followed, else the
        first; so a slow model reads 0.5 rather than 0 and 1 by turns, and in a stall the speed sinks.
        """
        if self._last is None:
            return None
        now = self._clock()
        arrived = self._last.num_tokens
        since = self._marks[0]
        for mark in self._marks:
            if mark.seconds <= now - _WINDOW_SECONDS and mark.num_tokens < arrived:
                since = mark
        return _speed_between(since, arrived, now)


def _speed_between(start: _Mark, num_tokens: int, seconds: float) -> float | None:
    return _per_second(num_tokens - start.num_tokens, seconds - start.seconds)


def _per_second(num_tokens: int, seconds: float) -> float | None:
    """Return a speed; None when nothing was counted or no time passed."""
    if num_tokens <= 0 or seconds <= 0:
        return None
    return num_tokens / seconds

"""What plain steps and rounds of draft and verify take: measured at the load, and kept up to date.

Times are kept by the span that a step's keys and values are padded to, because attention makes
long contexts dearer.
"""

import contextlib
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from engine.config import SamplingParams
from engine.errors import NotFiniteError
from engine.runtime.ladder import ladder, width_for
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows

_WEIGHT = 0.15  # of a new time in a moving average
_MOST_TIMES = 3.0  # a time that is more off than that is a pause of the machine
_FEW = 3  # times of which the least is taken: pauses only add
_MIN_PLAIN_STEPS = 3  # before anything is drafted, where nothing was measured at the load
_PLAIN_STEPS_A_SPAN = 2  # before anything is drafted there
_ASSUMED_ROUND = (1.2, 0.05)  # a verify step and each of its rows, in plain steps, until measured
_ASSUMED_DRAFT = 0.25
_ASSUMED_FURTHER = 0.5  # of the first step of a draft, in which the drafter may have to catch up
_ASSUMED_READING = 0.1  # of a token, in steps of the drafter
_HANDOVER = 0.00015  # seconds from a draft to a verify step launched by the host, on a GPU
_STEPS_A_SAMPLE = 3
_MOST_SAMPLES, _MOST_SECONDS = 4, 0.1  # `_FEW` are taken however long they last


@dataclass
class _Time:
    """Seconds of a step: assumed at first, then the least of a few, then a moving average."""

    seconds: float
    num_known: int = 0

    def note(self, seconds: float, most: float) -> None:
        """A step took so long; the first that is noted counts as no more than `most`."""
        self.num_known += 1
        before = self.seconds
        if self.num_known == 1:
            self.seconds = min(seconds, max(most, before * _MOST_TIMES))
        elif self.num_known <= _FEW:
            self.seconds = min(seconds, before)
        else:
            bounded = min(max(seconds, before / _MOST_TIMES), before * _MOST_TIMES)
            self.seconds += _WEIGHT * (bounded - before)

    def assumed(self) -> "_Time":
        """The same seconds, as if none had been noted."""
        return _Time(self.seconds)


@dataclass
class _Times:
    """Those at one span: a plain step, a verify step by width, steps of the drafter.

    The first step of a draft is dearer than `further` ones where the drafter has to catch up.
    """

    plain: _Time
    first: _Time
    further: _Time | None = None
    verify: dict[int, _Time] = field(default_factory=dict)

    def assumed(self) -> "_Times":
        """The same, as if none had been noted."""
        further = None if self.further is None else self.further.assumed()
        verify = {width: time.assumed() for width, time in self.verify.items()}
        return _Times(self.plain.assumed(), self.first.assumed(), further, verify)

    @property
    def plain_seconds(self) -> float:
        """Of a plain step, which takes no longer than a verify step, of which more are seen."""
        known = [time.seconds for time in self.verify.values() if time.num_known]
        return min([self.plain.seconds, *known])

    def draft_seconds(self, num_steps: int) -> float:
        """Of a draft of so many steps."""
        if not num_steps:
            return 0.0
        first = self.first.seconds
        further = _ASSUMED_FURTHER * first if self.further is None else self.further.seconds
        return first + (num_steps - 1) * further

    def verify_seconds(self, width: int) -> float:
        """Of a verify step; one that is not known takes little more than a narrower one."""
        if width in self.verify:
            return self.verify[width].seconds
        base, a_row = _ASSUMED_ROUND
        assumed = self.plain_seconds * (base + a_row * width)
        for known in sorted(self.verify):
            rows = self.plain_seconds * a_row * (width - known)
            bound = self.verify[known].seconds + max(rows, 0.0)
            assumed = bound if known < width else min(assumed, bound)
        return assumed


class StepCosts:
    """The costs of one target and drafter, in plain steps; `widths` are those of verify steps."""

    def __init__(self, widths: Sequence[int], capacity: int) -> None:
        self._widths = widths
        self._spans = ladder(capacity)
        self._times: dict[int, _Times] = {}  # by span
        self._num_plain = 0
        self._reading: float | None = None  # seconds of a token that the drafter reads

    @property
    def is_known(self) -> bool:
        """Whether a plain step's time is known, so that others can be told in plain steps."""
        return self._num_plain >= _MIN_PLAIN_STEPS

    @property
    def most_drafts(self) -> int:
        """The most that a verify step takes."""
        return self._widths[-1] - 1

    def is_known_at(self, position: int) -> bool:
        """Whether a plain step's time is known in the span of a position."""
        return self.is_known and self._at(position).plain.num_known >= _PLAIN_STEPS_A_SPAN

    def forget(self) -> None:
        """Every time is another one from now on."""
        self._times.clear()
        self._num_plain = 0

    def start_with(self, plain: float, verify: dict[int, float], draft: float) -> None:
        """Seconds measured at the load, with a short context."""
        self.forget()
        self._times[self._spans[0]] = _Times(
            _Time(plain, _FEW),
            _Time(draft, _FEW),
            _Time(draft, _FEW),
            {width: _Time(seconds, _FEW) for width, seconds in verify.items()},
        )
        self._num_plain = _MIN_PLAIN_STEPS

    def round(self, position: int, num_drafts: int, num_steps: int) -> float:
        """Plain steps that a round takes which verifies drafts after `num_steps` of the drafter."""
        return self.rounds(position)(num_drafts, num_steps)

    def rounds(self, position: int) -> Callable[[int, int], float]:
        """`round` at one position, for several numbers of drafts and steps."""
        return partial(self._round, self._at(position))

    def _round(self, times: _Times, num_drafts: int, num_steps: int) -> float:
        plain = times.plain_seconds
        verify = times.verify_seconds(self._width(num_drafts)) if num_drafts else plain
        return (verify + times.draft_seconds(num_steps)) / plain

    def reading(self, position: int, num_tokens: int) -> float:
        """Plain steps that the drafter takes to read so many tokens."""
        times = self._at(position)
        assumed = _ASSUMED_READING * times.first.seconds
        a_token = assumed if self._reading is None else self._reading
        return num_tokens * a_token / times.plain_seconds

    def handover(self, position: int) -> float:
        """Plain steps that a round takes longer if the host sees the drafts before it goes on."""
        return _HANDOVER / self._at(position).plain_seconds

    def note_delayed(self, position: int, num_read: int, seconds: float) -> float:
        """A plain step took so long, since it came after a step of the drafter.

        That one read `num_read` tokens, or none. Returns how many plain steps it took.
        """
        plain = self._at(position).plain_seconds
        waited = max(seconds - plain, 0.0)
        if num_read:
            self.note_reading(num_read, waited)
        return waited / plain

    def note_plain(self, position: int, seconds: float) -> None:
        """A plain step took so long."""
        self._num_plain += 1
        if not self._times:
            self._times[self._span(position)] = _Times(
                _Time(seconds), _Time(_ASSUMED_DRAFT * seconds)
            )
        plain = self._at(position).plain
        plain.note(seconds, most=plain.seconds * _MOST_TIMES)

    def note_draft(
        self, position: int, num_steps: int, num_read: int, first: float | None, seconds: float
    ) -> None:
        """A draft of so many steps took `seconds`, `first` of them for the first, where known.

        The drafter may have read some tokens before.
        """
        times = self._at(position)
        if num_read:
            self.note_reading(num_read, seconds - times.draft_seconds(num_steps))
            return
        most = _MOST_TIMES * times.plain_seconds
        if first is None:  # no step is told from another
            first = seconds / num_steps
        times.first.note(first, most)
        if num_steps > 1:
            further = (seconds - first) / (num_steps - 1)
            times.further = times.further or _Time(further)
            times.further.note(further, most)

    def note_verify(self, position: int, num_drafts: int, seconds: float) -> None:
        """A verify step of so many drafts took so long; of none, a plain step."""
        if not num_drafts:
            self.note_plain(position, seconds)
            return
        times, width = self._at(position), self._width(num_drafts)
        verify = times.verify.setdefault(width, _Time(times.verify_seconds(width)))
        verify.note(seconds, most=width * times.plain_seconds)

    def note_reading(self, num_tokens: int, seconds: float) -> None:
        """The drafter read so many tokens in that time."""
        self._reading = max(seconds, 0.0) / num_tokens

    def _width(self, num_drafts: int) -> int:
        return width_for(num_drafts + 1, self._widths)

    def _span(self, position: int) -> int:
        return self._spans[min(bisect_left(self._spans, position + 1), len(self._spans) - 1)]

    def _at(self, position: int) -> _Times:
        """The times at a position; a span without any begins with those of the nearest."""
        span = self._span(position)
        if span not in self._times:
            nearest = min(self._times, key=lambda known: abs(known - span))
            self._times[span] = self._times[nearest].assumed()
        return self._times[span]


def measure(
    target: LoadedModel,
    widths: Sequence[int],
    step_seconds: Callable[[], float],
    costs: StepCosts,
) -> None:
    """Measure steps of `target`, and `step_seconds` of its drafter, unless text is cached."""
    if len(target.sequences[0].prefix):
        costs.forget()
        return
    plain = decode_seconds(target)
    fitting = [width for width in widths if width <= target.context_len]
    times = {width: verify_seconds(target, width) for width in fitting}
    costs.start_with(plain, times, step_seconds())


def verify_seconds(model: LoadedModel, width: int) -> float:
    """Seconds of a verify step of `width` rows, which forgets what is cached."""
    sequence = model.sequences[0]

    def verify() -> None:
        with contextlib.suppress(NotFiniteError):
            list(model.verify(Rows(sequence, 0, width), [0] * width))

    seconds = _seconds(verify)
    sequence.prefix.clear()
    return seconds


def decode_seconds(model: LoadedModel) -> float:
    """Seconds of a decode step of `model`, which forgets what is cached."""
    sequence = model.sequences[0]
    model.begin_answer(sequence, SamplingParams(), 0)
    num_steps = min(_STEPS_A_SAMPLE, model.context_len)

    def decode() -> None:
        token = 0
        with contextlib.suppress(NotFiniteError):
            for position in range(num_steps):
                ahead = num_steps - position - 1
                (token,) = model.decode([Rows(sequence, position)], [token], ahead=ahead)

    seconds = _seconds(decode) / num_steps
    sequence.prefix.clear()
    return seconds


def _seconds(run: Callable[[], None]) -> float:
    """The least time of some runs: the first may be slower, and pauses only add."""
    times: list[float] = []
    while len(times) < _FEW or (len(times) < _MOST_SAMPLES and sum(times) < _MOST_SECONDS):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times)

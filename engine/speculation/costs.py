"""What plain steps and rounds of draft and verify take: measured at the load, and kept up to date.

Times are kept by the span that a step's keys and values are padded to, because attention makes
long contexts dearer.
"""

import contextlib
import statistics
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from engine.config import SamplingParams
from engine.errors import NotFiniteError
from engine.runtime.ladder import ladder, width_for
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows

_WEIGHT = 0.15  # of a new time in a moving average
_MOST_TIMES = 3.0  # a time that is more off than that is a pause of the machine
_MIN_PLAIN_STEPS = 3  # before anything is drafted, where nothing was measured at the load
_ASSUMED_ROUND = (1.2, 0.05)  # a verify step and each of its rows, in plain steps, until measured
_ASSUMED_DRAFT = 0.25
_ASSUMED_READING = 0.1  # of a token, in steps of the drafter
_STEPS_A_SAMPLE = 3
_MOST_SAMPLES, _MOST_SECONDS = 3, 0.1


@dataclass
class _Times:
    """Seconds at one span: a plain step, a verify step by width, a step of the drafter."""

    plain: float
    draft: float
    verify: dict[int, float] = field(default_factory=dict)

    def copy(self) -> "_Times":
        return replace(self, verify=dict(self.verify))


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

    def forget(self) -> None:
        """Every time is another one from now on."""
        self._times.clear()
        self._num_plain = 0

    def start_with(self, plain: float, verify: dict[int, float], draft: float) -> None:
        """Seconds measured at the load, with a short context."""
        self.forget()
        self._times[self._spans[0]] = _Times(plain, draft, dict(verify))
        self._num_plain = _MIN_PLAIN_STEPS

    def round(self, position: int, num_drafts: int, num_steps: int) -> float:
        """Plain steps that a round takes which verifies drafts after `num_steps` of the drafter."""
        times = self._at(position)
        verify = self._verify(times, num_drafts) if num_drafts else times.plain
        return (verify + num_steps * times.draft) / times.plain

    def reading(self, position: int, num_tokens: int) -> float:
        """Plain steps that the drafter takes to read so many tokens."""
        times = self._at(position)
        a_token = _ASSUMED_READING * times.draft if self._reading is None else self._reading
        return num_tokens * a_token / times.plain

    def note_plain(self, position: int, seconds: float) -> None:
        """A plain step took so long."""
        self._num_plain += 1
        if not self._times:
            self._times[self._span(position)] = _Times(seconds, _ASSUMED_DRAFT * seconds)
        times = self._at(position)
        bounded = min(max(seconds, times.plain / _MOST_TIMES), times.plain * _MOST_TIMES)
        times.plain += max(_WEIGHT, 1 / self._num_plain) * (bounded - times.plain)

    def note_round(
        self, position: int, num_drafts: int, num_steps: int, num_read: int, seconds: float
    ) -> None:
        """A round took so long; its parts are corrected alike, unless the drafter read before."""
        times = self._at(position)
        width = width_for(num_drafts + 1, self._widths)
        verify = self._verify(times, num_drafts) if num_drafts else times.plain
        if num_read:
            self.note_reading(num_read, seconds - verify - num_steps * times.draft)
            return
        if not num_drafts:
            return
        off = seconds / (verify + num_steps * times.draft)
        weight = _WEIGHT if width in times.verify else 1.0  # only assumed so far
        factor = 1 + weight * (min(max(off, 1 / _MOST_TIMES), _MOST_TIMES) - 1)
        times.verify[width] = verify * factor
        if num_steps:
            times.draft *= factor

    def note_reading(self, num_tokens: int, seconds: float) -> None:
        """The drafter read so many tokens in that time."""
        self._reading = max(seconds, 0.0) / num_tokens

    def _span(self, position: int) -> int:
        return self._spans[min(bisect_left(self._spans, position + 1), len(self._spans) - 1)]

    def _at(self, position: int) -> _Times:
        """The times at a position; a span without any begins with those of the nearest."""
        span = self._span(position)
        if span not in self._times:
            nearest = min(self._times, key=lambda known: abs(known - span))
            self._times[span] = self._times[nearest].copy()
        return self._times[span]

    def _verify(self, times: _Times, num_drafts: int) -> float:
        width = width_for(num_drafts + 1, self._widths)
        if width in times.verify:
            return times.verify[width]
        base, a_row = _ASSUMED_ROUND
        return times.plain * (base + a_row * width)


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
    """The median time of some runs, after one that may be slower."""
    run()
    times: list[float] = []
    while len(times) < _MOST_SAMPLES and sum(times) < _MOST_SECONDS:
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return statistics.median(times)

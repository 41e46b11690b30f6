"""The verdict on two measurements: how much faster, whether that can be told, same tokens."""

import math
from collections.abc import Sequence

from msgspec import Struct

from engine.comparison.measurement import Measurement, first_difference

LEAST_EFFECT = 0.01
"""Differences below one percent are none that a person could use."""

_TELLING = (0.9, 1.1)  # a range within this one says that nothing matters here

# Student's t, two-sided 99 %, for 1, 2, … degrees of freedom.
_T_99 = (
    63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055, 3.012,
    2.977, 2.947, 2.921, 2.898, 2.878, 2.861,
)  # fmt: skip


class SpeedVerdict(Struct, frozen=True):
    """How much faster the one is than the other.

    `factor` is the quotient of the median speeds; with a confidence of 99 % the true one lies
    within `low` and `high`. `is_measurable`: that range excludes 1, and the factor is at least
    `LEAST_EFFECT` away from it.
    """

    factor: float
    low: float
    high: float
    is_measurable: bool

    @property
    def is_uncertain(self) -> bool:
        """Whether there may well be a difference, but the runs vary too much to tell."""
        return not self.is_measurable and (self.low < _TELLING[0] or self.high > _TELLING[1])


class Verdict(Struct, frozen=True):
    """What a comparison says about a configuration and the one it is compared with.

    `speed` is None when fewer than two pairs of runs have a speed. The answers have `num_tokens`,
    the longer one counts. `difference` is the first token, from 0, in which they differ.
    `has_same_model`: token ids of two models cannot be compared.
    """

    speed: SpeedVerdict | None
    num_tokens: int
    difference: int | None
    has_same_model: bool = True

    @property
    def is_identical(self) -> bool:
        """Whether all answers of both have the same tokens."""
        return self.has_same_model and self.difference is None


def compare(one: Measurement, other: Measurement) -> Verdict:
    """The verdict on `one`, compared with `other`. An answer that varies by itself differs, too."""
    has_same_model = one.configuration.model == other.configuration.model
    found = (one.own_difference, other.own_difference, first_difference(one.ids, other.ids))
    return Verdict(
        speed=compare_speeds(one.speeds, other.speeds),
        num_tokens=max(len(one.ids), len(other.ids)),
        difference=min((at for at in found if at is not None), default=None),
        has_same_model=has_same_model,
    )


def compare_speeds(
    speeds: Sequence[float | None], others: Sequence[float | None]
) -> SpeedVerdict | None:
    """Compare the speeds of runs that took turns; None for fewer than two pairs.

    Neighboring runs are paired, so that a drift of the machine cancels out. The logarithms of
    their quotients give the mean and its confidence interval by Student's t.
    """
    import statistics  # late, as in `median`

    pairs = [(a, b) for a, b in zip(speeds, others, strict=False) if a and b]
    if len(pairs) < 2:
        return None
    logs = [math.log(a / b) for a, b in pairs]
    mean = statistics.fmean(logs)
    t = _T_99[min(len(logs) - 1, len(_T_99)) - 1]
    reach = t * statistics.stdev(logs) / math.sqrt(len(logs))
    factor = statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)
    is_certain = abs(mean) > reach and (mean > 0) == (factor > 1)
    return SpeedVerdict(
        factor=factor,
        low=math.exp(mean - reach),
        high=math.exp(min(mean + reach, 700.0)),
        is_measurable=is_certain and abs(math.log(factor)) >= math.log1p(LEAST_EFFECT),
    )

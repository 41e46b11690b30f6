"""Which configuration wins, and which two make the headline."""

import pytest

from engine.comparison.configuration import Configuration
from engine.comparison.measurement import Measurement
from engine.comparison.result import Comparison
from engine.config import SamplingParams
from engine.events import Meter

EVEN, UNEVEN = (1.0, 1.01, 0.99, 1.0, 1.0), (1.0, 2.0, 0.4, 0.9, 3.0)


def comparison(*speeds: tuple[float, tuple[float, ...]]) -> Comparison:
    measurements = tuple(
        Measurement(
            Configuration("m.gguf", sampling=SamplingParams(seed=at)),
            "cpu",
            tuple(Meter(tok_s=speed * share) for share in shares),
            (1, 2),
            ("a",),
        )
        for at, (speed, shares) in enumerate(speeds)
    )
    return Comparison("chat", False, 2, measurements, ("",) * len(measurements))


@pytest.mark.parametrize(
    ("speeds", "headline", "winner"),
    [
        (((10, EVEN), (20, EVEN)), (1, 0), 1),
        (((20, EVEN), (10, EVEN)), (0, 1), 0),
        (((10, EVEN), (10, EVEN)), (0, 1), None),
        (((10, EVEN), (12, UNEVEN)), (1, 0), None),
        (((10, EVEN), (12, UNEVEN), (5, EVEN)), (0, 2), 0),
        (((10, EVEN), (15, EVEN), (20, EVEN)), (2, 0), 2),
    ],
)
def test_the_headline_and_the_winner(
    speeds: tuple, headline: tuple[int, int], winner: int | None
) -> None:
    made = comparison(*speeds)
    assert made.headline == headline
    assert made.winner == winner

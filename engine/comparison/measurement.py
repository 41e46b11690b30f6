"""What was measured of one configuration."""

from collections.abc import Sequence

from msgspec import Struct

from engine.comparison.configuration import Configuration
from engine.events import Finished, Meter


class Measurement(Struct, frozen=True):
    """The runs of one configuration, without its warm-up.

    `ids` are the tokens of its first answer, `hashes` those of all answers, each once.
    `own_difference` is the first token, from 0, in which its answers differ from each other.
    """

    configuration: Configuration
    device: str
    runs: tuple[Meter, ...]
    ids: tuple[int, ...]
    hashes: tuple[str, ...]
    own_difference: int | None = None

    @property
    def speeds(self) -> tuple[float | None, ...]:
        """Tokens per second of each run, decoding only."""
        return tuple(run.tok_s for run in self.runs)

    @property
    def tok_s(self) -> float | None:
        """The median speed."""
        return median(self.speeds)

    @property
    def prompt_tok_s(self) -> float | None:
        """The median speed of reading the prompt."""
        return median([run.prompt_tok_s for run in self.runs])

    @property
    def spread(self) -> float | None:
        """How far the farthest run is from the median speed, as a share of it."""
        middle = self.tok_s
        known = [speed for speed in self.speeds if speed is not None]
        return max(abs(speed / middle - 1) for speed in known) if middle else None

    @property
    def last(self) -> Meter:
        """The counters of the last run."""
        return self.runs[-1] if self.runs else Meter()


def summarize(
    configuration: Configuration, device: str, answers: Sequence[Finished]
) -> Measurement:
    """What `answers`, of which the first is the warm-up, say about `configuration`."""
    first = answers[0].ids
    differences = [first_difference(first, answer.ids) for answer in answers[1:]]
    return Measurement(
        configuration=configuration,
        device=device,
        runs=tuple(answer.meter for answer in answers[1:]),
        ids=first,
        hashes=tuple(sorted({answer.fnv1a64 for answer in answers})),
        own_difference=min((at for at in differences if at is not None), default=None),
    )


def median(values: Sequence[float | None]) -> float | None:
    """The median of the known values."""
    import statistics  # with the fractions behind it a long import, for comparisons alone

    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def first_difference(ids: Sequence[int], others: Sequence[int]) -> int | None:
    """The first position, from 0, in which two answers differ; None if they are equal."""
    for at, (one, other) in enumerate(zip(ids, others, strict=False)):
        if one != other:
            return at
    return None if len(ids) == len(others) else min(len(ids), len(others))

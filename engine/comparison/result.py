"""A comparison that was made, to be shown, kept and exported."""

from msgspec import Struct

from engine.comparison.measurement import Measurement
from engine.comparison.verdict import Verdict, compare


class Comparison(Struct, frozen=True):
    """What was measured, in the order of the configurations, with the text of each first answer.

    `question` is the name of a built-in prompt, or the person's own text (`is_own`).
    """

    question: str
    is_own: bool
    new_tokens: int
    measurements: tuple[Measurement, ...]
    texts: tuple[str, ...]

    @property
    def num_runs(self) -> int:
        """The measured runs of each configuration."""
        return len(self.measurements[0].runs)

    def verdict(self, index: int, against: int = 0) -> Verdict:
        """The verdict on one configuration, compared with another."""
        return compare(self.measurements[index], self.measurements[against])

    @property
    def order(self) -> tuple[int, ...]:
        """The configurations, the fastest first; those of unknown speed last."""
        return tuple(sorted(range(len(self.measurements)), key=self._slowness))

    @property
    def headline(self) -> tuple[int, int]:
        """The two configurations whose difference tells most: the fastest, and what it beats.

        That is the first one, or the next fastest where the first is the fastest itself.
        """
        fastest, second = self.order[:2]
        return (fastest, 0) if fastest != 0 else (0, second)

    @property
    def winner(self) -> int | None:
        """The configuration that is measurably faster than the first; None if none is."""
        fastest = self.order[0]
        if fastest == 0:
            return None
        speed = self.verdict(fastest).speed
        return fastest if speed is not None and speed.is_measurable else None

    def _slowness(self, index: int) -> float:
        speed = self.measurements[index].tok_s
        return -speed if speed is not None else float("inf")

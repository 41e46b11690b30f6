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
        """The two configurations whose difference tells most, the faster one first.

        That is the fastest against the first one, or the first one against another. What can be
        measured goes before what cannot.
        """
        fastest, second, slowest = self.order[0], self.order[1], self.order[-1]
        pairs = [(fastest, 0)] if fastest else [(0, second)]
        if slowest:
            pairs.append((0, slowest))
        return next((pair for pair in pairs if self._is_measurable(*pair)), pairs[0])

    @property
    def winner(self) -> int | None:
        """The faster one of the headline; None if no difference can be measured."""
        faster, slower = self.headline
        return faster if self._is_measurable(faster, slower) else None

    def _is_measurable(self, index: int, against: int) -> bool:
        speed = self.verdict(index, against).speed
        return speed is not None and speed.is_measurable

    def _slowness(self, index: int) -> float:
        speed = self.measurements[index].tok_s
        return -speed if speed is not None else float("inf")

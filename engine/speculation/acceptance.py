"""How often drafts are accepted: moving averages by depth and by the drafter's confidence."""

from collections.abc import Sequence

_FIRST = 0.7  # until something is known
_WEIGHT = 0.15  # of a new draft in a moving average
_RELAXATION = 0.005  # of what is not verified any more, towards the first value
_RELAXATION_OF_DEPTHS = 0.02  # of those that are not drafted, towards that of the one before


class Acceptance:
    """The chance that a draft is accepted, once those before it are."""

    def __init__(self) -> None:
        self._chances: dict[tuple[int, int | None], float] = {}  # by depth and confidence

    def chance(self, depth: int, confidence: int | None = None) -> float:
        """Of the draft at `depth`, from 0; `confidence` is None before it is drafted."""
        of_all = self._chances.get((depth, None))
        if of_all is None:  # not tried yet: as good as those before it, so that good ones grow
            of_all = max(self.chance(depth - 1), _FIRST) if depth else _FIRST
        return self._chances.get((depth, confidence), of_all)

    def note(self, confidences: Sequence[int], num_verified: int, num_accepted: int) -> None:
        """Of a draft so long `num_verified` were verified, and the first so many accepted."""
        for depth, confidence in enumerate(confidences):
            if depth >= num_verified:
                self._move(depth, confidence, _FIRST, _RELAXATION)
            elif depth <= num_accepted:
                accepted = float(depth < num_accepted)
                self._move(depth, confidence, accepted, _WEIGHT)
                self._move(depth, None, accepted, _WEIGHT)
        depth = len(confidences)
        while depth and (depth, None) in self._chances:
            self._move(depth, None, self.chance(depth - 1), _RELAXATION_OF_DEPTHS)
            depth += 1

    def _move(self, depth: int, confidence: int | None, value: float, weight: float) -> None:
        before = self.chance(depth, confidence)
        self._chances[depth, confidence] = before + weight * (value - before)

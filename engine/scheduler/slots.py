"""Which sequences of a model are free. Knows no text."""

from collections.abc import Iterable
from collections.abc import Sequence as Ids

from engine.runtime.sequence import Sequence


class Slots:
    """The sequences of a model, each of one answer at a time."""

    def __init__(self, sequences: Iterable[Sequence]) -> None:
        self._free = list(sequences)  # used longest ago first

    def take(self, ids: Ids[int]) -> Sequence:
        """A free sequence for the prompt `ids`.

        The one whose ids begin most like it, if that is most of what it holds: its conversation
        goes on. Else the one used longest ago. Raises RuntimeError when none is free.
        """
        if not self._free:
            raise RuntimeError("every sequence of the model has an answer")
        best = max(self._free, key=lambda each: each.prefix.count_common(ids))
        goes_on = 2 * best.prefix.count_common(ids) >= len(best.prefix)
        sequence = best if goes_on else self._free[0]
        self._free.remove(sequence)
        return sequence

    def release(self, sequence: Sequence) -> None:
        """The answer of `sequence` has ended; what it computed stays."""
        self._free.append(sequence)

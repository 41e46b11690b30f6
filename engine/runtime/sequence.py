"""A sequence of a loaded model, its counters, its rows in a step and the inputs that say which."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.cache.prefix import CachedPrefix
from engine.cache.state import SequenceState

MAX_REASONS = 16


@dataclass
class StepCounters:
    """The steps of one answer: each is exactly one of replay, recapture and eager.

    `reasons` are the latest recapture reasons, newest last, until somebody takes them;
    `recapture_ms` is the time that all recaptures took. Drafts are counted by depth, too.
    """

    recaptures: int = 0
    recapture_ms: float = 0.0
    replays: int = 0
    eager: int = 0
    drafted: int = 0
    accepted: int = 0
    drafted_by_depth: list[int] = field(default_factory=list)
    accepted_by_depth: list[int] = field(default_factory=list)
    reasons: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_REASONS))

    def note_drafts(self, num_drafted: int, num_accepted: int) -> None:
        """Count a verified draft so long, of which the first so many were accepted."""
        self.drafted += num_drafted
        self.accepted += num_accepted
        for counts, number in (
            (self.drafted_by_depth, num_drafted),
            (self.accepted_by_depth, num_accepted),
        ):
            counts.extend([0] * (num_drafted - len(counts)))
            counts[:number] = [count + 1 for count in counts[:number]]


class Sequence:
    """One conversation's place in a model: its share of the state, the ids in it, its counters."""

    def __init__(
        self, state: SequenceState, plan_chunks: Callable[[int], list[int]] | None = None
    ) -> None:
        """`plan_chunks` as in `CachedPrefix`."""
        self.index = state.index
        self.state = state
        self.prefix = CachedPrefix(state, plan_chunks)
        self.counters = StepCounters()


@dataclass(frozen=True)
class Rows:
    """Adjacent rows of a step: `num_rows` tokens of `sequence` from `position` on.

    Their rows in the cache are their positions, unless `cache_row` is given for all of them.
    """

    sequence: Sequence
    position: int
    num_rows: int = 1
    cache_row: int | None = None

    @property
    def end(self) -> int:
        """One past the last position."""
        return self.position + self.num_rows

    def following(self) -> "Rows":
        """The row after these."""
        return Rows(self.sequence, self.end, cache_row=self.cache_row)


def write_inputs(
    block: NDArray[np.int32],
    rows: Iterable[Rows],
    token_ids: list[int],
) -> None:
    """Write the inputs of a step over `rows` into a `StepBuffers.input_block`, int32 [5, W]."""
    n = 0
    for row in rows:
        target = slice(n, n + row.num_rows)
        block[1:3, target] = range(row.position, row.end)
        if row.cache_row is not None:
            block[2, target] = row.cache_row
        block[3, target] = row.sequence.index
        n += row.num_rows
    block[0, :n] = token_ids
    block[4, 0] = n

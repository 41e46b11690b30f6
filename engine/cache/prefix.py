"""Prefix reuse: how much of the cached conversation the next turn can keep."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import takewhile

from engine.cache.state import SequenceState, Snapshot


class CachedPrefix:
    """The token ids in `state`, in order from position 0.

    State that later steps overwrite (sliding windows, recurrent states) is saved in snapshots, as
    many as fit, so that an earlier turn can be restored without recomputing it.

    Where the bits of a prompt's rows depend on the chunk that they were computed in, `plan_chunks`
    says where the chunks of a prompt of so many tokens end. An answer then begins with rows of the
    chunks that it has alone. A conversation that goes on after its first prompt keeps all it can in
    a model's only sequence. Among several it keeps such chunks alone: which conversations are still
    cached depends on the others, and no answer may.
    """

    def __init__(
        self, state: SequenceState, plan_chunks: Callable[[int], list[int]] | None = None
    ) -> None:
        self._state = state
        self._plan_chunks = plan_chunks
        self._keeps_answers = plan_chunks is None or state.is_only
        self._ids: list[int] = []
        self._chunk_ends: list[int] = []  # of the first prompt's chunks, ascending
        self._is_first_prompt = True  # nothing but its chunks was computed
        self._lasting_end = 0  # the last end of a chunk that a longer prompt has as well
        self._snapshots: list[Snapshot] = []  # ascending positions, at most len(ids)

    def __len__(self) -> int:
        return len(self._ids)

    def keep(self, ids: Sequence[int]) -> int:
        """Truncate to a common prefix with `ids`; returns its length.

        The longest one, or the longest that can be restored if the state was overwritten. The last
        id never counts as cached: computing it yields the next token's logits.
        """
        return self._truncate(self._restorable(self.count_common(ids)))

    def begin(self, ids: Sequence[int]) -> int:
        """Truncate to what an answer to `ids` can begin with, as `keep`; returns its length."""
        self._is_first_prompt = not self._goes_on(ids)
        if self._plan_chunks is not None and not self._keeps_answers:
            # Of a prompt so much longer all chunks here are of the widest step.
            planned, longer = self._plan_chunks(len(ids) - 1), self._plan_chunks(8 * len(ids))
            self._lasting_end = max(_alike(planned, longer), default=0)
        return self._truncate(self.count_kept(ids))

    def count_common(self, ids: Sequence[int]) -> int:
        """How many ids are the same from the beginning, but for the last of `ids`."""
        common = max(0, min(len(self._ids), len(ids) - 1))
        if self._ids[:common] == ids[:common]:
            return common
        return bisect_left(range(common), True, key=lambda n: self._ids[: n + 1] != ids[: n + 1])

    def count_kept(self, ids: Sequence[int]) -> int:
        """What `begin` would return, without truncating."""
        common = self.count_common(ids)
        if self._plan_chunks is None or self._goes_on(ids):
            return self._restorable(common)
        planned = self._plan_chunks(len(ids) - 1)
        alike = reversed(_alike(planned, self._chunk_ends))
        return next((end for end in alike if end <= common and self._restorable(end) == end), 0)

    def extend_from(self, other: "CachedPrefix", ids: Sequence[int]) -> int:
        """Have what `other` could keep of `ids`, of which these are a part; returns its length."""
        position = other.count_kept(ids)
        snapshot = None
        if not other._state.can_begin(position):
            snapshot = next(each for each in other._snapshots if each.position == position)
        if self._plan_chunks is not None and not self._has_chunks_of(other):
            self.clear()
        self._state.extend(other._state, len(self), position, snapshot)
        self._ids = other._ids[:position]
        self._is_first_prompt = not other._goes_on(ids)
        self._chunk_ends = other._ends_until(position)
        return position

    def append(self, ids: Sequence[int], *, is_chunk: bool = False) -> None:
        """Record that rows for `ids`, perhaps a chunk of a prompt, follow the cached ones."""
        self._ids.extend(ids)
        if is_chunk and self._is_first_prompt:
            self._chunk_ends.append(len(self))
            if len(self) == self._lasting_end:
                self.remember()

    def remember(self) -> None:
        """Take a snapshot of the current position, if a later answer may begin there and later
        steps will overwrite state."""
        position = len(self._ids)
        if not position or position in (snapshot.position for snapshot in self._snapshots):
            return
        if not self._keeps_answers and position not in self._chunk_ends[-1:]:
            return
        if self._snapshots and not self._state.has_room:
            self._state.discard(self._snapshots.pop(0))
        if self._state.has_room:
            self._snapshots.append(self._state.snapshot(position))

    def clear(self) -> None:
        """Invalidate the cache."""
        self._ids.clear()
        self._chunk_ends.clear()
        self._is_first_prompt = True
        self._state.truncate(0)
        while self._snapshots:
            self._state.discard(self._snapshots.pop())

    def _goes_on(self, ids: Sequence[int]) -> bool:
        """Whether `ids` begin with more than the chunks of the first prompt, and that is kept."""
        if not self._keeps_answers:
            return False
        return self.count_common(ids) > (self._chunk_ends[-1] if self._chunk_ends else 0)

    def _has_chunks_of(self, other: "CachedPrefix") -> bool:
        """Whether there are only rows of chunks that `other` has as well."""
        ends = self._chunk_ends
        return ends[-1:] == [len(self)] and ends == other._ends_until(len(self))

    def _restorable(self, position: int) -> int:
        """The last position up to this one at which a step can begin."""
        if self._state.can_begin(position):
            return position
        return max((s.position for s in self._snapshots if s.position <= position), default=0)

    def _truncate(self, position: int) -> int:
        """Let steps begin at this `position`, which is restorable; returns it."""
        while self._snapshots and self._snapshots[-1].position > position:
            self._state.discard(self._snapshots.pop())
        if not self._state.can_begin(position):
            self._state.restore(self._snapshots[-1])
        self._state.truncate(position)
        del self._ids[position:]
        self._chunk_ends = self._ends_until(position)
        return position

    def _ends_until(self, position: int) -> list[int]:
        return self._chunk_ends[: bisect_right(self._chunk_ends, position)]


def _alike(ends: Sequence[int], others: Sequence[int]) -> list[int]:
    """What both begin with."""
    both = zip(ends, others, strict=False)
    return [end for end, _ in takewhile(lambda pair: pair[0] == pair[1], both)]

"""Prefix reuse: how much of the cached conversation the next turn can keep."""

from bisect import bisect_left
from collections.abc import Sequence

from engine.cache.state import SequenceState, Snapshot


class CachedPrefix:
    """The token ids in `state`, in order from position 0.

    State that later steps overwrite (sliding windows, recurrent states) is saved in snapshots, as
    many as fit, so that an earlier turn can be restored without recomputing it.
    """

    def __init__(self, state: SequenceState) -> None:
        self._state = state
        self._ids: list[int] = []
        self._snapshots: list[Snapshot] = []  # ascending positions, at most len(ids)

    def __len__(self) -> int:
        return len(self._ids)

    def keep(self, ids: Sequence[int]) -> int:
        """Truncate to a common prefix with `ids`; returns its length.

        The longest one, or the longest that can be restored if the state was overwritten. The last
        id never counts as cached: computing it yields the next token's logits.
        """
        common = self._count_common(ids)
        while self._snapshots and self._snapshots[-1].position > common:
            self._state.discard(self._snapshots.pop())
        if not self._state.can_begin(common):
            common = self._restore_latest()
        del self._ids[common:]
        return common

    def count_kept(self, ids: Sequence[int]) -> int:
        """What `keep` would return, without truncating."""
        common = self._count_common(ids)
        if self._state.can_begin(common):
            return common
        return max((s.position for s in self._snapshots if s.position <= common), default=0)

    def extend_from(self, other: "CachedPrefix", ids: Sequence[int]) -> int:
        """Copy what `other` could keep of `ids`, of which these are a part; returns its length."""
        position = other.count_kept(ids)
        snapshot = None
        if not other._state.can_begin(position):
            snapshot = next(each for each in other._snapshots if each.position == position)
        self._state.copy(other._state, len(self._ids), position, snapshot)
        self._ids = other._ids[:position]
        return position

    def append(self, ids: Sequence[int]) -> None:
        """Record that rows for `ids` were written after the cached ones."""
        self._ids.extend(ids)

    def remember(self) -> None:
        """Take a snapshot of the current position, if later steps will overwrite state."""
        position = len(self._ids)
        if not position or position in (snapshot.position for snapshot in self._snapshots):
            return
        if self._snapshots and not self._state.has_room:
            self._state.discard(self._snapshots.pop(0))
        if self._state.has_room:
            self._snapshots.append(self._state.snapshot(position))

    def clear(self) -> None:
        """Invalidate the cache."""
        self._ids.clear()
        while self._snapshots:
            self._state.discard(self._snapshots.pop())

    def _count_common(self, ids: Sequence[int]) -> int:
        """How many ids are the same from the beginning, but for the last of `ids`."""
        common = max(0, min(len(self._ids), len(ids) - 1))
        if self._ids[:common] == ids[:common]:
            return common
        return bisect_left(range(common), True, key=lambda n: self._ids[: n + 1] != ids[: n + 1])

    def _restore_latest(self) -> int:
        if not self._snapshots:
            return 0
        self._state.restore(self._snapshots[-1])
        return self._snapshots[-1].position

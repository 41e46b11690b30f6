"""What of the last conversation is still known, as token ids: how much of it the next turn can keep."""

from collections.abc import Sequence
from itertools import takewhile

from engine.cache.state import SequenceState, Snapshot


class CachedPrefix:
    """The ids whose keys, values and states `state` holds, in order from position 0.

    Of state that later steps overwrite (windows, recurrent states) copies are kept, as many as there is
    room for, so that one can go back to a turn without computing all before it again.
    """

    def __init__(self, state: SequenceState) -> None:
        self._state = state
        self._ids: list[int] = []
        self._snapshots: list[Snapshot] = []  # ascending positions, none beyond the ids

    def __len__(self) -> int:
        return len(self._ids)

    def keep(self, ids: Sequence[int]) -> int:
        """Cut back to a common beginning with `ids`; returns its length.

        The longest one, or where the state is overwritten by now the longest that can be restored.
        The last id is never counted as cached: computing it is what gives the next token's logits.
        """
        pairs = zip(self._ids, ids[:-1], strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        while self._snapshots and self._snapshots[-1].position > common:
            self._state.discard(self._snapshots.pop())
        if not self._state.can_begin(common):
            common = self._restore_latest()
        del self._ids[common:]
        return common

    def append(self, ids: Sequence[int]) -> None:
        """Rows for `ids` were written behind what is cached."""
        self._ids.extend(ids)

    def remember(self) -> None:
        """Make it possible to come back to here, where later steps would not allow it."""
        position = len(self._ids)
        if not position or position in (snapshot.position for snapshot in self._snapshots):
            return
        if self._snapshots and not self._state.has_room:
            self._state.discard(self._snapshots.pop(0))
        if self._state.has_room:
            self._snapshots.append(self._state.snapshot(position))

    def clear(self) -> None:
        """Nothing in the cache may be relied on any more."""
        self._ids.clear()
        while self._snapshots:
            self._state.discard(self._snapshots.pop())

    def _restore_latest(self) -> int:
        if not self._snapshots:
            return 0
        self._state.restore(self._snapshots[-1])
        return self._snapshots[-1].position

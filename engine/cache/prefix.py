"""What the KV cache holds, as token ids: how much of the last conversation the next turn can keep."""

from collections.abc import Sequence
from itertools import takewhile


class CachedPrefix:
    """The ids whose keys and values are in the cache, in order from row 0."""

    def __init__(self) -> None:
        self._ids: list[int] = []

    def __len__(self) -> int:
        return len(self._ids)

    def keep(self, ids: Sequence[int]) -> int:
        """Cut back to the longest common beginning with `ids`; returns its length.

        The last id is never counted as cached: computing it is what gives the next token's logits.
        """
        pairs = zip(self._ids, ids[:-1], strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        del self._ids[common:]
        return common

    def append(self, ids: Sequence[int]) -> None:
        """Rows for `ids` were written behind what is cached."""
        self._ids.extend(ids)

    def clear(self) -> None:
        """Nothing in the cache may be relied on any more."""
        self._ids.clear()

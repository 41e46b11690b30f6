"""Sets of byte ranges."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

Range = tuple[int, int]
"""Start and end (exclusive) of a byte range."""


class RangeSet:
    """Bytes of a file as sorted ranges that neither overlap nor touch."""

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in ranges:
            self.add(start, end)

    def __iter__(self) -> Iterator[Range]:
        return zip(self._starts, self._ends, strict=True)

    @property
    def num_bytes(self) -> int:
        """The number of bytes in the set."""
        return sum(self._ends) - sum(self._starts)

    @property
    def prefix_bytes(self) -> int:
        """The number of contiguous bytes from the start of the file."""
        return self._ends[0] if self._starts and self._starts[0] == 0 else 0

    def add(self, start: int, end: int) -> None:
        """Add the bytes from `start` up to `end`; raises `ValueError` for an invalid range."""
        if not 0 <= start < end:
            raise ValueError(f"{start}-{end} is no range of bytes")
        # Ranges first to last - 1 overlap or touch the new one.
        first = bisect_left(self._ends, start)
        last = bisect_right(self._starts, end)
        if first < last:
            start = min(start, self._starts[first])
            end = max(end, self._ends[last - 1])
        self._starts[first:last] = [start]
        self._ends[first:last] = [end]

    def missing(self, size: int) -> list[Range]:
        """The gaps of a file of `size` bytes, in order."""
        gaps = []
        position = 0
        for start, end in self:
            if start > position:
                gaps.append((position, min(start, size)))
            position = end
        if position < size:
            gaps.append((position, size))
        return [gap for gap in gaps if gap[0] < gap[1]]

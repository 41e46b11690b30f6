"""Measured and estimated heights of rows, and their positions. Without Qt."""

from bisect import bisect_right
from itertools import accumulate


class RowHeights:
    """Vertical places of rows stacked without gaps, in pixels."""

    def __init__(self) -> None:
        self._heights: list[int] = []
        self._measured: list[bool] = []
        self._tops: list[int] | None = [0]

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> int:
        """Height of all rows together."""
        return self._places()[-1]

    def reset(self, estimates: list[int]) -> None:
        """Start over with estimates."""
        self._heights = list(estimates)
        self._measured = [False] * len(estimates)
        self._tops = None

    def insert(self, row: int, estimates: list[int]) -> None:
        """Insert rows before `row`."""
        self._heights[row:row] = estimates
        self._measured[row:row] = [False] * len(estimates)
        self._tops = None

    def remove(self, first: int, last: int) -> None:
        """Remove the rows from `first` to `last`."""
        del self._heights[first : last + 1]
        del self._measured[first : last + 1]
        self._tops = None

    def forget_measures(self) -> None:
        """Treat all heights as estimates, after a change of width."""
        self._measured = [False] * len(self._heights)

    def measure(self, row: int, height: int) -> None:
        """Set the exact height of `row`."""
        self._measured[row] = True
        if self._heights[row] != height:
            self._heights[row] = height
            self._tops = None

    def estimate(self, row: int, height: int) -> None:
        """Set an estimated height of `row`."""
        self.measure(row, height)
        self._measured[row] = False

    def forget_measure(self, row: int) -> None:
        """Treat the height of `row` as an estimate, after a change of content."""
        self._measured[row] = False

    def height(self, row: int) -> int:
        """The height of `row`, exact or estimated."""
        return self._heights[row]

    def is_measured(self, row: int) -> bool:
        """Whether the height of `row` is exact."""
        return self._measured[row]

    def top(self, row: int) -> int:
        """The top of `row`."""
        return self._places()[row]

    def row_at(self, y: int) -> int:
        """The row at `y`, or the nearest one; -1 without rows."""
        return min(bisect_right(self._places(), max(0, y)), len(self._heights)) - 1

    def _places(self) -> list[int]:
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops

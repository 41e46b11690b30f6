"""Heights of rows, some measured, some estimated, and where each row begins. Knows no Qt."""

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
        """Begin anew with estimates."""
        self._heights = list(estimates)
        self._measured = [False] * len(estimates)
        self._tops = None

    def insert(self, row: int, estimates: list[int]) -> None:
        """Rows were added before `row`."""
        self._heights[row:row] = estimates
        self._measured[row:row] = [False] * len(estimates)
        self._tops = None

    def remove(self, first: int, last: int) -> None:
        """Rows `first` to `last` are gone."""
        del self._heights[first : last + 1]
        del self._measured[first : last + 1]
        self._tops = None

    def forget_measures(self) -> None:
        """The width changed: what was measured is an estimate now."""
        self._measured = [False] * len(self._heights)

    def measure(self, row: int, height: int) -> None:
        """`row` is exactly `height` tall."""
        self._measured[row] = True
        if self._heights[row] != height:
            self._heights[row] = height
            self._tops = None

    def estimate(self, row: int, height: int) -> None:
        """`row` may be `height` tall."""
        self.measure(row, height)
        self._measured[row] = False

    def forget_measure(self, row: int) -> None:
        """What `row` shows changed: what was measured is an estimate now."""
        self._measured[row] = False

    def height(self, row: int) -> int:
        """How tall `row` is, as far as it is known."""
        return self._heights[row]

    def is_measured(self, row: int) -> bool:
        """The height of `row` is exact."""
        return self._measured[row]

    def top(self, row: int) -> int:
        """Where `row` begins."""
        return self._places()[row]

    def row_at(self, y: int) -> int:
        """The row at `y`, the nearest one when there is none; -1 without rows."""
        return min(bisect_right(self._places(), max(0, y)), len(self._heights)) - 1

    def _places(self) -> list[int]:
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops

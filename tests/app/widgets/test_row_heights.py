"""Places of rows that are only partly measured."""

from app.widgets.row_heights import RowHeights


def test_measuring_a_row_moves_the_ones_below() -> None:
    rows = RowHeights()
    rows.reset([10, 10, 10])
    rows.measure(0, 25)
    assert [rows.top(row) for row in range(3)] == [0, 25, 35]
    assert rows.total == 45
    assert [rows.is_measured(row) for row in range(3)] == [True, False, False]
    rows.forget_measures()
    assert not rows.is_measured(0)
    assert rows.total == 45


def test_rows_come_and_go() -> None:
    rows = RowHeights()
    rows.reset([10, 10])
    rows.insert(1, [5, 5])
    assert rows.total == 30
    rows.remove(0, 1)
    assert (len(rows), rows.total) == (2, 15)


def test_row_at_clamps_to_what_there_is() -> None:
    rows = RowHeights()
    assert rows.row_at(0) == -1
    rows.reset([10, 20, 30])
    assert [rows.row_at(y) for y in (-5, 0, 9, 10, 29, 30, 59, 1000)] == [0, 0, 0, 1, 1, 2, 2, 2]

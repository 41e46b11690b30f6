"""A list of rows as an item model: the base of all lists in the window."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

_ROOT = QModelIndex()
_MAX_SINGLE = 8  # more changed rows are told of at once

Row = TypeVar("Row")


class RowListModel(QAbstractListModel, Generic[Row]):
    """Subclasses define `_value`, the contents of a row, and, if used, `_key`, its identity."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def row_of(self, key: object) -> int:
        """The position of the row with this key, -1 if not shown."""
        return next((at for at, row in enumerate(self._rows) if self._key(row) == key), -1)

    def _key(self, row: Row) -> object:
        raise NotImplementedError

    def _value(self, at: int, role: int) -> Any:
        """The value of row `at` for `role`, None if it has none."""
        raise NotImplementedError

    def _reset(self, rows: Sequence[Row]) -> None:
        """Replace all rows; views drop their selection."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def _update(self, rows: Sequence[Row]) -> None:
        """Replace the rows; keeps the selection if the keys are the same."""
        if list(map(self._key, rows)) != list(map(self._key, self._rows)):
            self._reset(rows)
            return
        self._rows = list(rows)
        self._tell_all()

    def _merge(self, rows: Sequence[Row]) -> None:
        """Replace the rows by removing, moving and inserting; views keep selection and place."""
        old, new = list(map(self._key, self._rows)), list(map(self._key, rows))
        start, num_after = _num_common(old, new)
        if start < max(len(old), len(new)):
            old, new = old[start : len(old) - num_after], new[start : len(new) - num_after]
            self._change(start, old, new, rows)
        changed = [at for at, row in enumerate(rows) if row != self._rows[at]]
        self._rows = list(rows)
        if len(changed) > _MAX_SINGLE:
            self._tell_all()
        else:
            for at in changed:
                self._tell(at, at)

    def _change(
        self, start: int, old: list[object], new: list[object], rows: Sequence[Row]
    ) -> None:
        """Make the keys from `start` on `new` instead of `old`, with rows of `rows`."""
        wanted = set(new)
        for first, last in reversed(_runs(key not in wanted for key in old)):
            self._remove(start + first, start + last)
        old = [key for key in old if key in wanted]
        known = set(old)
        order = [key for key in new if key in known]
        if order != old:
            self._reorder(start, old, order)
        for first, last in _runs(key not in known for key in new):
            first, last = start + first, start + last
            self.beginInsertRows(_ROOT, first, last)
            self._rows[first:first] = rows[first : last + 1]
            self.endInsertRows()

    def _reorder(self, start: int, old: list[object], new: list[object]) -> None:
        """Put the rows from `start` on, whose keys are `old`, into the order of `new`."""
        self.layoutAboutToBeChanged.emit()
        end = start + len(old)
        rows = dict(zip(old, self._rows[start:end], strict=True))
        self._rows[start:end] = [rows[key] for key in new]
        places = {key: start + place for place, key in enumerate(new)}
        moved = [index for index in self.persistentIndexList() if start <= index.row() < end]
        targets = [self.index(places[old[index.row() - start]]) for index in moved]
        self.changePersistentIndexList(moved, targets)
        self.layoutChanged.emit()

    def _insert(self, rows: Sequence[Row]) -> None:
        """Append rows."""
        first = len(self._rows)
        self.beginInsertRows(_ROOT, first, first + len(rows) - 1)
        self._rows.extend(rows)
        self.endInsertRows()

    def _remove(self, first: int, last: int) -> None:
        """Remove the rows from `first` to `last`."""
        self.beginRemoveRows(_ROOT, first, last)
        del self._rows[first : last + 1]
        self.endRemoveRows()

    def _tell(self, first: int, last: int, *roles: int) -> None:
        """Emit that the rows from `first` to `last` changed, in `roles` or in all."""
        self.dataChanged.emit(self.index(first), self.index(last), list(roles))

    def _tell_all(self, *roles: int) -> None:
        """Emit that all rows changed, in `roles` or in all."""
        if self._rows:
            self._tell(0, len(self._rows) - 1, *roles)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """The number of rows; rows have no children."""
        return 0 if parent.isValid() else len(self._rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:
        """See `_value`."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        return self._value(index.row(), role)


def _num_common(old: list[object], new: list[object]) -> tuple[int, int]:
    """How many keys are the same at the beginning, and of the rest at the end."""
    shorter = min(len(old), len(new))
    start = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    room = shorter - start
    after = next((at for at in range(room) if old[-1 - at] != new[-1 - at]), room)
    return start, after


def _runs(flags: Iterable[bool]) -> list[tuple[int, int]]:
    """The first and last place of each run that is true."""
    runs = [list(run) for is_in, run in groupby(enumerate(flags), lambda place: place[1]) if is_in]
    return [(run[0][0], run[-1][0]) for run in runs]

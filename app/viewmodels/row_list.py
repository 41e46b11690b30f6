"""A list of rows as an item model: the base of all lists in the window."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

_ROOT = QModelIndex()

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
        if list(map(self._key, rows)) == list(map(self._key, self._rows)):
            self._rows = list(rows)
            self._tell_all()
            return
        wanted = {self._key(row) for row in rows}
        for first, last in reversed(_runs(self._rows, lambda row: self._key(row) not in wanted)):
            self._remove(first, last)
        known = {self._key(row) for row in self._rows}
        self._reorder([row for row in rows if self._key(row) in known])
        for first, last in _runs(rows, lambda row: self._key(row) not in known):
            self.beginInsertRows(_ROOT, first, last)
            self._rows[first:first] = rows[first : last + 1]
            self.endInsertRows()
        self._tell_all()

    def _reorder(self, rows: list[Row]) -> None:
        """Replace the rows by the same ones in another order."""
        before = [self._key(row) for row in self._rows]
        places = {self._key(row): place for place, row in enumerate(rows)}
        if before == list(places):
            self._rows = rows
            return
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        self._rows = rows
        new = [self.index(places[before[index.row()]]) for index in old]
        self.changePersistentIndexList(old, new)
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


def _runs(rows: Sequence[Row], is_in: Callable[[Row], bool]) -> list[tuple[int, int]]:
    """The first and last place of each run of rows for which `is_in` holds."""
    places = enumerate(rows)
    runs = [list(run) for holds, run in groupby(places, lambda place: is_in(place[1])) if holds]
    return [(run[0][0], run[-1][0]) for run in runs]

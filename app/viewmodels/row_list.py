"""A list of rows as an item model: what every list of the window has in common. Knows no row's contents."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

_ROOT = QModelIndex()

Row = TypeVar("Row")


class RowListModel(QAbstractListModel, Generic[Row]):
    """A subclass says with `_value` what its rows show and, where it looks them up, with `_key` what tells them apart."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def row_of(self, key: object) -> int:
        """The number of the row with that key, -1 when it is not shown."""
        return next((at for at, row in enumerate(self._rows) if self._key(row) == key), -1)

    def _key(self, row: Row) -> object:
        raise NotImplementedError

    def _value(self, at: int, role: int) -> Any:
        """What row `at` has to say in `role`, None for nothing."""
        raise NotImplementedError

    def _reset(self, rows: Sequence[Row]) -> None:
        """Show other rows; views forget what was selected."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def _update(self, rows: Sequence[Row]) -> None:
        """Show the same rows as they are now, or other ones."""
        if list(map(self._key, rows)) != list(map(self._key, self._rows)):
            self._reset(rows)
            return
        self._rows = list(rows)
        self._tell_all()

    def _insert(self, rows: Sequence[Row]) -> None:
        """Show more rows below the last."""
        first = len(self._rows)
        self.beginInsertRows(_ROOT, first, first + len(rows) - 1)
        self._rows.extend(rows)
        self.endInsertRows()

    def _remove(self, first: int, last: int) -> None:
        """Show the rows from `first` to `last` no longer."""
        self.beginRemoveRows(_ROOT, first, last)
        del self._rows[first : last + 1]
        self.endRemoveRows()

    def _tell(self, first: int, last: int, *roles: int) -> None:
        """The rows from `first` to `last` changed, in these roles or in any."""
        self.dataChanged.emit(self.index(first), self.index(last), list(roles))

    def _tell_all(self, *roles: int) -> None:
        """Every row changed, in these roles or in any."""
        if self._rows:
            self._tell(0, len(self._rows) - 1, *roles)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """The rows; none below a row."""
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

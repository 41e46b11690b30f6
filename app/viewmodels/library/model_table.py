"""The local models as a table."""

from collections.abc import Callable
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.services.library.entry import ModelEntry, Origin
from app.viewmodels import formatting
from app.viewmodels.model_picker import ModelPickerViewModel, last_used
from engine.safe_text import clean_line

_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The table's columns, most important first."""

    NAME = 0
    SIZE = 1
    TYPE = 2
    PARAMETERS = 3
    CONTEXT = 4
    ARCHITECTURE = 5
    LAST_USED = 6
    PLACE = 7


class LibraryRole(IntEnum):
    """Item roles, with the type of each value; the same in every column of a row."""

    FAULT = int(Qt.ItemDataRole.UserRole) + 1  # str, what is wrong with it, "" when nothing is
    IS_LOADED = int(Qt.ItemDataRole.UserRole) + 2  # bool


class LibraryViewModel(QAbstractTableModel):
    """Shows the list of a ModelPickerViewModel; `sort` orders it.

    DisplayRole is the text of a cell, AccessibleTextRole of the first column the whole row,
    ToolTipRole path and problem.

    EditRole of the first column is the name, and setting it asks for another one.

    Signals:
        changed(): rows or their contents changed.
        renamed(entry: ModelEntry, title: str): another name is wanted; "" is the model's own.
    """

    changed = Signal()
    renamed = Signal(object, str)

    def __init__(
        self, models: ModelPickerViewModel, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        super().__init__()
        self._models = models
        self._now = now
        self._entries: list[ModelEntry] = []
        self._sorted_by, self._is_descending = Column.NAME, False
        models.refreshed.connect(self._on_refreshed)
        models.current_changed.connect(self._on_current_changed)
        self._on_refreshed()

    @property
    def loaded_row(self) -> int:
        """The row of the loaded model, -1 if none."""
        rows = (at for at, entry in enumerate(self._entries) if self._models.is_current(entry))
        return next(rows, -1)

    def entry(self, row: int) -> ModelEntry | None:
        """The model in `row`, None if there is no such row."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def row_of(self, path: Path) -> int:
        """The row of the model at `path`, -1 if missing."""
        rows = (at for at, entry in enumerate(self._entries) if entry.path == path)
        return next(rows, -1)

    def _on_refreshed(self) -> None:
        entries = self._in_order(self._models.entries)
        if [entry.path for entry in entries] == [entry.path for entry in self._entries]:
            self._entries = entries
            self._tell()  # a reset would end the editing of a name
        else:
            self.beginResetModel()
            self._entries = entries
            self.endResetModel()
        self.changed.emit()

    def _on_current_changed(self) -> None:
        self._tell(int(LibraryRole.IS_LOADED))

    def _tell(self, *roles: int) -> None:
        if self._entries:
            last = self.index(len(self._entries) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last, list(roles))

    def _in_order(self, entries: list[ModelEntry]) -> list[ModelEntry]:
        key = _SORT_KEYS[self._sorted_by]
        by_name = sorted(entries, key=_SORT_KEYS[Column.NAME])
        return sorted(by_name, key=key, reverse=self._is_descending)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the rows by a column."""
        self._sorted_by = Column(column)
        self._is_descending = order == Qt.SortOrder.DescendingOrder
        self.layoutAboutToBeChanged.emit()
        before = self._entries
        self._entries = self._in_order(before)
        moved = [self._entries.index(entry) for entry in before]
        old = self.persistentIndexList()
        new = [self.index(moved[index.row()], index.column()) for index in old]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """The number of models; models have no children."""
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """The number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:
        """The column captions."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        captions = (
            self.tr("Model"),
            self.tr("Size"),
            self.tr("Type"),
            self.tr("Parameters"),
            self.tr("Context"),
            self.tr("Architecture"),
            self.tr("Last used"),
            self.tr("Where"),
        )
        return captions[section] if section < len(captions) else None

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """See LibraryRole."""
        entry = self.entry(index.row()) if index.isValid() else None
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self._text(entry, Column(index.column()))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._sentence(entry, Column(index.column()))
            case Qt.ItemDataRole.ToolTipRole:
                path = clean_line(str(entry.path))
                return formatting.tool_tip("\n".join(filter(None, (path, entry.problem))))
            case LibraryRole.FAULT:
                return entry.fault
            case LibraryRole.IS_LOADED:
                return self._models.is_current(entry)
            case _:
                return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Let the name be edited."""
        is_name = index.isValid() and index.column() == Column.NAME
        return super().flags(index) | (
            Qt.ItemFlag.ItemIsEditable if is_name else Qt.ItemFlag.NoItemFlags
        )

    def setData(self, index: _Index, value: Any, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        """Ask for another name; it is shown once it is saved."""
        entry = self.entry(index.row())
        title = " ".join(str(value).split())
        if entry is None or role != Qt.ItemDataRole.EditRole or title == entry.shown_name:
            return False
        self.renamed.emit(entry, title)
        return True

    def _text(self, entry: ModelEntry, column: Column) -> str:
        match column:
            case Column.NAME:
                return entry.shown_name
            case Column.SIZE:
                return formatting.size(entry.size)
            case Column.TYPE:
                return entry.quantization or formatting.UNKNOWN
            case Column.PARAMETERS:
                return formatting.short_count(entry.num_parameters)
            case Column.CONTEXT:
                return formatting.count(entry.context)
            case Column.ARCHITECTURE:
                return entry.architecture or formatting.UNKNOWN
            case Column.LAST_USED:
                time = entry.last_used
                if entry.drafter:
                    return formatting.UNKNOWN
                return formatting.moment(time, self._now()) if time else self.tr("never")
            case Column.PLACE:
                return place_name(entry.origin)

    def _sentence(self, entry: ModelEntry, column: Column) -> str:
        caption = self.headerData(column, Qt.Orientation.Horizontal)
        if column is not Column.NAME:
            return f"{caption}: {self._text(entry, column)}"
        if entry.problem:
            return f"{self._text(entry, Column.NAME)}. {entry.problem}"
        return ", ".join(self._text(entry, each) for each in Column)


def place_name(origin: Origin) -> str:
    """Where a model is stored, in words."""
    names = {
        Origin.MODELS_FOLDER: _translate("Models folder"),
        Origin.IMPORTED: _translate("Where it was"),
        Origin.EXTRA_FOLDER: _translate("Your folder"),
        Origin.HUGGING_FACE: _translate("Hugging Face cache"),
    }
    return names.get(origin, origin.value)


def _translate(text: str) -> str:
    return QCoreApplication.translate("Library", text)


_SORT_KEYS: dict[Column, Callable[[ModelEntry], Any]] = {
    Column.NAME: lambda entry: entry.shown_name.casefold(),
    Column.SIZE: lambda entry: entry.size,
    Column.TYPE: lambda entry: entry.quantization or "",
    Column.PARAMETERS: lambda entry: entry.num_parameters or 0,
    Column.CONTEXT: lambda entry: entry.context or 0,
    Column.ARCHITECTURE: lambda entry: entry.architecture or "",
    Column.LAST_USED: last_used,
    Column.PLACE: lambda entry: place_name(entry.origin),
}

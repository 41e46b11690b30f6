"""The table of models: as many columns as fit, most important first."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFontInfo, QKeyEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.viewmodels.library.model_table import Column, LibraryRole, LibraryViewModel
from app.widgets.theme import em

if TYPE_CHECKING:
    from pathlib import Path

_WIDTHS = {
    Column.NAME: 16.0,
    Column.SIZE: 6.0,
    Column.TYPE: 6.5,
    Column.PARAMETERS: 7.0,
    Column.CONTEXT: 6.5,
    Column.ARCHITECTURE: 7.5,
    Column.LAST_USED: 7.0,
    Column.PLACE: 9.0,
}
# Columns are dropped from the end when space is short.
_PRIORITY = (
    Column.NAME, Column.SIZE, Column.TYPE, Column.LAST_USED, Column.PARAMETERS, Column.CONTEXT,
    Column.ARCHITECTURE, Column.PLACE,
)  # fmt: skip


class ModelTable(QTableView):
    """Selects whole rows; Enter or a double click opens one.

    Signals:
        opened(row: int): chat with this model.
        chosen_changed(): the selected row changed.
    """

    opened = Signal(int)
    chosen_changed = Signal()

    def __init__(self, library: LibraryViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modelTable")
        self.setAccessibleName(self.tr("Models on this machine"))
        self._library = library
        self._chosen: Path | None = None
        self.setModel(library)
        self.setItemDelegate(_CellDelegate(self))
        self.setShowGrid(False)
        self.setSortingEnabled(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setAccessibleName(self.tr("Rows"))
        header = self.horizontalHeader()
        header.setAccessibleName(self.tr("Columns"))
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSortIndicator(Column.NAME, Qt.SortOrder.AscendingOrder)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self._on_double_clicked)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        library.modelReset.connect(self._on_reset)

    @property
    def row(self) -> int:
        """The selected row, -1 if none."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def edit_name(self) -> None:
        """Let the user type another name for the selected model."""
        if self.row >= 0:
            self.edit(self._library.index(self.row, Column.NAME))

    @property
    def _can_open(self) -> bool:
        """Whether a model is selected; the Enter that ends the editing of a name comes here too."""
        return self.row >= 0 and self.state() != QAbstractItemView.State.EditingState

    def _on_double_clicked(self, index: QModelIndex) -> None:
        self.opened.emit(index.row())

    def _on_selection_changed(self) -> None:
        entry = self._library.entry(self.row)
        if entry is not None:
            self._chosen = entry.path
        self.chosen_changed.emit()

    def _on_reset(self) -> None:
        """Keep the selected model after the list was read again."""
        row = -1 if self._chosen is None else self._library.row_of(self._chosen)
        if row >= 0:
            self.selectRow(row)
        self.chosen_changed.emit()

    def _share_out(self) -> None:
        room, header = self.viewport().width(), self.horizontalHeader()
        for column in _PRIORITY:
            self.showColumn(column)  # a hidden one has no size hint
            width = max(em(self, _WIDTHS[column]), header.sectionSizeHint(column))
            room -= width
            self.setColumnHidden(column, column is not Column.NAME and room < 0)
            if column is not Column.NAME:
                self.setColumnWidth(column, width)
        self.verticalHeader().setDefaultSectionSize(em(self, 2.9))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.edit_name()  # whichever column is the current one
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._can_open:
            self.opened.emit(self.row)
        else:
            super().keyPressEvent(event)


class _CellDelegate(QStyledItemDelegate):
    """Muted text, a stronger name, warning color for models with a fault."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        option.state &= ~QStyle.StateFlag.State_HasFocus
        super().paint(painter, option, index)

    def createEditor(  # noqa: N802 - Qt's name
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        editor = super().createEditor(parent, option, index)
        editor.setAccessibleName(self.tr("Name of the model"))
        return editor

    def initStyleOption(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        role = QPalette.ColorRole
        is_name = index.column() == Column.NAME
        color = option.palette.color(role.Text if is_name else role.PlaceholderText)
        if index.data(LibraryRole.FAULT):
            color = option.palette.color(role.BrightText)
        for text in (role.Text, role.HighlightedText):
            option.palette.setColor(text, color)
        if is_name and index.data(LibraryRole.IS_LOADED):
            option.font.setBold(True)
        if not is_name:
            option.font.setPixelSize(max(1, round(QFontInfo(option.font).pixelSize() * 0.92)))

"""Actions in a list that typing narrows."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from app.widgets.actions.action_set import ActionSet, Entry
from app.widgets.announcement import announce
from app.widgets.plain_widgets import SearchField, create_label, fill_list
from app.widgets.row_delegate import RowDelegate, RowText
from app.widgets.theme import em

_ENTRY = Qt.ItemDataRole.UserRole + 1
_TO_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ActionList(QWidget):
    """A search field over the actions; the arrow keys move through the list while one types.

    Signals:
        chosen(entry: Entry): Enter was pressed, or a row clicked.
        moved(): `current` changed.
    """

    chosen = Signal(object)
    moved = Signal()

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._model = QStandardItemModel(self)
        self.search = SearchField(
            self.tr("Search the actions"), self.tr("Search the actions"), self
        )
        self.list = QListView(self)
        self._empty = create_label(self, "muted", self.tr("No action has these words."))
        fill_list(self.list, self._model, _ActionDelegate(self.list), self.tr("Actions"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFocusProxy(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.5))
        column.addWidget(self.search)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        self.search.installEventFilter(self)
        self.search.textChanged.connect(self._on_words_changed)
        self.search.returnPressed.connect(self._on_return_pressed)
        self.list.clicked.connect(self._on_clicked)
        self._is_filling = False
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.fill()

    @property
    def current(self) -> Entry | None:
        """The chosen row."""
        entry: Entry | None = self.list.currentIndex().data(_ENTRY)
        return entry

    @property
    def shown(self) -> list[str]:
        """The names of the actions in the list."""
        return [self._model.item(row).data(_ENTRY).name for row in range(self._model.rowCount())]

    def fill(self) -> None:
        """Show the actions that have the words; the same row stays chosen if it can."""
        before = self.current
        self._is_filling = True
        words = self.search.text().casefold().split()
        self._model.clear()
        for entry in self._actions:
            text = f"{entry.group} {entry.action.text()} {entry.keys}".casefold()
            if all(word in text for word in words):
                item = QStandardItem(entry.action.text())
                item.setData(entry, _ENTRY)
                spoken = f"{entry.group}: {entry.action.text()} {entry.keys}"
                item.setData(spoken, Qt.ItemDataRole.AccessibleTextRole)
                item.setEditable(False)
                self._model.appendRow(item)
        self._empty.setVisible(not self._model.rowCount())
        row = self.shown.index(before.name) if before and before.name in self.shown else 0
        self.list.setCurrentIndex(self._model.index(row, 0))
        self._is_filling = False
        self.moved.emit()

    def _on_words_changed(self) -> None:
        self.fill()
        if self.search.text().strip():
            self.list.setCurrentIndex(self._model.index(0, 0))

    def _on_current_changed(self) -> None:
        if not self._is_filling:  # a list without rows on the way is nobody's choice
            self.moved.emit()

    def _on_return_pressed(self) -> None:
        if self.current is not None:
            self.chosen.emit(self.current)

    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(_ENTRY))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() in _TO_LIST:
            self.list.keyPressEvent(event)
            spoken = self.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
            announce(self.search, spoken or "")  # which keeps the focus
            return True
        return super().eventFilter(watched, event)


class _ActionDelegate(RowDelegate):
    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def row_text(self, index: QModelIndex | QPersistentModelIndex) -> RowText:
        entry: Entry = index.data(_ENTRY)
        state = ""
        if entry.action.isCheckable():
            state = self.tr("on") if entry.action.isChecked() else self.tr("off")
        elif not entry.action.isEnabled():
            state = self.tr("not now")
        note = " · ".join(text for text in (entry.group, state, entry.keys) if text)
        is_current = index.row() == self._view.currentIndex().row()
        return RowText(entry.action.text(), note=note, is_marked=is_current)

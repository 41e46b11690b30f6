"""The sidebar: conversations with search, rename and delete, and the Models button."""

import re
from collections.abc import Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.conversation_list import ConversationListModel, ConversationRole
from app.widgets.icons import IconButton, create_icon
from app.widgets.page import Page
from app.widgets.plain_widgets import SearchField, create_bar, create_label, fill_list
from app.widgets.row_delegate import RowDelegate, RowText
from app.widgets.theme import em

_SEARCH_DELAY_MS = 120
_MARKS = re.compile(r"[*`~]+|(?:^|(?<=\s))[#>|]+\s?")


def _words(text: str) -> str:
    return QCoreApplication.translate("Pages", text)


class Sidebar(QFrame):
    """New chat, search, list; `pages` has a button for each page, `collapse` hides the sidebar."""

    def __init__(
        self,
        conversations: ConversationListModel,
        pages: Sequence[Page],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self._conversations = conversations
        self.collapse = IconButton("sidebar", self.tr("Hide the conversations (Ctrl+B)"), self)
        self.new_chat = QPushButton(self.tr("New chat"), self)
        self.search = SearchField(self.tr("Search"), self.tr("Search the conversations"), self)
        self.list = QListView(self)
        self.pages = {page.label: QPushButton(_words(page.label), self) for page in pages}
        self._icons = {page.label: page.icon for page in pages}
        for page in pages:
            self.pages[page.label].setToolTip(f"{_words(page.help)} ({page.keys})")
        self._downloads = QLabel(self)
        self._download_bar = create_bar(self)
        self._empty = create_label(self, "muted", self.tr("No conversation holds these words."))
        self._rename_edit: QLineEdit | None = None
        self._search_timer = QTimer(self, singleShot=True, interval=_SEARCH_DELAY_MS)
        self._search_timer.timeout.connect(self._on_search_due)
        self._fill()
        self._connect()
        self._on_rows_changed()

    def show_downloads(self, summary: str, fraction: float) -> None:
        """Show the progress of downloads under the Models button; "" if none."""
        for widget in (self._downloads, self._download_bar):
            widget.setVisible(bool(summary))
        self._downloads.setText(summary)
        self._download_bar.setValue(round(fraction * 1000))
        self._download_bar.setAccessibleName(summary)

    def rename(self, index: QModelIndex) -> None:
        """Edit the title in the row."""
        if not index.isValid():
            return
        self._close_rename()
        edit = QLineEdit(index.data(ConversationRole.TITLE), self.list.viewport())
        edit.setAccessibleName(self.tr("Title of the conversation"))
        edit.setProperty("conversation", index.data(ConversationRole.ID))
        edit.setGeometry(self.list.visualRect(index).adjusted(2, 2, -2, -2))
        edit.installEventFilter(self)
        edit.editingFinished.connect(self._on_rename_finished)
        self._rename_edit = edit
        edit.show()
        edit.selectAll()
        edit.setFocus()

    def _fill(self) -> None:
        self.new_chat.setToolTip(self.tr("New chat (Ctrl+N)"))
        delegate = _ConversationDelegate(self.list)
        fill_list(self.list, self._conversations, delegate, self.tr("Conversations"))
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        for page in self.pages.values():
            page.setProperty("look", "row")
            page.setCheckable(True)
        self._downloads.setProperty("look", "small")
        self._downloads.setContentsMargins(em(self, 0.5), 0, em(self, 0.5), 0)
        self._set_icons()
        top = QHBoxLayout()
        name = QLabel("Encore", self)
        name.setProperty("look", "heading")
        top.addWidget(name)
        top.addStretch()
        top.addWidget(self.collapse)
        column = QVBoxLayout(self)
        side = em(self, 0.8)
        column.setContentsMargins(side, em(self, 0.7), side, em(self, 0.4))
        column.setSpacing(em(self, 0.6))
        column.addLayout(top)
        for widget in (self.new_chat, self.search, self._empty):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        below = QVBoxLayout()
        below.setSpacing(em(self, 0.25))
        for page in self.pages.values():
            below.addWidget(page)
        below.addWidget(self._downloads)
        below.addWidget(self._download_bar)
        column.addLayout(below)
        self.show_downloads("", 0.0)

    def _connect(self) -> None:
        rename = QAction(self.tr("Rename"), self.list, shortcut=QKeySequence(Qt.Key.Key_F2))
        delete = QAction(self.tr("Delete"), self.list, shortcut=QKeySequence(Qt.Key.Key_Delete))
        for action in (rename, delete):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self.list.addAction(action)
        rename.triggered.connect(self._on_rename_pressed)
        delete.triggered.connect(self._on_delete_pressed)
        self.new_chat.clicked.connect(self._conversations.create)
        self.search.textChanged.connect(self._search_timer.start)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)
        self.list.doubleClicked.connect(self.rename)
        self.list.customContextMenuRequested.connect(self._on_menu_requested)
        self._conversations.modelReset.connect(self._on_rows_changed)
        self._conversations.rowsRemoved.connect(self._on_rows_changed)
        self._conversations.current_changed.connect(self._on_current_changed)

    def _set_icons(self) -> None:
        size, ratio = em(self, 1.15), self.devicePixelRatioF()
        self.new_chat.setIconSize(QSize(size, size))
        self.new_chat.setIcon(create_icon("new-chat", self.palette(), size, ratio))
        for name, button in self.pages.items():
            button.setIconSize(QSize(size, size))
            button.setIcon(create_icon(self._icons[name], self.palette(), size, ratio))

    def _on_search_due(self) -> None:
        self._conversations.set_search(self.search.text())

    def _on_chosen(self, index: QModelIndex) -> None:
        self._conversations.select(index.data(ConversationRole.ID))

    def _on_rename_pressed(self) -> None:
        self.rename(self.list.currentIndex())

    def _on_delete_pressed(self) -> None:
        index = self.list.currentIndex()
        if index.isValid():
            self._conversations.delete(index.data(ConversationRole.ID))

    def _on_menu_requested(self, place: QPoint) -> None:
        index = self.list.indexAt(place)
        if not index.isValid():
            return
        self.list.setCurrentIndex(index)
        menu = QMenu(self)
        menu.addActions(self.list.actions())
        menu.exec(self.list.viewport().mapToGlobal(place))

    def _on_rows_changed(self) -> None:
        self._close_rename()
        is_empty = self._conversations.rowCount() == 0 and bool(self.search.text())
        self._empty.setVisible(is_empty)
        current = self._conversations.current_id
        if current is not None:
            self._on_current_changed(current)

    def _on_current_changed(self, conversation_id: int) -> None:
        row = self._conversations.row_of(conversation_id)
        if row >= 0:
            self.list.setCurrentIndex(self._conversations.index(row))

    def _on_rename_finished(self) -> None:
        edit = self._rename_edit
        if edit is not None:
            self._close_rename()
            self._conversations.rename(edit.property("conversation"), edit.text())

    def _close_rename(self) -> None:
        edit, self._rename_edit = self._rename_edit, None
        if edit is not None:
            edit.hide()
            edit.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_key = watched is self._rename_edit and event.type() == QEvent.Type.KeyPress
        if is_key and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            self._close_rename()
            self.list.setFocus()
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._set_icons()


class _ConversationDelegate(RowDelegate):
    def row_text(self, index: QModelIndex | QPersistentModelIndex) -> RowText:
        return RowText(
            index.data(ConversationRole.TITLE),
            _MARKS.sub("", index.data(ConversationRole.PREVIEW)),
            index.data(ConversationRole.TIME),
            is_marked=index.data(ConversationRole.IS_CURRENT),
        )

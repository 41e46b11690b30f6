"""The sidebar: new chat, search, the list of conversations, and the buttons of the pages."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.sidebar.exchange import ExchangeViewModel
from app.viewmodels.sidebar.rows import SidebarRows
from app.widgets.icons import IconButton, create_icon
from app.widgets.page import Page
from app.widgets.plain_widgets import SearchField, create_bar, create_label
from app.widgets.sidebar.chat_list import ChatList
from app.widgets.sidebar.file_dialogs import ask_and_import
from app.widgets.theme import em

_SEARCH_DELAY_MS = 120


def _words(text: str) -> str:
    return QCoreApplication.translate("Pages", text)


class Sidebar(QFrame):
    """New chat, search, list; `pages` has a button for each page, `collapse` hides the sidebar.

    Signals:
        chat_wanted(): the open chat is to be shown, with the focus in its message box.
        typed(text: str): text for the message box.
    """

    chat_wanted = Signal()
    typed = Signal(str)

    def __init__(
        self,
        conversations: ConversationListModel,
        rows: SidebarRows,
        exchange: ExchangeViewModel,
        pages: Sequence[Page],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self._conversations = conversations
        self._exchange = exchange
        self.collapse = IconButton("sidebar", self.tr("Hide the conversations (Ctrl+B)"), self)
        self.new_chat = QPushButton(self.tr("New chat"), self)
        self.temporary = IconButton(
            "temporary", self.tr("Temporary chat, never saved (Ctrl+Shift+N)"), self
        )
        self.more = IconButton("more", self.tr("More"), self)
        self.search = SearchField(self.tr("Search"), self.tr("Search the conversations"), self)
        self.list = ChatList(rows, conversations, exchange, self)
        self.pages = {page.label: QPushButton(_words(page.label), self) for page in pages}
        self._icons = {page.label: page.icon for page in pages}
        for page in pages:
            self.pages[page.label].setToolTip(f"{_words(page.help)} ({page.keys})")
        self._downloads = QLabel(self)
        self._download_bar = create_bar(self)
        self._empty = create_label(self, "muted", self.tr("No conversation holds these words."))
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

    def create_temporary(self) -> None:
        """Begin a chat that is never saved."""
        self._conversations.create(is_temporary=True)
        self.chat_wanted.emit()

    def _fill(self) -> None:
        self.new_chat.setToolTip(self.tr("New chat (Ctrl+N)"))
        menu = QMenu(self)
        menu.addAction(self.tr("New folder"), self.list.menus.create_folder)
        menu.addAction(self.tr("Import chats…"), partial(ask_and_import, self, self._exchange))
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
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
        begin = QHBoxLayout()
        begin.setSpacing(em(self, 0.2))
        begin.addWidget(self.new_chat, 1)
        begin.addWidget(self.temporary)
        begin.addWidget(self.more)
        column.addLayout(begin)
        column.addWidget(self.search)
        column.addWidget(self._empty)
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
        self.new_chat.clicked.connect(self._on_new_chat)
        self.temporary.clicked.connect(self.create_temporary)
        self.search.textChanged.connect(self._search_timer.start)
        self.search.installEventFilter(self)
        self.list.opened.connect(self.chat_wanted)
        self.list.typed.connect(self.typed)
        self._conversations.changed.connect(self._on_rows_changed)

    def _set_icons(self) -> None:
        size, ratio = em(self, 1.15), self.devicePixelRatioF()
        self.new_chat.setIconSize(QSize(size, size))
        self.new_chat.setIcon(create_icon("new-chat", self.palette(), size, ratio))
        for name, button in self.pages.items():
            button.setIconSize(QSize(size, size))
            button.setIcon(create_icon(self._icons[name], self.palette(), size, ratio))

    def _on_new_chat(self) -> None:
        self._conversations.create()
        self.chat_wanted.emit()

    def _on_search_due(self) -> None:
        self._search_timer.stop()
        self._conversations.set_search(self.search.text())

    def _on_rows_changed(self) -> None:
        is_empty = self._conversations.rowCount() == 0 and bool(self._conversations.search)
        self._empty.setVisible(is_empty)
        if not self._conversations.search and not self._search_timer.isActive():
            self.search.clear()  # a new chat ends the search

    def _search_key(self, event: QKeyEvent) -> bool:
        """Go from the field into the list; False for a key that is the field's own."""
        if event.key() not in (
            *(Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape),
        ):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.search.clear()
        self._on_search_due()
        if event.key() == Qt.Key.Key_Down:
            self.list.focus_first()
        elif event.key() == Qt.Key.Key_Escape:
            self.chat_wanted.emit()
        elif self.search.text().strip() and self._conversations.rowCount():
            self.list.focus_first()
            self.list.open_current()
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent):
            return event.type() == QEvent.Type.KeyPress and self._search_key(event)
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a text grew: it is not to be cut off
            self.setMinimumWidth(max(em(self, 12), self.minimumSizeHint().width()))
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._set_icons()

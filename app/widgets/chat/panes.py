"""The chat, and a second one beside it."""

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QToolButton, QVBoxLayout, QWidget

from app.viewmodels.chat.beside import BesideViewModel
from app.viewmodels.model_picker import ModelPickerViewModel
from app.widgets.chat.chat_page import ChatPage
from app.widgets.icons import IconButton
from app.widgets.markdown.browser import RunInBackground
from app.widgets.plain_widgets import ElidedLabel
from app.widgets.theme import em


class ChatPanes(QSplitter):
    """`page` is the open chat; the pane with `beside` is created when it is first opened.

    Signals:
        created(page: ChatPage): the page beside was created.
    """

    created = Signal(object)

    def __init__(
        self,
        beside: BesideViewModel,
        models: ModelPickerViewModel,
        run_in_background: RunInBackground,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._beside = beside
        self._models = models
        self._run = run_in_background
        self._pane: QFrame | None = None
        self.beside: ChatPage | None = None
        self.page = self._create_page(self)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(self.page)
        beside.changed.connect(self._on_changed)
        beside.chat.conversation_opened.connect(self._show_title)
        beside.chat.conversation_touched.connect(self._show_title)

    def may_close(self) -> bool:
        """Save what is unsaved; False if that fails and the user chose not to lose it."""
        if self.beside is None:
            self._beside.chat.close()  # it follows the engine, though nobody sees it
        return all(page.may_close() for page in (self.page, self.beside) if page is not None)

    def _create_page(self, parent: QWidget) -> ChatPage:
        chat = self._beside.main if self._pane is None else self._beside.chat
        page = ChatPage(chat, self._models, self._run, parent)
        page.submit = partial(self._beside.send, chat)
        return page

    def _create_pane(self) -> QFrame:
        pane = self._pane = QFrame(self)
        pane.setObjectName("besidePane")
        self.title = ElidedLabel(pane)
        self.both = QToolButton(pane)
        self.both.setText(self.tr("Ask both"))
        self.both.setToolTip(self.tr("Put each question to both chats, each with its own model"))
        self.both.setProperty("look", "chip")
        self.both.setCheckable(True)
        self.both.toggled.connect(self._beside.set_asks_both)
        self.close_button = IconButton("close", self.tr("Close this chat beside"), pane)
        self.close_button.clicked.connect(self._on_closed)
        row = QHBoxLayout()
        row.setContentsMargins(em(self, 1.2), em(self, 0.3), em(self, 0.6), em(self, 0.3))
        row.addWidget(self.title, 1)
        row.addWidget(self.both)
        row.addWidget(self.close_button)
        self.beside = self._create_page(pane)
        column = QVBoxLayout(pane)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.beside, 1)
        self.addWidget(pane)
        self.created.emit(self.beside)
        return pane

    def _on_changed(self) -> None:
        if self._pane is None and not self._beside.is_open:
            return
        pane = self._pane or self._create_pane()
        with QSignalBlocker(self.both):
            self.both.setChecked(self._beside.asks_both)
        opens = (self._beside.is_open and pane.isHidden()) or not self.sizes()[-1]
        pane.setVisible(self._beside.is_open)
        if opens:
            self.setSizes([self.width() // 2, self.width() // 2])
        self._show_title()

    def _show_title(self) -> None:
        if self._pane is not None:
            title = self._beside.chat.title or self.tr("New chat")
            self.title.set_text(self._beside.status or title)

    def _on_closed(self) -> None:
        self._beside.close()
        self.page.composer.take_focus()

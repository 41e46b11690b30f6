"""One repository: summary, terms to accept, and a card per model."""

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.library.repo_page import RepoPageViewModel, RepoState
from app.widgets.icons import IconButton
from app.widgets.library.quant_card import QuantCard
from app.widgets.library.state_panel import StatePanel
from app.widgets.plain_widgets import (
    ElidedLabel,
    create_area,
    create_label,
    create_selectable_label,
)
from app.widgets.theme import em

_ICONS = {RepoState.OFFLINE: "offline", RepoState.ERROR: "warning", RepoState.LOADING: ""}


class GateBox(QFrame):
    """Says which terms to accept and where; hidden if there are none.

    Signals:
        token_entered(token: str): a token was entered.
    """

    token_entered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("level", "warning")
        self._url = ""
        self.sentence = create_label(self)
        self.note = create_label(self, "small")
        self.token = QLineEdit(self)
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(self.tr("Access token (hf_…)"))
        self.token.setAccessibleName(self.tr("Access token of Hugging Face"))
        self.open_page = QPushButton(self.tr("Open its page"), self)
        self.use_token = QPushButton(self.tr("Use this token"), self)
        self.use_token.setEnabled(False)
        row = QHBoxLayout()
        row.setSpacing(em(self, 0.6))
        row.addWidget(self.open_page)
        row.addWidget(self.token, 1)
        row.addWidget(self.use_token)
        column = QVBoxLayout(self)
        column.setContentsMargins(em(self, 1.0), em(self, 0.8), em(self, 1.0), em(self, 0.8))
        column.setSpacing(em(self, 0.6))
        column.addWidget(self.sentence)
        column.addLayout(row)
        column.addWidget(self.note)
        self.open_page.clicked.connect(self._on_open_page)
        self.use_token.clicked.connect(self._on_use_token)
        self.token.returnPressed.connect(self._on_use_token)
        self.token.textChanged.connect(self._on_text_changed)

    def show_gate(self, sentence: str, url: str, note: str) -> None:
        """Show `sentence` about the page at `url`; hidden if it is empty."""
        self._url = url
        self.sentence.setText(sentence)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.open_page.setVisible(bool(url))
        self.setVisible(bool(sentence))

    def _on_open_page(self) -> None:
        QDesktopServices.openUrl(QUrl(self._url))

    def _on_use_token(self) -> None:
        token = self.token.text().strip()
        if token:
            self.token.clear()
            self.token_entered.emit(token)

    def _on_text_changed(self, text: str) -> None:
        self.use_token.setEnabled(bool(text.strip()))


class RepoView(QFrame):
    """Shows a RepoPageViewModel.

    Signals:
        back_pressed(): go back to the results.
        progress_pressed(): show the downloads.
        chat_pressed(): a model was chosen to chat with.
    """

    back_pressed = Signal()
    progress_pressed = Signal()
    chat_pressed = Signal()

    def __init__(self, repo: RepoPageViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("repoView")
        self._repo = repo
        self.cards: list[QuantCard] = []
        self._shown_repo = ""
        self.back = IconButton("chevron-left", self.tr("Back to the results (Esc)"), self)
        self.open_page = IconButton("open", self.tr("Open its page in the browser"), self)
        self._name = ElidedLabel(self)
        self._name.setProperty("look", "heading")
        self._author = ElidedLabel(self)
        self._summary = create_selectable_label(self)
        self._facts = create_selectable_label(self, "small")
        self.gate = GateBox(self)
        self.state = StatePanel(self)
        self._list = QVBoxLayout()
        self._stack = QStackedWidget(self)
        self._arrange()
        self.back.clicked.connect(self.back_pressed)
        self.open_page.clicked.connect(self._on_open_page)
        self.state.action_pressed.connect(repo.reload)
        self.gate.token_entered.connect(repo.save_token)
        repo.changed.connect(self._on_changed)
        repo.rows_changed.connect(self._on_rows_changed)
        self._on_changed()

    def _arrange(self) -> None:
        side = em(self, 1.2)
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self._name)
        names.addWidget(self._author)
        top = QHBoxLayout()
        top.setContentsMargins(em(self, 0.6), em(self, 0.8), side, em(self, 0.5))
        top.addWidget(self.back)
        top.addSpacing(em(self, 0.3))
        top.addLayout(names, 1)
        top.addWidget(self.open_page)
        self._list.setSpacing(em(self, 0.5))
        body = QWidget(self)
        body.setObjectName("libraryBody")
        column = QVBoxLayout(body)
        column.setContentsMargins(side, em(self, 0.2), side, side)
        column.setSpacing(em(self, 0.8))
        for widget in (self._summary, self._facts, self.gate):
            column.addWidget(widget)
        column.addLayout(self._list)
        column.addStretch()
        self._area = create_area(body, self)
        self._area.setObjectName("libraryArea")
        self._stack.addWidget(self._area)
        self._stack.addWidget(self.state)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)  # the line at the left
        outer.setSpacing(0)
        outer.addLayout(top)
        outer.addWidget(self._stack, 1)

    def _on_changed(self) -> None:
        repo = self._repo
        author, _, name = repo.repo_id.rpartition("/")
        self._name.set_text(name)
        self._author.set_text(self.tr("by {0}").format(author) if author else "")
        self._summary.setText(repo.summary)
        self._summary.setVisible(bool(repo.summary))
        self._facts.setText(repo.facts)
        self.open_page.setVisible(bool(repo.url))
        self.gate.show_gate(repo.gate, repo.url, repo.token_note)
        if repo.repo_id != self._shown_repo:
            self._shown_repo = repo.repo_id
            self._area.verticalScrollBar().setValue(0)
        if repo.message:
            can_retry = repo.state in (RepoState.OFFLINE, RepoState.ERROR)
            icon = _ICONS.get(repo.state, "info")
            self.state.show_state(icon, repo.message, self.tr("Try again") if can_retry else "")
        self._stack.setCurrentWidget(self.state if repo.message else self._area)

    def _on_rows_changed(self) -> None:
        rows = self._repo.rows
        while len(self.cards) > len(rows):
            gone = self.cards.pop()
            self._list.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self.cards) < len(rows):
            card = self._create_card(len(self.cards))
            self.cards.append(card)
            self._list.addWidget(card)
        can_download = not self._repo.gate
        for card, view in zip(self.cards, rows, strict=True):
            card.show_view(view, can_download=can_download)

    def _create_card(self, row: int) -> QuantCard:
        card = QuantCard(self._repo, row, self)
        card.chat_pressed.connect(self.chat_pressed)
        card.progress_pressed.connect(self.progress_pressed)
        return card

    def _on_open_page(self) -> None:
        QDesktopServices.openUrl(QUrl(self._repo.url))

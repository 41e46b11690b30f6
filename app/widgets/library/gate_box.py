"""The terms of a gated repository, and a field for the access token."""

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.plain_widgets import create_label
from app.widgets.theme import em


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

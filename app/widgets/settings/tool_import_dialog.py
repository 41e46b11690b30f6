"""The dialog that takes over the list of tool servers of another program."""

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.tools.tool_servers import ToolServersViewModel
from app.widgets.plain_widgets import TextField, create_label
from app.widgets.theme import em, resize_ems

_MAX_FILE_BYTES = 1_000_000


class ToolImportDialog(QDialog):
    """Pasted text or a file; it closes once all of it is kept."""

    def __init__(self, servers: ToolServersViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._servers = servers
        self.setWindowTitle(self.tr("Import tool servers"))
        self.text = TextField(self.tr("Servers as JSON"), self)
        self.text.setPlaceholderText('{"mcpServers": {…}}')
        self.problem = create_label(self, "danger")
        self.problem.hide()
        self.choose = QPushButton(self.tr("Open a file…"), self)
        self.take = QPushButton(self.tr("Import"), self)
        self.take.setProperty("look", "accent")
        self.take.setDefault(True)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.choose, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.ApplyRole)
        buttons.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        words = self.tr(
            "Paste the part “mcpServers” from the settings of another program, or from the page of "
            "a server. Nothing is started: the servers are added switched off."
        )
        column = QVBoxLayout(self)
        side = em(self, 1.4)
        column.setContentsMargins(side, side, side, side)
        column.setSpacing(em(self, 0.7))
        column.addWidget(create_label(self, "small", words))
        column.addWidget(self.text, 1)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        resize_ems(self, 42, 30)
        self._connect()
        self._on_edited()

    def _connect(self) -> None:
        self.text.textChanged.connect(self._on_edited)
        self.choose.clicked.connect(self._on_choose)
        self.take.clicked.connect(self._on_take)
        self.cancel.clicked.connect(self.reject)
        self._servers.imported.connect(self._on_imported)

    def _on_edited(self) -> None:
        self.take.setEnabled(bool(self.text.toPlainText().strip()))
        self.problem.hide()

    def _on_choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.windowTitle(), str(Path.home()), "*.json")
        if not name:
            return
        try:
            with Path(name).open("rb") as file:
                content = file.read(_MAX_FILE_BYTES)
        except OSError:
            words = self.tr("%1 cannot be read: check its permissions.")
            self._show_problem(words.replace("%1", Path(name).name))
            return
        self.text.setPlainText(content.decode(json.detect_encoding(content), errors="replace"))

    def _on_take(self) -> None:
        self.take.setEnabled(False)
        self._servers.read_in(self.text.toPlainText())

    def _on_imported(self, problem: str) -> None:
        if problem:
            self._show_problem(problem)
            self.take.setEnabled(True)
        else:
            self.accept()

    def _show_problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.show()

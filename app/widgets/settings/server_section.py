"""What the server says of itself below its switch, and a button for its address."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.viewmodels.server.server import ServerViewModel
from app.widgets.plain_widgets import create_selectable_label
from app.widgets.theme import em


class ServerSection(QWidget):
    """Shows a ServerViewModel; nothing while it is off."""

    def __init__(self, server: ServerViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._server = server
        self.status = create_selectable_label(self, "small")
        self.copy = QPushButton(self.tr("Copy the address"), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.5))
        column.addWidget(self.status)
        column.addWidget(self.copy)
        self.copy.clicked.connect(self._on_copy)
        server.changed.connect(self._on_changed)
        self._on_changed()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._server.address)

    def _on_changed(self) -> None:
        self.status.setText(self._server.status)
        self.status.setVisible(bool(self._server.status))
        self.copy.setVisible(bool(self._server.address))

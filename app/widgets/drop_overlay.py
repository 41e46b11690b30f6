"""The overlay that says what dropping a file does, and the file of a drop."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.widgets.theme import em


class DropOverlay(QLabel):
    """Says what dropping a file will do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dropOverlay")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_text(self, text: str) -> None:
        """Cover the window with `text`."""
        self.setText(text)
        margin = em(self, 2)
        self.setGeometry(self.window().rect().adjusted(margin, margin, -margin, -margin))
        self.raise_()
        self.show()


def dropped_model(event: QDropEvent) -> Path | None:
    """The first dragged GGUF file."""
    for url in event.mimeData().urls():
        path = Path(url.toLocalFile())
        if url.isLocalFile() and path.suffix.lower() == ".gguf":
            return path
    return None

"""The overlay that says what a drop does, and what was dropped."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QMimeDatabase, Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.viewmodels.formatting import plural
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


def local_files(data: QMimeData) -> list[Path]:
    """The files on this computer that `data` names."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def models_among(paths: Sequence[Path]) -> list[Path]:
    """The GGUF files among `paths`."""
    return [path for path in paths if path.suffix.lower() == ".gguf"]


def drop_hint(data: QMimeData) -> str:
    """What dropping `data` on the window does; "" if nothing."""
    paths = local_files(data)
    models = models_among(paths)
    if models:
        words = QCoreApplication.translate("Drop", "Drop to import %1")
        return words.replace("%1", models[0].name)
    if (paths and all(map(_is_picture, paths))) or (data.hasImage() and not data.hasText()):
        return QCoreApplication.translate("Drop", "Pictures cannot be attached")
    if len(paths) == 1:
        words = QCoreApplication.translate("Drop", "Drop to attach %1")
        return words.replace("%1", paths[0].name)
    if paths:
        return plural("Drop", "Drop to attach %n files", len(paths))
    if data.hasText():
        return QCoreApplication.translate("Drop", "Drop to insert the text")
    return ""


def _is_picture(path: Path) -> bool:
    """Whether the name is a picture's; SVG is text."""
    kind = QMimeDatabase().mimeTypeForFile(path.name, QMimeDatabase.MatchMode.MatchExtension)
    return kind.name().startswith("image/") and not kind.inherits("text/plain")

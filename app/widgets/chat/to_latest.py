"""The button that leads from an earlier place of a conversation to its end."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.widgets.icons import IconButton
from app.widgets.theme import em


class ToLatestButton(IconButton):
    """Floats above the bottom of its parent; hidden at first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("arrow-down", "", parent)
        self.set_description(self.tr("Jump to the latest message"))
        self.setProperty("look", "floating")
        self.hide()

    def place(self, room: QSize) -> None:
        """Take the place within `room`, above everything."""
        size = self.sizeHint()
        left = (room.width() - size.width()) // 2
        self.setGeometry(left, room.height() - size.height() - em(self, 0.8), *size.toTuple())
        self.raise_()

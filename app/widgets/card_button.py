"""A wide button whose words wrap."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from app.widgets.theme import em, gap

_TALL = 100_000
_FLAGS = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class CardButton(QPushButton):
    """As high as its text needs at its width."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("look", "card")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        room = QRect(0, 0, max(1, width - 2 * self._padding), _TALL)
        text = self.fontMetrics().boundingRect(room, int(_FLAGS), self.text())
        return text.height() + 2 * self._padding

    @property
    def _padding(self) -> int:
        return gap(self, 1.0) + 1

    def sizeHint(self) -> QSize:
        width = em(self, 24)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(em(self, 8), self.fontMetrics().height() + 2 * self._padding)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        inside = self.rect().adjusted(self._padding, 0, -self._padding, 0)
        painter.drawText(inside, int(_FLAGS), self.text())

"""Buttons whose words wrap: a wide one, and one as others are."""

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


class WrappingButton(QPushButton):
    """As wide as its words where there is room, else as high as its lines need."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def lines(self, width: int) -> list[str]:
        """The words, line by line, in a button of `width`."""
        measured = self.fontMetrics()
        room = width - (self.sizeHint().width() - measured.horizontalAdvance(self.text()))
        lines = [""]
        for word in self.text().split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and measured.horizontalAdvance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        more_lines = len(self.lines(width)) - 1
        return self.sizeHint().height() + more_lines * self.fontMetrics().lineSpacing()

    def minimumSizeHint(self) -> QSize:
        return QSize(em(self, 8), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self.lines(self.width()))
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

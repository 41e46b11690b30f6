"""A switch: a check box drawn as a track with a knob."""

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from app.widgets.theme import em


class Switch(QCheckBox):
    """On: filled, knob at the end with a line in the track. Off: hollow, knob at the start."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def hitButton(self, pos: QPoint) -> bool:  # noqa: N802 - Qt's name
        return self.rect().contains(pos)

    def sizeHint(self) -> QSize:
        return QSize(em(self, 2.5), em(self, 1.4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        height = float(em(self, 1.3))
        track = QRectF(1, (self.height() - height) / 2, em(self, 2.4) - 2, height)
        is_on = self.isChecked()
        edge = palette.color(role.Accent if is_on or self.hasFocus() else role.PlaceholderText)
        painter.setPen(QPen(edge, 2.0 if self.hasFocus() else 1.2))
        painter.setBrush(palette.color(role.Accent if is_on else role.Base))
        painter.drawRoundedRect(track, height / 2, height / 2)
        gap = height * 0.2
        side = height - 2 * gap
        is_at_right = is_on != self.isRightToLeft()
        left = track.right() - side - gap if is_at_right else track.left() + gap
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(role.HighlightedText if is_on else role.PlaceholderText))
        painter.drawEllipse(QRectF(left, track.top() + gap, side, side))
        if self.hasFocus() and is_on:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(role.Text), 1.2))
            painter.drawRoundedRect(track, height / 2, height / 2)

"""A short word in a colored pill. The color says no more than the word."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.viewmodels.library.verdicts import Tone
from app.widgets.colors import Colors, colors_of
from app.widgets.theme import em

_TINT = 0.14


def tone_color(colors: Colors, tone: Tone) -> QColor:
    """The color of a tone."""
    names = {
        "good": colors.good,
        "caution": colors.caution,
        "danger": colors.danger,
        "muted": colors.muted,
    }
    return QColor(names[tone])


def paint_pill(painter: QPainter, rect: QRectF, text: str, color: QColor) -> None:
    """Draw `text` in a pill of a pale `color`."""
    field = QColor(color)
    field.setAlphaF(_TINT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(field)
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
    painter.setPen(color)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


class Pill(QWidget):
    """As wide as its word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._tone: Tone = "muted"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def text(self) -> str:
        """The word."""
        return self._text

    def show_word(self, text: str, tone: Tone) -> None:
        """Show another word; "" hides the pill."""
        if (text, tone) == (self._text, self._tone):
            return
        self._text, self._tone = text, tone
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def _small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(max(1, em(self, 0.86)))
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._small_font())
        return QSize(metrics.horizontalAdvance(self._text) + em(self, 1.3), em(self, 1.6))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small_font())
        color = tone_color(colors_of(self.palette()), self._tone)
        paint_pill(painter, QRectF(self.rect()), self._text, color)

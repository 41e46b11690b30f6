"""A line chart of speed over time, with marks at recaptures."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from app.viewmodels.meter import RecaptureMark, Sample
from app.widgets.theme import em


class Sparkline(QWidget):
    """Draws the points given; marks differ by shape, not only by color."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples: Sequence[Sample] = ()
        self._marks: Sequence[RecaptureMark] = ()
        self.setAccessibleName(self.tr("Speed over time"))
        self.setToolTip(self.tr("Tokens per second; a red tick is a recapture"))

    @property
    def marks(self) -> Sequence[RecaptureMark]:
        """The recaptures shown."""
        return self._marks

    def set_history(self, samples: Sequence[Sample], marks: Sequence[RecaptureMark]) -> None:
        """Show `samples`, oldest first, and the `marks` within their time."""
        self._samples, self._marks = samples, marks
        count = sum(mark.count for mark in marks)
        self.setAccessibleDescription(
            self.tr("{0} recaptures in view. {1}").format(count, marks[-1].reason if marks else "")
        )
        self.update()

    def mark_at(self, x: float) -> RecaptureMark | None:
        """The mark nearest to `x` pixels, if close."""
        reach = em(self, 0.5)
        nearest = min(self._marks, key=lambda mark: abs(self._x(mark.time) - x), default=None)
        if nearest is None or abs(self._x(nearest.time) - x) > reach:
            return None
        return nearest

    def _span(self) -> tuple[float, float]:
        if not self._samples:
            return 0.0, 1.0
        first, last = self._samples[0].time, self._samples[-1].time
        return first, max(last, first + 5.0)

    def _x(self, time: float) -> float:
        first, last = self._span()
        return 1.0 + (time - first) / (last - first) * (self.width() - 2.0)

    def _line(self) -> list[QPointF]:
        top, bottom = 0.12 * self.height(), self.height() - 1.0
        highest = max((sample.tok_s for sample in self._samples), default=1.0) or 1.0
        return [
            QPointF(self._x(s.time), bottom - s.tok_s / highest * (bottom - top))
            for s in self._samples
        ]

    def sizeHint(self) -> QSize:
        return QSize(em(self, 14), em(self, 2.6))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            mark = self.mark_at(event.pos().x())
            if mark is not None:
                text = mark.reason if mark.count == 1 else f"{mark.count}\u00d7 {mark.reason}"
                QToolTip.showText(event.globalPos(), text, self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, height = self.palette(), float(self.height())
        painter.fillRect(
            QRectF(0, height - 1, self.width(), 1), palette.color(QPalette.ColorRole.Mid)
        )
        line = self._line()
        if len(line) > 1:
            accent = palette.color(QPalette.ColorRole.Accent)
            fill = QColor(accent)
            fill.setAlphaF(0.14)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            ends = [QPointF(line[-1].x(), height - 1), QPointF(line[0].x(), height - 1)]
            painter.drawPolygon(QPolygonF([*line, *ends]))
            painter.setPen(QPen(accent, 1.6))
            painter.drawPolyline(QPolygonF(line))
        self._paint_marks(painter)

    def _paint_marks(self, painter: QPainter) -> None:
        color = self.palette().color(QPalette.ColorRole.BrightText)
        size = em(self, 0.22)
        painter.setPen(QPen(color, 1.2))
        painter.setBrush(color)
        for x in sorted({round(self._x(mark.time)) for mark in self._marks}):
            painter.drawLine(QPointF(x, size), QPointF(x, self.height()))
            head = (QPointF(x - size, 0), QPointF(x + size, 0), QPointF(x, size * 1.8))
            painter.drawPolygon(QPolygonF(head))

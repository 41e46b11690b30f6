"""The speed over time: a line, the previous answer behind it, a tick for each recapture."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from app.viewmodels import formatting
from app.viewmodels.formatting import tool_tip
from app.viewmodels.meter import RecaptureMark, Sample
from app.widgets.theme import em

_LEAST_SECONDS = 5.0


class Sparkline(QWidget):
    """Draws the points given; marks differ by shape, not only by color."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples: Sequence[Sample] = ()
        self._ghost: Sequence[Sample] = ()
        self._marks: Sequence[RecaptureMark] = ()
        self._scale = 1.0
        self.setAccessibleName(self.tr("Speed over time"))

    @property
    def marks(self) -> Sequence[RecaptureMark]:
        """The recaptures shown."""
        return self._marks

    def set_history(
        self,
        samples: Sequence[Sample],
        marks: Sequence[RecaptureMark],
        ghost: Sequence[Sample],
        scale: float,
    ) -> None:
        """Show `samples`, oldest first, the `marks` within their time, and a `ghost` behind them.

        `scale` is the speed at the top.
        """
        self._samples, self._marks, self._ghost, self._scale = samples, marks, ghost, scale
        count = sum(mark.count for mark in marks)
        self.setAccessibleDescription(
            f"{formatting.recaptures(count)}. {marks[-1].reason if marks else ''}".strip()
        )
        self.setToolTip(
            self.tr("Tokens per second, up to {0}; behind it the previous answer").format(
                formatting.rate(scale)
            )
        )
        self.update()

    def mark_at(self, x: float) -> RecaptureMark | None:
        """The mark nearest to `x` pixels, if close."""
        reach = em(self, 0.5)
        nearest = min(self._marks, key=lambda mark: abs(self._x(mark.time) - x), default=None)
        if nearest is None or abs(self._x(nearest.time) - x) > reach:
            return None
        return nearest

    def describe(self, mark: RecaptureMark) -> str:
        """A mark in words: how many, why, and what they took."""
        parts = [mark.reason]
        if mark.count > 1:
            parts.insert(0, formatting.recaptures(mark.count))
        if mark.milliseconds is not None:
            parts.append(formatting.duration(mark.milliseconds))
        return " \N{MIDDLE DOT} ".join(parts)

    def _span(self) -> tuple[float, float]:
        first = self._samples[0].time if self._samples else 0.0
        ends = [line[-1].time for line in (self._samples, self._ghost) if line]
        return first, max((*ends, first + _LEAST_SECONDS))

    def _x(self, time: float) -> float:
        first, last = self._span()
        return 1.0 + (time - first) / (last - first) * (self.width() - 2.0)

    def _line(self, samples: Sequence[Sample]) -> list[QPointF]:
        top, bottom = 0.12 * self.height(), self.height() - 1.0
        return [
            QPointF(self._x(s.time), bottom - min(1.0, s.tok_s / self._scale) * (bottom - top))
            for s in samples
        ]

    def sizeHint(self) -> QSize:
        return QSize(em(self, 14), em(self, 1.6))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            mark = self.mark_at(event.pos().x())
            if mark is not None:
                QToolTip.showText(event.globalPos(), tool_tip(self.describe(mark)), self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role, height = self.palette(), QPalette.ColorRole, float(self.height())
        painter.fillRect(0, self.height() - 1, self.width(), 1, palette.color(role.Mid))
        ghost = self._line(self._ghost)
        if len(ghost) > 1:
            painter.setPen(QPen(palette.color(role.PlaceholderText), 1.0, Qt.PenStyle.DotLine))
            painter.drawPolyline(QPolygonF(ghost))
        line = self._line(self._samples)
        if len(line) > 1:
            accent = palette.color(role.Accent)
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

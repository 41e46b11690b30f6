"""The strip at the bottom: speed, its history, and the numbers of the replay meter."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.formatting import UNKNOWN
from app.viewmodels.meter import MeterViewModel, RecaptureMark, Sample
from app.widgets.plain_widgets import ElidedLabel
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


class MeterStrip(QFrame):
    """Shows a MeterViewModel; drops the last numbers when space is short."""

    def __init__(self, meter: MeterViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("meterStrip")
        self.setAccessibleName(self.tr("Replay meter"))
        self._meter = meter
        self._speed = QLabel(UNKNOWN, self)
        self._speed.setProperty("look", "meter")
        self._speed.setAccessibleName(self.tr("Speed now"))
        self._average = QLabel(self)
        self._average.setProperty("look", "small")
        self.sparkline = Sparkline(self)
        self._reason = ElidedLabel(self)
        self._gauge = ContextGauge(self)
        self.numbers: dict[str, Number] = {}
        self._arrange()
        meter.texts_changed.connect(self._on_texts_changed)
        meter.history_changed.connect(self._on_history_changed)
        self._on_texts_changed()
        self._on_history_changed()

    def _captions(self) -> tuple[tuple[str, str, str], ...]:
        """Field of MeterTexts, caption and explanation, most important first."""
        return (
            ("recaptures", self.tr("Recaptures"), self.tr("Steps that had to be captured again")),
            ("context", self.tr("Context"), self.tr("Tokens in the context, of its capacity")),
            ("accepted", self.tr("Drafts accepted"), self.tr("Drafted tokens that were right")),
            ("replays", self.tr("Replays"), self.tr("Captured steps that were replayed")),
            ("ttft", self.tr("First token"), self.tr("Time until the first token")),
            ("prompt_tok_s", self.tr("Prompt"), self.tr("Speed of reading the prompt")),
            ("captures", self.tr("Captures"), self.tr("Steps captured ahead of need")),
            ("eager", self.tr("Eager"), self.tr("Steps run without replay")),
            ("memory", self.tr("Memory"), self.tr("Memory used by the model")),
        )

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(em(self, 1.2), em(self, 0.55), em(self, 1.2), em(self, 0.55))
        row.setSpacing(em(self, 1.5))
        speed = QVBoxLayout()
        speed.setSpacing(0)
        speed.addWidget(self._speed)
        speed.addWidget(self._average)
        row.addLayout(speed)
        line = QVBoxLayout()
        line.setSpacing(em(self, 0.2))
        line.addWidget(self.sparkline, 1)
        line.addWidget(self._reason)
        row.addLayout(line, 1)
        for name, caption, explanation in self._captions():
            number = Number(caption, explanation, self)
            if name == "context":
                number.add_gauge(self._gauge)
            self.numbers[name] = number
            row.addWidget(number)
        self._speed.setMinimumWidth(em(self, 8.5))

    def _on_texts_changed(self) -> None:
        texts = self._meter.texts
        is_live = texts.tok_s_now != UNKNOWN
        self._speed.setText(texts.tok_s_now if is_live else texts.tok_s)
        known = texts.tok_s != UNKNOWN
        whole = self.tr("whole answer {0}").format(texts.tok_s)
        self._average.setText(whole if known else self.tr("no answer yet"))
        for name, number in self.numbers.items():
            number.set_value(getattr(texts, name))
        self._gauge.set_fraction(self._meter.context_fraction)
        self._reason.set_text(
            self.tr("Last recapture: {0}").format(texts.last_reason) if texts.last_reason else ""
        )

    def _on_history_changed(self) -> None:
        self.sparkline.set_history(self._meter.samples, self._meter.marks)

    def minimumSizeHint(self) -> QSize:
        return QSize(em(self, 20), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - em(self, 8.5 + 10 + 5)
        for number in self.numbers.values():
            room -= number.sizeHint().width() + em(self, 1.5)
            number.setVisible(room >= 0)


class Number(QWidget):
    """A caption with a value under it."""

    def __init__(self, caption: str, explanation: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = caption
        title = QLabel(caption, self)
        title.setProperty("look", "small")
        self._value = QLabel(UNKNOWN, self)
        self.setToolTip(explanation)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(em(self, 0.1))
        self._column.addWidget(title)
        self._column.addWidget(self._value)
        self._column.addStretch()
        self.set_value(UNKNOWN)

    @property
    def value(self) -> str:
        """The value shown."""
        return self._value.text()

    def set_value(self, text: str) -> None:
        """Show a value."""
        if text != self._value.text() or not self.accessibleName():
            self._value.setText(text)
            self.setAccessibleName(f"{self._caption}: {text}")

    def add_gauge(self, gauge: QWidget) -> None:
        """Put a gauge under the value."""
        self._column.insertWidget(2, gauge)


class ContextGauge(QWidget):
    """How full the context is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fraction: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Context used"))

    def set_fraction(self, fraction: float | None) -> None:
        """Set the fraction used, 0..1; None if unknown."""
        if fraction != self._fraction:
            self._fraction = fraction
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(em(self, 4), em(self, 0.35))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        role, radius = QPalette.ColorRole, self.height() / 2
        painter.setBrush(self.palette().color(role.Midlight))
        painter.drawRoundedRect(self.rect(), radius, radius)
        if self._fraction:
            is_nearly_full = self._fraction > 0.9
            painter.setBrush(
                self.palette().color(role.BrightText if is_nearly_full else role.Accent)
            )
            width = max(float(self.height()), self.width() * min(1.0, self._fraction))
            painter.drawRoundedRect(QRectF(0, 0, width, self.height()), radius, radius)

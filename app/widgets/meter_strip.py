"""The strip at the bottom: speed, its history, and the numbers of the replay meter."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.viewmodels.formatting import UNKNOWN
from app.viewmodels.meter import MeterViewModel
from app.widgets.elided_label import ElidedLabel
from app.widgets.sparkline import Sparkline
from app.widgets.theme import em


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

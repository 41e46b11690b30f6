"""The strip at the bottom: one line of the replay meter, which opens to all its numbers."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.formatting import UNKNOWN
from app.viewmodels.meter import Health, MeterViewModel
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import ElidedLabel
from app.widgets.sparkline import Sparkline
from app.widgets.theme import em

_LINE_EMS = 2.15
_ONLY_IF_KNOWN = ("experts", "expert_hits", "bus")  # of models that are larger than the GPU


class MeterStrip(QFrame):
    """Shows a MeterViewModel: speed, its history, the context and one mark for the health."""

    def __init__(self, meter: MeterViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("meterStrip")
        self.setAccessibleName(self.tr("Replay meter"))
        self._meter = meter
        self.health = HealthMark(self)
        self._speed = QLabel(UNKNOWN, self)
        self._speed.setProperty("look", "strong")
        self.sparkline = Sparkline(self)
        self._gauge = ContextGauge(self)
        self._context = QLabel(UNKNOWN, self)
        self._context.setProperty("look", "small")
        self.opener = IconButton("chevron-down", self.tr("Show all numbers"), self, size=1.0)
        self.details = MeterDetails(meter, self)
        self._arrange()
        self.opener.clicked.connect(self.toggle)
        meter.texts_changed.connect(self._on_texts_changed)
        meter.history_changed.connect(self._on_history_changed)
        self._on_texts_changed()
        self._on_history_changed()

    def toggle(self) -> None:
        """Show or hide the numbers."""
        is_open = self.details.isHidden()
        self.details.setVisible(is_open)
        self.opener.set_icon_name("close" if is_open else "chevron-down")
        self.opener.set_description(
            self.tr("Show one line") if is_open else self.tr("Show all numbers")
        )

    def _arrange(self) -> None:
        self._line = QWidget(self)
        self._line.setFixedHeight(em(self, _LINE_EMS))
        row = QHBoxLayout(self._line)
        row.setContentsMargins(em(self, 1.2), 0, em(self, 0.6), 0)
        row.setSpacing(em(self, 0.8))
        self._speed.setMinimumWidth(em(self, 6))
        self._gauge.setFixedWidth(em(self, 5))
        self._context.setToolTip(self.tr("Tokens in the context, of its capacity"))
        row.addWidget(self.health)
        row.addWidget(self._speed)
        row.addWidget(self.sparkline, 1)
        row.addWidget(self._gauge)
        row.addWidget(self._context)
        row.addWidget(self.opener)
        self.details.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._line)
        column.addWidget(self.details)

    def _on_texts_changed(self) -> None:
        texts = self._meter.texts
        is_live = texts.tok_s_now != UNKNOWN
        speed = texts.tok_s_now if is_live else texts.tok_s
        if speed != self._speed.text() or not self._speed.accessibleName():
            self._speed.setText(speed)
            self._speed.setAccessibleName(self.tr("Speed now: {0}").format(speed))
        self._context.setText(texts.context)
        self._context.setAccessibleName(self.tr("Context used: {0}").format(texts.context))
        self._gauge.set_fraction(self._meter.context_fraction)
        notes = (texts.health, texts.last_reason, texts.drafting)
        self.health.show_health(self._meter.health, "\n".join(note for note in notes if note))

    def _on_history_changed(self) -> None:
        meter = self._meter
        self.sparkline.set_history(meter.samples, meter.marks, meter.ghost, meter.scale)

    def minimumSizeHint(self) -> QSize:
        return QSize(em(self, 20), super().minimumSizeHint().height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._line.geometry().contains(
            event.position().toPoint()
        ):
            self.toggle()
        super().mouseReleaseEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._line.setFixedHeight(em(self, _LINE_EMS))


class MeterDetails(QWidget):
    """All numbers of a MeterViewModel; drops the last ones when space is short."""

    def __init__(self, meter: MeterViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._meter = meter
        self._average = QLabel(self)
        self._average.setProperty("look", "small")
        self._note = ElidedLabel(self)
        self.numbers = {
            name: Number(caption, explanation, self)
            for name, caption, explanation in self._captions()
        }
        side = em(self, 1.2)
        numbers = QHBoxLayout()
        numbers.setSpacing(em(self, 1.5))
        for number in self.numbers.values():
            numbers.addWidget(number)
        numbers.addStretch()
        notes = QHBoxLayout()
        notes.addWidget(self._average)
        notes.addSpacing(em(self, 1.0))
        notes.addWidget(self._note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(side, em(self, 0.4), side, em(self, 0.5))
        column.setSpacing(em(self, 0.3))
        column.addLayout(numbers)
        column.addLayout(notes)
        meter.texts_changed.connect(self._on_texts_changed)
        self._on_texts_changed()

    def _captions(self) -> tuple[tuple[str, str, str], ...]:
        """Field of MeterTexts, caption and explanation, most important first."""
        return (
            ("recaptures", self.tr("Recaptures"), self.tr("Steps that had to be captured again")),
            ("context", self.tr("Context"), self.tr("Tokens in the context, of its capacity")),
            ("accepted", self.tr("Drafts accepted"), self.tr("Drafted tokens that were right")),
            (
                "tokens_per_step",
                self.tr("Tokens per step"),
                self.tr("Tokens that each step gives while drafting"),
            ),
            (
                "gain",
                self.tr("Gain by drafting"),
                self.tr("How many times as fast as without drafts"),
            ),
            (
                "accepted_by_depth",
                self.tr("Accepted by depth"),
                self.tr("How often the first, second, third … draft of a step was right"),
            ),
            ("replays", self.tr("Replays"), self.tr("Captured steps that were replayed")),
            ("ttft", self.tr("First token"), self.tr("Time until the first token")),
            ("prompt_tok_s", self.tr("Prompt"), self.tr("Speed of reading the prompt")),
            (
                "experts",
                self.tr("Experts on the GPU"),
                self.tr("How many of the model's experts are in the GPU's memory"),
            ),
            (
                "expert_hits",
                self.tr("Expert hits"),
                self.tr("How often an expert that was needed was in the GPU's memory"),
            ),
            (
                "bus",
                self.tr("Over the bus"),
                self.tr("What the GPU read of the other experts from main memory"),
            ),
            ("captures", self.tr("Captures"), self.tr("Steps captured ahead of need")),
            ("eager", self.tr("Eager"), self.tr("Steps run without replay")),
            ("memory", self.tr("Memory"), self.tr("Memory used by the model")),
        )

    def _on_texts_changed(self) -> None:
        texts = self._meter.texts
        known = texts.tok_s != UNKNOWN
        whole = self.tr("whole answer {0}").format(texts.tok_s)
        self._average.setText(whole if known else self.tr("no answer yet"))
        for name, number in self.numbers.items():
            number.set_value(getattr(texts, name))
        reason = self.tr("Last recapture: {0}").format(texts.last_reason)
        self._note.set_text(reason if texts.last_reason else texts.drafting)
        self._show_fitting()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_fitting()

    def _show_fitting(self) -> None:
        """Show the numbers that there is room for, and that the model has."""
        room = self.width() - em(self, 2.4)
        for name, number in self.numbers.items():
            if name in _ONLY_IF_KNOWN and number.value == UNKNOWN:
                number.hide()
                continue
            room -= number.sizeHint().width() + em(self, 1.5)
            number.setVisible(room >= 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(em(self, 20), super().minimumSizeHint().height())


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


class HealthMark(QWidget):
    """A mark for how the steps run: a circle, a triangle or a square, each in its color."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._health = Health.IDLE
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_health(self, health: Health, text: str) -> None:
        """Show `health`; `text` says what it means."""
        if text != self.toolTip():
            self.setToolTip(text)
            self.setAccessibleName(text)
        if health is not self._health:
            self._health = health
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(em(self, 0.7), em(self, 0.7))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        role, area = QPalette.ColorRole, QRectF(self.rect())
        roles = {Health.IDLE: role.Mid, Health.REPLAYED: role.Accent}
        painter.setBrush(self.palette().color(roles.get(self._health, role.BrightText)))
        if self._health is Health.SLOWED:
            top = QPointF(area.center().x(), area.top())
            painter.drawPolygon(QPolygonF([top, area.bottomRight(), area.bottomLeft()]))
        elif self._health is Health.FAILED:
            painter.drawRect(area)
        else:
            painter.drawEllipse(area)

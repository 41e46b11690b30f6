"""One setting as a row: label, control, one line of help. Knows one option, not what it does."""

from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.chat.chat_settings import ChatSettingsViewModel
from app.viewmodels.settings import OptionView, SettingsViewModel
from app.widgets.plain_widgets import create_label
from app.widgets.theme import em

_TYPING_PAUSE_MS = 500


class Switch(QCheckBox):
    """On: filled, knob at the right with a line in the track. Off: hollow, knob at the left."""

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
        left = track.right() - side - gap if is_on else track.left() + gap
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(role.HighlightedText if is_on else role.PlaceholderText))
        painter.drawEllipse(QRectF(left, track.top() + gap, side, side))
        if self.hasFocus() and is_on:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(role.Text), 1.2))
            painter.drawRoundedRect(track, height / 2, height / 2)


class OptionEditor(QWidget):
    """Changes act at once; a value that is refused is explained under the control."""

    def __init__(
        self,
        option: OptionView,
        settings: SettingsViewModel | ChatSettingsViewModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.option = option
        self._settings = settings
        self.control = _create_control(option, self)
        self.control.setAccessibleName(option.label)
        self.control.setAccessibleDescription(option.help)
        self._problem = create_label(self, "danger")
        self._problem.hide()
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._timer.timeout.connect(self.commit)
        self._arrange()
        self._connect()
        self._show_value()
        settings.value_changed.connect(self._on_value_changed)
        settings.choices_changed.connect(self._on_choices_changed)

    def commit(self) -> None:
        """Set what the control shows."""
        self._timer.stop()
        value = self._shown
        if value == self._settings.value(self.option.name):
            return
        refusal = self._settings.set_value(self.option.name, value)
        self._problem.setText(refusal)
        self._problem.setVisible(bool(refusal))

    def add_below(self, widget: QWidget) -> None:
        """Put `widget` under the words about the setting."""
        self._column.addWidget(widget)

    def _arrange(self) -> None:
        label = create_label(self, text=self.option.label)
        label.setBuddy(self.control)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.25))
        if self.option.kind == "text":
            column.addWidget(label)
            column.addWidget(self.control)
        else:
            row = QHBoxLayout()
            row.addWidget(label, 1)
            row.addWidget(self.control, 0, Qt.AlignmentFlag.AlignRight)
            column.addLayout(row)
        notes = [self.option.help]
        if self.option.needs_reload:
            notes.append(self.tr("Takes effect when the model is loaded again."))
        column.addWidget(create_label(self, "small", " ".join(note for note in notes if note)))
        column.addWidget(self._problem)

    def _connect(self) -> None:
        match self.control:
            case Switch():
                self.control.toggled.connect(self.commit)
            case QComboBox():
                self.control.activated.connect(self.commit)
            case QSpinBox() | QDoubleSpinBox():
                self.control.valueChanged.connect(self._timer.start)
                self.control.editingFinished.connect(self.commit)
            case QLineEdit():
                self.control.textEdited.connect(self._timer.start)
                self.control.editingFinished.connect(self.commit)
            case QPlainTextEdit():
                self.control.textChanged.connect(self._timer.start)

    def _on_value_changed(self, name: str) -> None:
        if name == self.option.name:
            self._show_value()

    def _on_choices_changed(self, name: str) -> None:
        if name == self.option.name and isinstance(self.control, QComboBox):
            _fill(self.control, self._settings.choices(name))
            self._show_value()

    @property
    def _shown(self) -> Any:
        """The value that the control shows."""
        if isinstance(self.control, QComboBox):
            return self.control.currentData()
        return self.control.metaObject().userProperty().read(self.control)

    def _show_value(self) -> None:
        value = self._settings.value(self.option.name)
        if self._shown != value:
            self.control.blockSignals(True)
            if isinstance(self.control, QComboBox):
                self.control.setCurrentIndex(self.control.findData(value))
            else:
                self.control.metaObject().userProperty().write(self.control, value)
            self.control.blockSignals(False)
            self.control.update()
        self._problem.hide()


def _create_control(option: OptionView, parent: QWidget) -> QWidget:
    match option.kind:
        case "bool":
            return Switch(parent)
        case "choice":
            combo = QComboBox(parent)
            combo.view().setAccessibleName(option.label)
            combo.installEventFilter(_WheelGuard(combo))
            _fill(combo, option.choices)
            return combo
        case "int" | "float":
            return _create_spin(option, parent)
        case _ if option.is_multiline:
            text = QPlainTextEdit(parent)
            text.setProperty("look", "field")
            text.setTabChangesFocus(True)
            text.setFixedHeight(em(parent, 7))
            return text
        case _:
            return QLineEdit(parent)


def _fill(combo: QComboBox, choices: tuple[tuple[str, str], ...]) -> None:
    combo.clear()
    for value, label in choices:
        combo.addItem(label, value)


def _create_spin(option: OptionView, parent: QWidget) -> QSpinBox | QDoubleSpinBox:
    spin: QSpinBox | QDoubleSpinBox
    low, high = option.minimum or 0, option.maximum if option.maximum is not None else 10**6
    if option.kind == "int":
        spin = QSpinBox(parent)
        spin.setRange(int(low), int(high))
        spin.setSingleStep(int(option.step))
    else:
        spin = QDoubleSpinBox(parent)
        spin.setDecimals(option.decimals)
        spin.setRange(low, high)
        spin.setSingleStep(option.step)
    spin.setSpecialValueText(option.automatic)
    spin.setMinimumWidth(em(parent, 7.5))
    spin.setGroupSeparatorShown(True)
    spin.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    spin.lineEdit().setAccessibleName(option.label)
    spin.lineEdit().setTextMargins(em(parent, 0.4), 0, 0, 0)
    spin.installEventFilter(_WheelGuard(spin))
    return spin


class _WheelGuard(QObject):
    """Scrolling the panel must not change a value the pointer happens to pass over."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_wheel = event.type() == QEvent.Type.Wheel
        if is_wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

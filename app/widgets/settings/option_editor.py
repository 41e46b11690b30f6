"""One setting as a row: label, control, one line of help. Knows one option, not what it does."""

from typing import Any, Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.settings import OptionView, SettingsViewModel
from app.widgets.settings.switch import Switch
from app.widgets.theme import em

_TYPING_PAUSE_MS = 500


class _Control(Protocol):
    """What every control can do, whatever it is made of."""

    def get(self) -> Any: ...
    def put(self, value: Any) -> None: ...


class OptionEditor(QWidget):
    """Changes act at once; a value that is refused is explained under the control."""

    def __init__(
        self, option: OptionView, settings: SettingsViewModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._option = option
        self._settings = settings
        self._control, self.control = _create_control(option, self)
        self.control.setAccessibleName(option.label)
        self.control.setAccessibleDescription(option.help)
        self._problem = QLabel(self)
        self._problem.setWordWrap(True)
        self._problem.setProperty("look", "danger")
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
        value = self._control.get()
        if value == self._settings.value(self._option.name):
            return
        refusal = self._settings.set_value(self._option.name, value)
        self._problem.setText(refusal)
        self._problem.setVisible(bool(refusal))

    def _arrange(self) -> None:
        label = QLabel(self._option.label, self)
        label.setBuddy(self.control)
        label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.25))
        if self._option.kind == "text":
            column.addWidget(label)
            column.addWidget(self.control)
        else:
            row = QHBoxLayout()
            row.addWidget(label, 1)
            row.addWidget(self.control, 0, Qt.AlignmentFlag.AlignRight)
            column.addLayout(row)
        notes = [self._option.help]
        if self._option.needs_reload:
            notes.append(self.tr("Takes effect when the model is loaded again."))
        text = QLabel(" ".join(note for note in notes if note), self)
        text.setProperty("look", "small")
        text.setWordWrap(True)
        column.addWidget(text)
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
        if name == self._option.name:
            self._show_value()

    def _on_choices_changed(self, name: str) -> None:
        if name == self._option.name and isinstance(self._control, _ComboControl):
            self._control.fill(self._settings.choices(name))
            self._show_value()

    def _show_value(self) -> None:
        value = self._settings.value(self._option.name)
        if self._control.get() != value:
            self.control.blockSignals(True)
            self._control.put(value)
            self.control.blockSignals(False)
            self.control.update()
        self._problem.hide()


def _create_control(option: OptionView, parent: QWidget) -> tuple[_Control, QWidget]:
    match option.kind:
        case "bool":
            switch = Switch(parent)
            return _SwitchControl(switch), switch
        case "choice":
            combo = QComboBox(parent)
            combo.view().setAccessibleName(option.label)
            combo.installEventFilter(_WheelGuard(combo))
            choice = _ComboControl(combo)
            choice.fill(option.choices)
            return choice, combo
        case "int" | "float":
            spin = _create_spin(option, parent)
            return _SpinControl(spin), spin
        case _ if option.is_multiline:
            text = QPlainTextEdit(parent)
            text.setProperty("look", "field")
            text.setTabChangesFocus(True)
            text.setFixedHeight(em(parent, 7))
            return _TextControl(text), text
        case _:
            line = QLineEdit(parent)
            return _LineControl(line), line


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


class _SwitchControl:
    def __init__(self, switch: Switch) -> None:
        self._switch = switch

    def get(self) -> bool:
        return self._switch.isChecked()

    def put(self, value: bool) -> None:  # noqa: FBT001 - the shape all controls share
        self._switch.setChecked(value)


class _ComboControl:
    def __init__(self, combo: QComboBox) -> None:
        self._combo = combo

    def fill(self, choices: tuple[tuple[str, str], ...]) -> None:
        self._combo.clear()
        for value, label in choices:
            self._combo.addItem(label, value)

    def get(self) -> Any:
        return self._combo.currentData()

    def put(self, value: Any) -> None:
        self._combo.setCurrentIndex(self._combo.findData(value))


class _SpinControl:
    def __init__(self, spin: QSpinBox | QDoubleSpinBox) -> None:
        self._spin = spin

    def get(self) -> float:
        return self._spin.value()

    def put(self, value: float) -> None:
        if isinstance(self._spin, QSpinBox):
            self._spin.setValue(int(value))
        else:
            self._spin.setValue(value)


class _LineControl:
    def __init__(self, line: QLineEdit) -> None:
        self._line = line

    def get(self) -> str:
        return self._line.text()

    def put(self, value: str) -> None:
        self._line.setText(value)


class _TextControl:
    def __init__(self, text: QPlainTextEdit) -> None:
        self._text = text

    def get(self) -> str:
        return self._text.toPlainText()

    def put(self, value: str) -> None:
        self._text.setPlainText(value)

"""The control that fits an option: a switch, a list, a number, a slider, a text."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSlider,
    QSpinBox,
    QWidget,
)

from app.viewmodels.settings import OptionView
from app.widgets.plain_widgets import TextField, create_combo, keep_from_wheel
from app.widgets.settings.switch import Switch
from app.widgets.theme import em

_WIDEST_LIST_EMS = 40


def create_control(option: OptionView, parent: QWidget) -> QWidget:
    """The control that shows and changes the value of `option`; its user property is the value."""
    match option.kind:
        case "bool":
            return Switch(parent)
        case "choice":
            return _create_combo(option, parent)
        case "int" | "float":
            return _create_spin(option, parent)
        case _ if option.is_multiline:
            text = TextField(option.label, parent)
            text.setFixedHeight(em(parent, 7))
            return text
        case _:
            return QLineEdit(parent)


def fill_combo(combo: QComboBox, choices: tuple[tuple[str, str], ...]) -> None:
    """Let `combo` offer values, each by its label, which is whole in the open list."""
    combo.clear()
    for value, label in choices:
        combo.addItem(label, value)
    view = combo.view()
    view.ensurePolished()
    longest = view.sizeHintForColumn(0) + view.verticalScrollBar().sizeHint().width()
    view.setMinimumWidth(min(longest, em(combo, _WIDEST_LIST_EMS)))


def _create_combo(option: OptionView, parent: QWidget) -> QComboBox:
    combo = create_combo(parent, option.label)
    # The longest choice, the name of a model say, must not widen the panel.
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    longest = max((len(label) for _, label in option.choices), default=0)
    combo.setMinimumContentsLength(min(12, longest))
    fill_combo(combo, option.choices)
    return combo


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
    spin.setGroupSeparatorShown(option.is_grouped)
    spin.lineEdit().setAccessibleName(option.label)
    spin.lineEdit().setTextMargins(em(parent, 0.4), 0, 0, 0)
    keep_from_wheel(spin)
    return spin


class ValueSlider(QSlider):
    """Moves the number of `spin` through the part of its range that is felt."""

    def __init__(
        self, option: OptionView, spin: QSpinBox | QDoubleSpinBox, parent: QWidget
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        assert option.slider is not None
        self._spin = spin
        self._low, high = option.slider
        self._step = option.step
        self.setRange(0, round((high - self._low) / self._step))
        self.setPageStep(max(1, self.maximum() // 10))
        self.setAccessibleName(self.tr("{0}, slider").format(option.label))
        keep_from_wheel(self)
        self.valueChanged.connect(self._on_moved)
        spin.valueChanged.connect(self.show_number)
        self.show_number()

    def show_number(self) -> None:
        """Stand where the number is; at an end where it is beyond."""
        self.blockSignals(True)
        self.setValue(round((self._spin.value() - self._low) / self._step))
        self.blockSignals(False)

    def _on_moved(self, steps: int) -> None:
        number = self._low + steps * self._step
        if isinstance(self._spin, QSpinBox):
            self._spin.setValue(round(number))
        else:
            self._spin.setValue(number)

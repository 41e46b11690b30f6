"""The control for one setting of one configuration, and what it shows."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QSpinBox, QWidget

from app.viewmodels.settings import OptionView
from app.widgets import plain_widgets
from app.widgets.theme import em

OnSet = Callable[[Any], None]


def create_check(parent: QWidget, on_set: OnSet) -> QCheckBox:
    """A box for on and off."""
    check = QCheckBox(parent)
    check.toggled.connect(on_set)
    return check


def create_combo(
    parent: QWidget, choices: tuple[tuple[str, str], ...], on_set: OnSet, num_shown: int = 8
) -> QComboBox:
    """A choice of values, each with its label; there is room for `num_shown` wide characters."""
    combo = plain_widgets.create_combo(parent, "")
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(num_shown)
    for value, label in choices:
        combo.addItem(label, value)
    combo.activated.connect(lambda at: on_set(combo.itemData(at)))
    return combo


def create_spin(
    parent: QWidget, low: int, high: int, step: int, on_set: OnSet, automatic: str = ""
) -> QSpinBox:
    """A whole number; `automatic` is what the lowest one means."""
    spin = QSpinBox(parent)
    spin.setRange(low, high)
    spin.setSingleStep(step)
    spin.setSpecialValueText(automatic)
    spin.setKeyboardTracking(False)
    spin.valueChanged.connect(on_set)
    _finish(spin)
    return spin


def create_control(option: OptionView, parent: QWidget, on_set: OnSet) -> QWidget:
    """The control for a setting."""
    if option.kind == "bool":
        return create_check(parent, on_set)
    if option.kind == "choice":
        return create_combo(parent, option.choices, on_set)
    low, high = option.minimum or 0, option.maximum if option.maximum is not None else 10**6
    if option.kind == "int":
        return create_spin(parent, int(low), int(high), int(option.step), on_set, option.automatic)
    spin = QDoubleSpinBox(parent)
    spin.setDecimals(option.decimals)
    spin.setRange(low, high)
    spin.setSingleStep(option.step)
    spin.setKeyboardTracking(False)
    spin.valueChanged.connect(on_set)
    _finish(spin)
    return spin


def show_value(control: QWidget, value: Any) -> None:
    """Have a control show a value, without telling anybody."""
    was_blocked = control.blockSignals(True)
    if isinstance(control, QComboBox):
        if control.findData(value) < 0:
            control.addItem(str(value), value)
        control.setCurrentIndex(control.findData(value))
    else:
        control.metaObject().userProperty().write(control, value)
    control.blockSignals(was_blocked)


def name_control(control: QWidget, name: str) -> None:
    """Set the name that a screen reader says."""
    control.setAccessibleName(name)
    if isinstance(control, QComboBox):
        plain_widgets.call_combo(control, name)
    if isinstance(control, QSpinBox | QDoubleSpinBox):
        control.lineEdit().setAccessibleName(name)


def _finish(spin: QSpinBox | QDoubleSpinBox) -> None:
    spin.lineEdit().setTextMargins(em(spin, 0.4), 0, 0, 0)
    spin.setGroupSeparatorShown(True)
    plain_widgets.keep_from_wheel(spin)

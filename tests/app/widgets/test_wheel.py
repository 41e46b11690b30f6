"""The wheel scrolls, and never changes a value that the pointer passes over."""

from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QSlider, QWidget
from pytestqt.qtbot import QtBot

from app.main import Parts
from tests.app.widgets.test_accessibility import dialogs, pages


def turn_wheel(control: QWidget, notches: int) -> None:
    at = QPointF(control.rect().center())
    none = (Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase)
    turn = QPoint(0, 120 * notches)
    wheel = QWheelEvent(at, control.mapToGlobal(at), QPoint(), turn, *none, False)
    QApplication.sendEvent(control, wheel)


def value_of(control: QWidget) -> Any:
    return control.metaObject().userProperty().read(control)


def changed_by_wheel(root: QWidget) -> list[str]:
    """The controls in view that the wheel changes, focused as it comes to them."""
    kinds = (QComboBox, QAbstractSpinBox, QSlider)
    found = []
    for control in root.findChildren(QWidget):
        if isinstance(control, kinds) and control.isVisible() and control.isEnabled():
            control.setFocus(Qt.FocusReason.MouseFocusReason)
            before = value_of(control)
            for notches in (-1, 1, 1):
                turn_wheel(control, notches)
                if value_of(control) != before:
                    found.append(control.accessibleName() or type(control).__name__)
                    break
    return found


def test_the_wheel_changes_no_value_anywhere(qtbot: QtBot, parts: Parts) -> None:
    found = []
    for page in pages(parts):
        QApplication.processEvents()
        found += changed_by_wheel(page)
    for dialog in dialogs(parts):
        dialog.show()
        QApplication.processEvents()
        found += changed_by_wheel(dialog)
        dialog.close()
    assert not sorted(set(found))

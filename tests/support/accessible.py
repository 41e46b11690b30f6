"""What a person without a mouse or a screen needs of a page or dialog."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

CONTROLS = (
    QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit,
    QAbstractItemView, QAbstractSlider, QTabBar,
)  # fmt: skip
# What Qt makes a control of; a field's own buttons have keys in it.
PARTS_OF = (QComboBox, QAbstractSpinBox, QLineEdit)


def problems(root: QWidget) -> list[str]:
    """Controls shown in `root` that have no name to be said, or that Tab does not come to."""
    return [*_nameless(root), *_unreachable(root)]


def _controls(root: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in root.findChildren(QWidget)
        if isinstance(widget, CONTROLS)
        and not isinstance(widget, QScrollBar)
        and not isinstance(widget.parent(), PARTS_OF)
        and not widget.objectName().startswith("qt_")
        and widget.isVisible()
        and widget.window() is root.window()
    ]


def _nameless(root: QWidget) -> list[str]:
    bars = [bar for bar in root.findChildren(QProgressBar) if bar.isVisible()]
    return [
        f"no name: {_describe(widget)}"
        for widget in (*_controls(root), *bars)
        if not _spoken(widget).strip()
    ]


def _spoken(widget: QWidget) -> str:
    """What a screen reader calls it. For a list to choose from Qt has its value on Linux."""
    face = QAccessible.queryAccessibleInterface(widget)
    if not isinstance(widget, QComboBox):
        return face.text(QAccessible.Text.Name)
    labels = (other for other, kind in face.relations() if kind == QAccessible.RelationFlag.Label)
    return " ".join(label.text(QAccessible.Text.Name) for label in labels)


def _unreachable(root: QWidget) -> list[str]:
    reached, at = set[QWidget](), root.nextInFocusChain()
    while at is not root:
        reached.add(at)
        at = at.nextInFocusChain()
    return [
        f"not reached by Tab: {_describe(widget)}"
        for widget in _controls(root)
        if widget.isEnabled() and not _is_in_chain(widget, reached)
    ]


def _is_in_chain(widget: QWidget, reached: set[QWidget]) -> bool:
    """Whether Tab comes to it, or to the field whose keys act on it."""
    target = widget.focusProxy() or widget
    return target in reached and bool(target.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _describe(widget: QWidget) -> str:
    names, at = [], widget
    while at is not None and len(names) < 4:
        names.append(type(at).__name__)
        at = at.parentWidget()
    return f"{widget.accessibleName()!r}, {' in '.join(names)}"

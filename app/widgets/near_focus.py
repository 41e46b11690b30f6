"""A window in which Tab goes as one reads, and the focus stays close to a control that goes."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QMainWindow,
    QScrollArea,
    QWidget,
)

from app.widgets.reading_order import controls_around
from app.widgets.theme import em

_MARGIN_EMS = 2.0  # between what is scrolled to and the edge


class NearFocusWindow(QMainWindow):
    """Moves the focus by where controls are, not by when they were made.

    Of a control that is hidden or disabled it goes to a neighbor. Qt would give it to the next one
    of the window, and after the last one to the first: a button in a corner that has nothing to do
    with it. By Tab it goes as the window is read: what is made late, a message or a page, would
    come after everything else.
    """

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001, N802 - Qt's signature
        # PySide makes what a widget's own `focusWidget` returns that widget's child in Python.
        focused: QWidget | None = QApplication.focusWidget() or self.focusWidget()
        if focused is None:
            return super().focusNextPrevChild(next)
        if not (focused.isVisible() and focused.isEnabled()):
            target, reason = _neighbor(focused), Qt.FocusReason.OtherFocusReason
        else:
            target = _following(focused, is_after=next)
            reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        if target is None:
            return super().focusNextPrevChild(next)
        target.setFocus(reason)
        _reveal(target)
        return True


def _following(focused: QWidget, *, is_after: bool) -> QWidget | None:
    """The control after `focused`, or before it; None where the system's Tab skips buttons."""
    if QGuiApplication.styleHints().tabFocusBehavior() != Qt.TabFocusBehavior.TabFocusAllControls:
        return None
    before, after = controls_around(focused.window(), focused)
    around = [*after, *before]
    return around[0 if is_after else -1] if around else None


def _neighbor(gone: QWidget) -> QWidget | None:
    """The next control within the smallest surroundings that have one, else the last before."""
    window = gone.window()
    before, after = controls_around(window, gone)
    around = gone.parentWidget()
    while around is not None and around is not window:
        for widget in (*after, *reversed(before)):
            if around.isAncestorOf(widget):
                return widget
        around = around.parentWidget()
    return None


def _reveal(control: QWidget) -> None:
    """Scroll until `control` is in sight; Qt does so only within the area that had the focus."""
    around = control.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(control)
        elif isinstance(around, QAbstractScrollArea) and control.visibleRegion().isEmpty():
            _scroll_to(around, control)
        around = around.parentWidget()


def _scroll_to(area: QAbstractScrollArea, control: QWidget) -> None:
    height, margin = area.viewport().height(), em(area, _MARGIN_EMS)
    top = control.mapTo(area.viewport(), control.rect().topLeft()).y()
    bottom = top + control.height()
    step = top - margin if top < 0 or bottom - top > height else bottom + margin - height
    bar = area.verticalScrollBar()
    bar.setSliderPosition(bar.value() + step)  # as a person would: the end is not followed

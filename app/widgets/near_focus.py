"""A window in which the focus stays close to a control that is hidden or disabled."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget


class NearFocusWindow(QMainWindow):
    """Gives the focus of a control that goes to its neighbor.

    Qt would give it to the next one of the window, and after the last one to the first: a button
    in a corner that has nothing to do with it.
    """

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001, N802 - Qt's signature
        # PySide makes what a widget's own `focusWidget` returns that widget's child in Python.
        gone: QWidget | None = QApplication.focusWidget() or self.focusWidget()
        if gone is not None and not _can_be_used(gone):
            near = _neighbor(gone)
            if near is not None:
                near.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return super().focusNextPrevChild(next)


def _neighbor(gone: QWidget) -> QWidget | None:
    """The next control within the smallest surroundings that have one, else the last before."""
    window = gone.window()
    order = [widget for widget in _chain(gone) if widget is window or _takes_tab(widget)]
    begin = order.index(window) if window in order else len(order)
    around = gone.parentWidget()
    while around is not None and around is not window:
        for widget in (*order[:begin], *reversed(order[begin + 1 :])):
            if around.isAncestorOf(widget):
                return widget
        around = around.parentWidget()
    return None


def _chain(begin: QWidget) -> Iterator[QWidget]:
    """The widgets of the window in the order of Tab, from the one after `begin` around to it."""
    widget = begin.nextInFocusChain()
    while widget is not None and widget is not begin:
        yield widget
        widget = widget.nextInFocusChain()


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and _can_be_used(widget)


def _can_be_used(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled()

"""The controls of a window as they are read, whenever they were made."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget


def controls_around(window: QWidget, place: QWidget) -> tuple[list[QWidget], list[QWidget]]:
    """What Tab comes to in `window`: what stands before `place`, and what after it."""
    order = list(_controls(window, place))
    if place not in order:
        return [], []
    at = order.index(place)
    return order[:at], order[at + 1 :]


def _controls(around: QWidget, place: QWidget) -> Iterator[QWidget]:
    """`place` and what Tab comes to in `around`, row by row and within a row as one writes."""
    # PySide makes what `nextInFocusChain` returns a child of the one before, and forgets it when
    # that goes. Of these it is a child already.
    children = around.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for row in _rows([child for child in children if _counts(child, place)]):
        is_mirrored = around.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for child in sorted(row, key=lambda one: one.x(), reverse=is_mirrored):
            if child is place or _takes_tab(child):
                yield child
            yield from _controls(child, place)


def _counts(child: QWidget, place: QWidget) -> bool:
    """Whether `child` is shown, or has to do with a `place` that may be hidden."""
    is_shown = child.isVisible() or child is place or child.isAncestorOf(place)
    return is_shown and not child.isWindow()


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    # Who passes the focus on is no place of its own.
    return takes and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None


def _rows(widgets: list[QWidget]) -> list[list[QWidget]]:
    """Widgets that stand beside each other together, from the top down."""
    rows: list[list[QWidget]] = []
    for widget in sorted(widgets, key=lambda one: one.y()):
        if rows and _is_beside(rows[-1][0].geometry(), widget.geometry()):
            rows[-1].append(widget)
        else:
            rows.append([widget])
    return rows


def _is_beside(one: QRect, other: QRect) -> bool:
    """Whether the one that is less high shares most of its height."""
    shared = min(one.bottom(), other.bottom()) - max(one.top(), other.top()) + 1
    return 2 * shared > min(one.height(), other.height())

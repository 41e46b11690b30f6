"""A layout that places widgets in lines, as words in a text."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


class FlowLayout(QLayout):
    """As many in a line as fit; from the right where text runs so, or with `is_at_end`."""

    def __init__(self, parent: QWidget, spacing: int, *, is_at_end: bool = False) -> None:
        super().__init__(parent)
        self._parent = parent
        self._items: list[QLayoutItem] = []
        self._is_at_end = is_at_end
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def _arrange(self, rect: QRect, *, is_placing: bool) -> int:
        """Place the widgets within `rect`; returns the height they need."""
        direction = Qt.LayoutDirection.LeftToRight
        if (self._parent.layoutDirection() != direction) != self._is_at_end:
            direction = Qt.LayoutDirection.RightToLeft
        x = y = line_height = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(rect.width(), item.sizeHint().height()))
            if x and x + size.width() > rect.width():
                x, y, line_height = 0, y + line_height + self.spacing(), 0
            if is_placing:
                place = QRect(rect.topLeft() + QPoint(x, y), size)
                item.setGeometry(QStyle.visualRect(direction, rect, place))
            x += size.width() + self.spacing()
            line_height = max(line_height, size.height())
        return y + line_height

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        return self._arrange(QRect(0, 0, width, 0), is_placing=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt's name
        super().setGeometry(rect)
        self._arrange(rect, is_placing=True)

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        heights = [item.sizeHint().height() for item in self._items if not item.isEmpty()]
        return QSize(0, max(heights, default=0))

    def sizeHint(self) -> QSize:
        return self.minimumSize()

"""A layout that places widgets in lines, as words in a text."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


class FlowLayout(QLayout):
    """As many in a line as fit; from the right where text runs so.

    With `is_at_right` each line ends at the right, with `is_centered` it stands in the middle.
    """

    def __init__(
        self,
        parent: QWidget,
        spacing: int,
        *,
        is_at_right: bool = False,
        is_centered: bool = False,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._items: list[QLayoutItem] = []
        self._ends: int | None = None
        self._is_at_right = is_at_right
        self._is_centered = is_centered
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def add_stretch(self) -> None:
        """Let what is added from now on end its line, where it shares one with what was before."""
        self._ends = len(self._items)

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        x = 0
        for item in self._items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            size = QSize(min(hint.width(), width), hint.height())
            if not lines or x + size.width() > width:
                lines.append([])
                x = 0
            lines[-1].append((item, size))
            x += size.width() + self.spacing()
        return lines

    def _place(self, rect: QRect) -> None:
        direction, y = self._parent.layoutDirection(), 0
        for line in self._lines(rect.width()):
            used = sum(size.width() + self.spacing() for _, size in line) - self.spacing()
            height = max(size.height() for _, size in line)
            x = (rect.width() - used) // 2 if self._is_centered else 0
            if self._is_at_right:
                direction, x = Qt.LayoutDirection.LeftToRight, rect.width() - used
            for number, (item, size) in enumerate(line):
                if number and self._ends is not None and item is self._items[self._ends]:
                    x += rect.width() - used
                above = (height - size.height()) // 2
                place = QRect(rect.topLeft() + QPoint(x, y + above), size)
                item.setGeometry(QStyle.visualRect(direction, rect, place))
                x += size.width() + self.spacing()
            y += height + self.spacing()

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
        heights = [max(size.height() for _, size in line) for line in self._lines(width)]
        return sum(heights) + self.spacing() * max(0, len(heights) - 1)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt's name
        super().setGeometry(rect)
        self._place(rect)

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        heights = [item.sizeHint().height() for item in self._items if not item.isEmpty()]
        return QSize(0, max(heights, default=0))

    def sizeHint(self) -> QSize:
        return self.minimumSize()

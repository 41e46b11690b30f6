"""A line in a message that unfolds what stands behind it."""

from abc import abstractmethod
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from app.widgets.icons import IconButton
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground
from app.widgets.markdown.cost import Budget
from app.widgets.markdown.places import Span
from app.widgets.theme import em


class FoldWords(NamedTuple):
    """What a block says of itself: a click that opens or folds it, and what it opens."""

    show: str
    hide: str
    content: str


class FoldingBlock(QWidget):
    """`header` is the line. The `body` exists once the block was open, and is laid out only then.

    Signals:
        height_changed(): call `arrange` again.
        toggled(is_open: bool): the user opened or folded it.
    """

    height_changed = Signal()
    toggled = Signal(bool)

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run_in_background = run_in_background
        self._is_arranging = False
        self.header = IconButton("chevron-right", "", self, size=0.95)
        self.header.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.header.setProperty("look", "thinking")
        self.header.setCheckable(True)
        self.header.toggled.connect(self._on_toggled)
        self.body: MessageBody | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is open."""
        return self.header.isChecked()

    def set_open(self, *, is_open: bool) -> None:
        """Open or fold it, as the user would, but without a signal."""
        self.header.blockSignals(True)
        self.header.setChecked(is_open)
        self.header.blockSignals(False)
        self._show_fold()

    def arrange(self, width: int, span: Span, budget: Budget) -> int:
        """Lay out at `width` pixels, showing the body within `span`; returns the height."""
        self._is_arranging = True
        size = self.header.sizeHint()
        height = size.height()
        self.header.setGeometry(0, 0, min(width, size.width()), height)
        left = em(self, 1.1)
        if self.body is not None and self.is_open:
            top = height + em(self, 0.3)
            self.body.move(left, top)
            height = top + self.body.arrange(max(1, width - left), span.below(top), budget)
        height = self._arrange_below(left, height, max(1, width - left))
        self.resize(width, height)
        self._is_arranging = False
        return height

    @abstractmethod
    def _words(self) -> FoldWords:
        """What it says of itself."""

    @abstractmethod
    def _fill(self, body: MessageBody) -> None:
        """Show the latest in the body of an open block."""

    def _prepare(self, body: MessageBody) -> None:
        """Set up a new body."""

    def _arrange_below(self, left: int, height: int, width: int) -> int:  # noqa: ARG002
        """Lay out what stands below the body; returns the height with it."""
        return height

    def _show_label(self, label: str) -> None:
        """Say `label` in the line, and show or hide the body."""
        if self.header.text() != label:
            self.header.setText(label)
            self._describe()
        self._show_body()

    def _show_body(self) -> None:
        if self.is_open:
            body = self._take_body()
            self._fill(body)
            body.show()
        elif self.body is not None:
            self.body.hide()

    def _take_body(self) -> MessageBody:
        if self.body is None:
            self.body = MessageBody(self._run_in_background, self)
            self.body.setAccessibleName(self._words().content)
            self.body.height_changed.connect(self._on_body_height_changed)
            self._prepare(self.body)
        return self.body

    def _describe(self) -> None:
        words = self._words()
        what = words.hide if self.is_open else words.show
        self.header.setToolTip(what)
        self.header.setAccessibleName(f"{self.header.text()}. {what}")

    def _show_fold(self) -> None:
        self.header.set_icon_name("chevron-down" if self.is_open else "chevron-right")
        self._describe()
        self._show_body()

    def _on_toggled(self) -> None:
        self._show_fold()
        self.toggled.emit(self.is_open)

    def _on_body_height_changed(self) -> None:
        if not self._is_arranging and self.is_open:
            self.height_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.body is None or not self.is_open:
            return
        painter = QPainter(self)
        place = self.body.geometry()
        bar = QRectF(em(self, 0.35), place.top(), em(self, 0.15), place.height())
        painter.fillRect(bar, self.palette().color(QPalette.ColorRole.Mid))

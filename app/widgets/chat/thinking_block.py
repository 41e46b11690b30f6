"""The model's reasoning before an answer: a line that unfolds."""

import re

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from app.widgets.icons import IconButton
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground
from app.widgets.markdown.cost import Budget
from app.widgets.markdown.places import Span
from app.widgets.theme import em


class ThinkingBlock(QWidget):
    """Folded until the user opens it; the reasoning is laid out only then.

    Signals:
        height_changed(): call `arrange` again.
        toggled(is_open: bool): the user opened or folded it.
    """

    height_changed = Signal()
    toggled = Signal(bool)

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run_in_background = run_in_background
        self._reasoning = ""
        self._is_live = False
        self._marks: tuple[re.Pattern[str] | None, int | None] = None, None
        self._is_arranging = False
        self.header = IconButton("chevron-right", "", self, size=0.95)
        self.header.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.header.setProperty("look", "thinking")
        self.header.setCheckable(True)
        self.header.toggled.connect(self._on_toggled)
        self.browser: MessageBody | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is open."""
        return self.header.isChecked()

    def fold(self) -> None:
        """Show only the line."""
        self.header.blockSignals(True)
        self.header.setChecked(False)
        self.header.blockSignals(False)
        self._show_fold()

    def mark(self, pattern: re.Pattern[str] | None, hit: int | None) -> None:
        """Mark what `pattern` finds; a current hit at character `hit` opens the block."""
        self._marks = pattern, hit
        if hit is not None and not self.is_open:
            self.header.blockSignals(True)
            self.header.setChecked(True)
            self.header.blockSignals(False)
            self._show_fold()
        if self.browser is not None:
            self.browser.mark(pattern, hit)

    def show_state(self, label: str, reasoning: str, *, is_live: bool) -> None:
        """Show `label`, and below it `reasoning`, which grows while `is_live`."""
        self._reasoning, self._is_live = reasoning, is_live
        if self.header.text() != label:
            self.header.setText(label)
            self._describe()
        self._show_thoughts()

    def arrange(self, width: int, span: Span, budget: Budget) -> int:
        """Lay out at `width` pixels, showing the reasoning within `span`; returns the height."""
        self._is_arranging = True
        size = self.header.sizeHint()
        height = size.height()
        self.header.setGeometry(0, 0, min(width, size.width()), height)
        if self.browser is not None and self.is_open:
            left = em(self, 1.1)
            top = height + em(self, 0.3)
            self.browser.move(left, top)
            height = top + self.browser.arrange(max(1, width - left), span.below(top), budget)
        self.resize(width, height)
        self._is_arranging = False
        return height

    def _show_thoughts(self) -> None:
        if self.is_open:
            browser = self._take_browser()
            browser.set_markdown(self._reasoning, is_finished=not self._is_live)
            browser.show()
        elif self.browser is not None:
            self.browser.hide()

    def _take_browser(self) -> MessageBody:
        if self.browser is None:
            self.browser = MessageBody(self._run_in_background, self)
            self.browser.setAccessibleName(self.tr("Thoughts"))
            self.browser.height_changed.connect(self._on_browser_height_changed)
            self.browser.mark(*self._marks)
            self._dim()
        return self.browser

    def _dim(self) -> None:
        if self.browser is not None:
            palette, role = self.browser.palette(), QPalette.ColorRole
            palette.setColor(role.Text, self.palette().color(role.PlaceholderText))
            self.browser.setPalette(palette)

    def _describe(self) -> None:
        what = self.tr("Hide the thoughts") if self.is_open else self.tr("Show the thoughts")
        self.header.setToolTip(what)
        self.header.setAccessibleName(f"{self.header.text()}. {what}")

    def _show_fold(self) -> None:
        self.header.set_icon_name("chevron-down" if self.is_open else "chevron-right")
        self._describe()
        self._show_thoughts()

    def _on_toggled(self) -> None:
        self._show_fold()
        self.toggled.emit(self.is_open)

    def _on_browser_height_changed(self) -> None:
        if not self._is_arranging and self.is_open:
            self.height_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.browser is None or not self.is_open:
            return
        painter = QPainter(self)
        place = self.browser.geometry()
        bar = QRectF(em(self, 0.35), place.top(), em(self, 0.15), place.height())
        painter.fillRect(bar, self.palette().color(QPalette.ColorRole.Mid))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dim()

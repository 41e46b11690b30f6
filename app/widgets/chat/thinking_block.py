"""The model's reasoning before an answer: a line that unfolds."""

import re

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from app.widgets.chat.folding_block import FoldingBlock, FoldWords
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground


class ThinkingBlock(FoldingBlock):
    """Folded until the user opens it."""

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(run_in_background, parent)
        self._reasoning = ""
        self._is_live = False
        self._marks: tuple[re.Pattern[str] | None, int | None] = None, None

    def mark(self, pattern: re.Pattern[str] | None, hit: int | None) -> None:
        """Mark what `pattern` finds; a current hit at character `hit` opens the block."""
        self._marks = pattern, hit
        if hit is not None and not self.is_open:
            self.set_open(is_open=True)
        if self.body is not None:
            self.body.mark(pattern, hit)

    def show_state(self, label: str, reasoning: str, *, is_live: bool) -> None:
        """Show `label`, and below it `reasoning`, which grows while `is_live`."""
        self._reasoning, self._is_live = reasoning, is_live
        self._show_label(label)

    def _words(self) -> FoldWords:
        return FoldWords(
            self.tr("Show the thoughts"), self.tr("Hide the thoughts"), self.tr("Thoughts")
        )

    def _fill(self, body: MessageBody) -> None:
        body.set_markdown(self._reasoning, is_finished=not self._is_live)

    def _prepare(self, body: MessageBody) -> None:
        body.mark(*self._marks)
        self._dim()

    def _dim(self) -> None:
        if self.body is not None:
            palette, role = self.body.palette(), QPalette.ColorRole
            palette.setColor(role.Text, self.palette().color(role.PlaceholderText))
            self.body.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dim()

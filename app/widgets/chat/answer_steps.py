"""What stands before the end of an answer that calls tools: its earlier text, and the calls."""

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain import part_of
from app.viewmodels.chat.message_list import MessageView
from app.widgets.chat.message_actions import MessageAction
from app.widgets.chat.tool_block import ToolBlock
from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import RunInBackground
from app.widgets.markdown.cost import Budget
from app.widgets.markdown.places import Span
from app.widgets.theme import em


class AnswerSteps(QWidget):
    """Texts and calls in their order; the card shows the text that follows the last call.

    Signals:
        height_changed(): call `arrange` again.
        toggled(): the same, because the user opened or folded a call.
        decided(action: MessageAction): what the person said to the call that is asked about.
    """

    height_changed = Signal()
    toggled = Signal()
    decided = Signal(MessageAction)

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run_in_background = run_in_background
        self._texts: list[MessageBody] = []
        self._starts: list[int] = []  # of each text that is shown, in the answer's
        self.blocks: list[ToolBlock] = []
        self._items: list[MessageBody | ToolBlock] = []

    @property
    def bodies(self) -> list[MessageBody]:
        """The text bodies that `arrange` lays out, top to bottom."""
        bodies = [item.body if isinstance(item, ToolBlock) else item for item in self._items]
        return [body for body in bodies if body is not None and body.isVisibleTo(self)]

    def show_state(self, state: MessageView) -> int:
        """Show the calls of a message; returns where the text that follows them begins."""
        self._items, self._starts = [], []
        begin = 0
        for number, step in enumerate(state.steps):
            end = step.use.text_len
            if state.text[begin:end].strip():
                body = self._show_text(begin, state.text[begin:end])
                body.tint(part_of(state.drafted, begin, end) if state.is_tinted else ())
                self._items.append(body)
            begin = max(begin, end)
            block = self._take_block(number)
            block.show_step(step)
            block.show()
            self._items.append(block)
        for unused in (*self._texts[len(self._starts) :], *self.blocks[len(state.steps) :]):
            unused.hide()
        self.setVisible(bool(self._items))
        return begin

    def arrange(self, width: int, span: Span, budget: Budget) -> int:
        """Lay out at `width` pixels, showing what is within `span`; returns the height."""
        top = 0
        for item in self._items:
            item.move(0, top)
            top += item.arrange(width, span.below(top), budget) + em(self, 0.5)
        self.resize(width, top)
        return top

    def mark(self, pattern: re.Pattern[str] | None, start: int | None) -> None:
        """Mark what `pattern` finds; the hit at character `start` of the answer is current."""
        current = self._text_at(start)
        for number, begin in enumerate(self._starts):
            is_here = number == current and start is not None
            self._texts[number].mark(
                pattern, start - begin if is_here and start is not None else None
            )

    def body_at(self, start: int, end: int) -> MessageBody | None:
        """The text with character `start` of the answer, unless that is from `end` on."""
        number = self._text_at(start) if start < end else None
        return None if number is None else self._texts[number]

    def _text_at(self, start: int | None) -> int | None:
        before = [n for n, begin in enumerate(self._starts) if start is not None and begin <= start]
        return before[-1] if before else None

    def _show_text(self, begin: int, text: str) -> MessageBody:
        number = len(self._starts)
        if number == len(self._texts):
            body = MessageBody(self._run_in_background, self)
            body.setAccessibleName(self.tr("Answer"))
            body.height_changed.connect(self.height_changed)
            self._texts.append(body)
        body = self._texts[number]
        body.set_markdown(text, is_finished=True)
        body.show()
        self._starts.append(begin)
        return body

    def _take_block(self, number: int) -> ToolBlock:
        if number == len(self.blocks):
            block = ToolBlock(self._run_in_background, self)
            block.height_changed.connect(self.height_changed)
            block.toggled.connect(self.toggled)
            block.decided.connect(self.decided)
            self.blocks.append(block)
        return self.blocks[number]

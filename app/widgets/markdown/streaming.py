"""Renders growing markdown: finished blocks once, the open tail repeatedly."""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from app.domain import Spans
from app.widgets.markdown.cost import MAX_INLINE_MARKS, count_marks
from app.widgets.markdown.parser import (
    close_dangling,
    create_parser,
    final_len,
    find_references,
    is_open_fence,
    may_close_fence,
)
from app.widgets.markdown.style import MarkdownStyle
from app.widgets.markdown.writer import OBJECT, CodeRegion, DocumentWriter, FormulaRegion

MAX_STYLED_TAIL = 8192
MAX_STYLED_MARKS = MAX_INLINE_MARKS // 2
_RECHECK_GROWTH = 1.5  # a plain tail is parsed again after growing by this factor
_PARSER = create_parser()


@dataclass(slots=True)
class _Mark:
    """The end of the final part of the document."""

    position: int
    is_fresh: bool
    is_after_list: bool
    num_code: int
    num_formulas: int
    num_rules: int
    num_placed: int
    block: QTextBlockFormat
    chars: QTextCharFormat


class StreamingMarkdown:
    """Shows a growing markdown source in `document`.

    After `finish` the document equals one rendered from the whole source at once.
    """

    def __init__(self, document: QTextDocument, style: MarkdownStyle) -> None:
        document.setUndoRedoEnabled(False)
        self._writer = DocumentWriter(document, style)
        self._writer.clear()
        self._final = ""
        self._tail = ""
        self._held = ""  # a carriage return that may be followed by a line feed
        self._references: dict[str, Any] = {}
        self._env: dict[str, Any] = {}
        self._mark = self._create_mark()
        self._plain_len = 0  # characters of the tail shown as plain text
        self._checked_len = 0  # length of the tail when it was parsed last
        self._is_open_fence = False  # the tail is code that only grows
        self._is_finished = False
        self.generation = 0  # incremented when everything is rendered again

    @property
    def source(self) -> str:
        """The markdown so far."""
        return self._final + self._tail + self._held

    @property
    def code(self) -> list[CodeRegion]:
        """Code blocks in the document, from top to bottom."""
        return self._writer.code

    @property
    def formulas(self) -> list[FormulaRegion]:
        """Formulas in the document, from top to bottom."""
        return self._writer.formulas

    def ranges(self, spans: Spans) -> list[tuple[int, int]]:
        """Where in the document the characters `spans` of the source are, as far as it is sure."""
        return self._writer.source_map.ranges(spans, self.source)

    @property
    def num_final_formulas(self) -> int:
        """The number of formulas in final blocks."""
        return len(self._writer.formulas) if self._is_finished else self._mark.num_formulas

    def replace_formula(self, number: int, chars: QTextCharFormat) -> None:
        """Show an object of `chars` in place of the source of formula `number`."""
        region = self._writer.formulas[number]
        length = region.cursor.selectionEnd() - region.cursor.selectionStart()
        self._writer.source_map.move(region.cursor.selectionStart(), len(OBJECT) - length)
        region.cursor.insertText(OBJECT, chars)
        if region.is_display and region.cursor.block().length() == len(OBJECT) + 1:
            block = QTextBlockFormat()
            block.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            block.setTopMargin(self.style.paragraph_gap)
            block.setBottomMargin(self.style.paragraph_gap)
            region.cursor.mergeBlockFormat(block)
        if number < self._mark.num_formulas:
            self._mark.position -= length - len(OBJECT)

    @property
    def rule_blocks(self) -> list[int]:
        """Block numbers of the horizontal rules."""
        return self._writer.rules

    @property
    def num_final_code(self) -> int:
        """The number of final code blocks."""
        return len(self._writer.code) if self._is_finished else self._mark.num_code

    @property
    def is_partly_plain(self) -> bool:
        """Whether a final block was too costly to format."""
        return bool(self._env.get("is_plain"))

    @property
    def style(self) -> MarkdownStyle:
        """The formats in use."""
        return self._writer.style

    def set_style(self, style: MarkdownStyle) -> None:
        """Render everything again in another style."""
        self._writer.style = style
        source, was_finished = self.source, self._is_finished
        self._reset()
        self.set_source(source, is_finished=was_finished, references=self._references)

    def set_source(
        self, source: str, *, is_finished: bool, references: dict[str, Any] | None = None
    ) -> None:
        """Show `source`; text that continues the current source is appended.

        `references` are link definitions from elsewhere.
        """
        shown, known = self.source, references or {}
        is_known = known == self._references
        if self._is_finished and source == shown and is_known:
            return
        if not source.startswith(shown) or self._is_finished or not is_known:
            self._references = known
            self._reset()
            self.append(source)
        elif len(source) > len(shown):
            self.append(source[len(shown) :])
        if is_finished:
            self.finish()

    def append(self, text: str) -> None:
        """Append `text` to the source."""
        text = self._held + text
        self._held = "\r" if text.endswith("\r") else ""
        text = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n")
        if not text:
            return
        line_start = self._tail.rfind("\n") + 1
        self._tail += text
        cursor = self._writer.cursor
        cursor.beginEditBlock()
        if self._is_open_fence and not may_close_fence(self._tail, line_start):
            self._writer.extend_code(text)
        elif self._plain_len and len(self._tail) < _RECHECK_GROWTH * self._checked_len:
            self._writer.append_plain(text)
            self._plain_len += len(text)
        else:
            self._update_tail()
        cursor.endEditBlock()

    def finish(self) -> None:
        """Complete the source: render the tail, or everything if link definitions require it."""
        if self._is_finished:
            return
        self._tail += "\n" if self._held else ""
        self._held = ""
        cursor = self._writer.cursor
        cursor.beginEditBlock()
        self._remove_tail()
        if find_references(_PARSER, self._final + self._tail):
            self._tail = self._final + self._tail
            self._final, self._env = "", self._create_env()
            self._writer.clear()
            self.generation += 1
        self._write(self._tail, self._env)
        cursor.endEditBlock()
        self._is_finished = True

    def _reset(self) -> None:
        self._writer.clear()
        self.generation += 1
        self._final = self._tail = self._held = ""
        self._env = self._create_env()
        self._mark = self._create_mark()
        self._plain_len = 0
        self._is_open_fence = False
        self._is_finished = False

    def _create_env(self) -> dict[str, Any]:
        return {"references": dict(self._references)} if self._references else {}

    def _update_tail(self) -> None:
        length = final_len(_PARSER, self._tail)
        self._checked_len = len(self._tail)
        if not length and self._plain_len:
            self._writer.append_plain(self._tail[self._plain_len :])
            self._plain_len = len(self._tail)
            return
        self._remove_tail()
        if length:
            self._write(self._tail[:length], self._env)
            self._final, self._tail = self._final + self._tail[:length], self._tail[length:]
            self._mark = self._create_mark()
        self._is_open_fence = is_open_fence(self._tail)
        is_costly = len(self._tail) > MAX_STYLED_TAIL or count_marks(self._tail) > MAX_STYLED_MARKS
        if is_costly and not self._is_open_fence:
            self._writer.write_plain(self._tail, len(self._final))
            self._plain_len = len(self._tail)
        else:
            # Its words are looked for in the tail as it is: a closing mark may be shown as text.
            tokens = _PARSER.parse(close_dangling(self._tail), deepcopy(self._env))
            self._writer.write(tokens, self._tail, len(self._final))

    def _write(self, source: str, env: dict[str, Any]) -> None:
        """Append the blocks of `source`, which follows the final part."""
        self._writer.write(_PARSER.parse(source, env), source, len(self._final))

    def _create_mark(self) -> _Mark:
        writer = self._writer
        writer.cursor.movePosition(QTextCursor.MoveOperation.End)
        return _Mark(
            writer.cursor.position(),
            writer.is_fresh,
            writer.is_after_list,
            len(writer.code),
            len(writer.formulas),
            len(writer.rules),
            len(writer.source_map.placed),
            writer.cursor.blockFormat(),
            writer.cursor.blockCharFormat(),
        )

    def _remove_tail(self) -> None:
        writer, mark = self._writer, self._mark
        cursor = writer.cursor
        cursor.setPosition(mark.position)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if cursor.blockFormat() != mark.block:
            cursor.setBlockFormat(mark.block)
        if cursor.blockCharFormat() != mark.chars:
            cursor.setBlockCharFormat(mark.chars)
        writer.is_fresh = mark.is_fresh
        writer.is_after_list = mark.is_after_list
        del writer.code[mark.num_code :]
        del writer.formulas[mark.num_formulas :]
        del writer.rules[mark.num_rules :]
        del writer.source_map.placed[mark.num_placed :]
        self._plain_len = 0

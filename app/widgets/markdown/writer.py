"""Writes markdown tokens into a QTextDocument as blocks, lists and tables."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFontInfo,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextTable,
)

from app.widgets.markdown.source_map import Placed, SourceMap
from app.widgets.markdown.style import MarkdownStyle, Property

LINE_SEPARATOR = "\u2028"
MAX_CODE_LINE = 2000  # characters; longer lines take long to draw, and nobody scrolls that far
OBJECT = "\ufffc"  # in place of a picture
_NO_BREAK_SPACE = "\u00a0"
_TASKS = {
    "[ ] ": "☐",
    "[x] ": "☑",
    "[X] ": "☑",
}
_BULLETS = ("•", "◦", "▪")
_DIRECTION_WINDOW = 400  # characters that are looked at for the direction of a text


@dataclass(slots=True)
class CodeRegion:
    """A code block in the document: block numbers `first` to `last`."""

    first: int
    last: int
    language: str
    source: str
    placed: Placed | None = None


@dataclass(slots=True)
class FormulaRegion:
    """A formula in the document: `cursor` selects its source until a picture replaces it."""

    cursor: QTextCursor
    source: str
    is_display: bool
    text_size: int  # pixels


@dataclass(slots=True)
class _Context:
    """The writer's position: quote depth, lists, start of an item."""

    depth: int = 0
    lists: list[str] = field(default_factory=list)  # bullet of each, "" for numbered lists
    marker: str = ""  # of a new item without a block
    is_note: bool = False  # within a footnote
    label: str = ""  # of a new footnote without a block

    @property
    def indent(self) -> int:
        return len(self.lists)


class DocumentWriter:
    """Appends blocks at the end of a document."""

    def __init__(self, document: QTextDocument, style: MarkdownStyle) -> None:
        self.document = document
        self.style = style
        self.code: list[CodeRegion] = []
        self.formulas: list[FormulaRegion] = []
        self.rules: list[int] = []  # block numbers
        self.source_map = SourceMap()
        self.is_fresh = True  # the last block is empty and used next
        self.is_after_list = False
        self._context = _Context()
        self.cursor = QTextCursor(document)

    def clear(self) -> None:
        """Empty the document."""
        self.document.clear()
        self.code.clear()
        self.formulas.clear()
        self.rules.clear()
        self.source_map.placed.clear()
        self.is_fresh = True
        self.is_after_list = False
        self.cursor = QTextCursor(self.document)
        self.cursor.setBlockFormat(self.style.hidden())

    def write(self, tokens: Sequence[Token], source: str, offset: int) -> None:
        """Append top-level blocks: the `tokens` of `source`, which begins at character `offset`."""
        self.source_map.begin(source, offset)
        self._context = _Context()
        position = 0
        while position < len(tokens):
            position = self._write_token(tokens, position)

    def write_plain(self, text: str, offset: int) -> None:
        """Append `text`, which begins at character `offset`, as one paragraph without styling."""
        self._context = _Context()
        self._begin_block(self.style.paragraph(0, 0), self.style.text())
        self.source_map.begin(text, offset)
        self.source_map.note(self.cursor.position(), text)
        self.cursor.insertText(text, self.style.text())

    def append_plain(self, text: str) -> None:
        """Append `text` to the last block."""
        self.source_map.placed[-1].length += len(text)
        self.cursor.movePosition(QTextCursor.MoveOperation.End)
        self.cursor.insertText(text)

    def _write_token(self, tokens: Sequence[Token], position: int) -> int:
        """Write the block at `position`; returns the position of the next one."""
        token, context = tokens[position], self._context
        match token.type:
            case "heading_open":
                level = int(token.tag[1])
                block = self.style.title(context.depth, context.indent, level)
                if self.is_fresh:
                    block.setTopMargin(0)
                self._write_inline(tokens[position + 1], block, self.style.heading(level))
            case "paragraph_open":
                block = self.style.paragraph(context.depth, context.indent)
                chars = self.style.note() if context.is_note else self.style.text()
                self._write_inline(tokens[position + 1], block, chars)
            case "fence" | "code_block":
                self._write_code(token)
            case "math_block":
                block = self.style.paragraph(context.depth, context.indent)
                self._begin_block(block, self.style.text())
                self._write_formula(self.cursor, token.content, self.style.text(), is_display=True)
            case "hr":
                self._begin_block(self.style.rule(context.depth, context.indent), self.style.text())
                self.cursor.insertText(_NO_BREAK_SPACE)  # Qt gives an empty block no height
                self.rules.append(self._block_number)
            case "table_open":
                return self._write_table(tokens, position)
            case _:
                self._write_container(tokens, position)
        return position + 1

    def _write_container(self, tokens: Sequence[Token], position: int) -> None:
        """Enter or leave a quote, a list or a list item."""
        context = self._context
        match tokens[position].type:
            case "blockquote_open" | "blockquote_close":
                context.depth += tokens[position].nesting
            case "bullet_list_open" | "ordered_list_open":
                is_ordered = tokens[position].type == "ordered_list_open"
                level = min(len(context.lists), len(_BULLETS) - 1)
                context.lists.append("" if is_ordered else _BULLETS[level])
            case "bullet_list_close" | "ordered_list_close":
                context.lists.pop()
            case "footnote_reference_open":
                context.is_note, context.label = True, str(tokens[position].meta["label"])
            case "footnote_reference_close":
                context.is_note, context.label = False, ""
            case "list_item_open":
                context.marker = context.lists[-1] or f"{tokens[position].info}."
                if tokens[position + 1].type == "list_item_close":
                    block = self.style.paragraph(context.depth, context.indent)
                    self._begin_block(block, self.style.text())

    @property
    def _is_below_code(self) -> bool:
        return bool(self.code) and self.code[-1].last == self.document.blockCount() - 1

    @property
    def _block_number(self) -> int:
        return self.cursor.block().blockNumber()

    def _begin_block(self, block: QTextBlockFormat, chars: QTextCharFormat, text: str = "") -> None:
        """Begin a block that will hold `text`, or text from left to right."""
        if is_right_to_left(text):
            self.style.mirror(block)
        if self._context.marker:
            block.setProperty(Property.LIST_MARKER, self._context.marker)
            self._context.marker = ""
        is_in_list = bool(self._context.lists)
        if self.is_after_list and not is_in_list:
            block.setTopMargin(max(block.topMargin(), self.style.paragraph_gap))
        self.is_after_list = is_in_list
        self.cursor.movePosition(QTextCursor.MoveOperation.End)
        if self.is_fresh:
            self.cursor.setBlockFormat(block)
            self.cursor.setBlockCharFormat(chars)
        else:
            self.cursor.insertBlock(block, chars)
        self.is_fresh = False

    def _write_code(self, token: Token) -> None:
        words = token.info.split()
        is_below = self.cursor.position() > 0 or not self.is_fresh
        gap = self.style.paragraph_gap * is_below + self.style.code_padding * self._is_below_code
        # Qt omits the margin above the first block, where the header is drawn.
        self.is_fresh = False
        self._begin_code_line(gap)
        number = self._block_number
        placed = self.source_map.note_code(self.cursor.position(), token)
        self.code.append(CodeRegion(number, number, words[0] if words else "", "", placed))
        self.extend_code(token.content)

    def extend_code(self, text: str) -> None:
        """Append `text` to the last code block, at the end of the document."""
        region = self.code[-1]
        shown_len = len(region.source.removesuffix("\n"))
        region.source += text
        first, *others = region.source.removesuffix("\n")[shown_len:].split("\n")
        self.cursor.movePosition(QTextCursor.MoveOperation.End)
        self._insert_code(first)
        for line in others:
            block = self.cursor.blockFormat()
            block.setBottomMargin(0)
            self.cursor.setBlockFormat(block)
            self._begin_code_line()
            self._insert_code(line)
        region.last = self._block_number
        if region.placed is not None:
            region.placed.length = len(region.source.removesuffix("\n"))

    def _insert_code(self, text: str) -> None:
        """Append to the last line; a very long one is broken after all."""
        self.cursor.insertText(text, self.style.code())
        block = self.cursor.blockFormat()
        if self.cursor.block().length() > MAX_CODE_LINE and block.nonBreakableLines():
            block.setNonBreakableLines(False)
            self.cursor.setBlockFormat(block)

    def _begin_code_line(self, gap: float | None = None) -> None:
        context = self._context
        block = self.style.code_line(context.depth, context.indent, gap)
        self._begin_block(block, self.style.code())

    def _write_table(self, tokens: Sequence[Token], position: int) -> int:
        end = next(i for i in range(position, len(tokens)) if tokens[i].type == "table_close")
        rows: list[list[tuple[Token, Token]]] = []
        for number in range(position, end):
            if tokens[number].type == "tr_open":
                rows.append([])
            elif tokens[number].type in ("th_open", "td_open"):
                rows[-1].append((tokens[number], tokens[number + 1]))
        num_columns = max(len(row) for row in rows)
        layout = self.style.table(num_columns, self._context.depth)
        if self._is_below_code:  # whose margin Qt does not keep above a table
            layout.setTopMargin(layout.topMargin() + self.style.code_padding)
        is_mirrored = is_right_to_left(rows[0][0][1].content)
        if is_mirrored:
            layout.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.cursor.movePosition(QTextCursor.MoveOperation.End)
        table = self.cursor.insertTable(len(rows), num_columns, layout)
        for row, cells in enumerate(rows):
            for column, (opening, inline) in enumerate(cells):
                place = num_columns - 1 - column if is_mirrored else column
                self._write_cell(table, (row, place), opening, inline)
        self.cursor.movePosition(QTextCursor.MoveOperation.End)
        self.cursor.setBlockFormat(self.style.hidden())
        self.is_fresh = True
        return end + 1

    def _write_cell(
        self, table: QTextTable, place: tuple[int, int], opening: Token, inline: Token
    ) -> None:
        cursor = table.cellAt(*place).firstCursorPosition()
        block = QTextBlockFormat()
        align = str(opening.attrs.get("style", ""))
        if align.endswith("center"):
            block.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        elif align.endswith("right"):
            block.setAlignment(Qt.AlignmentFlag.AlignRight)
        cursor.setBlockFormat(block)
        chars = self.style.text()
        if opening.type == "th_open":
            chars = self.style.table_heading(chars)
        self.source_map.enter(inline)
        self._write_spans(cursor, inline.children or [], chars)

    def _write_inline(self, inline: Token, block: QTextBlockFormat, chars: QTextCharFormat) -> None:
        children = list(inline.children or [])
        if self._context.marker and children and children[0].type == "text":
            task = _TASKS.get(children[0].content[:4])
            if task is not None:
                self._context.marker = task
                children[0] = children[0].copy(content=children[0].content[4:])
        self._begin_block(block, chars, inline.content)
        if self._context.label:
            label, self._context.label = self._context.label, ""
            self.cursor.insertText(label + _NO_BREAK_SPACE, self.style.footnote_mark(chars))
        self.source_map.enter(inline)
        self._write_spans(self.cursor, children, chars)

    def _write_spans(
        self, cursor: QTextCursor, spans: Sequence[Token], base: QTextCharFormat
    ) -> None:
        stack = [base]
        for span in spans:
            chars = stack[-1]
            if span.nesting == 1:
                stack.append(self._opened(span, chars))
            elif span.nesting == -1:
                stack.pop()
                if span.type == "link_close":
                    self.source_map.skip_target()
            elif span.type in ("softbreak", "hardbreak"):
                cursor.insertText(LINE_SEPARATOR, chars)
            elif span.type == "math":
                is_display = span.content.startswith(("$$", "\\["))
                self._write_formula(cursor, span.content, chars, is_display=is_display)
            elif span.type == "code_inline":
                self.source_map.note(cursor.position(), span.content)
                cursor.insertText(span.content.replace("\n", " "), self.style.inline_code(chars))
            elif span.type == "footnote_mark":
                cursor.insertText(span.content, self.style.footnote_mark(chars))
            elif span.type == "image":
                target = str(span.attrs.get("src", ""))
                cursor.insertText(span.content or target, self.style.link(chars, target))
            else:
                self.source_map.note(cursor.position(), span.content)
                cursor.insertText(span.content, chars)

    def _write_formula(
        self, cursor: QTextCursor, source: str, chars: QTextCharFormat, *, is_display: bool
    ) -> None:
        start = cursor.position()
        cursor.insertText(source.replace("\n", LINE_SEPARATOR), self.style.inline_code(chars))
        region = QTextCursor(self.document)
        region.setPosition(start)
        region.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
        region.setKeepPositionOnInsert(True)
        size = QFontInfo(chars.font()).pixelSize()
        self.formulas.append(FormulaRegion(region, source, is_display, size))

    def _opened(self, span: Token, around: QTextCharFormat) -> QTextCharFormat:
        match span.type:
            case "strong_open":
                return self.style.strong(around)
            case "em_open":
                return self.style.emphasis(around)
            case "s_open":
                return self.style.struck(around)
            case "link_open":
                return self.style.link(around, str(span.attrs.get("href", "")))
        return around


def is_right_to_left(text: str) -> bool:
    """Whether the first letter of `text` belongs to a script from right to left."""
    if text.isascii():
        return False
    kinds = map(unicodedata.bidirectional, text[:_DIRECTION_WINDOW])
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"

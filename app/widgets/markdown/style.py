"""The formats of markdown, from a palette and a font."""

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextLength,
    QTextTableFormat,
)

from app.widgets.colors import Colors, colors_of
from app.widgets.theme import mono_font

TEXT_SCALE = 1.25  # of the conversation, relative to the text of the window
LINE_HEIGHT = 1.55  # of text, relative to its size
_CODE_LINE_HEIGHT = 1.45
_HEADING_SIZES = (1.45, 1.28, 1.14, 1.05, 1.0, 1.0)


class Property(IntEnum):
    """Custom block properties for the browser's painting."""

    QUOTE_DEPTH = QTextFormat.Property.UserProperty + 1
    LIST_MARKER = QTextFormat.Property.UserProperty + 2
    IS_MIRRORED = QTextFormat.Property.UserProperty + 3
    FORMULA = QTextFormat.Property.UserProperty + 4
    TEX = QTextFormat.Property.UserProperty + 5


@dataclass(frozen=True)
class MarkdownStyle:
    """Formats for one palette and one font."""

    font: QFont
    mono: QFont
    colors: Colors
    em: float
    inline_scale: float  # size of code within text, relative to the text

    @staticmethod
    def create(palette: QPalette, font: QFont) -> "MarkdownStyle":
        """The style for a widget's palette and font."""
        text = QFont(font)
        text.setPixelSize(round(QFontInfo(font).pixelSize() * TEXT_SCALE))
        size = text.pixelSize()
        mono = mono_font(text)
        return MarkdownStyle(text, mono, colors_of(palette), size, _inline_scale(text, mono))

    def text(self) -> QTextCharFormat:
        """Running text."""
        chars = QTextCharFormat()
        chars.setFont(self.font)
        return chars

    def strong(self, around: QTextCharFormat) -> QTextCharFormat:
        """Bold text within `around`."""
        chars = QTextCharFormat(around)
        chars.setFontWeight(QFont.Weight.Bold)
        return chars

    def emphasis(self, around: QTextCharFormat) -> QTextCharFormat:
        """Italic text within `around`."""
        chars = QTextCharFormat(around)
        chars.setFontItalic(True)
        return chars

    def struck(self, around: QTextCharFormat) -> QTextCharFormat:
        """Strikethrough text within `around`."""
        chars = QTextCharFormat(around)
        chars.setFontStrikeOut(True)
        return chars

    def table_heading(self, around: QTextCharFormat) -> QTextCharFormat:
        """A cell of the header row within `around`."""
        chars = QTextCharFormat(around)
        chars.setFontWeight(QFont.Weight.DemiBold)
        return chars

    def note(self) -> QTextCharFormat:
        """A footnote."""
        font = QFont(self.font)
        font.setPixelSize(max(1, round(self.em * 0.9)))
        chars = QTextCharFormat()
        chars.setFont(font)
        chars.setForeground(QColor(self.colors.muted))
        return chars

    def heading(self, level: int) -> QTextCharFormat:
        """A heading of `level` 1 to 6."""
        font = QFont(self.font)
        font.setPixelSize(max(1, round(self.em * _HEADING_SIZES[level - 1])))
        font.setWeight(QFont.Weight.DemiBold)
        chars = QTextCharFormat()
        chars.setFont(font)
        return chars

    def code(self) -> QTextCharFormat:
        """A line of a code block."""
        chars = QTextCharFormat()
        chars.setFont(self.mono)
        return chars

    def inline_code(self, around: QTextCharFormat) -> QTextCharFormat:
        """Code within `around`."""
        chars = QTextCharFormat(around)
        size = int(around.property(QTextFormat.Property.FontPixelSize) or self.em)
        chars.setFontFamilies([self.mono.family()])
        chars.setProperty(QTextFormat.Property.FontPixelSize, round(size * self.inline_scale))
        chars.setFontFixedPitch(True)
        chars.setBackground(QColor(self.colors.raised))
        return chars

    def footnote_mark(self, around: QTextCharFormat) -> QTextCharFormat:
        """The raised label of a footnote within `around`."""
        chars = QTextCharFormat(around)
        chars.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        chars.setForeground(QColor(self.colors.accent))
        return chars

    def link(self, around: QTextCharFormat, target: str) -> QTextCharFormat:
        """A link to `target` within `around`."""
        chars = QTextCharFormat(around)
        chars.setAnchor(True)
        chars.setAnchorHref(target)
        chars.setForeground(QColor(self.colors.accent))
        chars.setFontUnderline(True)
        return chars

    def paragraph(self, depth: int, indent: int) -> QTextBlockFormat:
        """A paragraph, `depth` quotes and `indent` lists deep."""
        block = self.block(depth, indent)
        block.setBottomMargin(self.em * 0.35 if indent else self.paragraph_gap)
        return block

    @property
    def x_height(self) -> float:
        """Height of a small letter of running text, in pixels."""
        return QFontMetricsF(self.font).xHeight()

    @property
    def paragraph_gap(self) -> float:
        """Spacing below a paragraph, in pixels."""
        return self.em * 0.75

    def title(self, depth: int, indent: int, level: int) -> QTextBlockFormat:
        """The block of a heading."""
        block = self.block(depth, indent)
        block.setTopMargin(self.em * (1.1 if level < 4 else 0.8))
        block.setBottomMargin(self.em * 0.45)
        block.setHeadingLevel(level)
        return block

    def rule(self, depth: int, indent: int) -> QTextBlockFormat:
        """A horizontal rule."""
        block = self.block(depth, indent)
        block.setBottomMargin(self.em)
        return block

    def code_line(self, depth: int, indent: int, gap: float | None) -> QTextBlockFormat:
        """The last line of a code block; the first one has room for the header below a `gap`."""
        block = self.block(depth, indent)
        block.setLeftMargin(block.leftMargin() + self.code_indent)
        block.setRightMargin(self.code_indent)
        block.setNonBreakableLines(True)
        self._set_line_height(block, self.mono, _CODE_LINE_HEIGHT)
        if gap is not None:
            block.setTopMargin(self.code_header + self.code_padding + gap)
        block.setBottomMargin(self.code_padding + self.paragraph_gap)
        block.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        return block

    @property
    def code_indent(self) -> float:
        """Between the sides of a card and its code, in pixels."""
        return self.em * 0.95

    @property
    def code_padding(self) -> float:
        """Between the lines of code and the edges of their card, in pixels."""
        return self.em * 0.6

    @property
    def code_header(self) -> float:
        """Height of the bar above a code block, in pixels."""
        return self.em * 2.1

    def hidden(self) -> QTextBlockFormat:
        """An invisible block that Qt requires."""
        block = QTextBlockFormat()
        block.setLineHeight(1.0, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return block

    def table(self, num_columns: int, depth: int) -> QTextTableFormat:
        """A table as wide as its content."""
        table = QTextTableFormat()
        table.setBorderCollapse(True)
        table.setBorder(1)
        table.setBorderBrush(QColor(self.colors.border))
        table.setBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
        table.setCellPadding(self.em * 0.45)
        table.setHeaderRowCount(1)
        table.setTopMargin(self.em * 0.75)
        table.setBottomMargin(self.em * 0.9)
        table.setLeftMargin(self.em * 1.1 * depth)
        table.setColumnWidthConstraints(
            [QTextLength(QTextLength.Type.VariableLength, 0)] * num_columns
        )
        return table

    def block(self, depth: int, indent: int) -> QTextBlockFormat:
        """The base format of blocks: line height, indent of quotes and lists."""
        block = QTextBlockFormat()
        self._set_line_height(block, self.font, LINE_HEIGHT)
        if depth:
            block.setLeftMargin(self.em * 1.1 * depth)
            block.setProperty(Property.QUOTE_DEPTH, depth)
        if indent:
            block.setLeftMargin(block.leftMargin() + self.em * 1.9 * indent)
        return block

    def mirror(self, block: QTextBlockFormat) -> None:
        """Indent `block` at the right, for text from right to left."""
        left, right = block.leftMargin(), block.rightMargin()
        block.setLeftMargin(right)
        block.setRightMargin(left)
        block.setProperty(Property.IS_MIRRORED, True)

    def _set_line_height(self, block: QTextBlockFormat, font: QFont, height: float) -> None:
        # What is higher than the text, as a formula is, gets the same distance to the next line.
        distance = height * QFontInfo(font).pixelSize() - QFontMetricsF(font).height()
        kind = QTextBlockFormat.LineHeightTypes.LineDistanceHeight
        block.setLineHeight(max(0.0, distance), kind.value)


def _inline_scale(text: QFont, mono: QFont) -> float:
    """The size of `mono` at which its lines are as high as those of `text`, relative to `text`."""
    size = QFontInfo(mono).pixelSize() / QFontInfo(text).pixelSize()
    return min(size, size * QFontMetricsF(text).height() / QFontMetricsF(mono).height())

"""The cards of code blocks: a head line with language and buttons, scroll bars, folds."""

from bisect import bisect_left
from collections.abc import Callable
from heapq import nlargest
from operator import attrgetter

from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QPainter,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollBar, QWidget

from app.widgets.icons import CopyButton, IconButton
from app.widgets.markdown.streaming import StreamingMarkdown
from app.widgets.markdown.writer import CodeRegion

MIN_FOLDABLE = 16  # lines
_LINES_WHEN_FOLDED = 6
_CANDIDATES = 4  # lines that may be the widest, by their number of characters
_AT_LEFT = (
    Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
)


class CodeCards(QObject):
    """The cards of the code in `document`, which is drawn on `viewport`.

    Signals:
        scrolled(): code moved sideways.
        folded(): code was folded or unfolded, and has another height.
    """

    scrolled = Signal()
    folded = Signal()

    def __init__(
        self, markdown: StreamingMarkdown, document: QTextDocument, viewport: QWidget
    ) -> None:
        super().__init__(viewport)
        self._markdown = markdown
        self._document = document
        self._viewport = viewport
        self._cards: list[_Card] = []
        self._num_placed = 0  # blocks with a final position
        self._generation = -1
        self._read_more: Callable[[], str] | None = None
        self._is_continued = False
        self._folds: set[int] = set()

    def set_whole_code(self, read: Callable[[], str] | None, *, is_continued: bool) -> None:
        """The last code block copies `read`; `is_continued`: the first one is not a beginning."""
        self._read_more, self._is_continued = read, is_continued

    def set_folds(self, folds: set[int]) -> None:
        """The numbers of the blocks that are folded; the set is kept up to date."""
        self._folds = folds

    def update(self, code: list[CodeRegion]) -> None:
        """Show the cards of `code`."""
        if self._generation != self._markdown.generation:
            self._generation, self._num_placed = self._markdown.generation, 0
        while len(self._cards) < len(code):
            self._cards.append(_Card(self._viewport, self, len(self._cards)))
        num_final = self._markdown.num_final_code if code else 0
        for number in range(self._num_placed, len(self._cards)):
            card = self._cards[number]
            if number >= len(code):
                card.hide()
                continue
            is_last = number == len(code) - 1
            card.copy.read_more = self._read_more if is_last else None
            card.copy.source = code[number].source
            card.copy.show()
            is_foldable = number < num_final and _num_lines(code[number]) >= MIN_FOLDABLE
            card.fold.setVisible(is_foldable)
            if is_foldable and number in self._folds:
                self._show_fold(number, is_folded=True)
        self.place(self._num_placed)
        waiting = (n for n in range(num_final) if self._cards[n].region is None)
        self._num_placed = next(waiting, num_final)

    def place_growing(self) -> None:
        """Position the controls of cards whose code is not final."""
        self.place(self._num_placed)

    def place(self, first: int = 0) -> None:
        """Position the controls of the cards from number `first` on."""
        code = self._markdown.code
        for number in range(first, min(len(code), len(self._cards))):
            if code[number].last >= self._document.blockCount():
                break  # the text is being written again
            card, rect = self._cards[number], self.rect(code[number])
            card.place(rect, self._markdown.style.code_header)
            room = self._text_rect(rect).width()
            if card.region is not code[number] or card.num_measured != len(code[number].source):
                card.text_width = self._text_width(code[number])
                # Without a width, the text was not laid out yet.
                card.region = code[number] if card.text_width else None
                card.num_measured = len(code[number].source)
            card.show_width(round(card.text_width - room), round(room))

    def rect(self, region: CodeRegion) -> QRectF:
        """The card of a code block, in pixels of the text."""
        layout, style = self._document.documentLayout(), self._markdown.style
        first = self._document.findBlockByNumber(region.first)
        last = self._document.findBlockByNumber(region.last)
        if not last.isVisible():
            last = self._document.findBlockByNumber(region.first + _LINES_WHEN_FOLDED - 1)
        top = layout.blockBoundingRect(first).top() - style.code_header - style.code_padding
        bottom = layout.blockBoundingRect(last).bottom() + style.code_padding
        left = first.blockFormat().leftMargin() - style.code_indent
        return QRectF(left, top, self._viewport.width() - left, bottom - top)

    def offset_at(self, y: float) -> int:
        """By how many pixels the code at `y` is scrolled; 0 outside of code."""
        number = self._number_at(y)
        return 0 if number is None else self._cards[number].offset

    def wide_code(self, visible: QRectF) -> list[tuple[QRectF, int]]:
        """The places in `visible` of code that is wider than its card, and its offsets."""
        found = []
        for number, rect in self._in(visible):
            card = self._cards[number]
            if card.is_wide:
                found.append((self._text_rect(rect), card.offset))
        return found

    def scroll(self, y: float, event: QWheelEvent) -> bool:
        """Scroll the code at `y` sideways if that is what the wheel says."""
        number = self._number_at(y)
        if number is None or not self._cards[number].is_wide:
            return False
        return self._cards[number].bar.turn(event)

    def show_position(self, position: int) -> None:
        """Scroll and unfold code so that the character at `position` is seen."""
        block = self._document.findBlock(position)
        code = self._markdown.code
        number = bisect_left(code, block.blockNumber(), key=attrgetter("last"))
        if number >= min(len(code), len(self._cards)) or code[number].first > block.blockNumber():
            return
        if not block.isVisible():
            self._toggle(number)
        card, cursor = self._cards[number], QTextCursor(block)
        cursor.setPosition(position)
        line = block.layout().lineForTextPosition(position - block.position())
        if card.is_wide and line.isValid():
            x = round(line.cursorToX(position - block.position())[0])  # type: ignore[index]
            room = card.bar.pageStep()
            if not card.offset <= x <= card.offset + room:
                card.bar.setValue(x - room // 2)

    def paint(self, painter: QPainter, visible: QRectF) -> None:
        """Draw cards and head lines."""
        style = self._markdown.style
        for number, rect in self._in(visible):
            painter.setPen(QColor(style.colors.border))
            painter.setBrush(QColor(style.colors.raised))
            radius = style.em * 0.55
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            font = QFont(style.font)
            font.setPixelSize(max(1, round(style.em * 0.8)))
            painter.setFont(font)
            painter.setPen(QColor(style.colors.muted))
            head = QRectF(rect.left(), rect.top(), rect.width(), style.code_header)
            label = self._label(number)
            painter.drawText(
                head.adjusted(style.code_indent, 0, 0, 0),
                # Code and its copy button stand from left to right in every layout.
                _AT_LEFT,
                label,
            )

    def _label(self, number: int) -> str:
        region = self._markdown.code[number]
        label = region.language or self.tr("text")
        if self._is_continued and number == 0:
            label = self.tr("{0}, continued").format(label)
        if number in self._folds:
            label = self.tr("{0} · {1} lines").format(label, _num_lines(region))
        return label

    def _in(self, visible: QRectF) -> list[tuple[int, QRectF]]:
        """The numbers and cards of the code in `visible`."""
        code, layout = self._markdown.code, self._document.documentLayout()
        position = layout.hitTest(visible.topLeft(), Qt.HitTestAccuracy.FuzzyHit)
        top = self._document.findBlock(position).blockNumber()
        found = []
        for number in range(
            max(0, bisect_left(code, top, key=attrgetter("last")) - 1),
            min(len(code), len(self._cards)),
        ):
            rect = self.rect(code[number])
            if rect.top() > visible.bottom():
                break
            if rect.bottom() >= visible.top():
                found.append((number, rect))
        return found

    def _number_at(self, y: float) -> int | None:
        near = self._in(QRectF(0, y, 1, 1))
        return next((n for n, rect in near if rect.top() <= y <= rect.bottom()), None)

    def _text_rect(self, rect: QRectF) -> QRectF:
        style = self._markdown.style
        return rect.adjusted(style.code_indent, style.code_header, -style.code_indent, 0)

    def _text_width(self, region: CodeRegion) -> float:
        """The width of the widest line, in pixels."""
        lines = region.source.removesuffix("\n").split("\n")
        widest = nlargest(
            _CANDIDATES, range(len(lines)), key=lambda line: len(lines[line].encode())
        )
        width = 0.0
        for line in widest:
            layout = self._document.findBlockByNumber(region.first + line).layout()
            if layout.lineCount():
                width = max(width, layout.lineAt(0).naturalTextWidth())
        return width

    def _toggle(self, number: int) -> None:
        is_folded = number not in self._folds
        (self._folds.add if is_folded else self._folds.discard)(number)
        self._show_fold(number, is_folded=is_folded)
        self.folded.emit()

    def _show_fold(self, number: int, *, is_folded: bool) -> None:
        """Hide the lines of a block but for the first ones, or show them."""
        region, card = self._markdown.code[number], self._cards[number]
        card.show_fold(is_folded=is_folded)
        card.region = None  # hidden lines have no width
        cut = region.first + _LINES_WHEN_FOLDED
        last_shown = QTextCursor(self._document.findBlockByNumber(cut - 1))
        block_format = last_shown.blockFormat()
        style = self._markdown.style
        block_format.setBottomMargin(style.code_padding + style.paragraph_gap if is_folded else 0)
        last_shown.setBlockFormat(block_format)
        start = last_shown.block().position()
        for line in range(cut, region.last + 1):
            self._document.findBlockByNumber(line).setVisible(not is_folded)
        last = self._document.findBlockByNumber(region.last)
        self._document.markContentsDirty(start, last.position() + last.length() - start)


def _num_lines(region: CodeRegion) -> int:
    return region.last - region.first + 1


class _Card:
    """The controls of one card."""

    def __init__(self, viewport: QWidget, cards: CodeCards, number: int) -> None:
        self.region: CodeRegion | None = None  # whose width was measured, and how many characters
        self.num_measured = 0
        self.text_width = 0.0
        self.copy = CopyCodeButton(viewport)
        self.fold = IconButton("chevron-down", "", viewport, size=1.05)
        self.fold.clicked.connect(lambda: cards._toggle(number))
        self.bar = _SideBar(viewport)
        self.bar.setAccessibleName(cards.tr("Scroll the code sideways"))
        self.bar.valueChanged.connect(cards.scrolled)
        self.show_fold(is_folded=False)

    @property
    def offset(self) -> int:
        """By how many pixels the code is scrolled."""
        return self.bar.value() if self.is_wide else 0

    @property
    def is_wide(self) -> bool:
        """Whether the code is wider than the card."""
        return self.bar.maximum() > 0

    def hide(self) -> None:
        self.show_width(0, 1)
        for control in (self.copy, self.fold, self.bar):
            control.hide()

    def show_fold(self, *, is_folded: bool) -> None:
        self.fold.set_icon_name("chevron-right" if is_folded else "chevron-down")
        fold, unfold = self.fold.tr("Fold the code"), self.fold.tr("Unfold the code")
        self.fold.set_description(unfold if is_folded else fold)

    def show_width(self, excess: int, room: int) -> None:
        """The code is `excess` pixels wider than its `room`."""
        self.bar.setPageStep(room)
        self.bar.setSingleStep(max(1, room // 12))
        self.bar.setMaximum(max(0, excess))
        self.bar.setVisible(excess > 0)

    def place(self, rect: QRectF, header: float) -> None:
        right = rect.right()
        for button in (self.copy, self.fold):
            size = button.sizeHint()
            gap = max(0.0, (header - size.height()) / 2)
            right -= size.width() + (gap if button is self.copy else 0)
            button.resize(size)
            button.move(round(right), round(rect.top() + gap))
        height = self.bar.sizeHint().height()
        left, width = round(rect.left()) + height, round(rect.width()) - 2 * height
        self.bar.setGeometry(QRect(left, round(rect.bottom()) - height - 1, width, height))


class _SideBar(QScrollBar):
    """A horizontal scroll bar that a turn of the wheel passes by."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    def turn(self, event: QWheelEvent) -> bool:
        """Scroll if the wheel is turned sideways, or with Shift."""
        turn = event.angleDelta()
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        amount = turn.x() if abs(turn.x()) > abs(turn.y()) else turn.y() if is_shifted else 0
        if not amount:
            return False
        self.setValue(self.value() - round(amount / 40 * self.singleStep()))
        return True

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.setAccepted(self.turn(event))


class CopyCodeButton(CopyButton):
    """Copies the source of one code block, or the longer code of `read_more`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(self.tr("Copy code"), parent)
        self.source = ""
        self.read_more: Callable[[], str] | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._on_clicked)

    def _on_clicked(self) -> None:
        source = self.source if self.read_more is None else self.read_more()
        QGuiApplication.clipboard().setText(source.removesuffix("\n"))
        self.show_copied()

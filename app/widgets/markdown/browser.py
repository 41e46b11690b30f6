"""A text widget as tall as its text: markdown or plain, with code cards and quote bars."""

import re
from collections.abc import Callable
from math import ceil
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QDesktopServices,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from app.domain import Spans
from app.widgets.markdown.code_cards import CodeCards
from app.widgets.markdown.code_colors import CodeColors
from app.widgets.markdown.draft_tint import DraftTint
from app.widgets.markdown.formula_view import FormulaView, with_sources
from app.widgets.markdown.hits import HitMarks
from app.widgets.markdown.streaming import StreamingMarkdown
from app.widgets.markdown.style import MarkdownStyle, Property
from app.widgets.markdown.writer import CodeRegion
from app.widgets.wrapping import fit_wrapping

RunInBackground = Callable[[Callable[[], Any], Callable[[Any], None]], None]
"""Runs the first argument off the GUI thread, the second with its result on it."""

_SAFE_SCHEMES = ("http", "https", "mailto")
_SPANS_AT_ONCE = 500


class MessageBrowser(QTextBrowser):
    """A read-only text widget without scroll bars.

    Signals:
        height_changed(): the text needs a different height.
    """

    height_changed = Signal()

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plain: str | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().rangeChanged.connect(self._on_range_changed)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self._markdown = StreamingMarkdown(
            self.document(), MarkdownStyle.create(self.palette(), self.font())
        )
        self.cards = CodeCards(self._markdown, self.document(), self.viewport())
        self.cards.scrolled.connect(self.viewport().update)
        self.cards.folded.connect(self._on_folded)
        self.hits = HitMarks(self)
        self._tint = DraftTint(self._markdown, self.document(), self)
        self._colors = CodeColors(self._markdown, self.document(), run_in_background)
        self._formulas = FormulaView(self._markdown, self.document(), run_in_background)
        self._formulas.shown.connect(self.cards.place)
        self._formulas.shown.connect(self._show_marks)
        self.anchorClicked.connect(open_link)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)

    @property
    def text(self) -> str:
        """The source text."""
        return self._markdown.source if self._plain is None else self._plain

    @property
    def code(self) -> list[CodeRegion]:
        """Code blocks, top to bottom."""
        return [] if self._plain is not None else self._markdown.code

    @property
    def is_partly_plain(self) -> bool:
        """Whether a part of the markdown was too costly to format."""
        return self._plain is None and self._markdown.is_partly_plain

    def set_markdown(
        self, source: str, *, is_finished: bool, references: dict[str, Any] | None = None
    ) -> None:
        """Show markdown; text that continues the current one is appended.

        `references` are link definitions from elsewhere.
        """
        self._plain = None
        fit_wrapping(self, source)
        self._markdown.set_source(source, is_finished=is_finished, references=references)
        self._update()

    def set_plain(self, text: str) -> None:
        """Show `text` verbatim."""
        self._markdown.set_source("", is_finished=False)
        self._plain = text
        fit_wrapping(self, text)
        self._write_plain()
        self._update()

    def height_for(self, width: int) -> int:
        """Height in pixels at `width` pixels."""
        if self.document().textWidth() != width:
            self.document().setTextWidth(width)
        height = self.document().size().height()
        if self.code:
            # Qt omits the last block's margin, which holds the edge of a code card.
            height = max(height, self.cards.rect(self.code[-1]).bottom() + 1)
        return ceil(height)

    def mark(self, pattern: re.Pattern[str] | None, current: int | None) -> None:
        """Mark what `pattern` finds; hit number `current` is also scrolled to in its code."""
        self.hits.show(pattern, current)
        self._show_marks()
        position = None if current is None else self.hits.position(current)
        if position is not None and self.code:
            self.cards.show_position(position)

    def tint(self, spans: Spans) -> None:
        """Mark the characters `spans` of the source."""
        if spans != self._tint.spans:
            self._tint.spans = spans
            self._show_marks()

    def _show_marks(self) -> None:
        """Show hits above the tint."""
        marks = self._tint.selections(self._plain) + self.hits.selections
        if marks or self.extraSelections():
            self.setExtraSelections(marks)

    def _write_plain(self) -> None:
        self.document().clear()
        cursor = self.textCursor()
        style = self._markdown.style
        cursor.setBlockFormat(style.block(0, 0))
        cursor.insertText(self._plain or "", style.text())

    def _on_folded(self) -> None:
        self.cards.place()
        self.height_changed.emit()

    def _on_range_changed(self) -> None:
        """Wide code scrolls by itself, the text never does."""
        self.horizontalScrollBar().setRange(0, 0)

    def _on_size_changed(self) -> None:
        self.cards.place_growing()
        self.height_changed.emit()

    def _update(self) -> None:
        """Show what comes with the text: cards of code, colors, formulas."""
        self.cards.update(self.code)
        if self._plain is None:
            self._colors.update()
            self._formulas.update(self.palette().text().color().name(), self.devicePixelRatioF())
        self.hits.refresh()
        self._show_marks()

    def _restyle(self) -> None:
        self._markdown.set_style(MarkdownStyle.create(self.palette(), self.font()))
        if self._plain is not None:
            self._write_plain()
        self._update()

    def _paint_blocks(self, painter: QPainter, visible: QRectF) -> None:
        style, layout = self._markdown.style, self.document().documentLayout()
        rules = set(self._markdown.rule_blocks)
        block = self.cursorForPosition(QPointF(0, visible.top()).toPoint()).block()
        while block.isValid():
            rect = layout.blockBoundingRect(block)
            if rect.top() > visible.bottom():
                break
            if block.blockNumber() in rules:
                line = QRectF(0, rect.center().y(), self.viewport().width(), 1)
                painter.fillRect(line, QColor(style.colors.border))
            self._paint_quote(painter, block, rect)
            marker = block.blockFormat().property(Property.LIST_MARKER)
            if marker:
                self._paint_marker(painter, block, rect, str(marker))
            block = block.next()

    def _paint_quote(self, painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
        style, below = self._markdown.style, block.next()
        depth = int(block.blockFormat().property(Property.QUOTE_DEPTH) or 0)
        if depth and below.isValid() and below.blockFormat().property(Property.QUOTE_DEPTH):
            rect.setBottom(self.document().documentLayout().blockBoundingRect(below).top())
        width = style.em * 0.2
        for level in range(depth):
            left = style.em * 1.1 * level
            if block.blockFormat().property(Property.IS_MIRRORED):
                left = self.viewport().width() - left - width
            bar = QRectF(left, rect.top(), width, rect.height())
            painter.fillRect(bar, QColor(style.colors.border))

    def _paint_marker(
        self, painter: QPainter, block: QTextBlock, rect: QRectF, marker: str
    ) -> None:
        style, line = self._markdown.style, block.layout().lineAt(0)
        painter.setFont(style.font)
        painter.setPen(QColor(style.colors.muted))
        gap, width = style.em * 0.45, painter.fontMetrics().horizontalAdvance(marker)
        left = max(0.0, block.blockFormat().leftMargin() - gap - width)
        if block.blockFormat().property(Property.IS_MIRRORED):
            right = block.blockFormat().rightMargin() - gap
            left = self.viewport().width() - max(width, right)
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # its dot is at the left
        else:
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(QPointF(left, rect.top() + line.y() + line.ascent()), marker)

    def loadResource(self, type: int, name: QUrl | str) -> Any:  # noqa: A002, ARG002 - Qt's names
        """Returns nothing: messages never load resources."""
        return None

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height_for(max(1, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        visible = QRectF(event.rect())
        if self._plain is None:
            self.cards.paint(painter, visible)
            self._paint_blocks(painter, visible)
        wide = self.cards.wide_code(visible) if self.code else []
        if wide:
            self._paint_text(painter, visible, wide)
        painter.end()
        if not wide:
            super().paintEvent(event)

    def _paint_text(
        self, painter: QPainter, visible: QRectF, wide: list[tuple[QRectF, int]]
    ) -> None:
        """Draw the text with code that is wider than its card cut off and scrolled."""
        layout, context = self.document().documentLayout(), self._paint_context()
        top = visible.top()
        for place, offset in wide:
            above = QRectF(0, top, self.width(), place.top() - top) & visible
            for clip, shift in ((above, 0), (place & visible, offset)):
                painter.save()
                painter.setClipRect(clip)
                painter.translate(-shift, 0)
                context.clip = clip.translated(shift, 0)
                layout.draw(painter, context)
                painter.restore()
            top = place.bottom()
        context.clip = QRectF(0, top, self.width(), visible.bottom() - top)
        painter.setClipRect(context.clip)
        layout.draw(painter, context)

    def _paint_context(self) -> QAbstractTextDocumentLayout.PaintContext:
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        selections = [_selection(each.cursor, each.format) for each in self.extraSelections()]
        if self.textCursor().hasSelection():
            role, chars = QPalette.ColorRole, QTextCharFormat()
            group = QPalette.ColorGroup.Active if self.hasFocus() else QPalette.ColorGroup.Inactive
            chars.setBackground(self.palette().brush(group, role.Highlight))
            chars.setForeground(self.palette().brush(group, role.HighlightedText))
            selections.append(_selection(self.textCursor(), chars))
        context.selections = selections
        return context

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(self._in_text(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(self._in_text(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(self._in_text(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(self._in_text(event))

    def _in_text(self, event: QMouseEvent) -> QMouseEvent:
        """`event` with the place that the text there would have if it were not scrolled."""
        offset = self.cards.offset_at(event.position().y()) if self.code else 0
        if not offset:
            return event
        return QMouseEvent(
            event.type(),
            event.position() + QPointF(offset, 0),
            event.globalPosition(),
            event.button(),
            event.buttons(),
            event.modifiers(),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.cards.place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        is_taken = bool(self.code) and self.cards.scroll(event.position().y(), event)
        event.setAccepted(is_taken)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._restyle()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._markdown.formulas:
            self._restyle()
        return super().event(event)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802 - Qt's name
        copied = with_sources(self.textCursor(), self)
        data = QMimeData()
        data.setText(copied.toPlainText())
        data.setHtml(copied.toHtml())
        copied.deleteLater()
        return data


def _selection(
    cursor: QTextCursor, chars: QTextCharFormat
) -> QAbstractTextDocumentLayout.Selection:
    selection = QAbstractTextDocumentLayout.Selection()
    selection.cursor, selection.format = cursor, chars
    return selection


def open_link(url: QUrl) -> None:
    """Open web and mail links; ignore all others."""
    if url.scheme().lower() in _SAFE_SCHEMES:
        QDesktopServices.openUrl(url)

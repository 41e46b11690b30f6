"""A text widget as tall as its text: markdown or plain, with code cards and quote bars."""

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from math import ceil
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QFont,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from app.widgets.icons import CopyButton
from app.widgets.markdown.formula_view import FormulaView, with_sources
from app.widgets.markdown.highlight import Kind, Span, code_spans
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
        self._run_in_background = run_in_background
        self._copy_buttons: list[CopyCodeButton] = []
        self._highlighted = 0  # code blocks passed to the highlighter
        self._num_placed = 0  # code blocks with a final position
        self._generation = 0  # of the markdown that both counters refer to
        self._plain: str | None = None
        self._whole_code: Callable[[], str] | None = None
        self._is_continued = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self._markdown = StreamingMarkdown(
            self.document(), MarkdownStyle.create(self.palette(), self.font())
        )
        self._formulas = FormulaView(self._markdown, self.document(), run_in_background)
        self._formulas.shown.connect(self._place_buttons)
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
        self._update_code()

    def set_whole_code(self, read: Callable[[], str] | None, *, is_continued: bool) -> None:
        """Before `set_markdown`: the last code block copies `read`; `is_continued`: not first."""
        self._whole_code, self._is_continued = read, is_continued

    def set_plain(self, text: str) -> None:
        """Show `text` verbatim."""
        self._markdown.set_source("", is_finished=False)
        self._plain = text
        fit_wrapping(self, text)
        self._update_code()
        self._write_plain()

    def height_for(self, width: int) -> int:
        """Height in pixels at `width` pixels."""
        if self.document().textWidth() != width:
            self.document().setTextWidth(width)
        height = self.document().size().height()
        if self.code:
            # Qt omits the last block's margin, which holds the edge of a code card.
            height = max(height, self.code_rect(self.code[-1]).bottom() + 1)
        return ceil(height)

    def code_rect(self, region: CodeRegion) -> QRectF:
        """The card of a code block, in pixels of the text."""
        layout, style = self.document().documentLayout(), self._markdown.style
        first = self.document().findBlockByNumber(region.first)
        last = self.document().findBlockByNumber(region.last)
        top = layout.blockBoundingRect(first).top() - style.code_header - style.code_padding
        bottom = layout.blockBoundingRect(last).bottom() + style.code_padding
        left = first.blockFormat().leftMargin() - style.em * 0.95
        return QRectF(left, top, self.viewport().width() - left, bottom - top)

    def _write_plain(self) -> None:
        self.document().clear()
        cursor = self.textCursor()
        style = self._markdown.style
        cursor.setBlockFormat(style.block(0, 0))
        cursor.insertText(self._plain or "", style.text())

    def _on_size_changed(self) -> None:
        self._place_buttons(self._num_placed)
        self.height_changed.emit()

    def _update_code(self) -> None:
        if self._generation != self._markdown.generation:
            self._generation = self._markdown.generation
            self._highlighted = self._num_placed = 0
        code = self.code
        num_final = 0 if self._plain is not None else self._markdown.num_final_code
        while len(self._copy_buttons) < len(code):
            self._copy_buttons.append(CopyCodeButton(self.viewport()))
        for number in range(self._num_placed, len(self._copy_buttons)):
            button = self._copy_buttons[number]
            button.setVisible(number < len(code))
            if number < len(code):
                is_last = number == len(code) - 1
                button.read_more = self._whole_code if is_last else None
                button.source = code[number].source
        self._place_buttons(self._num_placed)
        self._num_placed = num_final
        for number in range(self._highlighted, num_final):
            region = code[number]
            self._run_in_background(
                partial(code_spans, region.source, region.language),
                partial(self._color_code, self._generation, region),
            )
        self._highlighted = max(self._highlighted, num_final)
        if self._plain is None:
            self._formulas.update(self.palette().text().color().name(), self.devicePixelRatioF())

    def _place_buttons(self, first: int = 0) -> None:
        """Position the copy buttons from number `first` on at the corners of their cards."""
        code = self.code
        for number in range(first, min(len(code), len(self._copy_buttons))):
            rect, button = self.code_rect(code[number]), self._copy_buttons[number]
            size = button.sizeHint()
            gap = max(0.0, (self._markdown.style.code_header - size.height()) / 2)
            button.resize(size)
            button.move(round(rect.right() - size.width() - gap), round(rect.top() + gap))

    def _color_code(
        self, generation: int, region: CodeRegion, spans: tuple[Span, ...], first: int = 0
    ) -> None:
        """Color spans from number `first` on, a limited number per turn of the event loop."""
        if generation != self._generation or first >= len(spans):
            return
        formats: dict[int, list[QTextLayout.FormatRange]] = {}
        end = min(len(spans), first + _SPANS_AT_ONCE)
        if end < len(spans):  # lines are colored whole
            end = bisect_left(spans, spans[end].line, lo=first, hi=end, key=attrgetter("line"))
            end = end if end > first else first + _SPANS_AT_ONCE
        for span in spans[first:end]:
            piece = QTextLayout.FormatRange()
            piece.start, piece.length = span.start, span.length
            piece.format = self._color(span.kind)
            formats.setdefault(span.line, []).append(piece)
        for line, pieces in formats.items():
            block = self.document().findBlockByNumber(region.first + line)
            if block.isValid() and region.first + line <= region.last:
                block.layout().setFormats(pieces)
        if formats:
            top = self.document().findBlockByNumber(region.first + min(formats))
            bottom = self.document().findBlockByNumber(region.first + max(formats))
            length = bottom.position() + bottom.length() - top.position()
            self.document().markContentsDirty(top.position(), length)
        if end < len(spans):
            QTimer.singleShot(0, self, partial(self._color_code, generation, region, spans, end))

    def _color(self, kind: Kind) -> QTextCharFormat:
        chars = QTextCharFormat()
        chars.setForeground(QColor(getattr(self._markdown.style.colors, kind)))
        return chars

    def _restyle(self) -> None:
        self._markdown.set_style(MarkdownStyle.create(self.palette(), self.font()))
        if self._plain is not None:
            self._write_plain()
        self._update_code()

    def _paint_code(self, painter: QPainter, visible: QRectF) -> None:
        style = self._markdown.style
        code = self.code
        top = self.cursorForPosition(QPointF(0, visible.top()).toPoint()).blockNumber()
        first = bisect_left(code, top, key=attrgetter("last"))
        for region in code[max(0, first - 1) :]:
            rect = self.code_rect(region)
            if rect.top() > visible.bottom():
                break
            painter.setPen(QColor(style.colors.border))
            painter.setBrush(QColor(style.colors.raised))
            radius = style.em * 0.55
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            header = QRectF(rect.left(), rect.top(), rect.width(), style.code_header)
            font = QFont(style.font)
            font.setPixelSize(max(1, round(style.em * 0.85)))
            painter.setFont(font)
            painter.setPen(QColor(style.colors.muted))
            painter.drawText(
                header.adjusted(style.em * 0.95, 0, 0, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                self._label_of(region),
            )

    def _label_of(self, region: CodeRegion) -> str:
        language = region.language or self.tr("text")
        if self._is_continued and region is self.code[0]:
            return self.tr("{0}, continued").format(language)
        return language

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
            self._paint_code(painter, visible)
            self._paint_blocks(painter, visible)
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place_buttons()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

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


def open_link(url: QUrl) -> None:
    """Open web and mail links; ignore all others."""
    if url.scheme().lower() in _SAFE_SCHEMES:
        QDesktopServices.openUrl(url)

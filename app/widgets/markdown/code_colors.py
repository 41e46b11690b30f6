"""Colors the code blocks of a document, also one that still grows."""

import time
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QColor, QTextCharFormat, QTextDocument, QTextLayout

from app.viewmodels.receivers import while_alive
from app.widgets.markdown.highlight import Kind, Span, code_spans
from app.widgets.markdown.streaming import StreamingMarkdown
from app.widgets.markdown.writer import CodeRegion

_SPANS_AT_ONCE = 500
_LEAST_SPANS = 20  # what a block with fewer of them counts for
_MAX_GROWING = 16_000  # characters; longer code is colored once it is complete
_LEAST_PAUSE = 0.25  # seconds between two looks at growing code
_PAUSE_SHARE = 4.0  # of the time that a look takes


class CodeColors(QObject):
    """Asks for the spans of code and applies them, a limited number per turn of the event loop."""

    def __init__(
        self,
        markdown: StreamingMarkdown,
        document: QTextDocument,
        run_in_background: Callable[[Callable[[], Any], Callable[[Any], None]], None],
    ) -> None:
        super().__init__(document)
        self._markdown = markdown
        self._document = document
        self._run_in_background = run_in_background
        self._generation = -1
        self._num_asked = 0  # final code blocks
        self._growing: CodeRegion | None = None  # the last block, until it is final
        self._spans: tuple[Span, ...] = ()  # of its text some time ago
        self._is_looking = False
        self._next_look = 0.0
        self._queue: deque[tuple[CodeRegion, tuple[Span, ...], int]] = deque()
        self._num_left = _SPANS_AT_ONCE  # in this turn
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._on_turn)

    def update(self) -> None:
        """Color new blocks, and now and then the one that grows."""
        markdown = self._markdown
        if self._generation != markdown.generation:
            self._generation, self._num_asked = markdown.generation, 0
            self._growing, self._spans = None, ()
            self._queue.clear()
        self._num_left = _SPANS_AT_ONCE
        num_final = markdown.num_final_code
        for number in range(self._num_asked, num_final):
            self._keep_colors(markdown.code[number])
            self._growing, self._spans = None, ()
            self._ask(markdown.code[number], partial(self._on_spans, self._generation))
        self._num_asked = max(self._num_asked, num_final)
        if len(markdown.code) > num_final:
            self._keep_colors(markdown.code[-1])
            self._look()

    def _keep_colors(self, region: CodeRegion) -> None:
        """Blocks that were written again get their former colors at once."""
        if region is not self._growing:
            if self._growing is not None:
                self._on_spans(self._generation, region, self._spans)
            self._growing = region

    def _look(self) -> None:
        """Ask for the spans of growing code, at a limited rate."""
        region = self._growing
        now = time.perf_counter()
        if region is None or self._is_looking or now < self._next_look or not region.source:
            return
        if len(region.source) <= _MAX_GROWING:
            self._is_looking = True
            self._ask(region, partial(self._on_looked, self._generation, now))

    def _ask(
        self, region: CodeRegion, on_done: Callable[[CodeRegion, tuple[Span, ...]], None]
    ) -> None:
        work = partial(code_spans, region.source, region.language)
        self._run_in_background(work, while_alive(self, partial(on_done, region)))

    def _on_looked(
        self, generation: int, began: float, _region: CodeRegion, spans: tuple[Span, ...]
    ) -> None:
        now = time.perf_counter()
        self._is_looking = False
        self._next_look = now + max(_LEAST_PAUSE, _PAUSE_SHARE * (now - began))
        if generation == self._generation and self._growing is not None:
            self._spans = spans
            self._on_spans(generation, self._growing, spans)

    def _on_spans(self, generation: int, region: CodeRegion, spans: tuple[Span, ...]) -> None:
        if generation == self._generation and spans:
            self._queue.append((region, spans, 0))
            self._apply()

    def _apply(self) -> None:
        """Color as much as this turn may, and go on in the next one."""
        while self._queue and self._num_left > 0:
            region, spans, first = self._queue.popleft()
            end = min(len(spans), first + self._num_left)
            if end < len(spans):  # lines are colored whole
                of_line = attrgetter("line")
                whole = bisect_left(spans, spans[end].line, lo=first, hi=end, key=of_line)
                end = whole if whole > first else bisect_right(spans, spans[end].line, key=of_line)
            self._color_lines(region, spans[first:end])
            self._num_left -= max(_LEAST_SPANS, end - first)
            if end < len(spans):
                self._queue.appendleft((region, spans, end))
        if not self._timer.isActive():
            self._timer.start()

    def _on_turn(self) -> None:
        self._num_left = _SPANS_AT_ONCE
        if self._queue:
            self._apply()

    def _color_lines(self, region: CodeRegion, spans: tuple[Span, ...]) -> None:
        """Lines that have these colors already are not laid out again."""
        lines: dict[int, list[QTextLayout.FormatRange]] = {}
        for span in spans:
            piece = QTextLayout.FormatRange()
            piece.start, piece.length = span.start, span.length
            piece.format = self._color(span.kind)
            lines.setdefault(span.line, []).append(piece)
        for line, pieces in lines.items():
            block = self._document.findBlockByNumber(region.first + line)
            if not block.isValid() or region.first + line > region.last:
                continue
            if block.layout().formats() != pieces:
                block.layout().setFormats(pieces)
                self._document.markContentsDirty(block.position(), block.length())

    def _color(self, kind: Kind) -> QTextCharFormat:
        chars = QTextCharFormat()
        chars.setForeground(QColor(getattr(self._markdown.style.colors, kind)))
        return chars

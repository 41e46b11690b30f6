"""Marks what accepted drafts brought to a text with a soft background."""

from PySide6.QtGui import QColor, QTextDocument
from PySide6.QtWidgets import QTextEdit, QWidget

from app.domain import Spans
from app.widgets.colors import colors_of
from app.widgets.markdown.hits import selected
from app.widgets.markdown.source_map import num_units
from app.widgets.markdown.streaming import StreamingMarkdown

_OPACITY = 0.15  # code in every color keeps its contrast


class DraftTint:
    """The marks in `document`, which shows `markdown` or a text as it is."""

    def __init__(
        self, markdown: StreamingMarkdown, document: QTextDocument, widget: QWidget
    ) -> None:
        self._markdown = markdown
        self._document = document
        self._widget = widget
        self.spans: Spans = ()

    def selections(self, plain: str | None) -> list[QTextEdit.ExtraSelection]:
        """The marks; `plain` is the text that is shown in place of markdown."""
        if not self.spans:
            return []
        ranges = self._markdown.ranges(self.spans) if plain is None else _units(self.spans, plain)
        color = QColor(colors_of(self._widget.palette()).accent)
        color.setAlphaF(_OPACITY)
        marks = []
        for start, end in _merged(ranges):
            mark = QTextEdit.ExtraSelection()
            mark.cursor = selected(self._document, start, end)
            chars = mark.format
            chars.setBackground(color)
            mark.format = chars
            marks.append(mark)
        return marks


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """`ranges` in which those that touch are one: their edges would be seen."""
    merged: list[tuple[int, int]] = []
    for start, end in ranges:
        if merged and merged[-1][1] == start:
            start = merged.pop()[0]
        merged.append((start, end))
    return merged


def _units(spans: Spans, text: str) -> list[tuple[int, int]]:
    """The places of `spans` in UTF-16 units."""
    ends = [(start, min(end, len(text))) for start, end in spans if start < len(text)]
    return [(num_units(text[:start]), num_units(text[:end])) for start, end in ends]

"""Words that are searched for in a text: where they are, and how they are marked."""

import re

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from app.widgets.colors import colors_of
from app.widgets.markdown.source_map import num_units

_MARKUP = r"[\s*_`~]+"  # what may stand between two words that are shown one after the other
_HIT_OPACITY = 0.35


def phrase_pattern(text: str) -> re.Pattern[str] | None:
    """Finds `text` in markdown and in what is shown of it; None for no words."""
    words = [re.escape(word) for word in text.split()]
    return re.compile(_MARKUP.join(words), re.IGNORECASE) if words else None


def words_pattern(text: str) -> re.Pattern[str] | None:
    """Finds each word of `text`."""
    words = sorted(set(re.findall(r"\w+", text)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)), re.IGNORECASE) if words else None


class HitMarks:
    """Marks what a pattern finds in the text of a widget, one of it as the current hit."""

    def __init__(self, widget: QTextBrowser) -> None:
        self._widget = widget
        self._pattern: re.Pattern[str] | None = None
        self._current: int | None = None
        self._cursors: list[QTextCursor] = []
        self.selections: list[QTextEdit.ExtraSelection] = []

    def show(self, pattern: re.Pattern[str] | None, current: int | None) -> None:
        """Mark what `pattern` finds; `current` is the number of the current hit, if it is here."""
        if (pattern, current) != (self._pattern, self._current):
            self._pattern, self._current = pattern, current
            self.refresh()

    def refresh(self) -> None:
        """Search again, after a change of the text."""
        if self._pattern is None and not self._cursors:
            return
        text = self._widget.toPlainText()
        self._cursors = []
        for start, end in _places(self._pattern, text):
            self._cursors.append(selected(self._widget.document(), start, end))
        self.selections = [
            self._selection(cursor, number) for number, cursor in enumerate(self._cursors)
        ]

    def position(self, number: int) -> int | None:
        """The position of a hit, or of the last one before it; None if there is none."""
        if not self._cursors:
            return None
        return self._cursors[min(number, len(self._cursors) - 1)].selectionStart()

    def rect(self, number: int) -> QRect | None:
        """The place of the beginning of a hit in the widget."""
        position = self.position(number)
        if position is None:
            return None
        cursor = QTextCursor(self._widget.document())
        cursor.setPosition(position)
        return self._widget.cursorRect(cursor)

    def _selection(self, cursor: QTextCursor, number: int) -> QTextEdit.ExtraSelection:
        colors = colors_of(self._widget.palette())
        last = len(self._cursors) - 1
        is_current = self._current is not None and number == min(self._current, last)
        background = QColor(colors.accent if is_current else colors.caution)
        background.setAlphaF(1.0 if is_current else _HIT_OPACITY)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        chars = selection.format
        chars.setBackground(background)
        chars.setForeground(QColor(colors.on_accent if is_current else colors.text))
        selection.format = chars
        return selection


def selected(document: QTextDocument, start: int, end: int) -> QTextCursor:
    """A cursor that selects the text between two positions."""
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _places(pattern: re.Pattern[str] | None, text: str) -> list[tuple[int, int]]:
    """Where `pattern` is found, in UTF-16 units, as Qt counts."""
    if pattern is None:
        return []
    places = [match.span() for match in pattern.finditer(text)]
    if text.isascii():
        return places
    shifted, seen, units = [], 0, 0
    for start, end in places:
        units += num_units(text[seen:start])
        length = num_units(text[start:end])
        shifted.append((units, units + length))
        seen, units = end, units + length
    return shifted

"""A message of any length, as stacked parts; only parts near the view have widgets."""

import re
import time
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.domain import Spans
from app.widgets.markdown.browser import MessageBrowser, RunInBackground
from app.widgets.markdown.cost import Budget
from app.widgets.markdown.fallback_fonts import FallbackFonts
from app.widgets.markdown.parts import (
    Cutter,
    Kind,
    Part,
    gap_above,
    part_at,
    spans_in,
    whole_code_of,
)
from app.widgets.markdown.places import Place, Span
from app.widgets.markdown.style import LINE_HEIGHT, TEXT_SCALE
from app.widgets.plain_widgets import create_label
from app.widgets.row_heights import RowHeights
from app.widgets.theme import em

_RELAYOUT_SHARE = 0.6  # share of a part's cost when only the width changes
_OWN_COST = 4.0  # of a text widget without content
_UNPACED = 2000  # characters; a longer growing part is shown every other time
_MAX_SPARE = 4
_MAX_HEIGHT = 15_000_000  # pixels; Qt's limit is 16,777,215


@dataclass(slots=True)
class _Shown:
    """A part on screen, and its displayed state."""

    browser: MessageBrowser
    state: tuple[object, ...] = ()
    width: int = 0
    note: QLabel | None = None


class MessageBody(QWidget):
    """Markdown or plain text; `arrange` lays out as much as this turn's budget allows.

    Signals:
        height_changed(): call `arrange` again.
    """

    height_changed = Signal()

    def __init__(self, run_in_background: RunInBackground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run_in_background = run_in_background
        self._is_plain = False
        self._is_finished = False
        self._source = ""
        self._held = ""  # a carriage return that may be followed by a line feed
        self._cutter = Cutter()
        self._rows = RowHeights()
        self._shown: dict[int, _Shown] = {}
        self._spare: list[MessageBrowser] = []
        self._pattern: re.Pattern[str] | None = None  # to be marked
        self._hit: int | None = None  # where the current hit is in the source
        self._tinted: Spans = ()
        self._folds: dict[int, set[int]] = {}  # of each part, the numbers of folded code blocks
        self._fonts = FallbackFonts()
        self._is_due = False
        self._is_behind = False  # the growing part pauses and has more to show
        self._is_arranging = False
        self._rest_until = 0.0  # the growing part is not updated before this time
        self._width = 0

    @property
    def text(self) -> str:
        """The source text."""
        return self._source

    @property
    def shown_text(self) -> str:
        """The text of the parts in view."""
        return "\n".join(
            self._shown[number].browser.toPlainText() for number in sorted(self._shown)
        )

    @property
    def browsers(self) -> list[MessageBrowser]:
        """The text widgets of the parts in view, top to bottom."""
        return [self._shown[number].browser for number in sorted(self._shown)]

    @property
    def is_long(self) -> bool:
        """Whether only the parts near the view are shown."""
        return len(self._cutter.parts) > 1

    @property
    def wait_ms(self) -> int | None:
        """Milliseconds until `arrange` has more to do; None: until something changes."""
        if self._is_due or not self._cutter.is_done:
            return 0
        if not self._is_behind:
            return None
        return max(1, round((self._rest_until - time.perf_counter()) * 1000))

    @property
    def cost(self) -> float:
        """The cost of showing it at once, in units."""
        waits = self._cutter.num_waiting / 64 + self._source.count("\n", 0, 5000)
        return _OWN_COST + self._cutter.parts[0].cost + min(waits, 400)

    def set_markdown(self, source: str, *, is_finished: bool) -> None:
        """Show markdown; text that continues the current one is appended."""
        self._set(source, is_plain=False, is_finished=is_finished)

    def set_plain(self, text: str) -> None:
        """Show `text` verbatim."""
        self._set(text, is_plain=True, is_finished=True)

    def arrange(self, width: int, span: Span, budget: Budget) -> int:
        """Show the parts within `span` at `width` pixels; returns the total height."""
        self._is_arranging = True
        self._width = width
        self._cutter.advance(budget)
        self._is_due = self._is_behind = False
        self._estimate_new()
        self._show_near(span, budget)
        for number, shown in self._shown.items():
            self._place(number, shown)
        height = min(self._rows.total + self._rest_height(), _MAX_HEIGHT)
        self.resize(width, height)
        self._is_arranging = False
        return height

    @property
    def used_width(self) -> int:
        """The width in pixels of a short text; the whole width for a long one."""
        shown = self._shown.get(0)
        if self.is_long or shown is None:
            return self._width
        return min(self._width, round(shown.browser.document().idealWidth()) + 1)

    def place_at(self, y: int) -> Place:
        """The line `y` pixels below the top."""
        number = self._rows.row_at(y)
        shown = self._shown.get(number)
        if shown is None:
            return Place(number, -1, y - self._rows.top(number))
        cursor = shown.browser.cursorForPosition(QPoint(0, y - shown.browser.y()))
        top = shown.browser.y() + shown.browser.cursorRect(cursor).top()
        return Place(number, cursor.position(), y - top)

    def y_of(self, place: Place) -> int:
        """The current position of `place`, in pixels below the top."""
        if place.part >= len(self._rows):
            return self._rows.total
        shown = self._shown.get(place.part)
        if shown is None or place.position < 0:
            return self._rows.top(place.part) + place.offset
        cursor = QTextCursor(shown.browser.document())
        cursor.setPosition(min(place.position, shown.browser.document().characterCount() - 1))
        return shown.browser.y() + shown.browser.cursorRect(cursor).top() + place.offset

    def mark(self, pattern: re.Pattern[str] | None, hit: int | None) -> None:
        """Mark what `pattern` finds; the hit at character `hit` of the source is current."""
        if (pattern, hit) != (self._pattern, self._hit):
            self._pattern, self._hit = pattern, hit
            for number, shown in self._shown.items():
                shown.browser.mark(pattern, self._hit_in(number))

    def tint(self, spans: Spans) -> None:
        """Mark the characters `spans` of the source softly."""
        spans = () if "\r" in self._source else spans  # parts have line feeds alone
        if spans != self._tinted:
            self._tinted = spans
            for number, shown in self._shown.items():
                shown.browser.tint(spans_in(self._cutter.parts, number, self._tinted))

    @property
    def y_of_hit(self) -> int:
        """The current position of the current hit, or of its part, in pixels below the top."""
        number, _ = part_at(self._cutter.parts, self._hit or 0)
        top = self._rows.top(number) if number < len(self._rows) else self._rows.total
        shown, hit = self._shown.get(number), self._hit_in(number)
        place = None if shown is None or hit is None else shown.browser.hits.rect(hit)
        return top if shown is None or place is None else shown.browser.y() + place.top()

    def _hit_in(self, number: int) -> int | None:
        """The number of the current hit among those of a part, if it is there."""
        if self._hit is None or self._pattern is None:
            return None
        part, offset = part_at(self._cutter.parts, self._hit)
        found = self._pattern.finditer(self._cutter.parts[part].source, 0, offset)
        return sum(1 for _ in found) if part == number else None

    def setAccessibleName(self, name: str) -> None:  # noqa: N802 - Qt's name
        super().setAccessibleName(name)
        for browser in self.browsers:
            browser.setAccessibleName(name)

    def _set(self, source: str, *, is_plain: bool, is_finished: bool) -> None:
        if source == self._source and (is_plain, is_finished) == (
            self._is_plain,
            self._is_finished,
        ):
            return
        if is_plain != self._is_plain or self._is_finished or not source.startswith(self._source):
            self._reset(is_plain=is_plain)
        text = self._held + source[len(self._source) :]
        self._source, self._is_finished = source, is_finished
        self._held = "\r" if text.endswith("\r") and not is_finished else ""
        text = text[: len(text) - len(self._held)]
        self._cutter.feed(text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text)
        if is_finished:
            self._cutter.finish()

    def _reset(self, *, is_plain: bool) -> None:
        for number in list(self._shown):
            self._release(number)
        self._source = self._held = ""
        self._is_plain = is_plain
        self._is_finished = False
        self._cutter = Cutter(is_plain=is_plain)
        self._rows.reset([])
        self._folds.clear()
        self._is_due = self._is_behind = False
        self._rest_until = 0.0

    def _show_near(self, span: Span, budget: Budget) -> None:
        """Show the parts within `span`; they move while they are measured."""
        in_view: set[int] = set()
        for _ in range(len(self._cutter.parts)):
            near = self._near(span)
            fresh = [number for number in near if number not in in_view]
            if not fresh:
                break
            for number in fresh:
                self._show(number, budget)
            in_view = set(near)
        for number in self._shown.keys() - in_view:
            self._release(number)

    def _near(self, span: Span) -> list[int]:
        """The numbers of the parts to show."""
        parts = self._cutter.parts
        if not self.is_long:
            return [0] if parts[0].source else []
        if span.bottom < 0 or span.top > self._rows.total:
            return []
        near = set(range(self._rows.row_at(span.top), self._rows.row_at(span.bottom) + 1))
        focused = QApplication.focusWidget()
        near |= {number for number, shown in self._shown.items() if shown.browser is focused}
        return sorted(number for number in near if _has_text(parts[number]))

    def _show(self, number: int, budget: Budget) -> None:
        """Update a part and measure it, if the budget allows."""
        part, shown = self._cutter.parts[number], self._shown.get(number)
        if not part.is_final and not self._cutter.is_done:
            return
        references = self._cutter.references if self._is_finished and self.is_long else {}
        state = (part.kind, len(part.source), part.is_final, len(references), self.is_long)
        is_same = shown is not None and shown.state == state
        if is_same and shown is not None and shown.width == self._width:
            return
        now = time.perf_counter()
        if not part.is_final and now < self._rest_until and shown is not None and not is_same:
            self._is_behind = True
            return
        cost = max(part.cost, len(part.source) / 64)  # a growing line is not counted yet
        is_ready = is_same or self._fonts.load(part.opening + part.source, self, budget)
        if not is_ready or not budget.take(_OWN_COST + cost * (_RELAYOUT_SHARE if is_same else 1)):
            self._is_due = True
            return
        if shown is None:
            shown = self._shown[number] = _Shown(self._take_browser())
        if shown.browser.width() != self._width:  # before its text is laid out
            shown.browser.resize(self._width, shown.browser.height())
        if not is_same:
            self._write(part, shown, number, references)
            shown.state = state
            took = time.perf_counter() - now
            is_paced = not part.is_final and len(part.source) > _UNPACED
            self._rest_until = now + 2 * took if is_paced else 0.0
        self._measure(number, shown)

    def _write(self, part: Part, shown: _Shown, number: int, references: dict[str, Any]) -> None:
        browser = shown.browser
        browser.setAccessibleName(self.accessibleName())
        if part.kind is Kind.PLAIN:
            is_inside = number + 1 < len(self._cutter.parts)
            browser.set_plain(part.source.removesuffix("\n") if is_inside else part.source)
        else:
            whole = whole_code_of(self._cutter.parts, number)
            browser.cards.set_whole_code(whole, is_continued=part.kind is Kind.CODE)
            browser.cards.set_folds(self._folds.setdefault(number, set()))
            browser.set_markdown(
                part.opening + part.source, is_finished=part.is_final, references=references
            )
        is_cut = part.kind is Kind.PLAIN and not part.is_run and not self._is_plain
        if is_cut or browser.is_partly_plain:
            shown.note = shown.note or self._create_note()
        elif shown.note is not None:
            shown.note.deleteLater()
            shown.note = None
        browser.tint(spans_in(self._cutter.parts, number, self._tinted))
        browser.mark(self._pattern, self._hit_in(number))
        browser.show()

    def _create_note(self) -> QLabel:
        words = self.tr("Shown as plain text: this part is too large to format")
        note = create_label(self, "small", words)
        note.show()
        return note

    def _measure(self, number: int, shown: _Shown) -> None:
        height = shown.browser.height_for(self._width)
        shown.width = self._width
        self._rows.measure(number, self._top_of_text(number, shown) + height)

    def _top_of_text(self, number: int, shown: _Shown) -> int:
        """Pixels between the top of a part and its text."""
        gap = self._gap(number)
        if shown.note is None:
            return gap
        return gap + shown.note.heightForWidth(self._width) + em(self, 0.3)

    def _em(self, count: float) -> int:
        """`count` times the size of the text, in pixels."""
        return em(self, count * TEXT_SCALE)

    def _gap(self, number: int) -> int:
        ems = gap_above(self._cutter.parts, number)
        return self._em(ems) if ems else 0

    def _place(self, number: int, shown: _Shown) -> None:
        if shown.width != self._width:
            return
        top = self._rows.top(number)
        text_top = top + self._top_of_text(number, shown)
        if shown.note is not None:
            height = shown.note.heightForWidth(self._width)
            shown.note.setGeometry(0, top + self._gap(number), self._width, height)
        height = self._rows.top(number + 1) - text_top
        shown.browser.setGeometry(0, text_top, self._width, height)

    def _estimate_new(self) -> None:
        """Estimate parts that were never shown, and one that grows out of view."""
        parts, rows = self._cutter.parts, self._rows
        for number in range(max(0, len(rows) - 1), len(parts)):
            estimate = self._estimate(parts[number])
            if number == len(rows):
                rows.insert(number, [estimate])
            elif number not in self._shown:
                rows.estimate(number, estimate)

    def _estimate(self, part: Part) -> int:
        if not _has_text(part):
            return 0
        return self._height_of(len(part.source), part.source.count("\n"))

    def _height_of(self, num_characters: int, num_lines: int) -> int:
        per_line = max(20, round(self._width / self._em(0.55)))
        lines = max(num_lines, num_characters / per_line) + 1
        return round(lines * self._em(LINE_HEIGHT))

    def _rest_height(self) -> int:
        num_waiting = self._cutter.num_waiting
        return self._height_of(num_waiting, num_waiting // 40) if num_waiting else 0

    def _take_browser(self) -> MessageBrowser:
        if self._spare:
            return self._spare.pop()
        browser = MessageBrowser(self._run_in_background, self)
        browser.height_changed.connect(self._on_height_changed)
        return browser

    def _on_height_changed(self) -> None:
        """Lay out again after a change of font or color."""
        if not self._is_arranging:
            for shown in self._shown.values():
                shown.width = 0
            self.height_changed.emit()

    def _release(self, number: int) -> None:
        shown = self._shown.pop(number)
        if shown.note is not None:
            shown.note.deleteLater()
        shown.browser.hide()
        if len(self._spare) < _MAX_SPARE:
            self._spare.append(shown.browser)
        else:
            shown.browser.deleteLater()


def _has_text(part: Part) -> bool:
    return bool(part.source) and not part.source.isspace()

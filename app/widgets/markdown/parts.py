"""Splits growing markdown into parts, each cheap enough for its own document. Without Qt.

A part ends between top-level blocks or items of top-level lists. Longer code continues in the next
part; other longer blocks become plain text.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from operator import itemgetter
from typing import Any

from app.domain import Spans
from app.widgets.markdown.cost import (
    MAX_LINE,
    MAX_PART,
    MAX_PLAIN,
    MAX_PLAIN_LINES,
    Budget,
    LineCost,
    text_cost,
)
from app.widgets.markdown.parser import (
    create_parser,
    final_len,
    find_references,
    is_open_fence,
    is_too_deep,
)

_PARSER = create_parser()
_BLANK = re.compile(r"(?:\A|\n)[ \t]*\n")
_ENDS_BLANK = re.compile(r"(?:\A|\n)[ \t]*\n\Z")
_BLANKS = re.compile(r"(?:[ \t]*\n)+")
_LINES = re.compile(rf"(?:[^\n]*\n){{{MAX_PLAIN_LINES}}}")
_HEADING = re.compile(r" {0,3}#{1,6}\s")
_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])\s")
_CUT_COST = MAX_PART / 3  # of finding the last block of a part
_PLAIN_CUT_COST = MAX_PART / 100
_WINDOW = 2 * MAX_LINE
_PLAIN_STEP = MAX_PLAIN // 8
_MAX_REFERENCES = 500


class Kind(Enum):
    """How a part is shown."""

    MARKDOWN = auto()
    CODE = auto()  # continues a fenced block
    PLAIN = auto()  # too costly to format, or the user's text


@dataclass(slots=True, eq=False)
class Part:
    """A piece of a message. `opening` is the opening line of continued code."""

    kind: Kind
    source: str = ""
    opening: str = ""
    is_final: bool = False
    is_run: bool = False  # continues the block of the previous part
    cost: float = 0.0  # units to show it; of complete lines while it grows


class Cutter:
    """Splits text fed in pieces; the result does not depend on the pieces."""

    def __init__(self, *, is_plain: bool = False) -> None:
        self._first_kind = Kind.PLAIN if is_plain else Kind.MARKDOWN
        self.parts = [Part(self._first_kind)]
        self.references: dict[str, Any] = {}  # link definitions of the final parts
        self._waiting = ""
        self._position = 0  # start of `_waiting` in the text
        self._is_complete = False
        self._is_settled = True
        self._looked = 0  # the open part is counted up to this line
        self._lines = LineCost()

    @property
    def num_waiting(self) -> int:
        """The number of characters in no part yet."""
        return len(self._waiting) - self._position

    @property
    def is_done(self) -> bool:
        """Whether all text is in parts and the last one is complete.

        Until then the last part may still be split, and its cost is unlimited.
        """
        return self._is_settled

    def feed(self, text: str) -> None:
        """Add text with line feeds as line ends."""
        self._waiting = self._waiting[self._position :] + text
        self._position = 0
        self._is_settled = False

    def finish(self) -> None:
        """Mark the text as complete."""
        self._is_settled = False
        self._is_complete = True

    def advance(self, budget: Budget) -> None:
        """Split the text, as far as the budget allows."""
        while not self._is_settled:
            part = self.parts[-1]
            cost = _PLAIN_CUT_COST if part.kind is Kind.PLAIN else _CUT_COST
            room = _WINDOW - (len(part.source) - self._looked)
            if self.num_waiting and room > 0:
                part.source += self._waiting[self._position : self._position + room]
                self._position = min(len(self._waiting), self._position + room)
            is_end = self._is_complete and not self.num_waiting
            may_cut = len(part.source) > MAX_PLAIN or part.source.count("\n") > 1
            if may_cut and not budget.take(cost):
                return
            if not self._cut(part, is_end=is_end) and not self.num_waiting:
                if is_end:
                    self._close(part, len(part.source), None)
                self._is_settled = True

    def _cut(self, part: Part, *, is_end: bool) -> bool:
        """Close the open part at its end and begin the next one."""
        if part.kind is Kind.PLAIN:
            return self._cut_plain(part)
        if part.kind is Kind.CODE:
            return self._cut_code(part, is_end=is_end)
        line_end = self._look(part, is_end=is_end)
        if not line_end:
            return False
        head = part.source[: self._looked]
        is_short = line_end - self._looked < MAX_LINE // 10
        length = final_len(_PARSER, part.source[:line_end] if is_short else head)
        if length:
            self._close(part, length, Part(Kind.MARKDOWN))
        elif is_open_fence(head):
            opening = head[: head.index("\n") + 1]
            self._close(part, len(head), Part(Kind.CODE, opening=opening, is_run=True))
        elif _ENDS_BLANK.search(head):
            self._close(part, len(head), Part(Kind.MARKDOWN))
        elif (blank := _BLANKS.match(head)) is not None:
            self._close(part, blank.end(), Part(Kind.MARKDOWN))
        else:
            part.kind = Kind.PLAIN
        return True

    def _look(self, part: Part, *, is_end: bool) -> int:
        """Count the lines of the open part; returns the end of the line that exceeds it, or 0.

        `_looked` is the start of that line.
        """
        source = part.source
        while True:
            line_end = self._line_end(source, MAX_LINE, is_end=is_end)
            if not line_end:
                return 0
            if line_end - self._looked > MAX_LINE:
                return line_end
            cost = self._lines.of(source[self._looked : line_end])
            if part.cost + cost > MAX_PART:
                return line_end
            part.cost += cost
            self._looked = line_end

    def _line_end(self, source: str, max_len: int, *, is_end: bool) -> int:
        """The end of the line at `_looked`, or `max_len` if longer; 0 while it grows."""
        line_end = source.find("\n", self._looked) + 1
        if not line_end and (is_end or len(source) - self._looked > max_len):
            line_end = len(source)
        return line_end if line_end > self._looked else 0

    def _cut_code(self, part: Part, *, is_end: bool) -> bool:
        marks = re.match(r"`+|~+", part.opening)
        assert marks is not None
        source = part.source
        while True:
            line_end = self._line_end(source, MAX_PLAIN, is_end=is_end)
            if not line_end:
                return False
            line = source[self._looked : line_end]
            if _closes(line, marks.group()):
                self._close(part, line_end, Part(Kind.MARKDOWN))
                return True
            cost = self._lines.code(line)
            if self._looked and (part.cost + cost > MAX_PART or len(line) > MAX_PLAIN):
                following = Part(Kind.CODE, opening=part.opening, is_run=True)
                self._close(part, self._looked, following)
                return True
            if len(line) > MAX_PLAIN:
                part.cost = self._lines.code(line[:MAX_PLAIN])
                following = Part(Kind.CODE, opening=part.opening, is_run=True)
                self._close(part, MAX_PLAIN, following)
                return True
            part.cost += cost
            self._looked = line_end

    def _cut_plain(self, part: Part) -> bool:
        size = _plain_size(part.source)
        window = part.source[:size]
        blank = None if self._first_kind is Kind.PLAIN else _BLANK.search(window)
        lines = _LINES.match(window)
        if blank is not None and (lines is None or blank.end() <= lines.end()):
            self._close(part, blank.end(), Part(Kind.MARKDOWN))
        elif lines is not None:
            self._close(part, lines.end(), Part(Kind.PLAIN, is_run=True))
        elif len(window) == size:
            end = window.rfind("\n", size // 2) + 1 or window.rfind(" ", size // 2) + 1
            self._close(part, end or size, Part(Kind.PLAIN, is_run=True))
        else:
            return False
        return True

    def _close(self, part: Part, length: int, following: Part | None) -> None:
        rest = part.source[length:]
        part.source = part.source[:length]
        part.is_final = True
        if part.kind is Kind.MARKDOWN:
            if is_too_deep(_PARSER, part.source):
                part.kind = Kind.PLAIN
            for label, target in find_references(_PARSER, part.source).items():
                if len(self.references) < _MAX_REFERENCES:
                    self.references.setdefault(label, target)
        if part.kind is Kind.PLAIN:
            part.cost = 1 + text_cost(part.source) + part.source.count("\n") / 4
        if following is not None:
            following.source = rest
            self.parts.append(following)
            self._looked = 0
            self._lines = LineCost()


def _plain_size(source: str) -> int:
    """Characters of one document of plain text: fewer where they change the font often."""
    if text_cost(source[:MAX_PLAIN]) <= MAX_PART:
        return MAX_PLAIN
    sizes = range(_PLAIN_STEP, MAX_PLAIN, _PLAIN_STEP)
    return next((size for size in sizes if text_cost(source[:size]) > MAX_PART), MAX_PLAIN)


def whole_code_of(parts: list[Part], number: int) -> Callable[[], str] | None:
    """Returns the code that spans several parts; None for code within one."""
    is_continued = number + 1 < len(parts) and parts[number + 1].kind is Kind.CODE
    if parts[number].kind is not Kind.CODE and not is_continued:
        return None
    return partial(_read_code, parts, parts[number])


def gap_above(parts: list[Part], number: int) -> float:
    """The space above a part, relative to the size of the text."""
    part = parts[number]
    is_plain = part.kind is Kind.PLAIN
    if number == 0 or (part.is_run and is_plain):
        return 0.0
    if part.is_run or (is_plain and parts[number - 1].kind is Kind.PLAIN):
        return 0.3
    if _HEADING.match(part.source):
        return 1.1
    return 0.35 if _ITEM.match(part.source) else 0.75


def part_at(parts: list[Part], offset: int) -> tuple[int, int]:
    """The number of the part with the character `offset`, and where it is there."""
    for number, part in enumerate(parts):
        if offset < len(part.source) or number == len(parts) - 1:
            break
        offset -= len(part.source)
    return number, offset


def spans_in(parts: list[Part], number: int, spans: Spans) -> Spans:
    """The `spans` of all characters that are in a part, counted from its opening line on."""
    if not spans:
        return ()
    part, start = parts[number], sum(len(part.source) for part in parts[:number])
    end, shift = start + len(part.source), len(part.opening) - start
    first = bisect_right(spans, start, key=itemgetter(1))
    last = bisect_left(spans, end, key=itemgetter(0))
    return tuple((max(a, start) + shift, min(b, end) + shift) for a, b in spans[first:last])


def _read_code(parts: list[Part], part: Part) -> str:
    first = last = parts.index(part)
    while parts[first].kind is Kind.CODE:
        first -= 1
    while last + 1 < len(parts) and parts[last + 1].kind is Kind.CODE:
        last += 1
    opening = parts[first + 1].opening
    code = parts[first].source.rpartition(opening)[2]
    code += "".join(part.source for part in parts[first + 1 : last + 1])
    lines = code.splitlines(keepends=True)
    if parts[last].is_final and lines and not lines[-1].strip().strip(opening[0]):
        lines.pop()
    return "".join(lines)


def _closes(line: str, marks: str) -> bool:
    bare = line.strip()
    return (
        len(bare) >= len(marks)
        and not bare.strip(marks[0])
        and len(line) - len(line.lstrip(" ")) <= 3
    )

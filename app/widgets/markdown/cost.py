"""The cost of parsing, writing and laying out text, in units, and its limits."""

import re
from itertools import pairwise

UNIT_SECONDS = 50e-6
MAX_PART = 500  # units per document: what Qt lays out at once
MAX_TURN = 350  # units per turn of the event loop
MAX_LINE = 20_000  # characters; longer lines are not examined further
MAX_PLAIN = 8_000  # characters per document of plain text, fewer of costly scripts
MAX_PLAIN_LINES = 300
MAX_TABLE_CELLS = 400
MAX_INLINE_MARKS = 2000  # as count_marks counts them

_CHARACTERS_PER_UNIT = 64
_CODE_LINE = 0.5
_FENCE_COST = 4.0  # with card and button
_MARK_COST = 0.5
_ITEM_COST = 1.0  # of a list: its mark and its own format
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_MARKS = re.compile(r"\*+|_+|~+|`+|[\\$&<|]")
_BRACKETS = re.compile(r"!?\[|\]")
# Scripts with other directions, and characters shaped together with their neighbors.
_SHAPED = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc][\u0590-\u08ff\W]*"
    r"|[\u0300-\u036f\u0483-\u0489\u200b-\u206f\u20d0-\u20ff]"
)
# Characters that stand together in one font; the others need another from one block to the next.
_ONE_FONT = re.compile(r"[\u0000-\u024f\u2e80-\uffff]+")
_SHAPED_COST = 0.125
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})")
_DELIMITERS = re.compile(r"[ \t>|:-]*-[ \t>|:-]*")


class Budget:
    """Units left in one turn of the event loop; the first claim is always granted."""

    def __init__(self, units: float = MAX_TURN) -> None:
        self._left = units
        self._is_untouched = True

    def take(self, units: float) -> bool:
        """Spend `units`, or return False to postpone the work."""
        if units > self._left and not self._is_untouched:
            return False
        self._is_untouched = False
        self._left -= units
        return True

    def charge(self, units: float) -> None:
        """Charge work that cost more than it claimed."""
        self._left -= units


class LineCost:
    """The cost of the lines of one markdown text: code is cheap, wide tables are not."""

    def __init__(self) -> None:
        self._fence = ""
        self._num_columns = 0

    def of(self, line: str) -> float:
        """Units of the next line."""
        if self._fence:
            bare = line.strip(" \t\n>")
            if bare.startswith(self._fence) and not bare.strip(self._fence[0]):
                self._fence = ""
            return self.code(line)
        if not line or line.isspace():
            self._num_columns = 0
            return 0.2
        opened = _FENCE.match(line)
        if opened is not None:
            self._fence = opened.group(1)
            return _FENCE_COST + text_cost(line)
        if "|" in line and _DELIMITERS.fullmatch(line):
            self._num_columns = line.count("|")
        num_marks = max(count_marks(line) * _MARK_COST, self._num_columns)
        own = 1.0 + _ITEM_COST if _ITEM.match(line) else 1.0
        return own + text_cost(line) + num_marks

    def code(self, line: str) -> float:
        """Units of a line of code."""
        return _CODE_LINE + text_cost(line) / 1.5


def text_cost(text: str) -> float:
    """Units of laying out `text` as one line."""
    cost = len(text) / _CHARACTERS_PER_UNIT
    if text.isascii():
        return cost
    blocks = _ONE_FONT.sub("", text).encode("utf-16-le", "surrogatepass")[1::2]
    num_switches = sum(before != after for before, after in pairwise(blocks))
    return cost + (len(_SHAPED.findall(text)) + num_switches) * _SHAPED_COST


def count_marks(text: str) -> int:
    """The number of characters that may open or close inline markup; a bracket counts as three."""
    return len(_MARKS.findall(text)) + 3 * len(_BRACKETS.findall(text))

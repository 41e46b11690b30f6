"""Which text of a document stands where in the markdown that it was written from. Without Qt."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter, itemgetter

from markdown_it.token import Token

from app.domain import Spans


@dataclass(slots=True)
class Placed:
    """Text that stands in the document as in the source, and in one piece.

    `position` in the document counts UTF-16 units, as Qt does; `start` in the source and `length`
    count characters.
    """

    position: int
    start: int
    length: int


class SourceMap:
    """The text of a document in order. What is not found in the source as it is, is left out."""

    def __init__(self) -> None:
        self.placed: list[Placed] = []
        self.begin("", 0)

    def begin(self, source: str, offset: int) -> None:
        """Blocks of `source` will be written, which begins at character `offset` of all of it."""
        self._source, self._offset = source, offset
        ends = accumulate(len(line) + 1 for line in source.split("\n"))
        self._line_starts = [0, *ends]
        self._at, self._end = 0, len(source)

    def enter(self, block: Token) -> None:
        """The text of `block` follows."""
        if block.map is not None:
            last = len(self._line_starts) - 1
            first, end = (self._line_starts[min(line, last)] for line in block.map)
            self._at, self._end = max(self._at, first), end

    def note(self, position: int, text: str) -> Placed | None:
        """Note that `text` stands at `position`; None if it is not the source's."""
        start = self._source.find(text, self._at, self._end) if text else -1
        return self._place(position, start, len(text)) if start >= 0 else None

    def note_code(self, position: int, fence: Token) -> Placed | None:
        """Note that code stands at `position`; None if it was indented."""
        if fence.map is None or fence.type != "fence":
            return None
        first = self._line_starts[min(fence.map[0] + 1, len(self._line_starts) - 1)]
        if not self._source.startswith(fence.content, first):
            return None
        return self._place(position, first, len(fence.content))

    def skip_target(self) -> None:
        """Pass over the address of a link whose text was noted."""
        if self._source.startswith("](", self._at):
            self._at = self._source.find(")", self._at) + 1 or self._at

    def move(self, position: int, num_units: int) -> None:
        """What follows `position` moves by so many units."""
        after = bisect_right(self.placed, position, key=attrgetter("position"))
        for placed in self.placed[after:]:
            placed.position += num_units

    def _place(self, position: int, start: int, length: int) -> Placed:
        self._at = start + length
        self.placed.append(Placed(position, self._offset + start, length))
        return self.placed[-1]

    def ranges(self, spans: Spans, source: str) -> list[tuple[int, int]]:
        """Where in the document the characters `spans` of the whole `source` are."""
        found: list[tuple[int, int]] = []
        for placed in self.placed:
            end = placed.start + placed.length
            for number in range(bisect_right(spans, placed.start, key=itemgetter(1)), len(spans)):
                first, last = max(placed.start, spans[number][0]), min(end, spans[number][1])
                if first >= last:
                    break
                position = placed.position + num_units(source[placed.start : first])
                found.append((position, position + num_units(source[first:last])))
        return found


def num_units(text: str) -> int:
    """The number of UTF-16 units of `text`."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2

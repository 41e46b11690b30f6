"""Which sequence's rows hold each page of a sequence: what several begin with is stored once."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from torch import Tensor

from engine.kernels.sizes import PAGE_ROWS

CopyRows = Callable[[int, int, int, int], None]
"""Copies rows of positions: to a sequence, from another, from the first, to one before the last."""


class SharedPages:
    """Pages of `PAGE_ROWS` positions that sequences read from others, copied when they are written.

    A sequence that begins as another borrows its pages, the last one even if it is not full, and
    writes its own rows from its first row on. Whose rows hold a page is data of the steps: `tables`
    [S, …, P, …] have for each page of each sequence what finds its rows. Whoever holds a page for
    others reads it itself, too; once it overwrites what they need, one of them takes it over.
    """

    def __init__(self, tables: Sequence[Tensor], copy_rows: CopyRows) -> None:
        """`tables` [S, X, P, Y] say that each sequence holds all of its own pages."""
        num_sequences, _, num_pages, _ = tables[0].shape
        self._tables = [(table, table.clone()) for table in tables]
        self._copy_rows = copy_rows
        self._holders = [[sequence] * num_pages for sequence in range(num_sequences)]
        self._ends = [0] * num_sequences  # of the positions that may lie in rows of others

    def holder(self, sequence: int, page: int) -> int:
        """Whose rows hold a page of `sequence`."""
        return self._holders[sequence][page]

    def extend(self, sequence: int, other: int, begin: int, end: int) -> None:
        """Let `sequence`, which has the positions before `begin`, have those of `other` to `end`.

        What they have before that is the same.
        """
        borrowed: dict[int, int] = {}
        for page in range(begin // PAGE_ROWS, _num_pages(end)):
            holder = self._holders[other][page]
            if holder != sequence:  # else it has kept for `other` what it wants back
                self._hand_over(sequence, page, page * PAGE_ROWS)
                borrowed[page] = holder
        self._set(sequence, borrowed)
        self._ends[sequence] = end

    def prepare(self, sequence: int, begin: int, end: int) -> None:
        """Let a step write the rows of positions `begin` to `end`; what is behind is dropped."""
        first_page = begin // PAGE_ROWS
        holder = self._holders[sequence][first_page]
        if holder != sequence and begin > first_page * PAGE_ROWS:
            self._copy_rows(sequence, holder, first_page * PAGE_ROWS, begin)
        self._drop(sequence, first_page)
        self._ends[sequence] = min(self._ends[sequence], begin)
        for page in range(first_page, _num_pages(end)):
            self._hand_over(sequence, page, max(begin, page * PAGE_ROWS))

    def truncate(self, sequence: int, position: int) -> None:
        """Forget what `sequence` has from `position` on."""
        self._drop(sequence, _num_pages(position))
        self._ends[sequence] = min(self._ends[sequence], position)

    def _drop(self, sequence: int, first_page: int) -> None:
        """Let `sequence` hold its pages from `first_page` on itself."""
        pages = range(first_page, _num_pages(self._ends[sequence]))
        self._set(sequence, dict.fromkeys(pages, sequence))

    def _hand_over(self, sequence: int, page: int, position: int) -> None:
        """Give a page that `sequence` holds to those who need its rows from `position` on."""
        heirs = [
            each
            for each, holders in enumerate(self._holders)
            if each != sequence and holders[page] == sequence and self._ends[each] > position
        ]
        if heirs:
            first, last = page * PAGE_ROWS, max(self._ends[each] for each in heirs)
            self._copy_rows(heirs[0], sequence, first, min(last, first + PAGE_ROWS))
            for each in heirs:
                self._set(each, {page: heirs[0]})

    def _set(self, sequence: int, holders: Mapping[int, int]) -> None:
        """Let others, or itself, hold pages of `sequence`: by page, ascending."""
        changed = [
            (page, holder)
            for page, holder in holders.items()
            if self._holders[sequence][page] != holder
        ]
        for (holder, _), run in groupby(enumerate(changed), _holder_of_run):
            pages = [page for _, (page, _) in run]
            together = slice(pages[0], pages[-1] + 1)
            self._holders[sequence][together] = [holder] * len(pages)
            for table, own in self._tables:
                table[sequence, :, together].copy_(own[holder, :, together])


def _holder_of_run(numbered: tuple[int, tuple[int, int]]) -> tuple[int, int]:
    """Equal for pages that follow each other and have one holder."""
    number, (page, holder) = numbered
    return holder, page - number


def _num_pages(position: int) -> int:
    """Pages of the positions before this."""
    return -(-position // PAGE_ROWS)

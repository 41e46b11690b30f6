"""Sets of byte ranges against plain sets of numbers."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.downloads.part_file import RangeSet

SIZE = 40

RANGES = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(1, SIZE)).filter(lambda pair: pair[0] < pair[1])
)


@given(RANGES)
def test_it_has_what_was_added_and_lacks_the_rest(ranges: list[tuple[int, int]]) -> None:
    added = {byte for start, end in ranges for byte in range(start, end)}
    found = RangeSet(ranges)
    assert found.num_bytes == len(added)
    assert {byte for start, end in found for byte in range(start, end)} == added
    missing = [byte for start, end in found.missing(SIZE) for byte in range(start, end)]
    assert missing == [byte for byte in range(SIZE) if byte not in added]
    assert found.prefix_bytes == next((b for b in range(SIZE + 1) if b not in added), 0)


@given(RANGES)
def test_ranges_neither_overlap_nor_touch(ranges: list[tuple[int, int]]) -> None:
    found = list(RangeSet(ranges))
    assert all(before[1] < after[0] for before, after in itertools.pairwise(found))


def test_nothing_is_missing_beyond_the_end() -> None:
    assert RangeSet([(2, 30)]).missing(10) == [(0, 2)]


@pytest.mark.parametrize("bad", [(3, 3), (4, 2), (-1, 2)])
def test_what_is_no_range_is_refused(bad: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no range"):
        RangeSet([bad])

"""Drafts come from the most recent, longest earlier occurrence, however the text grew."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config import SpeculationConfig
from engine.speculation.drafter import MOST_AHEAD
from engine.speculation.ngram_drafter import NgramDrafter


class Fixed:
    """A drafter whose drafts have one length."""

    def __init__(self, draft_tokens: int, config: SpeculationConfig) -> None:
        self._drafter, self._most = NgramDrafter(config.ngram_max, config.ngram_min), draft_tokens

    def draft(self, ids: Sequence[int]) -> list[int]:
        return self._drafter.draft(ids, self._most)


def drafter(draft_tokens: int = 4, ngram_max: int = 3, ngram_min: int = 1) -> Fixed:
    config = SpeculationConfig(kind="ngram", ngram_max=ngram_max, ngram_min=ngram_min)
    return Fixed(draft_tokens, config)


def looked_up(ids: list[int], draft_tokens: int, ngram_max: int, ngram_min: int) -> list[int]:
    """The same lookup by searching the whole text."""
    for length in range(ngram_max, ngram_min - 1, -1):
        for end in range(len(ids) - 1, length - 1, -1):
            if length <= len(ids) and ids[end - length : end] == ids[len(ids) - length :]:
                text = list(ids)
                for i in range(draft_tokens):
                    text.append(text[end + i])
                return text[len(ids) :]
    return []


def test_what_followed_before_is_proposed():
    assert drafter().draft([1, 2, 3, 10, 11, 12, 13, 14, 1, 2, 3]) == [10, 11, 12, 13]


def test_the_most_recent_occurrence_wins():
    assert drafter(2).draft([1, 2, 3, 10, 10, 1, 2, 3, 20, 20, 1, 2, 3]) == [20, 20]


def test_a_longer_match_wins_over_a_more_recent_one():
    assert drafter(2).draft([1, 2, 3, 10, 10, 9, 3, 20, 20, 1, 2, 3]) == [10, 10]


def test_shorter_matches_are_tried_down_to_the_minimum():
    ids = [5, 3, 20, 21, 22, 1, 2, 3]
    assert drafter(2).draft(ids) == [20, 21]
    assert drafter(2, ngram_min=2).draft(ids) == []


@pytest.mark.parametrize("ids", [[], [1], [1, 2, 3, 4]], ids=["empty", "one", "nothing repeats"])
def test_nothing_is_proposed_without_an_earlier_occurrence(ids: list[int]):
    assert drafter().draft(ids) == []


def test_a_repeating_pattern_is_drafted_at_full_length():
    assert drafter().draft([7, 7]) == [7, 7, 7, 7]
    assert drafter(5).draft([1, 2, 1, 2]) == [1, 2, 1, 2, 1]


def test_minimum_above_maximum_looks_up_the_maximum():
    assert drafter(1, ngram_max=2, ngram_min=5).draft([1, 2, 9, 1, 2]) == [9]


@given(
    pieces=st.lists(st.lists(st.integers(0, 3), max_size=6), max_size=20),
    draft_tokens=st.integers(1, 6),
    ngram_max=st.integers(1, 4),
)
def test_a_growing_text_gives_what_a_full_search_gives(pieces, draft_tokens: int, ngram_max: int):
    growing = drafter(draft_tokens, ngram_max)
    ids: list[int] = []
    for piece in pieces:
        ids += piece
        expected = looked_up(ids, draft_tokens, ngram_max, 1)
        assert growing.draft(ids) == expected
        assert drafter(draft_tokens, ngram_max).draft(tuple(ids)) == expected


@given(st.lists(st.lists(st.integers(0, 3), max_size=40), max_size=8))
def test_another_conversation_starts_afresh(conversations: list[list[int]]):
    used = drafter()
    for ids in conversations:
        assert used.draft(ids) == looked_up(ids, 4, 3, 1)


@given(
    ids=st.lists(st.integers(0, 3), max_size=40),
    kept=st.integers(0, 40),
    more=st.lists(st.integers(4, 7), max_size=10),
)
def test_a_list_cut_in_place_is_noticed(ids: list[int], kept: int, more: list[int]):
    used = drafter()
    used.draft(ids)
    del ids[kept:]
    ids += more
    assert used.draft(ids) == looked_up(ids, 4, 3, 1)


def test_the_text_is_left_untouched():
    ids = [1, 2, 1]
    drafter().draft(ids)
    assert ids == [1, 2, 1]


def test_a_step_reads_only_the_end_of_a_long_text():
    class CountingList(list[int]):
        num_read = 0

        def __getitem__(self, key):
            result = super().__getitem__(key)
            self.num_read += len(result) if isinstance(key, slice) else 1
            return result

    ids = CountingList(range(32_000))
    used = drafter()
    used.draft(ids)
    ids.num_read = 0
    for token in range(100):
        ids.append(token)
        used.draft(ids)
    assert ids.num_read < 100 * 100


@given(st.data(), st.integers(1, 5), st.integers(0, 3))
def test_what_is_said_to_be_silent_is(data: st.DataObject, shortest: int, extra: int) -> None:
    drafter = NgramDrafter(shortest + extra, shortest)
    ids: list[int] = []
    num_silent = 0
    for token in data.draw(st.lists(st.integers(0, 3), max_size=60)):
        ids.append(token)
        drafts = drafter.draft(ids, 4)
        assert not (drafts and num_silent)
        num_silent = 0 if drafts else max(num_silent - 1, drafter.num_silent(ids))


def test_steps_run_ahead_where_nothing_repeats() -> None:
    drafter = NgramDrafter(8, 8)
    ids = list(range(20))
    assert drafter.draft(ids, 4) == []
    assert drafter.num_silent(ids) == MOST_AHEAD
    ids += range(6)
    assert drafter.draft(ids, 4) == []
    assert drafter.num_silent(ids) == 1

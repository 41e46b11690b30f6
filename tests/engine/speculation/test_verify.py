"""The walk accepts exactly what the target picks itself, so drafts never change an answer."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config import SamplingParams
from engine.sampling.sampler import Sampler
from engine.speculation.verify import verify_walk


@pytest.mark.parametrize(
    ("drafts", "expected"),
    [
        pytest.param([], [50], id="no drafts: one token"),
        pytest.param([9, 51], [50], id="first is wrong"),
        pytest.param([50, 9, 52], [50, 51], id="second is wrong"),
        pytest.param([50, 51, 52], [50, 51, 52, 53], id="all stand: one more"),
    ],
)
def test_drafts_stand_until_the_first_wrong_one(drafts: list[int], expected: list[int]):
    assert verify_walk(drafts, lambda row, position, history: 50 + row, 7, [1, 2]) == expected


def test_each_row_is_picked_at_its_position_with_its_history():
    asked: list[tuple[int, int, list[int]]] = []

    def pick(row: int, position: int, history: Sequence[int]) -> int:
        asked.append((row, position, list(history)))
        return 50 + row

    history = [1, 2]
    verify_walk([50, 51], pick, 7, history)
    assert asked == [(0, 7, [1, 2]), (1, 8, [1, 2, 50]), (2, 9, [1, 2, 50, 51])]
    assert history == [1, 2]


@pytest.mark.parametrize(
    "settings",
    [
        SamplingParams(temperature=0, repeat_penalty=1.1),
        SamplingParams(temperature=1.0, repeat_penalty=1.1, frequency_penalty=0.1),
    ],
    ids=["greedy", "sampled"],
)
@given(drafted=st.lists(st.lists(st.integers(0, 7), max_size=5), max_size=40))
def test_speculation_gives_the_tokens_of_plain_decoding(settings, drafted: list[list[int]]):
    # A toy target: the row after a text depends on its last two tokens.
    table = np.random.default_rng(0).normal(0, 1, (8, 8, 8)).astype(np.float32)

    def logits_after(ids: Sequence[int]) -> np.ndarray:
        return table[ids[-2], ids[-1]]

    sampler = Sampler(settings, 5)
    plain = [1, 2]
    while len(plain) < 60:
        plain.append(sampler.pick(logits_after(plain), len(plain), plain))

    ids = [1, 2]
    for drafts in [*drafted, *[[]] * 60]:
        rows = [logits_after([*ids, *drafts[:i]]) for i in range(len(drafts) + 1)]
        ids += verify_walk(
            drafts,
            lambda row, position, history, rows=rows: sampler.pick(rows[row], position, history),
            len(ids),
            ids,
        )
    assert ids[:60] == plain

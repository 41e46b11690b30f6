"""The walk accepts exactly what the target picks itself, so drafts never change an answer."""

from collections.abc import Iterator, Sequence

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
    assert verify_walk(drafts, range(50, 51 + len(drafts))) == expected


def test_nothing_is_picked_after_the_first_wrong_draft():
    picked = iter([50, 51, 52, 53])
    verify_walk([50, 9, 52], picked)
    assert list(picked) == [52, 53]


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
    sampler = Sampler(settings, 5)

    def pick_after(ids: Sequence[int]) -> int:
        return sampler.pick(table[ids[-2], ids[-1]], len(ids), ids)

    def picks(ids: Sequence[int], drafts: Sequence[int]) -> Iterator[int]:
        return (pick_after([*ids, *drafts[:row]]) for row in range(len(drafts) + 1))

    plain = [1, 2]
    while len(plain) < 60:
        plain.append(pick_after(plain))

    ids = [1, 2]
    for drafts in [*drafted, *[[]] * 60]:
        ids += verify_walk(drafts, picks(ids, drafts))
    assert ids[:60] == plain

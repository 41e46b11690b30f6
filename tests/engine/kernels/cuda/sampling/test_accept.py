"""A drafter's next steps are filled with what a walk over the picks accepts."""

import random

import torch

from engine.kernels.cuda.sampling.accept import (
    fill_accepted,
    fill_block,
    fill_drafts,
    fill_next,
    fill_picked,
)
from engine.kernels.operands import StepInputs
from engine.speculation.verify import verify_walk

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WIDEST, MASK = 16, 9


def inputs(token_ids: list[int], position: int, sequence: int) -> StepInputs:
    """Those of a step over `token_ids`, padded to the widest with what no row has."""
    num_rows = len(token_ids)
    padding = [-5] * (WIDEST - num_rows)
    columns = (
        [*token_ids, *padding],
        [*range(position, position + num_rows), *padding],
        [*range(position, position + num_rows), *padding],
        [*[sequence] * num_rows, *padding],
        [num_rows],
    )
    return StepInputs(*(torch.tensor(c, dtype=torch.int32, device=DEVICE) for c in columns))


def rows_of(step: StepInputs) -> list[tuple[int, ...]]:
    """Each real row's token, position, cache row and sequence."""
    columns = step.token_ids, step.positions, step.kv_rows, step.sequences
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return list(rows)[: step.num_rows.item()]


def test_the_next_steps_are_those_of_a_walk_over_the_picks() -> None:
    for seed in range(40):
        chance = random.Random(seed)
        num_rows, block = chance.randint(1, WIDEST), chance.randint(2, WIDEST)
        begin, sequence = chance.randint(0, 1000), chance.randint(0, 3)
        token, *drafts = tokens = chance.choices(range(2), k=num_rows)
        picks = [*drafts, chance.randint(2, 5)]
        if chance.random() < 0.7:
            picks[chance.randrange(num_rows)] += 1
        verified, to = inputs(tokens, begin, sequence), inputs([], 0, 0)
        picked = torch.tensor(picks, dtype=torch.int32, device=DEVICE)
        *accepted, following = verify_walk(drafts, picks)
        fill_accepted(verified, picked, to)
        expected = [token, *accepted]
        assert rows_of(to) == [(t, begin + i, begin + i, sequence) for i, t in enumerate(expected)]
        fill_picked(verified, picked, to)
        begin += 1
        later = [*accepted, following]
        assert rows_of(to) == [(t, begin + i, begin + i, sequence) for i, t in enumerate(later)]
        fill_next(to, picked)
        begin += len(accepted)
        assert rows_of(to) == [(picks[len(accepted)], begin + 1, begin + 1, sequence)]
        fill_block(verified, picked, to, MASK, block)
        expected = [following, *[MASK] * (block - 1)]
        assert rows_of(to) == [(t, begin + i, begin + i, sequence) for i, t in enumerate(expected)]


def test_the_drafts_of_a_block_are_verified_after_its_first_token() -> None:
    for seed in range(20):
        chance = random.Random(seed)
        first_row, begin, sequence = chance.randint(0, 1), chance.randint(0, 1000), 2
        number = chance.randint(1, WIDEST - 1)
        picks = chance.choices(range(-1, 30), k=WIDEST)
        picked = torch.tensor(picks, dtype=torch.int32, device=DEVICE)
        block, to = inputs([31, *[MASK] * (WIDEST - 1)], begin, sequence), inputs([], 0, 0)
        fill_drafts(block, picked, to, first_row, number)
        drafts = [max(pick, 0) for pick in picks[first_row : first_row + number]]
        expected = [(t, begin + i, begin + i, sequence) for i, t in enumerate([31, *drafts])]
        assert rows_of(to) == expected
        assert to.token_ids[1 + number :].tolist() == [-5] * (WIDEST - 1 - number)


def test_a_row_without_a_token_leaves_one_that_is_there() -> None:
    verified, to = inputs([1, 2, 3], 7, 0), inputs([], 0, 0)
    picked = torch.tensor([2, -1, 3], dtype=torch.int32, device=DEVICE)
    fill_block(verified, picked, to, MASK, 2)
    assert rows_of(to) == [(0, 9, 9, 0), (MASK, 10, 10, 0)]

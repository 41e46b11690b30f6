"""What holds for a recurrent layer on every device, whatever it computes."""

from collections.abc import Callable
from functools import partial
from random import Random

import torch

from engine.kernels.sizes import MAX_LOGGED_ROWS, STATE_LAG
from tests.support.recurrence_case import Case, Runner, one_by_one
from tests.support.runs import SequencePlace, random_step

NewRunner = Callable[[Case], Runner]
PROMPT, WIDE = 40, 48


def is_what_float64_gives(case: Case, new: NewRunner, tolerance: float = 2e-5) -> None:
    """A prompt, single rows, a second prompt that takes them into memory, and a single row."""
    run = new(case)
    steps = [run(0, PROMPT, WIDE), one_by_one(run, 40, 50), run(50, 21, WIDE), run(71, 1)]
    out = torch.cat(steps).double()
    torch.testing.assert_close(out, case.expected()[:72], rtol=tolerance, atol=tolerance)


def has_the_same_bits_at_every_width(case: Case, new: NewRunner, *widths: int) -> None:
    """Also where the state holds NaN before position 0, or another sequence."""
    alone = new(case)
    expected = one_by_one(alone, 0, 21)
    for width in widths:
        steps = [(first, min(width, 21 - first)) for first in range(0, 21, width)]
        for run in (new(case), alone):
            out = torch.cat([run(first, count, width) for first, count in steps])
            assert torch.equal(out, expected), width


def forgets_rows_that_were_not_accepted(case: Case, new: NewRunner, tolerance: float = 0) -> None:
    """Verify steps of 5 rows of which 2 are accepted; steps on rows that were not; and back again."""
    same = partial(torch.testing.assert_close, rtol=tolerance, atol=tolerance)
    plain, run = new(case), new(case)
    same(plain(0, PROMPT, WIDE), run(0, PROMPT, WIDE))
    expected = one_by_one(plain, PROMPT, 62)
    out = [run(40, 5, noise_from=42)[:2], run(42, 14, 16, noise_from=54)[:12]]
    out += [run(54, 3, 4, noise_from=55)[:1], run(55, 1), run(56, 4), run(60, 1)]
    same(torch.cat(out), expected[:21])
    back = 61 - (STATE_LAG - 3)
    same(run(back, 3), expected[back - PROMPT : back - PROMPT + 3])
    same(one_by_one(run, back, 62), expected[back - PROMPT :])


def goes_back_behind_rows_that_were_not_accepted(case: Case, new: NewRunner) -> None:
    """As far as a state may, after the widest step that may be taken back."""
    run = new(case)
    run(0, PROMPT, WIDE)
    run(PROMPT, 32, WIDE)
    expected = one_by_one(run, 72, 80)
    run(80, MAX_LOGGED_ROWS, noise_from=80)
    assert torch.equal(one_by_one(run, 80 - STATE_LAG, 80), expected)


def changes_nothing_without_real_rows(case: Case, new: NewRunner) -> None:
    """Neither in the state nor in what is put out."""
    run = new(case)
    for width in (4, WIDE):
        run(0, 6, 16)
        before = [tensor.clone() for tensor in run.state.tensors]
        run(6, 0, width)
        for tensor, earlier in zip(run.state.tensors, before, strict=True):
            assert torch.equal(tensor.nan_to_num(7), earlier.nan_to_num(7))


def computes_each_sequence_as_if_alone(case: Case, new: NewRunner, seed: int) -> None:
    """Steps over rows of several sequences that begin, go on and go back on their own: all bits."""
    random, (num_sequences, length, _) = Random(seed), case.rows.shape
    mixed, alone = new(case), [new(case) for _ in range(num_sequences)]
    places = [SequencePlace(length) for _ in alone]
    for _ in range(24):
        runs, width = random_step(random, places, WIDE)
        out = mixed.step(runs, width)
        for run, rows in zip(runs, out.split([run.count for run in runs]), strict=True):
            own = alone[run.sequence].step([run], WIDE if width == WIDE else None)
            assert torch.equal(own, rows)
    for sequence, runner in enumerate(alone):
        for together, own in zip(mixed.state.tensors, runner.state.tensors, strict=True):
            assert torch.equal(together[sequence].nan_to_num(7), own[sequence].nan_to_num(7))

"""Runs: the adjacent rows of one sequence in a step of up to 16 rows. Which rows they are is data."""

import triton
import triton.language as tl

from engine.kernels.cuda.residual.epilogue import MAX_ROWS


@triton.jit
def run_of(row, sequences, count, width):
    """The sequence of `row`, int64, the first row of its run, and how many rows the run has.

    sequences int32 [width], of which `count` rows are real; a row that is not real begins no run that
    has rows. What it reads is written by no kernel of a step.
    """
    step = tl.arange(0, MAX_ROWS)
    sequence = tl.load(sequences + row)
    others = tl.load(sequences + step, mask=step < width, other=-1)
    belongs = (step < count) & (others == sequence)
    begin = tl.min(tl.where(belongs, step, row), 0)
    return sequence.to(tl.int64), begin, tl.sum(belongs.to(tl.int32), 0)

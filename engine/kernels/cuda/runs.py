"""Runs: the adjacent rows of one sequence in a step of up to 16 rows, read from device memory."""

import triton
import triton.language as tl

from engine.kernels.cuda.residual.epilogue import MAX_ROWS


@triton.jit
def run_of(row, sequences, count, width):
    """The sequence (int64) of `row`, the first row of its run, and the number of rows in the run.

    sequences int32 [width], of which the first `count` are real; the run of a padding row is empty
    or begins earlier. No kernel of a step writes what this reads.
    """
    step = tl.arange(0, MAX_ROWS)
    sequence = tl.load(sequences + row)
    others = tl.load(sequences + step, mask=step < width, other=-1)
    belongs = (step < count) & (others == sequence)
    begin = tl.min(tl.where(belongs, step, row), 0)
    return sequence.to(tl.int64), begin, tl.sum(belongs.to(tl.int32), 0)

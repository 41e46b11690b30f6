"""Runs: the adjacent rows of one sequence in a step of up to 16 rows, read from device memory."""

import triton
import triton.language as tl

from engine.kernels.cuda.residual.epilogue import MAX_ROWS


@triton.jit
def run_of(row, sequences, count, width, SINGLE_ROW: tl.constexpr):
    """The sequence (int64) of `row`, the first row of its run, and the number of rows in the run.

    sequences int32 [width], of which the first `count` are real; the run of a padding row is empty
    or begins earlier. The row of a step of SINGLE_ROW is its own run. No kernel of a step writes
    what this reads.
    """
    sequence = tl.load(sequences + row)
    begin, length = row, (row < count).to(tl.int32)
    if not SINGLE_ROW:
        step = tl.arange(0, MAX_ROWS)
        others = tl.load(sequences + step, mask=step < width, other=-1)
        belongs = (step < count) & (others == sequence)
        begin = tl.min(tl.where(belongs, step, row), 0)
        length = tl.sum(belongs.to(tl.int32), 0)
    return sequence.to(tl.int64), begin, length

"""How attention of decode and verify steps is shared: splits of rows, and their programs."""

import triton
import triton.language as tl

from engine.kernels.cuda.attention.splits import ATTENTION_SPLIT
from engine.kernels.cuda.residual.epilogue import MAX_ROWS, log2

_SPLIT = tl.constexpr(ATTENTION_SPLIT)


@triton.jit
def split_shift(
    seen,
    WINDOW: tl.constexpr,
    SMALLEST: tl.constexpr,
    WHOLE: tl.constexpr,
    FINE: tl.constexpr,
    HALF_PAGES: tl.constexpr,
):
    """Log2 of the positions of a split of rows that see `seen`; see `SplitSizes`."""
    if WINDOW is not None:
        seen = tl.minimum(seen, WINDOW)
    LARGEST: tl.constexpr = log2(_SPLIT)
    shift = tl.where(seen <= HALF_PAGES, LARGEST - 1, LARGEST)
    shift = tl.where(seen <= FINE, log2(SMALLEST), shift)
    return tl.where(seen <= WHOLE, LARGEST, shift)


@triton.jit
def share_of_program(
    lowest, last, step_position, count, tiles, length, num_programs, shift, number, num_shares,
    WINDOW: tl.constexpr, DIRECT: tl.constexpr,
):  # fmt: skip
    """First and last position of share `number` of `num_shares`; its rows see lowest … last.

    The largest splits of its rows have 1 << `shift` positions, and those of others are taken for
    as large.

    The step has `count` rows, at `step_position` [16]. The program's run has `tiles` tiles for its
    `length` rows; other runs are assumed to have as many per row. The splits per program decide
    which program computes a part, never the part's bits.
    """
    if DIRECT:
        return lowest // _SPLIT * _SPLIT, last
    else:
        num_splits = (last >> shift) + 1
        of_rows = (step_position >> shift) + 1
        if WINDOW is not None:
            num_splits -= lowest >> shift
            of_rows -= tl.maximum(step_position - (WINDOW - 1), 0) >> shift
        of_rows = tl.sum(tl.where(tl.arange(0, MAX_ROWS) < count, of_rows, 0), 0)
        num_parts = of_rows * tiles * tl.num_programs(0)  # times `length`
        share = tl.cdiv(num_parts, tl.maximum(length, 1) * num_programs)
        share = tl.maximum(share, tl.cdiv(num_splits, num_shares)) << shift
        first = (lowest >> shift << shift) + number * share
        return first, tl.minimum(last, first + share - 1)

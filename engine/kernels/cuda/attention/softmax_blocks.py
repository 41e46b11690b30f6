"""Attention of a tile of query rows over blocks of cache rows, by online softmax.

Knows neither heads nor splits: the caller chooses the cache rows and the mask.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.attention.paged_rows import at_position
from engine.kernels.cuda.attention.stored_rows import load_rows, product_type
from engine.kernels.cuda.launching.interpreted import dot, loop_bound, rounded
from engine.kernels.cuda.tiles.shared_words import (
    are_side_by_side,
    largest_column,
    once_all_have_put,
    put_sums,
    shared_words,
    taken_sums,
)


@triton.jit
def empty_state(ROWS: tl.constexpr, BLOCK: tl.constexpr, COLUMNS: tl.constexpr):
    """The initial state of online softmax: a tuple of three.

    The largest score, as a base-2 exponent [ROWS]; the sums of the weights over the blocks
    [ROWS, BLOCK]; the weighted sum of COLUMNS of the values [ROWS, COLUMNS].
    """
    return (
        tl.full((ROWS,), float("-inf"), tl.float32),
        tl.zeros((ROWS, BLOCK), tl.float32),
        tl.zeros((ROWS, COLUMNS), tl.float32),
    )


@triton.jit
def sum_of_blocks(weights, WARPS: tl.constexpr):
    """The softmax sums [16] of weights [16, BLOCK].

    Every sum goes by shared words where warps have columns of a block: they decide in which order
    it is added.
    """
    if are_side_by_side(weights.shape[1], WARPS):
        words = shared_words(weights.shape[0] * WARPS)
        put_sums(words, weights, WARPS)
        row = tl.arange(0, weights.shape[0])
        return taken_sums(once_all_have_put(words), row, weights, WARPS)
    else:
        return tl.sum(weights, 1)


@triton.jit
def ring_rows(start, ring, BLOCK: tl.constexpr):
    """The rows of positions start … start + BLOCK - 1 in a ring of `ring` >= BLOCK rows."""
    row = start % ring + tl.arange(0, BLOCK)
    return tl.where(row >= ring, row - ring, row)


@triton.jit
def first_seen(position, real, last, WINDOW: tl.constexpr):
    """The first position seen by any `real` row of those at `position` [ROWS], at most `last`."""
    if WINDOW is None:
        return tl.zeros_like(last)
    else:
        return tl.maximum(tl.min(tl.where(real, position, last), 0) - (WINDOW - 1), 0)


@triton.jit
def attend_block(
    state,
    q,
    keys,
    values,
    position,
    end,
    start,
    lowest,
    last,
    ring,
    scale,
    first_column,
    D: tl.constexpr,
    BLOCK: tl.constexpr,
    MASKED: tl.constexpr,
    WINDOW: tl.constexpr,
    WARPS: tl.constexpr = None,
):
    """`state` after positions start … start + BLOCK - 1; see `attend_blocks`.

    If MASKED, a row sees positions up to its `end` [ROWS]. Values are read from `first_column`
    on, as many columns as `state` has. WARPS: how many the program has, if they are to find the
    largest scores by waiting once.
    """
    keys, first_row = at_position(keys, start)
    values, _ = at_position(values, start)
    TYPE: tl.constexpr = product_type(keys[0].dtype.element_ty)
    PRECISION: tl.constexpr = "ieee" if TYPE.is_fp32() else "tf32"
    BLOCK_D: tl.constexpr = q.shape[1]
    largest, weights, total = state[0], state[1], state[2]
    column = start + tl.arange(0, BLOCK)
    if WINDOW is None:
        row = first_row + tl.arange(0, BLOCK)
        seen = column <= last
    else:
        row = ring_rows(start, ring, BLOCK)
        seen = (column >= lowest) & (column <= last)
    key = load_rows(keys, row, seen, D, BLOCK_D, MASKED)
    score = dot(q, tl.trans(key), None, PRECISION)
    if MASKED:
        score = tl.where(column[None, :] <= end[:, None], score, float("-inf"))
    if WINDOW is not None:
        score = tl.where(column[None, :] > position[:, None] - WINDOW, score, float("-inf"))
    if WARPS is None or not are_side_by_side(BLOCK, WARPS):
        peak = tl.max(score, 1)
    else:  # a block's words are not those of the one before, from which warps may still take
        words = shared_words(2 * score.shape[0] * WARPS)
        turn = start // BLOCK % 2
        peak = largest_column(score, words + turn * (4 * score.shape[0] * WARPS), WARPS)
    now = tl.maximum(largest, peak * scale)
    origin = tl.where(now == float("-inf"), 0.0, now)
    shrink = tl.exp2(largest - origin)
    weight = tl.exp2(tl.fma(score, scale, -origin[:, None]))
    weights = weights * shrink[:, None] + weight
    COLUMNS: tl.constexpr = total.shape[1]
    if COLUMNS < BLOCK_D:
        values = (values[0] + first_column, values[1])
    value = load_rows(values, row, seen, D, COLUMNS, MASKED)
    total = dot(rounded(weight, TYPE), value, total * shrink[:, None], PRECISION)
    return now, weights, total


@triton.jit
def attend_blocks(
    state,
    q,
    keys,
    values,
    position,
    first,
    lowest,
    last,
    ring,
    scale,
    D: tl.constexpr,
    BLOCK: tl.constexpr,
    MASKED: tl.constexpr,
    WINDOW: tl.constexpr,
):
    """`state` after the blocks of positions from `first` on that begin at or before `last`.

    q [ROWS, BLOCK_D] has the `product_type` of the caches keys and values. If MASKED, a row sees
    positions up to its `position` [ROWS], else all. `scale` makes scores base-2 exponents. A block
    that a row does not see leaves the row's state unchanged, bit for bit. With a sliding WINDOW a
    row sees that many positions, its own included; none before `lowest` is read, and position p
    lies in row p % `ring`.
    """
    largest, weights, total = state
    for start in range(loop_bound(first), loop_bound(last + 1), BLOCK):
        largest, weights, total = attend_block(
            (largest, weights, total), q, keys, values, position, position, start, lowest, last,
            ring, scale, 0, D, BLOCK, MASKED, WINDOW,
        )  # fmt: skip
    return largest, weights, total

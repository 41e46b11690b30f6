"""Quantized weights × quantized activations: tiles of 16 weight rows, up to 16 activation rows.

Warp w of a program's W warps takes pairs (64 columns) w, w + W, … in order. A result has two float
sums, over the even and the odd groups of 32; they are added, then the warps' sums in a fixed order,
which half as many warps keep with two sets of sums each.
Dots of a group are exact integers, computed on the tensor cores in the way that is fastest at the
width. The float operations do not depend on the width, and so neither do a row's bits.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.products.few_rows_dot import few_rows_dot, load_for_few_rows
from engine.kernels.cuda.products.many_rows_dot import load_for_many_rows, many_rows_dot
from engine.kernels.cuda.products.row_dot import load_for_rows, row_dot
from engine.kernels.cuda.tiles.formats import tile_bytes


@triton.constexpr_function
def result_rows(num_rows, num_warps):
    """Rows of a result for `num_rows` activation rows. For one there is one of each warp."""
    return num_warps if num_rows == 1 else num_rows


@triton.jit
def load_ahead(
    bases, K: tl.constexpr, TYPES: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
    APART: tl.constexpr,
):  # fmt: skip
    """Load the first weights for `tile_dot`, which overlaps the end of the kernel before."""
    thread = tl.arange(0, 32 * WARPS)
    if ROWS <= 2:
        return load_for_rows(bases, thread // 32, thread % 32, K, TYPES, WARPS, TILES, UNROLL)
    elif ROWS == 4:
        return load_for_few_rows(bases, thread // 32, thread % 32, K, TYPES, TILES, WARPS, SETS)
    else:
        return load_for_many_rows(bases, K, TYPES, ROWS // 8, WARPS, TILES, APART)


@triton.jit
def tile_dot(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr, SETS: tl.constexpr,
    APART: tl.constexpr, ENDS: tl.constexpr, early,
):  # fmt: skip
    """Products of TILES tiles with WIDTH ≤ ROWS activation rows: [ROWS, 32] for each two tiles.

    bases: int32 pointers to tiles of types TYPES, two adjacent ones of one type; ROWS is 1, 2, 4, 8
    or 16; ahead: from `load_ahead`. SETS, 1 or 2, of accumulators of each warp: see warp_sums.py.
    APART: see `threads_of`.
    """
    if ROWS <= 2:
        tl.static_assert(WIDTH == ROWS)
        return row_dot(
            ahead, bases, codes_ptr, scales_ptr,
            K, TYPES, ROWS, WARPS, TILES, UNROLL, SETS, ENDS, early,
        )  # fmt: skip
    elif ROWS == 4:
        return few_rows_dot(
            ahead, bases, codes_ptr, scales_ptr, K, TYPES, WIDTH, WARPS, TILES, SETS, SETS=SETS
        )
    else:
        return many_rows_dot(
            ahead, bases, codes_ptr, scales_ptr,
            K, TYPES, WIDTH, ROWS // 8, WARPS, TILES, SETS, APART,
        )  # fmt: skip


@triton.jit
def two_tiles(matrix_ptr, group, K: tl.constexpr, TYPE: tl.constexpr, ROWS: tl.constexpr):
    """int32 pointers to the two tiles of rows 32 * group on, for ROWS activation rows.

    With one or two rows they are a constant apart, so that loads from both share an address. With
    more that takes registers which are lacking (Triton 3.6).
    """
    WORDS: tl.constexpr = tile_bytes(TYPE, K) // 4
    tile = group * 2
    first = matrix_ptr + tile.to(tl.int64) * WORDS
    if ROWS <= 2:
        return first, first + WORDS
    else:
        return first, matrix_ptr + (tile + 1).to(tl.int64) * WORDS

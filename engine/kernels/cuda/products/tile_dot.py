"""Quantised weights × quantised activations: tiles of 16 weight rows against up to 16 activation rows.

The warps of a program share the columns: warp w takes pairs (64 columns) w, w + W, … in order. A result
has two float sums, over the even and the odd groups of 32; they are added, then the warps' sums in a
fixed order. Block dots are whole numbers, so it does not matter how they are computed: by dp4a or on
the tensor cores, whichever is fastest for so many rows. The float chain is the same, and so are a row's
bits.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.products.few_rows_dot import few_rows_dot
from engine.kernels.cuda.products.many_rows_dot import many_rows_dot
from engine.kernels.cuda.products.row_dot import load_for_rows, row_dot
from engine.kernels.cuda.tiles.formats import tile_bytes


@triton.jit
def load_ahead(
    bases, K: tl.constexpr, TYPES: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr,
):  # fmt: skip
    """The first weights that `tile_dot` needs: loaded while the kernel before ends, which does not write them.

    For more than two rows this costs more, in registers, than it gives.
    """
    if ROWS <= 2:
        thread = tl.arange(0, 32 * WARPS)
        return load_for_rows(bases, thread // 32, thread % 32, K, TYPES, WARPS, TILES, UNROLL)
    else:
        return ()


@triton.jit
def tile_dot(
    ahead, bases, codes_ptr, scales_ptr,
    K: tl.constexpr, TYPES: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    WARPS: tl.constexpr, TILES: tl.constexpr, UNROLL: tl.constexpr,
):  # fmt: skip
    """Products of TILES tiles (pointers to int32, of types TYPES) with a step's WIDTH activation rows.

    ROWS is 1, 2, 4, 8 or 16; ahead: from `load_ahead`. A tensor [ROWS, 32] for each two tiles, which
    are of one type.
    """
    if ROWS <= 2:
        return row_dot(
            ahead, bases, codes_ptr, scales_ptr, K, TYPES, WIDTH, ROWS, WARPS, TILES, UNROLL
        )
    elif ROWS == 4:
        return few_rows_dot(bases, codes_ptr, scales_ptr, K, TYPES, WIDTH, WARPS, TILES)
    else:
        return many_rows_dot(bases, codes_ptr, scales_ptr, K, TYPES, WIDTH, ROWS // 8, WARPS, TILES)


@triton.jit
def tile_pointer(matrix_ptr, tile, K: tl.constexpr, TYPE: tl.constexpr):
    """Where a tile of 16 rows begins, as a pointer to int32."""
    return matrix_ptr + tile.to(tl.int64) * (tile_bytes(TYPE, K) // 4)

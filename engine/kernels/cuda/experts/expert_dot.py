"""Products of 32 rows of an expert, quantized or float, with one activation row. Stores nothing.

A stack of experts is int32 words: tiles of 16 rows (engine/quants/tiles.py) or rows of floats. Each
expert is padded with zeros to a multiple of 32 rows.
"""

import triton
import triton.language as tl

from engine.gguf.types import GGMLType
from engine.kernels.cuda.products.float_dot import float_dot, gather
from engine.kernels.cuda.products.tile_dot import load_ahead, tile_dot, tile_pointer
from engine.quants.tiles import TILE_FORMATS


@triton.constexpr_function
def is_tiled(kind):
    """Whether a type is stored as tiles."""
    return GGMLType(kind) in TILE_FORMATS


@triton.constexpr_function
def float_type(kind):
    """Triton's name of a float type."""
    return {GGMLType.F32: tl.float32, GGMLType.F16: tl.float16, GGMLType.BF16: tl.bfloat16}[
        GGMLType(kind)
    ]


@triton.constexpr_function
def row_words(kind, num_cols):
    """int32 words of a row of floats."""
    return num_cols if GGMLType(kind) is GGMLType.F32 else num_cols // 2


@triton.jit
def program_of(expert, group, N: tl.constexpr):
    """The index in the stack of group `group` (32 rows) of an expert of N rows."""
    return expert * ((N + 31) // 32) + group


@triton.jit
def two_tiles(
    matrix_ptr, expert, group, N: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr
):  # fmt: skip
    """Pointers to the two tiles of group `group` (32 rows) of an expert of N rows."""
    tile = 2 * program_of(expert, group, N)
    return tile_pointer(matrix_ptr, tile, K, TYPE), tile_pointer(matrix_ptr, tile + 1, K, TYPE)


@triton.jit
def _row_pointers(
    matrix_ptr, expert, group, N: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr,
    OUTPUTS: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Pointers to each warp's OUTPUTS rows."""
    warp = tl.arange(0, 32 * WARPS) // 32
    first = program_of(expert, group, N) * 32
    rows = ()
    for r in tl.static_range(OUTPUTS):
        row = first + warp * OUTPUTS + r
        rows = rows + (matrix_ptr + row.to(tl.int64) * row_words(TYPE, K),)
    return rows


@triton.jit
def expert_dot(
    matrix_ptr, expert, group, codes_ptr, scales_ptr, values_ptr, N: tl.constexpr,
    K: tl.constexpr, TYPE: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
):  # fmt: skip
    """Products of an expert's 32 rows from group * 32 on with one activation row: [1, 32]."""
    if is_tiled(TYPE):
        bases = two_tiles(matrix_ptr, expert, group, N, K, TYPE)
        TYPES: tl.constexpr = (TYPE, TYPE)
        ahead = load_ahead(bases, K, TYPES, 1, WARPS, 2, UNROLL)
        return tile_dot(ahead, bases, codes_ptr, scales_ptr, K, TYPES, 1, 1, WARPS, 2, UNROLL)[0]
    else:
        OUTPUTS: tl.constexpr = 32 // WARPS
        rows = _row_pointers(matrix_ptr, expert, group, N, K, TYPE, OUTPUTS, WARPS)
        acc = float_dot(rows, values_ptr, K, float_type(TYPE), 1, OUTPUTS, WARPS, 1, False)
        return gather(acc, 0, OUTPUTS, 1, 1, OUTPUTS, WARPS)


@triton.jit
def two_expert_dots(
    gate_ptr, up_ptr, expert, group, codes_ptr, scales_ptr, values_ptr, N: tl.constexpr,
    K: tl.constexpr, TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr, WARPS: tl.constexpr,
    UNROLL: tl.constexpr,
):  # fmt: skip
    """`expert_dot` of the same rows of two stacks."""
    if is_tiled(TYPE_GATE) and is_tiled(TYPE_UP):
        TYPES: tl.constexpr = (TYPE_GATE, TYPE_GATE, TYPE_UP, TYPE_UP)
        bases = two_tiles(gate_ptr, expert, group, N, K, TYPE_GATE)
        bases = bases + two_tiles(up_ptr, expert, group, N, K, TYPE_UP)
        ahead = load_ahead(bases, K, TYPES, 1, WARPS, 4, UNROLL)
        return tile_dot(ahead, bases, codes_ptr, scales_ptr, K, TYPES, 1, 1, WARPS, 4, UNROLL)
    else:
        gate = expert_dot(
            gate_ptr, expert, group, codes_ptr, scales_ptr, values_ptr, N, K, TYPE_GATE,
            WARPS, UNROLL,
        )  # fmt: skip
        up = expert_dot(
            up_ptr, expert, group, codes_ptr, scales_ptr, values_ptr, N, K, TYPE_UP, WARPS, UNROLL
        )
        return gate, up

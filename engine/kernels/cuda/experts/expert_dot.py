"""Products of 32 rows of an expert, quantized or float, with one activation row. Stores nothing.

An expert is int32 words: tiles of 16 rows (engine/quants/tiles.py) or rows of floats, padded with
zeros to a multiple of 32 rows. Those of a stack lie one after another in device memory, or each in
device memory or in pinned host memory: then a table has the address of each, and is read when the
kernel runs, so that experts can move between two steps.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_wait

from engine.gguf.types import GGMLType
from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.products.float_dot import float_dot, gather
from engine.kernels.cuda.products.tile_dot import load_ahead, tile_dot, two_tiles
from engine.kernels.cuda.tiles.formats import tile_bytes
from engine.quants.tiles import TILE_FORMATS


@triton.constexpr_function
def is_tiled(kind):
    """Whether a type is stored as tiles."""
    return GGMLType(kind) in TILE_FORMATS


@triton.constexpr_function
def are_tiled(first, second):
    """Whether both types are stored as tiles."""
    return is_tiled(first) and is_tiled(second)


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
def prefetch_table(table_ptr, E: tl.constexpr):
    """Bring the table of E experts, if there is one, to the L1 cache before a kernel waits."""
    if not INTERPRETED and table_ptr.dtype.element_ty == tl.int64:
        line = tl.arange(0, _table_lines(E))
        tl.inline_asm_elementwise(
            "prefetch.global.L1 [$1]; mov.u32 $0, 0;",
            "=r,l",
            [(table_ptr + tl.minimum(line * 16, E - 1)).to(tl.int64)],
            dtype=tl.int32,
            is_pure=False,
            pack=1,
        )


@triton.constexpr_function
def _table_lines(num_experts):
    """128-byte lines of a table of int64, at least one for each lane."""
    return max(32, triton.next_power_of_2(-(-num_experts // 16)))


@triton.constexpr_function
def _stack_words(kind, num_rows, num_cols):
    """int32 words from one expert of a stack to the next."""
    padded = (num_rows + 31) // 32 * 32
    if is_tiled(kind):
        return padded // 16 * tile_bytes(kind, num_cols) // 4
    return padded * row_words(kind, num_cols)


@triton.jit
def expert_pointer(stack_ptr, expert, TYPE: tl.constexpr, ROWS: tl.constexpr, K: tl.constexpr):
    """An int32 pointer to the words of an expert [ROWS, K]; by a table if there is one of int64."""
    if stack_ptr.dtype.element_ty == tl.int64:
        address = tl.load(stack_ptr + expert)
        expert_ptr = address.to(tl.pointer_type(tl.int32))
    else:
        expert_ptr = stack_ptr + expert.to(tl.int64) * _stack_words(TYPE, ROWS, K)
    return tl.multiple_of(expert_ptr, 16)


@triton.jit
def either(is_shared, shared_ptr, routed_ptr):
    """The words of the shared expert, if there is one and it is wanted, or those of another."""
    if shared_ptr is None:
        return routed_ptr
    else:
        return tl.multiple_of(tl.where(is_shared, shared_ptr, routed_ptr), 16)


@triton.jit
def _row_pointers(
    expert_ptr, group, K: tl.constexpr, TYPE: tl.constexpr,
    OUTPUTS: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Pointers to each warp's OUTPUTS rows."""
    warp = tl.arange(0, 32 * WARPS) // 32
    first = group * 32
    rows = ()
    for r in tl.static_range(OUTPUTS):
        row = first + warp * OUTPUTS + r
        rows = rows + (expert_ptr + row.to(tl.int64) * row_words(TYPE, K),)
    return rows


@triton.jit
def expert_dot(
    expert_ptr, group, codes_ptr, scales_ptr, values_ptr,
    K: tl.constexpr, TYPE: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr,
    WAITS: tl.constexpr, ENDS: tl.constexpr,
):  # fmt: skip
    """Products of an expert's 32 rows from group * 32 on with one activation row: [1, 32].

    If WAITS, waits for the kernel before once the first weights are on their way.
    """
    if is_tiled(TYPE):
        bases = two_tiles(expert_ptr, group, K, TYPE, 1)
        TYPES: tl.constexpr = (TYPE, TYPE)
        ahead = load_ahead(bases, K, TYPES, 1, WARPS, 2, UNROLL, 1, False)
        if WAITS:
            gdc_wait()
        return tile_dot(
            ahead, bases, codes_ptr, scales_ptr,
            K, TYPES, 1, 1, WARPS, 2, UNROLL, 1, False, ENDS, (),
        )[0]  # fmt: skip
    else:
        if WAITS:
            gdc_wait()
        OUTPUTS: tl.constexpr = 32 // WARPS
        rows = _row_pointers(expert_ptr, group, K, TYPE, OUTPUTS, WARPS)
        acc = float_dot(rows, values_ptr, K, float_type(TYPE), 1, OUTPUTS, WARPS, 1, False)
        return gather(acc, 0, OUTPUTS, 1, 1, OUTPUTS, WARPS)


@triton.jit
def two_expert_dots(
    words, gate_ptr, up_ptr, group, codes_ptr, scales_ptr, values_ptr, K: tl.constexpr,
    TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr, WARPS: tl.constexpr,
    UNROLL: tl.constexpr, SETS: tl.constexpr, ENDS: tl.constexpr, early, CLUSTER: tl.constexpr,
):  # fmt: skip
    """`expert_dot` of the same rows of two weights of an expert."""
    if is_tiled(TYPE_GATE) and is_tiled(TYPE_UP):
        TYPES: tl.constexpr = (TYPE_GATE, TYPE_GATE, TYPE_UP, TYPE_UP)
        bases = two_tiles(gate_ptr, group, K, TYPE_GATE, 1)
        bases = bases + two_tiles(up_ptr, group, K, TYPE_UP, 1)
        ahead = load_ahead(bases, K, TYPES, 1, WARPS, 4, UNROLL, SETS, False, CLUSTER)
        return tile_dot(
            ahead, bases, codes_ptr, scales_ptr,
            K, TYPES, 1, 1, WARPS, 4, UNROLL, SETS, False, ENDS, early if ENDS else (),
            words, CLUSTER,
        )  # fmt: skip
    else:
        gate = expert_dot(
            gate_ptr, group, codes_ptr, scales_ptr, values_ptr, K, TYPE_GATE, WARPS, UNROLL, False,
            False,
        )  # fmt: skip
        up = expert_dot(
            up_ptr, group, codes_ptr, scales_ptr, values_ptr, K, TYPE_UP, WARPS, UNROLL, False,
            False,
        )  # fmt: skip
        return gate, up

"""Experts of prefill steps: the products of tiles of slots (sort.py) with their experts' weights.

Quantized weights become bfloat16 and are multiplied with rows in bfloat16, float weights with rows
in float32. A row's bits depend neither on its tile nor on the rows beside it.
"""

from typing import Any

import torch
import triton
import triton.language as tl

from engine.kernels.cuda.activations import whole_groups
from engine.kernels.cuda.experts.expert_dot import expert_pointer, float_type, is_tiled
from engine.kernels.cuda.experts.sort import sorted_slots
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent, has_floats, has_tiles, stack
from engine.kernels.cuda.products.bfloat_dot import as_rows, bfloat_dot, warp_tiles
from engine.kernels.cuda.residual.activation import activated
from engine.kernels.cuda.tile_sizes import SLOT_BLOCK, SPARE_BLOCKS, max_blocks
from engine.kernels.cuda.tiles.bfloat_fragments import store_rows
from engine.quants.tiles import padded_cols


def _blocks_of_step(o: Any) -> int:
    """The largest possible number of blocks of a step."""
    return max_blocks(o.step.rows * o.USED, o.E)


def _read_rows(num_blocks: int, num_cols: int, *kinds: int) -> Extent:
    """All blocks of rows as products of quantized weights read them, and the spare ones."""
    num_rows = SLOT_BLOCK * (num_blocks + SPARE_BLOCKS)
    return Extent.int32(num_rows * padded_cols(num_cols) // 2 if has_tiles(*kinds) else 0)


def _values(num_blocks: int, stride: int, num_cols: int) -> int:
    """End of `num_cols` columns of the last row in the values of `inner`."""
    return (SLOT_BLOCK * num_blocks - 1) * stride + num_cols


@triton.constexpr_function
def _num_sizes(slots):
    """The sizes that a tile is computed in, 16, 32, … slots, up to `slots`."""
    return (slots // 16).bit_length()


@triton.jit
def _float_rows_dot(
    expert_ptr, program, values_ptr, N: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr,
    ROWS: tl.constexpr, COLS: tl.constexpr,
):  # fmt: skip
    """Products of COLS rows of floats with the rows at values_ptr [ROWS, 1]; 32 divides K."""
    weights_ptr = expert_ptr.to(tl.pointer_type(float_type(TYPE)))
    output = program * COLS + tl.arange(0, COLS)
    output = tl.minimum(output, (N + 31) // 32 * 32 - 1).to(tl.int64)
    total = tl.zeros((ROWS, COLS), tl.float32)
    for begin in range(0, K, 32):
        column = begin + tl.arange(0, 32)
        x = tl.load(values_ptr + column[None, :])
        weights = tl.load(weights_ptr + output[None, :] * K + column[:, None]).to(tl.float32)
        total = tl.dot(x, weights, total, input_precision="ieee")
    return total


@triton.jit
def _rows_dot(
    expert_ptr, program, rows_ptr, values_ptr, N: tl.constexpr, K: tl.constexpr,
    TYPE: tl.constexpr, BLOCKS: tl.constexpr, TILES: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Products of 16 TILES WARPS rows of an expert with 8 BLOCKS rows: [rows, outputs].

    Quantized weights read rows_ptr, float weights values_ptr [rows, 1].
    """
    if is_tiled(TYPE):
        bases = warp_tiles(expert_ptr, program, N, K, TYPE, TILES, WARPS)
        acc = bfloat_dot(bases, rows_ptr, K, (TYPE,) * TILES, BLOCKS, WARPS, TILES)
        return as_rows(acc, TYPE, BLOCKS, WARPS, TILES)
    else:
        COLS: tl.constexpr = 16 * TILES * WARPS
        return _float_rows_dot(expert_ptr, program, values_ptr, N, K, TYPE, 8 * BLOCKS, COLS)


@triton.jit
def _two_rows_dots(
    gate_ptr, up_ptr, program, rows_ptr, values_ptr, F: tl.constexpr, K: tl.constexpr,
    TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr,
    BLOCKS: tl.constexpr, TILES: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """`_rows_dot` of the same rows of gate and up."""
    if is_tiled(TYPE_GATE) and is_tiled(TYPE_UP):
        bases = warp_tiles(gate_ptr, program, F, K, TYPE_GATE, TILES, WARPS)
        bases = bases + warp_tiles(up_ptr, program, F, K, TYPE_UP, TILES, WARPS)
        TYPES: tl.constexpr = (TYPE_GATE,) * TILES + (TYPE_UP,) * TILES
        acc = bfloat_dot(bases, rows_ptr, K, TYPES, BLOCKS, WARPS, 2 * TILES)
        return (
            as_rows(acc[:TILES], TYPE_GATE, BLOCKS, WARPS, TILES),
            as_rows(acc[TILES:], TYPE_UP, BLOCKS, WARPS, TILES),
        )
    else:
        gate = _rows_dot(
            gate_ptr, program, rows_ptr, values_ptr, F, K, TYPE_GATE, BLOCKS, TILES, WARPS
        )
        up = _rows_dot(up_ptr, program, rows_ptr, values_ptr, F, K, TYPE_UP, BLOCKS, TILES, WARPS)
        return gate, up


@triton.jit
def _gate_rows(
    expert, first, count,
    gates_ptr, ups_ptr, gate_bias_ptr, up_bias_ptr, rows_ptr, dense_ptr,
    tile_slots_ptr, inner_rows, inner_values,
    K: tl.constexpr, F: tl.constexpr, FP: tl.constexpr, USED: tl.constexpr,
    TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr, ACTIVATION: tl.constexpr,
    TILES: tl.constexpr, WARPS: tl.constexpr,
    WRITE_ROWS: tl.constexpr, WRITE_VALUES: tl.constexpr, BLOCKS: tl.constexpr,
):  # fmt: skip
    """`gate_tiles_kernel` of a tile of `count` ≤ 8 BLOCKS slots from block `first` on."""
    COLS: tl.constexpr = 16 * TILES * WARPS
    program = tl.program_id(0)
    row = tl.arange(0, 8 * BLOCKS)
    real = row < count
    values_ptr = dense_ptr
    if is_tiled(TYPE_GATE) or is_tiled(TYPE_UP):
        rows_ptr += first * ((K + 63) // 64 * 64 * 4)
    if not (is_tiled(TYPE_GATE) and is_tiled(TYPE_UP)):
        slots = tl.load(tile_slots_ptr + first * 8 + row, mask=real, other=0)
        values_ptr = dense_ptr + (tl.maximum(slots, 0) // USED).to(tl.int64)[:, None] * K
    gate, up = _two_rows_dots(
        expert_pointer(gates_ptr, expert, TYPE_GATE, F, K),
        expert_pointer(ups_ptr, expert, TYPE_UP, F, K), program,
        rows_ptr, values_ptr, F, K, TYPE_GATE, TYPE_UP, BLOCKS, TILES, WARPS,
    )  # fmt: skip
    column = program * COLS + tl.arange(0, COLS)
    if gate_bias_ptr is not None:
        at = expert * F + column
        gate += tl.load(gate_bias_ptr + at, mask=column < F, other=0.0)[None, :]
        up += tl.load(up_bias_ptr + at, mask=column < F, other=0.0)[None, :]
    x = tl.where((column < F)[None, :], activated(gate, up, ACTIVATION), 0.0)
    if WRITE_ROWS:
        store_rows(x, inner_rows, first, count, program * (COLS // 32), FP, 8 * BLOCKS, COLS)
    if WRITE_VALUES:
        at = inner_values + (first * 8 + row)[:, None] * FP + column[None, :]
        tl.store(at, x, mask=real[:, None] & (column < FP)[None, :])


@touches(
    lambda o: {
        "gates_ptr": stack(o.gates_ptr, o.TYPE_GATE, o.E, o.F, o.K),
        "ups_ptr": stack(o.ups_ptr, o.TYPE_UP, o.E, o.F, o.K),
        "gate_bias_ptr": o.E * o.F,
        "up_bias_ptr": o.E * o.F,
        "rows_ptr": _read_rows(_blocks_of_step(o), o.K, o.TYPE_GATE, o.TYPE_UP),
        "dense_ptr": Extent.rows(
            o.step.rows if has_floats(o.TYPE_GATE, o.TYPE_UP) else 0, o.K, o.K
        ),
        **sorted_slots(o, _blocks_of_step(o)),
        "inner_rows": Extent.elements(SLOT_BLOCK * _blocks_of_step(o) * o.FP, torch.bfloat16),
        "inner_values": _values(_blocks_of_step(o), o.FP, o.FP),
    }
)
@triton.jit
def gate_tiles_kernel(
    gates_ptr, ups_ptr, gate_bias_ptr, up_bias_ptr, rows_ptr, dense_ptr,
    tiles_ptr, tile_slots_ptr, inner_rows, inner_values,
    K: tl.constexpr, E: tl.constexpr, F: tl.constexpr, FP: tl.constexpr, USED: tl.constexpr,
    SLOTS: tl.constexpr,
    TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr, ACTIVATION: tl.constexpr,
    TILES: tl.constexpr, WARPS: tl.constexpr,
    WRITE_ROWS: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """One program: 16 TILES WARPS columns of activation(gate, up) of a tile, in its blocks."""
    tile_ptr = tiles_ptr + tl.program_id(1) * 3
    expert = tl.minimum(tl.load(tile_ptr), E - 1)
    if expert >= 0:
        first = tl.load(tile_ptr + 1).to(tl.int64)
        count = tl.load(tile_ptr + 2)
        for size in tl.static_range(_num_sizes(SLOTS)):
            if (count <= 16 << size) & ((count > 8 << size) | (size == 0)):
                _gate_rows(
                    expert, first, count,
                    gates_ptr, ups_ptr, gate_bias_ptr, up_bias_ptr, rows_ptr, dense_ptr,
                    tile_slots_ptr, inner_rows, inner_values,
                    K, F, FP, USED, TYPE_GATE, TYPE_UP, ACTIVATION, TILES, WARPS,
                    WRITE_ROWS, WRITE_VALUES, 2 << size,
                )  # fmt: skip


@triton.jit
def _project_rows(
    expert, first, count,
    downs_ptr, down_bias_ptr, inner_rows, inner_values, tile_slots_ptr, parts_ptr, num_slots,
    N: tl.constexpr, F: tl.constexpr, FP: tl.constexpr,
    TYPE: tl.constexpr, TILES: tl.constexpr, WARPS: tl.constexpr, BLOCKS: tl.constexpr,
):  # fmt: skip
    """`project_tiles_kernel` of a tile of `count` ≤ 8 BLOCKS slots from block `first` on."""
    COLS: tl.constexpr = 16 * TILES * WARPS
    K: tl.constexpr = (F + 31) // 32 * 32
    program = tl.program_id(0)
    row = tl.arange(0, 8 * BLOCKS)
    slots = tl.load(tile_slots_ptr + first * 8 + row, mask=row < count, other=-1)
    values_ptr = inner_values
    if is_tiled(TYPE):
        inner_rows += first * (FP * 4)
    else:
        values_ptr = inner_values + (first * 8 + tl.minimum(row, count - 1))[:, None] * FP
    x = _rows_dot(
        expert_pointer(downs_ptr, expert, TYPE, N, K), program, inner_rows, values_ptr, N, K, TYPE,
        BLOCKS, TILES, WARPS,
    )  # fmt: skip
    column = program * COLS + tl.arange(0, COLS)
    real = column < N
    if down_bias_ptr is not None:
        x += tl.load(down_bias_ptr + expert * N + column, mask=real, other=0.0)[None, :]
    at = parts_ptr + slots.to(tl.int64)[:, None] * N + column[None, :]
    is_slot = (slots >= 0) & (slots < num_slots)
    tl.store(at, x, mask=is_slot[:, None] & real[None, :])


@touches(
    lambda o: {
        "downs_ptr": stack(o.downs_ptr, o.TYPE, o.E, o.N, whole_groups(o.F)),
        "down_bias_ptr": o.E * o.N,
        "inner_rows": _read_rows(max_blocks(o.num_slots, o.E), o.FP, o.TYPE),
        "inner_values": _values(max_blocks(o.num_slots, o.E), o.FP, whole_groups(o.F))
        if has_floats(o.TYPE)
        else 0,
        **sorted_slots(o, max_blocks(o.num_slots, o.E)),
        "parts_ptr": o.num_slots * o.N,
    }
)
@triton.jit(do_not_specialize=["num_slots"])
def project_tiles_kernel(
    downs_ptr, down_bias_ptr, inner_rows, inner_values, tiles_ptr, tile_slots_ptr, parts_ptr,
    num_slots,
    N: tl.constexpr, E: tl.constexpr, F: tl.constexpr, FP: tl.constexpr,
    SLOTS: tl.constexpr, TYPE: tl.constexpr, TILES: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """One program: 16 TILES WARPS columns of inner @ down.T + bias of a tile, to rows of `parts`.

    parts float32 [W * USED, N], a row for each slot.
    """
    tile_ptr = tiles_ptr + tl.program_id(1) * 3
    expert = tl.minimum(tl.load(tile_ptr), E - 1)
    if expert >= 0:
        first = tl.load(tile_ptr + 1).to(tl.int64)
        count = tl.load(tile_ptr + 2)
        for size in tl.static_range(_num_sizes(SLOTS)):
            if (count <= 16 << size) & ((count > 8 << size) | (size == 0)):
                _project_rows(
                    expert, first, count,
                    downs_ptr, down_bias_ptr, inner_rows, inner_values, tile_slots_ptr,
                    parts_ptr, num_slots, N, F, FP, TYPE, TILES, WARPS, 2 << size,
                )  # fmt: skip


@touches(
    lambda o: {
        "parts_ptr": o.step.rows * o.USED * o.N,
        "weights_ptr": o.step.rows * o.USED,
        "shared_part_ptr": o.step.rows * o.N,
        "shared_ptr": 0 if o.shared_part_ptr is None else o.step.rows,
        "out_ptr": Extent.rows(o.step.rows, o.N, o.STRIDE),
    }
)
@triton.jit
def sum_slots_kernel(
    parts_ptr, weights_ptr, shared_part_ptr, shared_ptr, out_ptr, num_rows_ptr,
    N: tl.constexpr, STRIDE: tl.constexpr, USED: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of the weighted sum of a row's parts, in slot order."""
    row = tl.program_id(0).to(tl.int64)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        total = tl.zeros((BLOCK_N,), tl.float32)
        for j in tl.static_range(USED):
            weight = tl.load(weights_ptr + row * USED + j)
            part = tl.load(parts_ptr + (row * USED + j) * N + column, mask=real, other=0.0)
            total = tl.fma(part, weight, total)
        if shared_part_ptr is not None:
            part = tl.load(shared_part_ptr + row * N + column, mask=real, other=0.0)
            total = tl.fma(part, tl.load(shared_ptr + row), total)
        tl.store(out_ptr + row * STRIDE + column, total, mask=real)

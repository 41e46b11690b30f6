"""Experts of prefill steps: slots are sorted by expert into tiles of 16, then multiplied by tile.

Slot row * USED + j is the j-th expert of a row. A tile holds up to 16 slots of one expert:
`tile_slots` int32 [T * 16] are their indices, -1 for padding; `tile_experts` int32 [T] is the
expert, -1 for unused tiles. Grids cover the largest possible number of tiles. Indices are clamped
or masked, so none leaves the matrices.
"""

from typing import Any

import torch
import triton
import triton.language as tl

from engine.kernels.cuda.activations import whole_groups
from engine.kernels.cuda.experts.expert_dot import expert_pointer, float_type, is_tiled, two_tiles
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import (
    DENSE,
    Extent,
    codes_end,
    expert_table,
    has_floats,
    has_tiles,
    scales_end,
)
from engine.kernels.cuda.products.many_rows_dot import many_rows_dot
from engine.kernels.cuda.residual.activation import activated
from engine.kernels.cuda.residual.epilogue import MAX_ROWS, store_activations
from engine.kernels.cuda.residual.row_groups import store_groups
from engine.quants.tiles import padded_cols


@triton.jit
def _is_of(experts_ptr, begin, expert, num_slots, BLOCK: tl.constexpr):
    """Whether each of slots begin … begin + BLOCK - 1 is of `expert`, 0 or 1."""
    slot = begin + tl.arange(0, BLOCK)
    found = tl.load(experts_ptr + slot, mask=slot < num_slots, other=-1)
    return (found == expert).to(tl.int32)


def _sorted(o: Any) -> dict[str, Extent | int]:
    """Extents read of the tables of tiles."""
    tiles = o.grid[1]
    return {"tile_experts_ptr": Extent.int32(tiles), "tile_slots_ptr": Extent.int32(16 * tiles)}


def _tile_codes(o: Any, stride: int, num_cols: int, *kinds: int) -> Extent:
    """Codes of all tiles as products read them; rows are `stride` columns apart."""
    columns = (16 * o.grid[1] - 1) * stride + padded_cols(num_cols)
    return Extent.int32(columns // 4 if has_tiles(*kinds) else 0)


def _tile_scales(o: Any, stride: int, num_cols: int, *kinds: int) -> int:
    """Scales and totals of these codes."""
    return (o.grid[1] - 1) * stride + scales_end(16, num_cols) if has_tiles(*kinds) else 0


def _tile_values(o: Any, num_cols: int) -> int:
    """End of the last tile's last row of `num_cols` columns in the values of `inner`."""
    return (16 * o.grid[1] - 1) * o.FP + num_cols


def _gated_tiles(o: Any) -> dict[str, Extent | int]:
    num_cols = 32 * o.grid[0]
    codes = (16 * o.grid[1] - 1) * o.FP + codes_end(num_cols)
    return {
        "inner_codes": Extent.elements(codes, torch.int8),
        "inner_scales": (o.grid[1] - 1) * o.FP + scales_end(16, num_cols),
        "inner_values": _tile_values(o, num_cols),
    }


def _gathered(o: Any) -> dict[str, Extent | int]:
    tiles, padded = o.grid[0] // 16, padded_cols(o.K)
    codes = (16 * tiles - 1) * padded + codes_end(o.K)
    return {
        "codes_ptr": Extent.elements(codes, torch.int8),
        "scales_ptr": (tiles - 1) * padded + scales_end(16, o.K),
    }


@touches(
    lambda o: {
        "experts_ptr": Extent.int32(o.step.rows * o.USED),
        "counts_ptr": Extent.int32(o.grid[0]),
        "reads_ptr": Extent.int32(o.grid[0]),
    }
)
@triton.jit
def count_slots_kernel(
    experts_ptr, num_rows_ptr, counts_ptr, reads_ptr,
    USED: tl.constexpr, NUM_SLOTS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """One program: counts the slots of one expert; adds its tiles to `reads`, if any."""
    expert = tl.program_id(0)
    num_slots = tl.load(num_rows_ptr) * USED
    counts = tl.zeros((BLOCK,), tl.int32)
    for begin in range(0, NUM_SLOTS, BLOCK):
        counts += _is_of(experts_ptr, begin, expert, num_slots, BLOCK)
    count = tl.sum(counts, 0)
    tl.store(counts_ptr + expert, count)
    if reads_ptr is not None:
        tl.store(reads_ptr + expert, tl.load(reads_ptr + expert) + (count + 15) // 16)


@touches(
    lambda o: {
        "experts_ptr": Extent.int32(o.step.rows * o.USED),
        "counts_ptr": Extent.int32(o.E),
        "tile_experts_ptr": Extent.int32(o.T),
        "tile_slots_ptr": Extent.int32(16 * o.T),
    }
)
@triton.jit
def place_slots_kernel(
    experts_ptr, num_rows_ptr, counts_ptr, tile_experts_ptr, tile_slots_ptr,
    USED: tl.constexpr, NUM_SLOTS: tl.constexpr, E: tl.constexpr, T: tl.constexpr,
    BLOCK: tl.constexpr, BLOCK_E: tl.constexpr, BLOCK_T: tl.constexpr,
):  # fmt: skip
    """One program: fills the tiles of one expert, after those of the experts before it."""
    expert = tl.program_id(0)
    num_slots = tl.load(num_rows_ptr) * USED
    other = tl.arange(0, BLOCK_E)
    tiles = (tl.load(counts_ptr + other, mask=other < E, other=0) + 15) // 16
    first = tl.sum(tl.where(other < expert, tiles, 0), 0)
    end = tl.sum(tl.where(other <= expert, tiles, 0), 0)
    tile = tl.arange(0, BLOCK_T)
    tl.store(tile_experts_ptr + tile, expert, mask=(tile >= first) & (tile < end))
    if expert == E - 1:
        tl.store(tile_experts_ptr + tile, -1, mask=(tile >= end) & (tile < T))
    place = first * 16
    for begin in range(0, NUM_SLOTS, BLOCK):
        found = _is_of(experts_ptr, begin, expert, num_slots, BLOCK)
        at = tile_slots_ptr + place + tl.cumsum(found, 0) - 1
        tl.store(at, begin + tl.arange(0, BLOCK), mask=found > 0)
        place += tl.sum(found, 0)
    pad = place + tl.arange(0, BLOCK_E)  # at least 32
    tl.store(tile_slots_ptr + pad, -1, mask=pad < end * 16)


@touches(
    lambda o: {
        "dense_ptr": Extent.rows(o.step.rows, o.K, o.K, *DENSE),
        "tile_experts_ptr": Extent.int32(o.grid[0] // 16),
        "tile_slots_ptr": Extent.int32(o.grid[0]),
        **_gathered(o),
    }
)
@triton.jit
def gather_rows_kernel(
    dense_ptr, tile_experts_ptr, tile_slots_ptr, codes_ptr, scales_ptr,
    K: tl.constexpr, USED: tl.constexpr, GROUPS: tl.constexpr,
):  # fmt: skip
    """One program: quantizes GROUPS groups of 32 columns of one slot's row into its tile."""
    tile = tl.program_id(0) // 16
    if tl.load(tile_experts_ptr + tile) >= 0:
        slot = tl.load(tile_slots_ptr + tl.program_id(0))
        if slot >= 0:
            group = tl.program_id(1) * GROUPS + tl.arange(0, GROUPS)
            column = group[:, None] * 32 + tl.arange(0, 32)[None, :]
            at = dense_ptr + (slot // USED).to(tl.int64) * K + column
            x = tl.load(at, mask=column < K, other=0.0).to(tl.float32)
            KP: tl.constexpr = (K + 63) // 64 * 64
            codes_ptr += tile.to(tl.int64) * (16 * KP)
            scales_ptr += tile.to(tl.int64) * (KP // 32 * MAX_ROWS * 2)
            row = tl.program_id(0) % 16
            store_groups(x, row, group, codes_ptr, scales_ptr, codes_ptr, K, True, False)


@triton.jit
def _float_rows_dot(
    expert_ptr, group, values_ptr, K: tl.constexpr, TYPE: tl.constexpr
):  # fmt: skip
    """Products of 32 float rows with the 16 rows at values_ptr [16, 1]; 32 divides K: [16, 32]."""
    weights_ptr = expert_ptr.to(tl.pointer_type(float_type(TYPE)))
    output = (group * 32 + tl.arange(0, 32)).to(tl.int64)
    total = tl.zeros((16, 32), tl.float32)
    for begin in range(0, K, 32):
        column = begin + tl.arange(0, 32)
        x = tl.load(values_ptr + column[None, :])
        weights = tl.load(weights_ptr + output[None, :] * K + column[:, None]).to(tl.float32)
        total = tl.dot(x, weights, total, input_precision="ieee")
    return total


@triton.jit
def _rows_dot(
    expert_ptr, group, codes_ptr, scales_ptr, values_ptr,
    K: tl.constexpr, TYPE: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Products of an expert's 32 rows from group * 32 on with the 16 rows of a tile: [16, 32].

    Quantized weights read codes_ptr and scales_ptr, float weights values_ptr [16, 1].
    """
    if is_tiled(TYPE):
        bases = two_tiles(expert_ptr, group, K, TYPE)
        return many_rows_dot(bases, codes_ptr, scales_ptr, K, (TYPE, TYPE), 16, 2, WARPS, 2)[0]
    else:
        return _float_rows_dot(expert_ptr, group, values_ptr, K, TYPE)


@touches(
    lambda o: {
        "gates_ptr": expert_table(o.TYPE_GATE, o.E, o.F, o.K),
        "ups_ptr": expert_table(o.TYPE_UP, o.E, o.F, o.K),
        "gate_bias_ptr": o.E * o.F,
        "up_bias_ptr": o.E * o.F,
        "codes_ptr": _tile_codes(o, padded_cols(o.K), o.K, o.TYPE_GATE, o.TYPE_UP),
        "scales_ptr": _tile_scales(o, padded_cols(o.K), o.K, o.TYPE_GATE, o.TYPE_UP),
        "dense_ptr": Extent.rows(
            o.step.rows if has_floats(o.TYPE_GATE, o.TYPE_UP) else 0, o.K, o.K
        ),
        **_sorted(o),
        **_gated_tiles(o),
    }
)
@triton.jit
def gate_tiles_kernel(
    gates_ptr, ups_ptr, gate_bias_ptr, up_bias_ptr, codes_ptr, scales_ptr, dense_ptr,
    tile_experts_ptr, tile_slots_ptr, inner_codes, inner_scales, inner_values,
    K: tl.constexpr, E: tl.constexpr, F: tl.constexpr, FP: tl.constexpr, USED: tl.constexpr,
    TYPE_GATE: tl.constexpr, TYPE_UP: tl.constexpr, ACTIVATION: tl.constexpr, WARPS: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """One program: 32 columns of activation(gate, up) of a tile, stored as activations."""
    group = tl.program_id(0)
    tile = tl.program_id(1).to(tl.int64)
    expert = tl.minimum(tl.load(tile_experts_ptr + tile), E - 1)
    if expert >= 0:
        slots = tl.load(tile_slots_ptr + tile * 16 + tl.arange(0, 16))
        if is_tiled(TYPE_GATE) or is_tiled(TYPE_UP):
            KP: tl.constexpr = (K + 63) // 64 * 64
            codes_ptr += tile * (16 * KP // 4)
            scales_ptr += tile * (KP // 32 * MAX_ROWS * 2)
        rows_ptr = dense_ptr
        if not (is_tiled(TYPE_GATE) and is_tiled(TYPE_UP)):
            rows_ptr = dense_ptr + (tl.maximum(slots, 0) // USED).to(tl.int64)[:, None] * K
        gate = _rows_dot(
            expert_pointer(gates_ptr, expert), group, codes_ptr, scales_ptr, rows_ptr,
            K, TYPE_GATE, WARPS,
        )  # fmt: skip
        up = _rows_dot(
            expert_pointer(ups_ptr, expert), group, codes_ptr, scales_ptr, rows_ptr,
            K, TYPE_UP, WARPS,
        )  # fmt: skip
        column = group * 32 + tl.arange(0, 32)
        if gate_bias_ptr is not None:
            at = expert * F + column
            gate += tl.load(gate_bias_ptr + at, mask=column < F, other=0.0)[None, :]
            up += tl.load(up_bias_ptr + at, mask=column < F, other=0.0)[None, :]
        x = tl.where((column < F)[None, :], activated(gate, up, ACTIVATION), 0.0)
        if WRITE_CODES:
            inner_codes += tile * (16 * FP)
            inner_scales += tile * (FP // 32 * MAX_ROWS * 2)
        if WRITE_VALUES:
            inner_values += tile * (16 * FP)
        store_activations(
            x, group, slots >= 0, inner_codes, inner_scales, inner_values, FP,
            16, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@touches(
    lambda o: {
        "downs_ptr": expert_table(o.TYPE, o.E, o.N, whole_groups(o.F)),
        "down_bias_ptr": o.E * o.N,
        "inner_codes": _tile_codes(o, o.FP, whole_groups(o.F), o.TYPE),
        "inner_scales": _tile_scales(o, o.FP, whole_groups(o.F), o.TYPE),
        "inner_values": _tile_values(o, whole_groups(o.F)) if has_floats(o.TYPE) else 0,
        **_sorted(o),
        "parts_ptr": o.SLOTS * o.N,
    }
)
@triton.jit
def project_tiles_kernel(
    downs_ptr, down_bias_ptr, inner_codes, inner_scales, inner_values,
    tile_experts_ptr, tile_slots_ptr, parts_ptr,
    N: tl.constexpr, E: tl.constexpr, F: tl.constexpr, FP: tl.constexpr, SLOTS: tl.constexpr,
    TYPE: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """One program: 32 columns of inner @ down.T + bias of a tile, to its slots' rows of `parts`.

    parts float32 [W * USED, N].
    """
    group = tl.program_id(0)
    tile = tl.program_id(1).to(tl.int64)
    expert = tl.minimum(tl.load(tile_experts_ptr + tile), E - 1)
    if expert >= 0:
        slots = tl.load(tile_slots_ptr + tile * 16 + tl.arange(0, 16))
        rows_ptr = inner_values
        if is_tiled(TYPE):
            inner_codes += tile * (16 * FP // 4)
            inner_scales += tile * (FP // 32 * MAX_ROWS * 2)
        else:
            rows_ptr = inner_values + (tile * 16 + tl.arange(0, 16))[:, None] * FP
        K: tl.constexpr = (F + 31) // 32 * 32
        x = _rows_dot(
            expert_pointer(downs_ptr, expert), group, inner_codes, inner_scales, rows_ptr,
            K, TYPE, WARPS,
        )  # fmt: skip
        column = group * 32 + tl.arange(0, 32)
        real = column < N
        if down_bias_ptr is not None:
            x += tl.load(down_bias_ptr + expert * N + column, mask=real, other=0.0)[None, :]
        at = parts_ptr + slots.to(tl.int64)[:, None] * N + column[None, :]
        is_slot = (slots >= 0) & (slots < SLOTS)
        tl.store(at, x, mask=is_slot[:, None] & real[None, :])


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

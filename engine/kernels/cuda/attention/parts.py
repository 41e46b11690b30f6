"""Stores the splits of attention, combines them and stores the result as activations.

Finishing a row adds its head's sink, divides by the softmax sum and multiplies by the gate, in this
order and with the same bits for one split or several. Knows neither queries nor the cache.
"""

from typing import Any

import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.cuda.activations import CudaActivations, StoredRows
from engine.kernels.cuda.attention.splits import ATTENTION_TILE, SplitSizes, attention_splits
from engine.kernels.cuda.attention.stored_rows import transformed
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent, stored
from engine.kernels.cuda.launching.interpreted import loop_bound
from engine.kernels.cuda.residual.epilogue import (
    MAX_ROWS,
    code_offsets,
    quantize_group,
    store_activations,
    store_scales,
)
from engine.kernels.cuda.tiles.shared_words import (
    are_side_by_side,
    once_all_have_put,
    put_first_rows,
    put_sums,
    put_words,
    shared_words,
    taken_groups,
    taken_sums,
    taken_words,
)
from engine.kernels.operands import Heads

TILE = tl.constexpr(ATTENTION_TILE)  # head rows of a program
LOG2_E = tl.constexpr(1.4426950408889634)


@triton.jit
def part_scalars(partials, num_heads, width, num_splits, BLOCK_D: tl.constexpr):
    """The maxima and softmax sums in scratch, which follow the totals of all parts."""
    return partials + (num_heads * width).to(tl.int64) * num_splits * BLOCK_D


@triton.jit
def store_parts(partials, scalars, part, largest, weight, total, real, BLOCK_D: tl.constexpr):
    """Store parts `part` [16], one per head row: total [16, C], largest and weight [16].

    The index of a part is (row * num_heads + head) * num_splits + split; its first C columns of
    BLOCK_D are stored.
    """
    d = tl.arange(0, total.shape[1])
    tl.store(partials + (part[:, None] * BLOCK_D + d[None, :]), total, mask=real[:, None])
    at = scalars + (part[:, None] * 2 + tl.arange(0, 2)[None, :])
    tl.store(at, tl.join(largest, weight), mask=real[:, None])


@triton.jit
def store_heads(
    x, row, head, real, codes, scales, values_out, K,
    D: tl.constexpr, BLOCK_D: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """Store head rows x [R, BLOCK_D] as activations of K columns; codes only if 32 divides D."""
    ROWS: tl.constexpr = x.shape[0]
    d = tl.arange(0, BLOCK_D)
    mask = real[:, None] & (d < D)[None, :]
    if WRITE_VALUES:
        tl.store(values_out + ((row * K + head * D)[:, None] + d[None, :]), x, mask=mask)
    if WRITE_CODES and D == 32:  # a group each
        quantized, scale, total = quantize_group(x)
        column = (head * 32)[:, None] + d[None, :]
        at = (row * ((K + 63) // 64 * 64))[:, None] + column // 64 * 64 + code_offsets(column % 64)
        at = tl.max_contiguous(tl.multiple_of(at, [1, 4]), [1, 4])
        tl.store(codes + at, quantized, mask=mask)
        store_scales(scales, head * MAX_ROWS + row, scale, total, real)
    elif WRITE_CODES:
        GROUPS: tl.constexpr = BLOCK_D // 32
        quantized, scale, total = quantize_group(tl.reshape(x, (ROWS * GROUPS, 32)))
        if D % 64 == 0:
            within = d // 64 * 64 + code_offsets(d % 64)
            within = tl.max_contiguous(tl.multiple_of(within, 4), 4)
            at = (head * D)[:, None] + within[None, :]
        else:
            column = (head * D)[:, None] + d[None, :]
            at = column // 64 * 64 + code_offsets(column % 64)
        at += (row * ((K + 63) // 64 * 64))[:, None]
        tl.store(codes + at, tl.reshape(quantized, (ROWS, BLOCK_D)), mask=mask)
        part = tl.arange(0, GROUPS)[None, :]
        at = ((head * (D // 32))[:, None] + part) * (2 * MAX_ROWS) + (2 * row)[:, None]
        both = tl.join(tl.reshape(scale, (ROWS, GROUPS)), tl.reshape(total, (ROWS, GROUPS)))
        mask = real[:, None, None] & (part < D // 32)[:, :, None]
        tl.store(scales + (at[:, :, None] + tl.arange(0, 2)[None, None, :]), both, mask=mask)


@triton.jit
def _gate_factor(x, GATE: tl.constexpr):
    small = tl.exp(-tl.abs(x))  # exp(|x|) might overflow
    if GATE == "sigmoid":
        return tl.where(x >= 0, 1.0, small) / (1.0 + small)
    else:
        return tl.maximum(x, 0.0) + tl.log(1.0 + small)


@triton.jit
def finish_heads(
    largest, weight, total, row, head, real, sinks, gate, gate_stride,
    D: tl.constexpr, GATE: tl.constexpr, GATES_HEADS: tl.constexpr, HADAMARD: tl.constexpr,
    SLICES: tl.constexpr,
):  # fmt: skip
    """The output of heads [R, BLOCK_D] from maxima and softmax sums [R] and totals [R, BLOCK_D].

    SLICES: each head here is one of so many slices of a head.
    """
    if sinks is not None:
        sink = tl.load(sinks + head // SLICES, real, other=0.0) * LOG2_E
        now = tl.maximum(largest, sink)
        shrink = tl.exp2(largest - now)
        weight = weight * shrink + tl.exp2(sink - now)
        total = total * shrink[:, None]
    x = transformed(total / tl.where(real, weight, 1.0)[:, None], HADAMARD)
    if gate is not None:
        if GATES_HEADS:
            at = row * gate_stride + head // SLICES
            factor = tl.load(gate + at, real, other=0.0)
            x *= _gate_factor(factor, GATE)[:, None]
        else:
            d = tl.arange(0, total.shape[1])
            at = (row * gate_stride + head * D)[:, None] + d[None, :]
            mask = real[:, None] & (d < D)[None, :]
            x *= _gate_factor(tl.load(gate + at, mask, other=0.0), GATE)
    return x


@triton.jit
def store_finished(
    state, rows, sinks, gate, gate_stride, codes, scales, values_out, K,
    D: tl.constexpr, BLOCK_D: tl.constexpr, GATE: tl.constexpr, GATES_HEADS: tl.constexpr,
    HADAMARD: tl.constexpr, SLICES: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """`finish_heads` and `store_heads` of (largest, weight, total) of `rows` (row, head, real)."""
    largest, weight, total = state
    row, head, real = rows
    x = finish_heads(
        largest, weight, total, row, head, real, sinks, gate, gate_stride,
        D, GATE, GATES_HEADS, HADAMARD, SLICES,
    )  # fmt: skip
    store_heads(
        x, row, head, real, codes, scales, values_out, K, D, BLOCK_D, WRITE_CODES, WRITE_VALUES
    )


@triton.jit
def _halves(tensors):
    """The first and the last 8 of the 16 rows of each tensor."""
    first, last = (), ()
    for i in tl.static_range(len(tensors)):
        x = tensors[i]
        if len(x.shape) == 1:
            pair = tl.split(tl.permute(tl.reshape(x, (2, 8)), (1, 0)))
        else:
            pair = tl.split(tl.permute(tl.reshape(x, (2, 8, x.shape[1])), (1, 2, 0)))
        first, last = first + (pair[0],), last + (pair[1],)
    return first, last


@triton.jit
def store_finished_tile(
    state, rows, sinks, gate, gate_stride, codes, scales, values_out, K,
    D: tl.constexpr, BLOCK_D: tl.constexpr, GATE: tl.constexpr, GATES_HEADS: tl.constexpr,
    HADAMARD: tl.constexpr, SLICES: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """`store_finished` of 16 rows, of the last 8 only if any is real: in decode steps few are."""
    state, last_state = _halves(state)
    rows, last_rows = _halves(rows)
    store_finished(
        state, rows, sinks, gate, gate_stride, codes, scales, values_out, K,
        D, BLOCK_D, GATE, GATES_HEADS, HADAMARD, SLICES, WRITE_CODES, WRITE_VALUES,
    )  # fmt: skip
    if tl.max(last_rows[2].to(tl.int32), 0) > 0:
        store_finished(
            last_state, last_rows, sinks, gate, gate_stride, codes, scales, values_out, K,
            D, BLOCK_D, GATE, GATES_HEADS, HADAMARD, SLICES, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@triton.constexpr_function
def can_go_by_lanes(head_dim, columns, slices, block, hadamard, gate, num_warps):
    """Whether a tile's `columns` of the values are finished by `store_finished_lanes`.

    Not with a gate, which would be loaded only after warps have waited for each other.
    """
    is_whole = columns * slices == head_dim and columns % 32 == 0 and columns <= 128
    is_plain = hadamard == 1 and gate is None
    return is_whole and is_plain and are_side_by_side(block, num_warps)


@triton.jit
def store_finished_lanes(
    state, place, words, slice_of_head, sinks, codes, scales, values_out, K,
    HEADS: tl.constexpr, D: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    WARPS: tl.constexpr, PUT: tl.constexpr,
):  # fmt: skip
    """As `store_finished_tile`, of (largest [16], weights [16, BLOCK], total [16, C]) of a slice.

    Each warp finishes groups of 32 columns, a column in each lane, so that warps wait for each
    other once. `place`: the first head row, how many are real, the run's first row and head.
    `words` are those to use, if any, of the first PUT head rows.
    """
    largest, weights, total = state
    first_index, num_real, first_row, first_head = place
    C: tl.constexpr = total.shape[1]
    GROUPS: tl.constexpr = C // 32
    ROWS: tl.constexpr = max(min(16, triton.next_power_of_2(HEADS)), WARPS // GROUPS)
    TOTALS: tl.constexpr = PUT * (C + 8)
    if words is None:
        words = shared_words(TOTALS + TILE * WARPS + TILE)
    put_first_rows(words, total, PUT)
    put_sums(words + 4 * TOTALS, weights, WARPS)
    each = tl.arange(0, TILE)
    put_words(words + 4 * (TOTALS + TILE * WARPS), each, largest)
    words = once_all_have_put(words)
    num_real = tl.minimum(num_real, TILE)
    for begin in range(0, loop_bound(num_real), ROWS):
        group = tl.arange(0, ROWS * GROUPS)
        tile_row = begin + group // GROUPS
        index = first_index + tile_row
        row = first_row + index // HEADS
        head = first_head + index % HEADS
        put_row = tl.minimum(tile_row, PUT - 1)  # no other is real
        of_groups = (
            taken_words(words + 4 * (TOTALS + TILE * WARPS), tile_row, each, largest),
            taken_sums(words + 4 * TOTALS, tile_row, weights, WARPS),
            taken_groups(words, put_row * GROUPS + group % GROUPS, total),
        )
        part = head * (D // 32) + slice_of_head * GROUPS + group % GROUPS
        store_finished(
            of_groups, (row, part, tile_row < num_real), sinks, None, 0,
            codes, scales, values_out, K,
            32, 32, None, False, 1, D // 32, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


def partials_end(num_heads: int, num_rows: int, width: int, o: Any) -> int:
    """End of the partials of the first `num_rows` rows in a step of `width`, in floats."""
    if o.step.positions == 0 or num_rows == 0:
        return 0
    sizes = SplitSizes(o.SMALLEST, o.WHOLE, o.FINE, o.HALF_PAGES)
    splits = min(attention_splits(o.step.positions, o.WINDOW, sizes), o.num_splits)
    last = (num_rows * num_heads - 1) * o.num_splits + splits
    return num_heads * width * o.num_splits * o.BLOCK_D + 2 * last


def gates(num_heads: int, num_rows: int, o: Any) -> dict[str, Extent | int]:
    """Extents that `finish_heads` reads."""
    length = num_heads if o.GATES_HEADS else num_heads * o.D
    return {
        "sinks": num_heads if num_rows else 0,
        "gate": Extent.rows(num_rows, length, o.gate_stride),
    }


def stored_heads(num_rows: int, num_cols: int, stride: int) -> dict[str, Extent]:
    """Extents that `store_heads` writes; `stride` columns from row to row."""
    names = "codes", "scales", "values_out"
    return dict(zip(names, stored(num_rows, num_cols, stride), strict=True))


def finished_heads(num_heads: int, num_rows: int, o: Any) -> dict[str, Extent | int]:
    """Extents of `store_finished`."""
    return {
        **gates(num_heads, num_rows, o),
        **stored_heads(num_rows, num_heads * o.D, o.out_stride),
    }


@touches(
    lambda o: {
        "values": Extent.rows(min(o.step.rows, MAX_ROWS.value), o.K, o.stride),
        **dict(
            zip(
                ("codes", "scales"),
                stored(min(o.step.rows, MAX_ROWS.value), 32 * o.grid[0], o.K)[:2],
                strict=True,
            )
        ),
    }
)
@triton.jit
def quantize_rows_kernel(values, codes, scales, num_rows, K, stride):
    """One program: quantizes a group of 32 columns of every row; `stride` is that of values."""
    group = tl.program_id(0)
    row = tl.arange(0, MAX_ROWS)
    column = group * 32 + tl.arange(0, 32)
    real = row < tl.load(num_rows)
    mask = real[:, None] & (column < K)[None, :]
    x = tl.load(values + row[:, None] * stride + column[None, :], mask=mask, other=0.0)
    store_activations(x, group, real, codes, scales, values, K, MAX_ROWS, True, False)


def gate_constants(heads: Heads, gate: Tensor | None) -> dict[str, object]:
    """The constexpr arguments of `finish_heads`."""
    function = heads.gate_function
    return {
        "GATE": None if gate is None or function is None else function.value,
        "GATES_HEADS": gate is not None and gate.shape[1] == heads.num_heads,
    }


def stored_by_head(out: CudaActivations, head_dim: int, scratch: Tensor) -> StoredRows:
    """Where programs of one head store `out`; `scratch` has 16 rows of its size.

    A group of 32 that spans two heads is quantized after all heads are computed.
    """
    if head_dim % 32 == 0 or out.codes is None:
        return out
    values = out.values
    if values is None:
        values = scratch.view(-1)[: MAX_ROWS.value * out.num_cols].view(-1, out.num_cols)
    return StoredRows(num_cols=out.num_cols, codes=None, scales=None, values=values)


def quantize_rows(stored: StoredRows, out: StoredRows, num_rows: Tensor) -> None:
    """Quantize the first num_rows[0] rows of `stored`, unless they are quantized, to `out`."""
    if stored.codes is not None or out.codes is None:
        return
    values = stored.values
    assert values is not None
    num_cols = values.shape[1]
    quantize_rows_kernel[(triton.cdiv(num_cols, 32),)](
        values, out.codes, out.scales, num_rows, num_cols, values.stride(0),
        num_warps=1, enable_fp_fusion=False,
    )  # fmt: skip

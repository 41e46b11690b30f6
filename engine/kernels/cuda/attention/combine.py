"""Combines the splits of attention: the second launch of a step where a row may see several.

Knows neither queries nor the cache.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.attention.parts import (
    finished_heads,
    part_scalars,
    partials_end,
    store_finished,
)
from engine.kernels.cuda.attention.shares import split_shift
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.launching.interpreted import loop_bound
from engine.kernels.cuda.runs import run_of


@triton.jit
def _load_parts(
    partials, scalars, column, first, last, first_slot, num_splits,
    BLOCK_D: tl.constexpr, PARTS: tl.constexpr,
):  # fmt: skip
    """(maximum, softmax sum, total) at `column` of PARTS parts from `first` on, each of its shape.

    Those after `last` are empty. Part 0 is in slot `first_slot` of a ring of `num_splits`.
    """
    parts = ()
    for i in tl.static_range(PARTS):
        part = first + i
        there = part <= last
        slot = first_slot + part
        slot = tl.where(slot >= num_splits, slot - num_splits, slot)
        parts = parts + (
            (
                tl.load(scalars + slot * 2, there, other=float("-inf")),
                tl.load(scalars + slot * 2 + 1, there, other=0.0),
                tl.load(partials + slot * BLOCK_D + column, there, other=0.0),
            ),
        )
    return parts


@triton.jit
def _combined(
    partials, scalars, first_column, last, first_slot, num_splits,
    BLOCK_D: tl.constexpr, PARTS: tl.constexpr, SETS: tl.constexpr,
    GROUPS: tl.constexpr, LANES: tl.constexpr,
):  # fmt: skip
    """Maximum and softmax sum [GROUPS] and total [GROUPS, LANES] of parts 0 … last.

    Of columns from `first_column` on. A warp has LANES columns, one in each lane, and a set of
    PARTS parts at a time, which it adds one after the other; SETS are added at the end. Where
    there are no more than PARTS, SETS does not change the result.
    """
    thread = tl.arange(0, SETS * GROUPS * LANES)
    column = first_column + thread % (GROUPS * LANES)
    first_of_set = thread // (GROUPS * LANES) * PARTS
    largest = tl.full(thread.shape, float("-inf"), tl.float32)
    weight, total = tl.zeros(thread.shape, tl.float32), tl.zeros(thread.shape, tl.float32)
    for start in range(0, loop_bound(last + 1), SETS * PARTS):
        parts = _load_parts(
            partials, scalars, column, start + first_of_set, last, first_slot, num_splits,
            BLOCK_D, PARTS,
        )  # fmt: skip
        now = largest
        for i in tl.static_range(PARTS):
            now = tl.maximum(now, parts[i][0])
        origin = tl.where(now == float("-inf"), 0.0, now)
        shrink = tl.exp2(largest - origin)
        weight, total = weight * shrink, total * shrink
        for i in tl.static_range(PARTS):
            factor = tl.exp2(parts[i][0] - origin)
            weight += parts[i][1] * factor
            total += parts[i][2] * factor
        largest = now
    largest = tl.reshape(largest, (SETS, GROUPS, LANES))
    weight = tl.reshape(weight, (SETS, GROUPS, LANES))
    total = tl.reshape(total, (SETS, GROUPS, LANES))
    now = tl.max(largest, 0)
    if SETS > 1:
        factor = tl.exp2(largest - now[None, :, :])
        weight, total = weight * factor, total * factor
    return tl.max(now, 1), tl.max(tl.sum(weight, 0), 1), tl.sum(total, 0)  # lanes have the same


@touches(
    lambda o: {
        "partials": partials_end(o.grid[0], min(o.step.rows, o.grid[1]), o.grid[1], o),
        "positions": Extent.int32(o.grid[1]),
        "sequences": Extent.int32(0 if o.CAUSAL else o.grid[1]),
        **finished_heads(o.grid[0], min(o.step.rows, o.grid[1]), o),
    }
)
@triton.jit(do_not_specialize=["num_splits"])
def combine_kernel(
    partials, positions, sequences, num_rows, sinks, gate, codes, scales, values_out,
    num_splits, gate_stride, out_stride,
    D: tl.constexpr, BLOCK_D: tl.constexpr, PARTS: tl.constexpr, SETS: tl.constexpr,
    CAUSAL: tl.constexpr, WINDOW: tl.constexpr, SMALLEST: tl.constexpr, WHOLE: tl.constexpr,
    FINE: tl.constexpr, HALF_PAGES: tl.constexpr, GATE: tl.constexpr, GATES_HEADS: tl.constexpr,
    HADAMARD: tl.constexpr, SLICES: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: combines the splits of a slice of one head of one row; see `_combined`.

    A warp has 32 columns, one in each lane. So none waits for another until its parts are added.
    """
    if PDL:
        gdc_launch_dependents()
    head, row = tl.program_id(0), tl.program_id(1)
    count = tl.load(num_rows)
    real = row < count
    position = tl.load(positions + row)
    last = position
    if not CAUSAL:
        _, begin, length = run_of(row, sequences, count, tl.num_programs(1), False)
        last = position - row + begin + length - 1
    shift = split_shift(last + 1, WINDOW, SMALLEST, WHOLE, FINE, HALF_PAGES)
    last = last >> shift
    first = tl.zeros_like(last)
    if WINDOW is not None:
        first = tl.maximum(position - (WINDOW - 1), 0) >> shift
    first_slot = first % num_splits
    if PDL:
        gdc_wait()
    if not real:
        return
    num_heads = tl.num_programs(0)
    scalars = part_scalars(partials, num_heads, tl.num_programs(1), num_splits, BLOCK_D)
    place = (row * num_heads + head).to(tl.int64) * num_splits
    scalars += place * 2
    partials += place * BLOCK_D
    SLICE_D: tl.constexpr = BLOCK_D // SLICES
    LANES: tl.constexpr = min(32, SLICE_D)
    group = tl.program_id(2) * (SLICE_D // LANES) + tl.arange(0, SLICE_D // LANES)
    largest, weight, total = _combined(
        partials, scalars, tl.program_id(2) * SLICE_D, last - first, first_slot, num_splits,
        BLOCK_D, PARTS, SETS, SLICE_D // LANES, LANES,
    )  # fmt: skip
    if D % 32 == 0 and HADAMARD == 1:
        real = group < D // 32
        store_finished(
            (largest, weight, total),
            (group * 0 + row, head * (D // 32) + group, real),
            sinks, gate, gate_stride, codes, scales, values_out, out_stride,
            32, 32, GATE, GATES_HEADS, 1, D // 32, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip
    else:
        one = tl.arange(0, 1)
        largest, weight = tl.max(largest, 0), tl.max(weight, 0)
        store_finished(
            (one * 0.0 + largest, one * 0.0 + weight, tl.reshape(total, (1, SLICE_D))),
            (row + one, head * SLICES + tl.program_id(2) + one, one < 1),
            sinks, gate, gate_stride, codes, scales, values_out, out_stride,
            D // SLICES, SLICE_D, GATE, GATES_HEADS, HADAMARD, SLICES, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip

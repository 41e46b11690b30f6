"""Attention of decode and verify steps, fused with head norms, RoPE and the KV append.

A split is up to 256 positions, aligned to absolute positions; where a row may see several, a second
launch combines them. A program computes 16 head rows of one sequence and one KV head, over as many
consecutive splits as leave about one program per multiprocessor. Tiles have one shape for every
width and span, splits have sizes that a row's position decides (`SplitSizes`), and a fully masked
part weighs exactly 0, so the bits of a row depend only on its own sequence and position. With a
sliding window of at most 256 there are no splits: a program covers all positions that its rows see.
With few programs, several share a tile: each computes a slice of the values. In steps of one row
the programs of a tile's splits may be a cluster, which combines them itself.
"""

from typing import Any

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import StoredRows
from engine.kernels.cuda.attention.append import APPENDED, append, prefetch
from engine.kernels.cuda.attention.block_shapes import (
    block_shape,
    combine_shape,
    tile_shares,
)
from engine.kernels.cuda.attention.cluster_parts import (
    put_part,
    share_of_block,
    store_combined,
    words_of_parts,
)
from engine.kernels.cuda.attention.combine import combine_kernel
from engine.kernels.cuda.attention.heads import (
    cache_rows,
    heads_end,
    load_heads,
    load_rotation,
    rotation,
    turn,
)
from engine.kernels.cuda.attention.paged_rows import at_position, head_cache
from engine.kernels.cuda.attention.parts import (
    LOG2_E,
    TILE,
    can_go_by_lanes,
    finished_heads,
    gate_constants,
    part_scalars,
    partials_end,
    store_finished_lanes,
    store_finished_tile,
    store_parts,
)
from engine.kernels.cuda.attention.shares import share_of_program, split_shift
from engine.kernels.cuda.attention.softmax_blocks import (
    attend_block,
    empty_state,
    first_seen,
    sum_of_blocks,
)
from engine.kernels.cuda.attention.splits import padded_head_dim
from engine.kernels.cuda.attention.stored_rows import (
    hadamard,
    product_type,
    transformed,
)
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.launching.interpreted import loop_bound, rounded
from engine.kernels.cuda.residual.epilogue import MAX_ROWS
from engine.kernels.cuda.runs import run_of
from engine.kernels.cuda.tiles.cluster_words import once_blocks_run
from engine.kernels.cuda.tiles.shared_words import shared_words
from engine.kernels.operands import QKV, Heads, KVState, StepInputs

# Larger heads leave no registers for early loads.
WIDEST_EARLY = tl.constexpr(256)


@triton.jit
def _store_split(
    state, into, place, split, position, end, sees, shift, first_column,
    BLOCK_D: tl.constexpr, WINDOW: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Store `split` of the rows that see it as a part from `place` [16] on."""
    partials, scalars, num_splits = into
    largest, weights, total = state
    sees = sees & (split <= end >> shift)
    if WINDOW is not None:
        sees = sees & (split >= tl.maximum(position - (WINDOW - 1), 0) >> shift)
        split = split % num_splits
    # Between two splits are blocks, before whose end all have taken.
    weight = sum_of_blocks(weights, WARPS)
    store_parts(
        partials + first_column, scalars, place + split, largest, weight, total, sees, BLOCK_D
    )


@triton.jit
def _attend_splits(
    state, q, keys, values, position, end, first, lowest, last, ring, scale, first_column,
    into, place, real, shift,
    D: tl.constexpr, BLOCK: tl.constexpr, WINDOW: tl.constexpr, DIRECT: tl.constexpr,
    WARPS: tl.constexpr, CLUSTER: tl.constexpr, MOST_GROUPS: tl.constexpr,
):  # fmt: skip
    """Attention over positions first … last; stores each split as a part from `place` [16] on.

    A row sees positions up to its `end` [16], in splits of 1 << `shift` [16].
    `state` has as many columns of the values, from `first_column` on, as are computed.

    `into`: where parts are stored, as (partials, scalars, parts of a head). Of a CLUSTER words of
    its blocks, words of this one, how many parts the row has, and groups the tile: those of several
    parts are put there.

    DIRECT: returns the only split instead, as (largest [16], weights [16, BLOCK],
    total [16, columns]). So does a CLUSTER, if there is only one.
    """
    BLOCK_D: tl.constexpr = q.shape[1]
    if CLUSTER > 1:
        words, own_words, num_parts, num_groups = into
    largest, weights, total = state
    smallest = tl.min(shift, 0)
    for start in range(loop_bound(first), loop_bound(last + 1), BLOCK):
        largest, weights, total = attend_block(
            (largest, weights, total), q, keys, values, position, end, start, lowest, last, ring,
            scale, first_column, D, BLOCK, True, WINDOW, WARPS,
        )  # fmt: skip
        if not DIRECT:
            after = tl.full([], BLOCK, tl.int32) + start
            ends = tl.where(after > last, 0, after & ((1 << shift) - 1)) == 0
            if CLUSTER > 1:
                ends = ends & (num_parts > 1)
            if (after & ((1 << smallest) - 1) == 0) | (after > last):
                if CLUSTER > 1:
                    if num_parts > 1:
                        put_part(
                            words, own_words, ((after - 1) >> smallest) - (lowest >> smallest),
                            largest, weights, total, num_groups, MOST_GROUPS, CLUSTER, WARPS,
                        )  # fmt: skip
                else:
                    _store_split(
                        (largest, weights, total), into, place, (after - 1) >> shift,
                        position, end, real & ends, shift, first_column, BLOCK_D, WINDOW, WARPS,
                    )  # fmt: skip
            largest = tl.where(ends, float("-inf"), largest)
            weights = tl.where(ends[:, None], 0.0, weights)
            total = tl.where(ends[:, None], 0.0, total)
    return largest, weights, total


def _read_heads(o: Any) -> dict[str, Extent | int]:
    """Extents read of the step's rows, the cache and the RoPE tables."""
    num_kv_heads = o.grid[0] // o.CLUSTER
    num_heads = num_kv_heads * (o.HEADS + 2 if o.APPENDS else o.HEADS)
    return {
        "qkv": Extent.rows(min(o.step.rows, o.width), heads_end(num_heads, o), o.stride),
        **cache_rows(num_kv_heads, o),
        **rotation(o),
    }


def _stored_heads(o: Any) -> dict[str, Extent | int]:
    """Extents of what is stored: parts, or finished heads."""
    num_heads, num_rows = o.grid[0] // o.CLUSTER * o.HEADS, min(o.step.rows, o.width)
    finishes = o.DIRECT or o.CLUSTER > 1
    return {
        "partials": 0 if finishes else partials_end(num_heads, num_rows, o.width, o),
        **finished_heads(num_heads, num_rows if finishes else 0, o),
    }


@touches(
    lambda o: {
        **_read_heads(o),
        **_stored_heads(o),
        "positions": Extent.int32(o.width),
        "sequences": Extent.int32(o.width),
    }
)
@triton.jit(do_not_specialize=["width", "capacity", "num_splits", "num_programs"])
def attend_kernel(
    qkv, keys, values, key_scales, value_scales, key_pages, value_pages,
    cos, sin, q_norm, k_norm, positions, sequences, num_rows, sinks, gate,
    codes, scales, values_out, partials,
    width, stride, gate_stride, out_stride, capacity, num_splits, num_programs, scale, eps,
    HEADS: tl.constexpr, D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
    BLOCK: tl.constexpr, INTERLEAVED: tl.constexpr, NORMS_VALUES: tl.constexpr,
    APPENDS: tl.constexpr, CAUSAL: tl.constexpr, WINDOW: tl.constexpr, SMALLEST: tl.constexpr,
    WHOLE: tl.constexpr, FINE: tl.constexpr, HALF_PAGES: tl.constexpr, GATE: tl.constexpr,
    GATES_HEADS: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    HADAMARD: tl.constexpr, DIRECT: tl.constexpr, SLICES: tl.constexpr,
    IN_DEVICE: tl.constexpr, WARPS: tl.constexpr, PDL: tl.constexpr, CLUSTER: tl.constexpr,
):  # fmt: skip
    """One program: 16 head rows of one KV head, some splits; head row i is row i // HEADS of a run.

    Pages may be read ahead if all are IN_DEVICE memory. The tiles of a run that begins at row b
    start at b * TILES. SLICES programs share each tile's splits. With one row these may be divided
    among the blocks of a CLUSTER, which has one for each at least.
    """
    TILES: tl.constexpr = (HEADS + TILE - 1) // TILE
    EARLY: tl.constexpr = BLOCK_D <= WIDEST_EARLY
    if PDL:
        gdc_launch_dependents()
    PUT: tl.constexpr = min(HEADS, TILE) if CLUSTER > 1 else TILE  # head rows with one row
    kv_head, tile = tl.program_id(0) // CLUSTER, tl.program_id(1)
    slice_of_head = tl.program_id(2) % SLICES
    num_kv_heads = tl.num_programs(0) // CLUSTER
    num_heads = num_kv_heads * HEADS
    own = tile // TILES  # a row of the tile's run
    step = tl.arange(0, MAX_ROWS)
    count = tl.load(num_rows)
    own_position = tl.load(positions + own)
    step_position = tl.load(positions + step, mask=step < width, other=-1)
    sequence, begin, length = run_of(own, sequences, count, width, False)
    index = (tile - begin * TILES) * TILE + tl.arange(0, TILE)
    row = begin + index // HEADS
    head = kv_head * HEADS + index % HEADS
    real = index < length * HEADS
    position = tl.where(real, own_position - own + row, -1)
    end = position
    if not CAUSAL:
        end = tl.where(real, own_position - own + begin + length - 1, -1)
    last = tl.max(end, 0)
    lowest = first_seen(position, real, last, WINDOW)
    shift = split_shift(end + 1, WINDOW, SMALLEST, WHOLE, FINE, HALF_PAGES)
    SLICE_D: tl.constexpr = BLOCK_D // SLICES
    MOST_GROUPS: tl.constexpr = PUT * (SLICE_D // 32)
    if CLUSTER > 1:
        of_row = split_shift(own_position + 1, WINDOW, SMALLEST, WHOLE, FINE, HALF_PAGES)
        first, last_here, num_parts = share_of_block(lowest, last, of_row, CLUSTER)
        if (own >= count) | ((num_parts == 1) & (tl.program_id(0) % CLUSTER > 0)):
            return
        num_groups = tl.minimum(HEADS - (tile - begin * TILES) * TILE, TILE) * (SLICE_D // 32)
        words = words_of_parts(num_parts, num_groups, MOST_GROUPS, CLUSTER)
        own_words = shared_words(PUT * (SLICE_D + 8) + TILE * WARPS + TILE)
    else:
        first, last_here = share_of_program(
            lowest, last, step_position, count, tl.cdiv(length * HEADS, TILE), length,
            num_programs, tl.max(tl.where(real, shift, 0), 0), tl.program_id(2) // SLICES,
            tl.num_programs(2) // SLICES, WINDOW, DIRECT,
        )  # fmt: skip
        if first > last:
            return

    TYPE: tl.constexpr = product_type(keys.dtype.element_ty)
    cache_head = sequence * num_kv_heads + kv_head
    first_row = cache_head * capacity
    keys = head_cache(key_pages, keys, key_scales, cache_head, first_row, capacity, D)
    values = head_cache(value_pages, values, value_scales, cache_head, first_row, capacity, D)
    if WINDOW is not None:
        first = tl.maximum(first, lowest // BLOCK * BLOCK)
    if key_pages is None:
        prefetch(keys, first, last, capacity, D, BLOCK_D, BLOCK, WINDOW)
        prefetch(values, first, last, capacity, D, BLOCK_D, BLOCK, WINDOW)
    elif IN_DEVICE:
        ahead = tl.minimum(first, last)  # a block of a cluster may have no position
        page, first_row = at_position(keys, ahead)
        prefetch(page, first_row, first_row + last - ahead, capacity, D, BLOCK_D, BLOCK, WINDOW)
        page, _ = at_position(values, ahead)
        prefetch(page, first_row, first_row + last - ahead, capacity, D, BLOCK_D, BLOCK, WINDOW)
    base = own_position - own
    first_fresh = tl.maximum(begin, first - base)
    last_fresh = tl.minimum(begin + length - 1, last_here - base)
    if EARLY:
        rotation = load_rotation(position, real, cos, sin, q_norm, D, HALF, BLOCK_D, INTERLEAVED)
    if APPENDS:
        fresh = first_fresh + tl.arange(0, APPENDED)
        fresh_rotation = load_rotation(
            base + fresh, fresh <= last_fresh, cos, sin, k_norm, D, HALF, BLOCK_D, INTERLEAVED
        )
    if PDL:
        gdc_wait()
    NORMED: tl.constexpr = q_norm is not None
    at_head = row * stride + head * D
    if EARLY:
        loaded = load_heads(qkv, at_head, real, D, HALF, BLOCK_D, INTERLEAVED, NORMED)
    if APPENDS:  # noqa: SIM102  one is a constant, the other is not
        if first_fresh <= last_fresh:
            # Each tile writes the rows that it reads; several tiles write the same bits.
            append(
                qkv, keys, values, fresh_rotation, cos, sin, k_norm, kv_head, base, first_fresh,
                last_fresh, capacity, stride, eps, num_heads, num_kv_heads, D, HALF, BLOCK_D,
                INTERLEAVED, NORMS_VALUES, WINDOW, HADAMARD,
            )  # fmt: skip
            tl.debug_barrier()
    if not EARLY:
        rotation = load_rotation(position, real, cos, sin, q_norm, D, HALF, BLOCK_D, INTERLEAVED)
        loaded = load_heads(qkv, at_head, real, D, HALF, BLOCK_D, INTERLEAVED, NORMED)
    q = turn(loaded, rotation, eps, D, HALF, INTERLEAVED, NORMED)
    q = rounded(transformed(q, HADAMARD), TYPE)
    place = (row * num_heads + head).to(tl.int64) * num_splits
    first_index = (tile - begin * TILES) * TILE
    if CLUSTER > 1:
        into = once_blocks_run(words), own_words, num_parts, num_groups
    else:
        scalars = part_scalars(partials, num_heads, width, num_splits, BLOCK_D)
        into = partials, scalars, num_splits
    state = _attend_splits(
        empty_state(TILE, BLOCK, SLICE_D), q, keys, values,
        position, end, first, lowest, last_here, capacity, scale, slice_of_head * SLICE_D,
        into, place, real, shift, D, BLOCK, WINDOW, DIRECT, WARPS, CLUSTER, MOST_GROUPS,
    )  # fmt: skip
    if CLUSTER > 1:  # noqa: SIM102  one is a constant, the other is not
        if num_parts > 1:
            store_combined(
                words, num_parts, num_groups, kv_head * HEADS + first_index, own, slice_of_head,
                sinks, gate, gate_stride, codes, scales, values_out, out_stride,
                MOST_GROUPS, D, SLICE_D, GATE, GATES_HEADS, WRITE_CODES, WRITE_VALUES,
                CLUSTER, WARPS,
            )  # fmt: skip
            return
    if DIRECT or CLUSTER > 1:
        if can_go_by_lanes(D, SLICE_D, SLICES, BLOCK, HADAMARD, GATE, WARPS):
            store_finished_lanes(
                state, (first_index, length * HEADS - first_index, begin, kv_head * HEADS),
                own_words if CLUSTER > 1 else None, slice_of_head, sinks,
                codes, scales, values_out, out_stride,
                HEADS, D, WRITE_CODES, WRITE_VALUES, WARPS, PUT,
            )  # fmt: skip
        else:
            weight = sum_of_blocks(state[1], WARPS)
            state = (state[0], weight, state[2])
            store_finished_tile(
                state, (row, head * SLICES + slice_of_head, real), sinks, gate, gate_stride,
                codes, scales, values_out, out_stride, D // SLICES, SLICE_D,
                GATE, GATES_HEADS, HADAMARD, SLICES, WRITE_CODES, WRITE_VALUES,
            )  # fmt: skip


def attend(
    x: QKV,
    kv: KVState,
    heads: Heads,
    out: StoredRows,
    partials: Tensor,
    inputs: StepInputs,
    *,
    span: int,
    num_programs: int,
    pdl: bool = False,
) -> None:
    """As `Kernels.attend`, for the first num_rows[0] of W ≤ 16 rows at the cache rows `positions`.

    `out` has codes only if 32 divides D. `partials` float32 is scratch of `attention_scratch_size`.
    `num_programs` is what the device runs at once; it affects the distribution of work, not the
    result.
    """
    qkv, gate = x.rows, x.gate
    num_kv_heads = kv.keys.shape[1]
    width, num_heads, head_dim = qkv.shape[0], heads.num_heads, heads.head_dim
    heads_per_group = num_heads // num_kv_heads
    block_d = padded_head_dim(head_dim)
    shape = block_shape(kv.keys.dtype, block_d)
    tiles, sizes, splits, shares, slices, cluster = tile_shares(
        kv, heads, width, span, num_programs
    )
    shared = {
        "D": head_dim,
        "BLOCK_D": block_d,
        "CAUSAL": heads.is_causal,
        "WINDOW": heads.window,
        **sizes.constexprs,
        **gate_constants(heads, gate),
        **hadamard(kv, head_dim),
        **out.writes,
        "PDL": pdl,
    }
    gate_stride = 0 if gate is None else gate.stride(0)
    out_stride = num_heads * head_dim if out.values is None else out.values.stride(0)
    written = (out.codes, out.scales, out.values)
    attend_kernel[(num_kv_heads * cluster, width * tiles, shares * slices)](
        qkv, kv.keys, kv.values, kv.key_scales, kv.value_scales, kv.key_pages, kv.value_pages,
        heads.cos, heads.sin, heads.q_norm, heads.k_norm,
        inputs.positions, inputs.sequences, inputs.num_rows, heads.sinks, gate, *written, partials,
        width, qkv.stride(0), gate_stride, out_stride, kv.num_rows, splits, num_programs,
        heads.scale * LOG2_E.value, heads.eps,
        HEADS=heads_per_group, HALF=heads.cos.shape[1],
        BLOCK=shape.positions,
        INTERLEAVED=heads.interleaved, NORMS_VALUES=heads.norms_values, APPENDS=heads.appends,
        DIRECT=splits == 1, SLICES=slices, IN_DEVICE=not kv.host, WARPS=shape.num_warps,
        CLUSTER=cluster, **shared,
        num_warps=shape.num_warps, num_stages=shape.num_stages, maxnreg=shape.num_registers,
        enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip
    if splits > 1 and cluster == 1:
        by = combine_shape(kv.keys.dtype, head_dim, splits)
        combine_kernel[(num_heads, width, by.slices)](
            partials, inputs.positions, inputs.sequences, inputs.num_rows, heads.sinks, gate,
            *written, splits, gate_stride, out_stride,
            PARTS=by.parts, SETS=by.sets, SLICES=by.slices, **shared, enable_fp_fusion=False,
            num_warps=by.num_warps, **launch_options(pdl=pdl),
        )  # fmt: skip

"""Attention of decode and verify steps, in one launch with head norms, rotation and cache append.

In windows of more than one split a second launch puts the splits together.

A split is 256 cache positions, fixed on absolute ones. A program owns 16 head rows of one key/value
head and as many splits in a row as it takes to have about one program on each multiprocessor. Tiles
and splits have one shape for every width and span, and a fully masked part weighs exactly 0, so a row's
bits depend on its own position and on nothing else that is in the step.
"""

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.gpu.dependent_launch import launch_options
from engine.kernels.gpu.epilogue import (
    MAX_ROWS,
    code_offsets,
    quantize_group,
    store_activations,
)
from engine.kernels.gpu.heads import load_heads, load_rotation, turn
from engine.kernels.gpu.interpreted import INTERPRETED, loop_bound
from engine.kernels.gpu.softmax_blocks import attend_block, empty_state, to_cache_type
from engine.kernels.gpu_sizes import ATTENTION_SPLIT, ATTENTION_TILE, attention_tiles

SPLIT = tl.constexpr(ATTENTION_SPLIT)
TILE = tl.constexpr(ATTENTION_TILE)  # head rows of a program
LOG2_E = 1.4426950408889634


@triton.jit
def _prefetch(cache, first, last, D: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK: tl.constexpr):
    """Ask the L2 cache for rows first … last of `cache` [C, D], at most BLOCK of them."""
    if not INTERPRETED:
        LINE: tl.constexpr = 1024 // cache.dtype.element_ty.primitive_bitwidth
        row = tl.minimum(first + tl.arange(0, BLOCK), last)
        line = tl.arange(0, BLOCK_D // LINE if BLOCK_D > LINE else 1) * LINE
        address = cache + (row[:, None] * D + line[None, :])
        tl.inline_asm_elementwise(
            "prefetch.global.L2 [$1]; mov.b32 $0, 0;",
            "=r,l",
            [address.to(tl.int64)],
            dtype=tl.int32,
            is_pure=False,
            pack=1,
        )


@triton.jit
def _append(
    qkv, keys, values, rotation, position, fresh, stride, eps,
    NUM_HEADS, NUM_KV_HEADS, D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
    INTERLEAVED: tl.constexpr, NORMED: tl.constexpr,
):  # fmt: skip
    """Write key and value of the step's `fresh` rows [16] at `position` [16] of keys, values [C, D]."""
    step = tl.arange(0, MAX_ROWS)
    d = tl.arange(0, BLOCK_D)
    head = step * stride + (NUM_HEADS + tl.program_id(0)) * D
    mask = fresh[:, None] & (d < D)[None, :]
    loaded = load_heads(qkv, head, fresh, D, HALF, BLOCK_D, INTERLEAVED)
    at = (head + NUM_KV_HEADS * D)[:, None] + d[None, :]
    value = tl.load(qkv + at, mask=mask, other=0.0)
    key = turn(loaded, rotation, eps, D, HALF, INTERLEAVED, NORMED)
    at = position[:, None] * D + d[None, :]
    tl.store(keys + at, key.to(keys.dtype.element_ty), mask=mask)
    tl.store(values + at, to_cache_type(value, values.dtype.element_ty), mask=mask)


@triton.jit
def _splits_of_program(last, num_programs):
    """First and last cache position of this program, of a step that reaches to position `last`.

    How many splits a program takes changes which program computes a part, never a part's bits.
    """
    num_parts = (last // SPLIT + 1) * tl.num_programs(0) * tl.num_programs(1)
    share = tl.cdiv(num_parts, num_programs) * SPLIT
    first = tl.program_id(2) * share
    return first, tl.minimum(last, first + share - 1)


@triton.jit
def _attend_splits(
    state, q, keys, values, position, first, last, scale, parts, real,
    D: tl.constexpr, BLOCK: tl.constexpr, DIRECT: tl.constexpr,
):  # fmt: skip
    """Attention over the cache rows first … last. Each split's result goes to its place in `parts`;

    DIRECT: there is only one, which is returned as (weight [16], total [16, BLOCK_D]).
    """
    BLOCK_D: tl.constexpr = q.shape[1]
    largest, weights, total = state
    for start in range(loop_bound(first), loop_bound(last + 1), BLOCK):
        largest, weights, total = attend_block(
            (largest, weights, total), q, keys, values, position, start, last, scale,
            D, BLOCK, True,
        )  # fmt: skip
        if not DIRECT:
            after = tl.full([], BLOCK, tl.int32) + start
            ends = (after % SPLIT == 0) | (after > last)
            if ends:
                part = parts + (after - 1) // SPLIT * (TILE * (BLOCK_D + 2))
                _store_part(part, largest, tl.sum(weights, 1), total, real, BLOCK_D)
            largest = tl.where(ends, float("-inf"), largest)
            weights = tl.where(ends, 0.0, weights)
            total = tl.where(ends, 0.0, total)
    return tl.sum(weights, 1), total


@triton.jit
def _store_part(part, largest, weight, total, real, BLOCK_D: tl.constexpr):
    """One split's result in scratch: total [16, BLOCK_D], then largest and weight [16, 2]."""
    i = tl.arange(0, TILE)
    d = tl.arange(0, BLOCK_D)
    tl.store(part + i[:, None] * BLOCK_D + d[None, :], total, mask=real[:, None])
    at = part + TILE * BLOCK_D + i[:, None] * 2 + tl.arange(0, 2)[None, :]
    tl.store(at, tl.join(largest, weight), mask=real[:, None])


@triton.jit
def _store_heads(
    x, row, head, real, codes, scales, values_out, K,
    D: tl.constexpr, BLOCK_D: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """Store head rows x [R, BLOCK_D] as activations: values, and codes where 32 divides D."""
    ROWS: tl.constexpr = x.shape[0]
    d = tl.arange(0, BLOCK_D)
    mask = real[:, None] & (d < D)[None, :]
    if WRITE_VALUES:
        tl.store(values_out + ((row * K + head * D)[:, None] + d[None, :]), x, mask=mask)
    if WRITE_CODES:
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


@triton.jit(do_not_specialize=["width", "capacity", "num_splits", "num_programs"])
def attend_kernel(
    qkv, keys, values, cos, sin, q_norm, k_norm, positions, num_rows,
    codes, scales, values_out, partials,
    width, stride, capacity, num_splits, num_programs, scale, eps,
    HEADS: tl.constexpr, D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
    BLOCK: tl.constexpr, INTERLEAVED: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, DIRECT: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One key/value head, 16 of its head rows, some splits; head row i is step row i // HEADS."""
    if PDL:
        gdc_launch_dependents()
    kv_head, tile = tl.program_id(0), tl.program_id(1)
    num_kv_heads = tl.num_programs(0)
    num_heads = num_kv_heads * HEADS
    index = tile * TILE + tl.arange(0, TILE)
    row = index // HEADS
    head = kv_head * HEADS + index % HEADS
    step = tl.arange(0, MAX_ROWS)
    count = tl.load(num_rows)
    position = tl.load(positions + row, mask=row < width, other=-1)
    step_position = tl.load(positions + step, mask=step < width, other=-1)
    real = row < count
    position = tl.where(real, position, -1)
    last = tl.max(position, 0)
    first, last_here = _splits_of_program(last, num_programs)
    if first > last:
        return

    cache = kv_head.to(tl.int64) * capacity * D
    keys += cache
    values += cache
    _prefetch(keys, first, last, D, BLOCK_D, BLOCK)
    _prefetch(values, first, last, D, BLOCK_D, BLOCK)
    fresh = (step < count) & (step_position >= first) & (step_position <= last_here)
    rotation = load_rotation(position, real, cos, sin, q_norm, D, HALF, BLOCK_D, INTERLEAVED)
    fresh_rotation = load_rotation(
        step_position, fresh, cos, sin, k_norm, D, HALF, BLOCK_D, INTERLEAVED
    )
    if PDL:
        gdc_wait()
    loaded = load_heads(qkv, row * stride + head * D, real, D, HALF, BLOCK_D, INTERLEAVED)
    if tl.max(fresh.to(tl.int32), 0) > 0:
        # Every tile that reads a row writes it first; tiles of a split write the same bits.
        _append(
            qkv, keys, values, fresh_rotation, step_position, fresh, stride, eps,
            num_heads, num_kv_heads, D, HALF, BLOCK_D, INTERLEAVED, k_norm is not None,
        )  # fmt: skip
        tl.debug_barrier()
    q = turn(loaded, rotation, eps, D, HALF, INTERLEAVED, q_norm is not None)
    place = (kv_head * tl.num_programs(1) + tile).to(tl.int64) * num_splits
    weight, total = _attend_splits(
        empty_state(TILE, BLOCK, BLOCK_D), q.to(keys.dtype.element_ty), keys, values,
        position, first, last_here, scale, partials + place * (TILE * (BLOCK_D + 2)), real,
        D, BLOCK, DIRECT,
    )  # fmt: skip
    if DIRECT:
        _store_heads(
            total / tl.where(real, weight, 1.0)[:, None], row, head, real,
            codes, scales, values_out, num_heads * D, D, BLOCK_D, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@triton.jit(do_not_specialize=["num_tiles", "num_splits"])
def combine_kernel(
    partials, positions, num_rows, codes, scales, values_out, num_tiles, num_splits,
    HEADS: tl.constexpr, D: tl.constexpr, BLOCK_D: tl.constexpr, PARTS: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One head of one step row: its splits, up to its own position, in ascending order."""
    if PDL:
        gdc_launch_dependents()
    head, row = tl.program_id(0), tl.program_id(1)
    real = row < tl.load(num_rows)
    last = tl.load(positions + row)
    if PDL:
        gdc_wait()
    if not real:
        return
    index = row * HEADS + head % HEADS
    place = (head // HEADS * num_tiles + index // TILE).to(tl.int64) * num_splits
    parts = partials + place * (TILE * (BLOCK_D + 2))
    within = index % TILE
    d = tl.arange(0, BLOCK_D)[None, :]
    largest = tl.full((1,), float("-inf"), tl.float32)
    weight = tl.zeros((1,), tl.float32)
    total = tl.zeros((1, BLOCK_D), tl.float32)
    for start in range(0, loop_bound(last // SPLIT + 1), PARTS):
        part = start + tl.arange(0, PARTS)
        mask = part <= last // SPLIT
        at = parts + part * (TILE * (BLOCK_D + 2))
        scalars = at + TILE * BLOCK_D + within * 2
        peaks = tl.load(scalars, mask, other=float("-inf"))
        sums = tl.load(scalars + 1, mask, other=0.0)
        totals = tl.load(at[:, None] + within * BLOCK_D + d, mask[:, None], other=0.0)
        now = tl.maximum(largest, tl.max(peaks, 0))
        shrink = tl.exp2(largest - now)
        factors = tl.exp2(peaks - now)
        weight = weight * shrink + tl.sum(sums * factors, 0)
        total = total * shrink + tl.sum(totals * factors[:, None], 0)[None, :]
        largest = now
    one = tl.arange(0, 1)
    _store_heads(
        total / weight, row + one, head + one, one < 1,
        codes, scales, values_out, tl.num_programs(0) * D, D, BLOCK_D, WRITE_CODES, WRITE_VALUES,
    )  # fmt: skip


@triton.jit
def quantize_rows_kernel(values, codes, scales, num_rows, K):
    """Quantise one group of 32 columns of every row."""
    group = tl.program_id(0)
    row = tl.arange(0, MAX_ROWS)
    column = group * 32 + tl.arange(0, 32)
    real = row < tl.load(num_rows)
    mask = real[:, None] & (column < K)[None, :]
    x = tl.load(values + row[:, None] * K + column[None, :], mask=mask, other=0.0)
    store_activations(x, group, real, codes, scales, values, K, MAX_ROWS, True, False)


def attend(
    qkv: Tensor,
    keys: Tensor,
    values: Tensor,
    cos: Tensor,
    sin: Tensor,
    q_norm: Tensor | None,
    k_norm: Tensor | None,
    positions: Tensor,
    num_rows: Tensor,
    codes: Tensor | None,
    scales: Tensor | None,
    values_out: Tensor | None,
    partials: Tensor,
    *,
    num_heads: int,
    scale: float,
    interleaved: bool,
    eps: float,
    span: int,
    num_programs: int,
    pdl: bool = False,
) -> None:
    """Norm, rotate, append to the cache and attend, for the first `num_rows[0]` of W ≤ 16 rows.

    qkv float32 [W, (H + 2G) * D]; keys, values [G, C, D] float16 or float32; cos, sin float32
    [C, rot/2]; q_norm, k_norm float32 [D]; positions int32 [W], where in the cache the rows go too, and
    below `span`. Writes codes int8 [16, Kp] and scales float32 [Kp/32, 16, 2] (32 must divide D), or
    values_out float32 [16, H * D], or both. `partials` float32 is scratch of `attention_scratch_size`.
    `num_programs`: how many the device has room for at once; decides who computes what, no bit.
    """
    num_kv_heads, capacity, head_dim = keys.shape
    width = qkv.shape[0]
    heads_per_group = num_heads // num_kv_heads
    block_d = triton.next_power_of_2(head_dim)
    is_half = keys.dtype == torch.float16
    tiles, splits = attention_tiles(width, heads_per_group), triton.cdiv(span, SPLIT.value)
    outputs = {"WRITE_CODES": codes is not None, "WRITE_VALUES": values_out is not None}
    attend_kernel[(num_kv_heads, tiles, splits)](
        qkv, keys, values, cos, sin, q_norm, k_norm, positions, num_rows,
        codes, scales, values_out, partials,
        width, qkv.stride(0), capacity, splits, num_programs, scale * LOG2_E, eps,
        HEADS=heads_per_group, D=head_dim, HALF=cos.shape[1], BLOCK_D=block_d,
        BLOCK=min(64, 8192 // block_d) if is_half else 32, INTERLEAVED=interleaved,
        DIRECT=splits == 1, PDL=pdl, **outputs, num_warps=8, num_stages=3 if is_half else 1, enable_fp_fusion=False,
        # Two programs on a multiprocessor, where that many registers are enough.
        maxnreg=128 if is_half and block_d <= 128 else 255,
        **launch_options(pdl=pdl),
    )  # fmt: skip
    if splits > 1:
        combine_kernel[(num_heads, width)](
            partials, positions, num_rows, codes, scales, values_out, tiles, splits,
            HEADS=heads_per_group, D=head_dim, BLOCK_D=block_d, PARTS=64, PDL=pdl, **outputs,
            num_warps=max(1, block_d // 32), enable_fp_fusion=False, **launch_options(pdl=pdl),
        )  # fmt: skip


def quantize_rows(values: Tensor, codes: Tensor, scales: Tensor, num_rows: Tensor) -> None:
    """codes int8 [16, Kp] and scales float32 [Kp/32, 16, 2] of the first rows of values float32 [16, K]."""
    num_cols = values.shape[1]
    quantize_rows_kernel[(triton.cdiv(num_cols, 32),)](
        values, codes, scales, num_rows, num_cols, num_warps=1, enable_fp_fusion=False
    )

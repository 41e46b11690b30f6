"""Attention of prefill steps: one launch normalizes, rotates and appends, one is flash attention.

All rows are of one sequence. Writes dense rows [W, H * D] and knows no activation codes; padding
rows are not written. With a sliding window, the cache of R rows keeps position p in row p % R. A
step of more rows than that has room for beside the window is launched block by block.
"""

from collections.abc import Iterator
from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.cuda.attention.heads import (
    CACHE_TENSORS,
    cache_rows,
    heads_end,
    load_heads,
    load_rotation,
    norm_without_weight,
    rotation,
    turn,
)
from engine.kernels.cuda.attention.paged_rows import at_positions, head_cache
from engine.kernels.cuda.attention.parts import LOG2_E, finish_heads, gate_constants, gates
from engine.kernels.cuda.attention.softmax_blocks import attend_blocks, empty_state, first_seen
from engine.kernels.cuda.attention.splits import padded_head_dim
from engine.kernels.cuda.attention.stored_rows import (
    hadamard,
    store_keys,
    store_values,
    transformed,
)
from engine.kernels.cuda.launching.capability import has_warpgroup_products
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import DENSE, FLOATS, Extent
from engine.kernels.cuda.launching.interpreted import rounded
from engine.kernels.operands import QKV, Heads, KVState, StepInputs
from engine.kernels.sizes import RING_SLACK

ROWS = tl.constexpr(16)  # per program of the first launch


@triton.jit
def _turned(
    qkv, at, position, real, cos, sin, norm, eps,
    D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr, INTERLEAVED: tl.constexpr,
):  # fmt: skip
    """The heads at qkv + at [ROWS], normed and rotated: [ROWS, BLOCK_D]."""
    NORMED: tl.constexpr = norm is not None
    loaded = load_heads(qkv, at, real, D, HALF, BLOCK_D, INTERLEAVED, NORMED)
    rotation = load_rotation(position, real, cos, sin, norm, D, HALF, BLOCK_D, INTERLEAVED)
    return turn(loaded, rotation, eps, D, HALF, INTERLEAVED, NORMED)


def _rows_of_block(o: Any, num_launched: int) -> int:
    """The rows from `first` on that a launch over `num_launched` rows may touch."""
    return max(0, min(o.step.rows - o.first, num_launched))


def _appended_rows(o: Any) -> int:
    return _rows_of_block(o, o.grid[0] * ROWS.value)


def _attending_rows(o: Any) -> int:
    return _rows_of_block(o, o.grid[1] * o.TILE)


def _appended(o: Any) -> dict[str, Extent | int]:
    """Extents written of the cache: none in a layer that shares another's."""
    if o.grid[1] == o.num_heads:
        return dict.fromkeys(CACHE_TENSORS, Extent.elements(0))
    return cache_rows(o.num_kv_heads, o)


@touches(
    lambda o: {
        "qkv": Extent.rows(_appended_rows(o), heads_end(o.grid[1], o), o.stride),
        "queries": Extent.elements(_appended_rows(o) * o.num_heads * o.D, *FLOATS),
        **_appended(o),
        **rotation(o),
        "positions": Extent.int32(_appended_rows(o)),
        "sequences": Extent.int32(1),
    }
)
@triton.jit(do_not_specialize=["capacity", "first"])
def append_rotated_kernel(
    qkv, queries, keys, values, key_scales, value_scales, key_pages, value_pages,
    cos, sin, q_norm, k_norm, positions, sequences, num_rows, first,
    num_heads, num_kv_heads, stride, capacity, eps,
    D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr, INTERLEAVED: tl.constexpr,
    NORMS_VALUES: tl.constexpr, WINDOW: tl.constexpr, HADAMARD: tl.constexpr,
):  # fmt: skip
    """One program: 16 rows of one of the H + 2G heads, or of the H without an append."""
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    head = tl.program_id(1)
    count = tl.load(num_rows) - first
    first_head = tl.load(sequences).to(tl.int64) * num_kv_heads
    if tl.program_id(0) * ROWS >= count:
        return
    real = row < count
    position = tl.load(positions + row, mask=real, other=0)
    d = tl.arange(0, BLOCK_D)
    mask = real[:, None] & (d < D)[None, :]
    at = row * stride + head * D
    cache_row = position
    if WINDOW is not None:
        cache_row = position % capacity
    if head < num_heads:
        x = _turned(qkv, at, position, real, cos, sin, q_norm, eps, D, HALF, BLOCK_D, INTERLEAVED)
        out = (row * (num_heads * D) + head * D)[:, None] + d[None, :]
        tl.store(
            queries + out, rounded(transformed(x, HADAMARD), queries.dtype.element_ty), mask=mask
        )
    elif head < num_heads + num_kv_heads:
        own = first_head + (head - num_heads)
        first_row = own * capacity
        x = _turned(qkv, at, position, real, cos, sin, k_norm, eps, D, HALF, BLOCK_D, INTERLEAVED)
        x = transformed(x, HADAMARD)
        cache = head_cache(key_pages, keys, key_scales, own, first_row, capacity, D)
        cache, cache_row = at_positions(cache, cache_row, real)
        store_keys(x, cache, cache_row, real, D)
    else:
        own = first_head + (head - num_heads - num_kv_heads)
        first_row = own * capacity
        x = tl.load(qkv + (at[:, None] + d[None, :]), mask=mask, other=0.0)
        if NORMS_VALUES:
            x = norm_without_weight(x, eps, D)
        x = transformed(x, HADAMARD)
        cache = head_cache(value_pages, values, value_scales, own, first_row, capacity, D)
        cache, cache_row = at_positions(cache, cache_row, real)
        store_values(x, cache, cache_row, real, D)


@touches(
    lambda o: {
        "queries": Extent.elements(_attending_rows(o) * o.grid[0] * o.D, *FLOATS),
        **cache_rows(o.grid[0] // o.HEADS, o),
        "positions": Extent.int32(_attending_rows(o)),
        "sequences": Extent.int32(1),
        **gates(o.grid[0], _attending_rows(o), o),
        "out": Extent.rows(_attending_rows(o), o.grid[0] * o.D, o.out_stride, *DENSE),
    }
)
@triton.jit(do_not_specialize=["capacity", "first"])
def prefill_attend_kernel(
    queries, keys, values, key_scales, value_scales, key_pages, value_pages,
    positions, sequences, num_rows, first, sinks, gate, out,
    capacity, gate_stride, out_stride, scale,
    HEADS: tl.constexpr, D: tl.constexpr, BLOCK_D: tl.constexpr,
    TILE: tl.constexpr, BLOCK: tl.constexpr,
    WINDOW: tl.constexpr, GATE: tl.constexpr, GATES_HEADS: tl.constexpr, HADAMARD: tl.constexpr,
):  # fmt: skip
    """One program: TILE rows of one head; the last rows start first, as they take longest."""
    tile = tl.num_programs(1) - 1 - tl.program_id(1)
    head = tl.program_id(0)
    count = tl.load(num_rows) - first
    sequence = tl.load(sequences).to(tl.int64)
    if tile * TILE >= count:
        return
    row = tile * TILE + tl.arange(0, TILE)
    real = row < count
    position = tl.load(positions + row, mask=real, other=-1)
    last = tl.max(position, 0)
    lowest = first_seen(position, real, last, WINDOW)
    d = tl.arange(0, BLOCK_D)
    mask = real[:, None] & (d < D)[None, :]
    at = (row * (tl.num_programs(0) * D) + head * D)[:, None] + d[None, :]
    q = tl.load(queries + at, mask=mask, other=0.0)
    cache_head = sequence * (tl.num_programs(0) // HEADS) + head // HEADS
    first_row = cache_head * capacity
    keys = head_cache(key_pages, keys, key_scales, cache_head, first_row, capacity, D)
    values = head_cache(value_pages, values, value_scales, cache_head, first_row, capacity, D)
    state = empty_state(TILE, BLOCK, BLOCK_D)
    start = lowest // BLOCK * BLOCK
    if WINDOW is None:
        # Every row sees all of the blocks before this.
        whole = (tl.min(tl.where(real, position, last), 0) + 1) // BLOCK * BLOCK
        state = attend_blocks(
            state, q, keys, values, position, start, lowest, whole - 1, capacity, scale,
            D, BLOCK, False, WINDOW,
        )  # fmt: skip
        start = whole
    largest, weights, total = attend_blocks(
        state, q, keys, values, position, start, lowest, last, capacity, scale,
        D, BLOCK, True, WINDOW,
    )  # fmt: skip
    x = finish_heads(
        largest, tl.sum(weights, 1), total, row, tl.zeros_like(row) + head, real,
        sinks, gate, gate_stride, D, GATE, GATES_HEADS, HADAMARD, 1,
    )  # fmt: skip
    at = (row * out_stride + head * D)[:, None] + d[None, :]
    tl.store(out + at, x.to(out.dtype.element_ty), mask=mask)


def attend_prompt(
    x: QKV, queries: Tensor, kv: KVState, heads: Heads, out: Tensor, inputs: StepInputs
) -> None:
    """Causal attention of the first num_rows[0] rows, whose keys and values are appended.

    x.rows float32 [W, (H + 2G) * D], or [W, H * D] without an append; queries [W, H, D] is scratch
    of the dtype of products; out bfloat16 or float32 [W, H * D]; `positions` are also cache rows.
    """
    for rows in _blocks(len(queries), kv, heads):
        gate = None if x.gate is None else x.gate[rows]
        own = inputs.part(rows)
        append_rotated(x.rows[rows], queries[rows], kv, heads, own, rows.start)
        prefill_attend(queries[rows], kv, heads, gate, out[rows], own, rows.start)


def append_prompt(x: Tensor, kv: KVState, heads: Heads, inputs: StepInputs) -> None:
    """Append the keys and values of the first num_rows[0] rows: x float32 [W, 2G * D]."""
    no_queries = x[:, :0].reshape(len(x), 0, heads.head_dim)
    for rows in _blocks(len(x), kv, heads):
        append_rotated(x[rows], no_queries[rows], kv, heads, inputs.part(rows), rows.start)


def _blocks(width: int, kv: KVState, heads: Heads) -> Iterator[slice]:
    """As many rows as the cache has room for beside the window of the first of them."""
    has_room = heads.window is None or kv.num_rows >= heads.window + width
    size = width if has_room else RING_SLACK
    return (slice(first, min(first + size, width)) for first in range(0, width, size))


def append_rotated(
    qkv: Tensor, queries: Tensor, kv: KVState, heads: Heads, inputs: StepInputs, first: int = 0
) -> None:
    """Normalize and rotate the first num_rows[0] - first rows; append their keys and values.

    qkv float32 [W, (H + 2G) * D], or [W, H * D] without an append; queries [W, H, D] are written;
    keys and values of one dtype, whose products are of the dtype of queries; `positions` are also
    the cache rows.
    """
    width, num_heads, head_dim = queries.shape
    num_kv_heads = kv.keys.shape[1]
    block_d = padded_head_dim(head_dim)
    num_turned = num_heads + 2 * num_kv_heads if heads.appends else num_heads
    append_rotated_kernel[(triton.cdiv(width, ROWS.value), num_turned)](
        qkv, queries, kv.keys, kv.values, kv.key_scales, kv.value_scales,
        kv.key_pages, kv.value_pages, heads.cos, heads.sin, heads.q_norm, heads.k_norm,
        inputs.positions, inputs.sequences, inputs.num_rows, first,
        num_heads, num_kv_heads, qkv.stride(0), kv.num_rows, heads.eps,
        D=head_dim, HALF=heads.cos.shape[1], BLOCK_D=block_d,
        INTERLEAVED=heads.interleaved, NORMS_VALUES=heads.norms_values,
        WINDOW=heads.window, **hadamard(kv, head_dim),
        num_warps=4 if block_d <= 256 else 16, enable_fp_fusion=False,
    )  # fmt: skip


def prefill_attend(
    queries: Tensor,
    kv: KVState,
    heads: Heads,
    gate: Tensor | None,
    out: Tensor,
    inputs: StepInputs,
    first: int = 0,
) -> None:
    """Causal attention of the first num_rows[0] - first rows over positions 0 … positions[w].

    queries, keys and values as written by `append_rotated`; gate float32 [W, H] or [W, H * D]; out
    bfloat16 or float32 [W, H * D].
    """
    width, num_heads, head_dim = queries.shape
    num_kv_heads = kv.keys.shape[1]
    block_d = padded_head_dim(head_dim)
    tile, options = _tiling(kv, block_d)
    prefill_attend_kernel[(num_heads, triton.cdiv(width, tile))](
        queries, kv.keys, kv.values, kv.key_scales, kv.value_scales, kv.key_pages, kv.value_pages,
        inputs.positions, inputs.sequences, inputs.num_rows, first, heads.sinks, gate, out,
        kv.num_rows, 0 if gate is None else gate.stride(0), out.stride(0),
        heads.scale * LOG2_E.value,
        HEADS=num_heads // num_kv_heads, D=head_dim, BLOCK_D=block_d,
        TILE=tile, WINDOW=heads.window, **gate_constants(heads, gate), **hadamard(kv, head_dim),
        **options, enable_fp_fusion=False,
    )  # fmt: skip


def _tiling(kv: KVState, block_d: int) -> tuple[int, dict[str, int]]:
    """The query rows of a program; the cache rows of a block, warps and stages.

    The bits of a row depend on the rows of a block alone.
    """
    if kv.keys.dtype == torch.float32:
        tile, block, stages = 16, min(32, 8192 // block_d), 1
    elif has_warpgroup_products() and block_d > 64:
        # Eight warps, two warpgroups; this takes more shared memory than other capabilities have.
        tile, block, stages = (128, min(64, 8192 // block_d), 3) if block_d <= 256 else (64, 32, 2)
    else:
        tile, block = 64 if block_d <= 256 else 32, min(64, 8192 // block_d)
        stages = 2 if block_d > 128 else 3
    has_eight = tile >= 128 or block_d > 128 or kv.is_transformed
    return tile, {"BLOCK": block, "num_warps": 8 if has_eight else 4, "num_stages": stages}

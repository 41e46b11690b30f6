"""Appends the keys and values of a step's rows to the cache; reads ahead what lies there."""

import triton
import triton.language as tl

from engine.kernels.cuda.attention.heads import (
    load_heads,
    load_rotation,
    norm_without_weight,
    turn,
)
from engine.kernels.cuda.attention.paged_rows import at_positions
from engine.kernels.cuda.attention.stored_rows import (
    row_size,
    store_keys,
    store_values,
    transformed,
)
from engine.kernels.cuda.launching.interpreted import INTERPRETED, loop_bound
from engine.kernels.cuda.residual.epilogue import log2

# Rows that a program writes at a time: a decode step has one, and more take more registers.
APPENDED = tl.constexpr(4)


@triton.jit
def prefetch(
    cache, first, last, ring, D: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK: tl.constexpr,
    WINDOW: tl.constexpr,
):  # fmt: skip
    """Prefetch positions first … last of `cache` [R, D], at most BLOCK, into the L2 cache."""
    if not INTERPRETED:
        TYPE: tl.constexpr = cache[0].dtype.element_ty
        SIZE: tl.constexpr = row_size(TYPE, BLOCK_D)
        LINE: tl.constexpr = 1024 // TYPE.primitive_bitwidth
        row = tl.minimum(first + tl.arange(0, BLOCK), last)
        if WINDOW is not None:
            row = row % ring
        line = tl.arange(0, 1 << log2(SIZE // LINE) if SIZE > LINE else 1) * LINE
        address = cache[0] + (row[:, None] * row_size(TYPE, D) + line[None, :])
        tl.inline_asm_elementwise(
            "prefetch.global.L2 [$1]; mov.b32 $0, 0;",
            "=r,l",
            [address.to(tl.int64)],
            dtype=tl.int32,
            is_pure=False,
            pack=1,
        )


@triton.jit
def _load_values(
    qkv, at, mask, eps, D: tl.constexpr, BLOCK_D: tl.constexpr, NORMS_VALUES: tl.constexpr
):
    """Value heads [16, BLOCK_D] at qkv + at [16], normalized if NORMS_VALUES."""
    value = tl.load(qkv + (at[:, None] + tl.arange(0, BLOCK_D)[None, :]), mask=mask, other=0.0)
    if NORMS_VALUES:
        value = norm_without_weight(value, eps, D)
    return value


@triton.jit
def append(
    qkv, keys, values, rotation, cos, sin, norm, kv_head, base, first, last, ring, stride, eps,
    NUM_HEADS, NUM_KV_HEADS, D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
    INTERLEAVED: tl.constexpr, NORMS_VALUES: tl.constexpr, WINDOW: tl.constexpr,
    HADAMARD: tl.constexpr,
):  # fmt: skip
    """Write the keys and values of the step's rows first … last, of which row i is at base + i.

    `rotation` is that of the first APPENDED of them.
    """
    NORMED: tl.constexpr = norm is not None
    d = tl.arange(0, BLOCK_D)
    for begin in range(loop_bound(first), loop_bound(last + 1), APPENDED):
        step = begin + tl.arange(0, APPENDED)
        fresh = step <= last
        position = base + step
        if WINDOW is not None:
            position = position % ring
        head = step * stride + (NUM_HEADS + kv_head) * D
        mask = fresh[:, None] & (d < D)[None, :]
        to_keys, row = at_positions(keys, position, fresh)
        to_values, _ = at_positions(values, position, fresh)
        loaded = load_heads(qkv, head, fresh, D, HALF, BLOCK_D, INTERLEAVED, NORMED)
        value = _load_values(qkv, head + NUM_KV_HEADS * D, mask, eps, D, BLOCK_D, NORMS_VALUES)
        key = turn(loaded, rotation, eps, D, HALF, INTERLEAVED, NORMED)
        store_keys(transformed(key, HADAMARD), to_keys, row, fresh, D)
        store_values(transformed(value, HADAMARD), to_values, row, fresh, D)
        step += APPENDED
        rotation = load_rotation(
            base + step, step <= last, cos, sin, norm, D, HALF, BLOCK_D, INTERLEAVED
        )

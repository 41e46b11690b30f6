"""Attention of prefill steps: one launch norms, rotates and appends, a second is flash attention.

Writes dense rows [W, H * D] and knows no activation codes; rows that are not real are left untouched.
"""

import torch
import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.gpu.heads import load_heads, load_rotation, turn
from engine.kernels.gpu.softmax_blocks import attend_blocks, empty_state, to_cache_type

ROWS = tl.constexpr(16)  # rows of a program of the first launch
LOG2_E = 1.4426950408889634


@triton.jit(do_not_specialize=["capacity"])
def append_rotated_kernel(
    qkv, queries, keys, values, cos, sin, q_norm, k_norm, positions, num_rows,
    num_heads, num_kv_heads, stride, capacity, eps,
    D: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr, INTERLEAVED: tl.constexpr,
):  # fmt: skip
    """16 rows, one of the H + 2G heads."""
    TYPE: tl.constexpr = keys.dtype.element_ty
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    head = tl.program_id(1)
    count = tl.load(num_rows)
    if tl.program_id(0) * ROWS >= count:
        return
    real = row < count
    position = tl.load(positions + row, mask=real, other=0)
    d = tl.arange(0, BLOCK_D)
    mask = real[:, None] & (d < D)[None, :]
    at = row * stride + head * D
    cache = position[:, None] * D + d[None, :]
    if head < num_heads:
        loaded = load_heads(qkv, at, real, D, HALF, BLOCK_D, INTERLEAVED)
        rotation = load_rotation(position, real, cos, sin, q_norm, D, HALF, BLOCK_D, INTERLEAVED)
        x = turn(loaded, rotation, eps, D, HALF, INTERLEAVED, q_norm is not None)
        out = (row * (num_heads * D) + head * D)[:, None] + d[None, :]
        tl.store(queries + out, x.to(TYPE), mask=mask)
    elif head < num_heads + num_kv_heads:
        keys += (head - num_heads).to(tl.int64) * capacity * D
        loaded = load_heads(qkv, at, real, D, HALF, BLOCK_D, INTERLEAVED)
        rotation = load_rotation(position, real, cos, sin, k_norm, D, HALF, BLOCK_D, INTERLEAVED)
        x = turn(loaded, rotation, eps, D, HALF, INTERLEAVED, k_norm is not None)
        tl.store(keys + cache, x.to(TYPE), mask=mask)
    else:
        values += (head - num_heads - num_kv_heads).to(tl.int64) * capacity * D
        x = tl.load(qkv + (at[:, None] + d[None, :]), mask=mask, other=0.0)
        tl.store(values + cache, to_cache_type(x, TYPE), mask=mask)


@triton.jit(do_not_specialize=["capacity"])
def prefill_attend_kernel(
    queries, keys, values, positions, num_rows, out, capacity, scale,
    HEADS: tl.constexpr, D: tl.constexpr, BLOCK_D: tl.constexpr,
    TILE: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """TILE rows of one head. The rows of most cache positions come first: they take longest."""
    tile = tl.num_programs(1) - 1 - tl.program_id(1)
    head = tl.program_id(0)
    count = tl.load(num_rows)
    if tile * TILE >= count:
        return
    row = tile * TILE + tl.arange(0, TILE)
    real = row < count
    position = tl.load(positions + row, mask=real, other=-1)
    last = tl.max(position, 0)
    # Blocks before this are seen whole by every row.
    whole = (tl.min(tl.where(real, position, last), 0) + 1) // BLOCK * BLOCK
    d = tl.arange(0, BLOCK_D)
    mask = real[:, None] & (d < D)[None, :]
    at = (row * (tl.num_programs(0) * D) + head * D)[:, None] + d[None, :]
    q = tl.load(queries + at, mask=mask, other=0.0)
    cache = (head // HEADS).to(tl.int64) * capacity * D
    keys += cache
    values += cache
    state = empty_state(TILE, BLOCK, BLOCK_D)
    state = attend_blocks(
        state, q, keys, values, position, tl.zeros_like(whole), whole - 1, scale, D, BLOCK, False
    )
    _, weights, total = attend_blocks(
        state, q, keys, values, position, whole, last, scale, D, BLOCK, True
    )
    weight = tl.sum(weights, 1)
    total /= tl.where(real, weight, 1.0)[:, None]
    tl.store(out + at, total.to(out.dtype.element_ty), mask=mask)


def append_rotated(
    qkv: Tensor,
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    cos: Tensor,
    sin: Tensor,
    q_norm: Tensor | None,
    k_norm: Tensor | None,
    positions: Tensor,
    num_rows: Tensor,
    *,
    interleaved: bool,
    eps: float,
) -> None:
    """Norm and rotate the heads of the first `num_rows[0]` rows; append keys and values to the cache.

    qkv float32 [W, (H + 2G) * D]; queries [W, H, D] (written) and keys, values [G, C, D] of one type,
    float16 or float32; cos, sin float32 [C, rot/2]; q_norm, k_norm float32 [D]; positions int32 [W],
    where in the cache the rows go too.
    """
    width, num_heads, head_dim = queries.shape
    num_kv_heads, capacity, _ = keys.shape
    append_rotated_kernel[(triton.cdiv(width, ROWS.value), num_heads + 2 * num_kv_heads)](
        qkv, queries, keys, values, cos, sin, q_norm, k_norm, positions, num_rows,
        num_heads, num_kv_heads, qkv.stride(0), capacity, eps,
        D=head_dim, HALF=cos.shape[1], BLOCK_D=triton.next_power_of_2(head_dim),
        INTERLEAVED=interleaved, num_warps=4, enable_fp_fusion=False,
    )  # fmt: skip


def prefill_attend(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    positions: Tensor,
    num_rows: Tensor,
    out: Tensor,
    *,
    scale: float,
) -> None:
    """Causal attention of the first `num_rows[0]` rows over cache rows 0 … positions[w].

    queries [W, H, D], keys, values [G, C, D] as `append_rotated` leaves them; positions int32 [W]; out
    bfloat16 or float32 [W, H * D].
    """
    width, num_heads, head_dim = queries.shape
    num_kv_heads, capacity, _ = keys.shape
    block_d = triton.next_power_of_2(head_dim)
    is_half = keys.dtype == torch.float16
    tile = 64 if is_half else 16
    prefill_attend_kernel[(num_heads, triton.cdiv(width, tile))](
        queries, keys, values, positions, num_rows, out, capacity, scale * LOG2_E,
        HEADS=num_heads // num_kv_heads, D=head_dim, BLOCK_D=block_d,
        TILE=tile, BLOCK=min(64, 8192 // block_d) if is_half else 32,
        num_warps=8 if block_d > 128 else 4,
        num_stages=(2 if block_d > 128 else 3) if is_half else 1, enable_fp_fusion=False,
    )  # fmt: skip

"""Mixtures of experts for 32 outputs of a row: the sum over its slots, and where it is stored.

Slots are added in their order, whichever way they come together: through memory, or to the first
block of a cluster, which has one for each of them.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.residual.epilogue import (
    add_residual,
    load_hidden,
    load_norm,
    store_activations_from,
)
from engine.kernels.cuda.tiles.cluster_words import (
    once_first_warps_of_cluster_are_left,
    put_in_cluster,
    words_of_first,
)
from engine.kernels.cuda.tiles.shared_words import take


@triton.jit
def _sum_of_slots(parts_ptr, column, first, SLOTS: tl.constexpr, N: tl.constexpr):
    """A row's parts at `column` [32], added in the order of its slots: row `first` of [R, 32]."""
    total = tl.zeros((first.shape[0], 32), tl.float32)
    at = column[None, :] + tl.zeros_like(first).to(tl.int32)[:, None]
    for slot in tl.static_range(SLOTS):
        # Bypass L1: other programs wrote these while this one ran.
        part = tl.load(
            parts_ptr + slot * N + at, mask=first[:, None], other=0.0, cache_modifier=".cg"
        )
        total += part
    return total


@triton.jit
def load_row(out_ptr, group, row, N: tl.constexpr, R: tl.constexpr, ADDS: tl.constexpr):
    """32 columns of a row of the residual stream, the first of [R, 32]; zeros unless ADDS."""
    if ADDS:
        return load_hidden(group, tl.arange(0, R) < 1, out_ptr + row * N, N, 1, R)
    else:
        return tl.zeros((R, 32), tl.float32)


@triton.jit
def load_norm_of(norm_weight_ptr, group, SIZE: tl.constexpr, ADDS: tl.constexpr):
    """`load_norm` of what is added to the residual stream; zeros unless ADDS."""
    if ADDS:
        return load_norm(group, norm_weight_ptr, norm_weight_ptr, SIZE, False)
    else:
        return tl.zeros((32,), tl.float32), tl.zeros((32,), tl.float32)


@triton.jit
def finish_row(
    parts_ptr, arrived_ptr, group, row, hidden, norm, out_ptr, sum_squares_out,
    codes_out, scales_out, values_out,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, SLOTS: tl.constexpr,
    ADDS: tl.constexpr, NORMED: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """Sum the slots of a row for 32 outputs, whose `parts_ptr` and `arrived_ptr` are given."""
    real = tl.arange(0, hidden.shape[0]) < 1
    total = _sum_of_slots(parts_ptr, group * 32 + tl.arange(0, 32), real, SLOTS, N)
    tl.store(arrived_ptr, 0)
    store_row(
        total, group, row, hidden, norm, out_ptr, sum_squares_out,
        codes_out, scales_out, values_out, N, SIZE, STRIDE, ADDS, NORMED, WRITE_CODES, WRITE_VALUES,
    )  # fmt: skip


@triton.jit
def store_row(
    total, group, row, hidden, norm, out_ptr, sum_squares_out, codes_out, scales_out, values_out,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, ADDS: tl.constexpr,
    NORMED: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """Store the mixture for 32 outputs of a row, the first row of `total` [R, 32]."""
    R: tl.constexpr = hidden.shape[0]
    real = tl.arange(0, R) < 1
    if ADDS:
        hidden = add_residual(
            total, hidden, norm, group, real, out_ptr + row * N,
            sum_squares_out + row * (N // 32), N, R, NORMED,
        )  # fmt: skip
        store_activations_from(
            hidden, group, row, real, codes_out, scales_out, values_out, N,
            R, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip
    else:
        out_ptr += row.to(tl.int64) * STRIDE
        column = group * 32 + tl.arange(0, 32)
        store_first(out_ptr + column, total, column < SIZE)


@triton.jit
def store_first(at, x, mask):
    """Store the first row of x [R, 32] at pointers `at` [32]."""
    is_first = (tl.arange(0, x.shape[0]) < 1)[:, None]
    tl.store(tl.broadcast_to(at[None, :], x.shape), x, mask=is_first & mask[None, :])


@triton.jit
def put_slot(words, slot, x):
    """Hand the first row of x [R, 32], which the first warp has, to the first block; others end."""
    row, column = tl.arange(0, x.shape[0]), tl.arange(0, 32)
    first = words_of_first(words)
    place = slot * 32 + row[:, None] * 0 + column[None, :]
    put_in_cluster(first, place, x)


@triton.jit
def sum_of_cluster(words, SLOTS: tl.constexpr, WARPS: tl.constexpr):
    """The sum of what the blocks of a cluster have handed over, in the first row of [WARPS, 32]."""
    thread = tl.arange(0, 32 * WARPS)
    words = once_first_warps_of_cluster_are_left(words, thread, 1)
    total = tl.zeros((32 * WARPS,), tl.float32)
    for slot in tl.static_range(SLOTS):
        total += take(words, slot * 32 + thread % 32, True)
    return tl.reshape(total, (WARPS, 32))

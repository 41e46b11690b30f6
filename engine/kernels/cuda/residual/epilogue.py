"""Epilogues of the kernels that produce activations: residual, norm weight, quantization.

They work on tiles of 32 columns. Their operands can be loaded before the products (`load_…`), so
that the latencies overlap. A row has SIZE columns of its own and N or K, a multiple of 32, with the
padding, which stays zero because the padding of weights is zero.

Activations of at most 16 rows, K columns (G = K/32 groups), Kp = K padded to 64:
    codes        int8 [16, Kp]; each 64 columns in the order of the mma B operand (`code_offsets`)
    scales       float32 [G, 16, 2]: d = max|x| / 127, and d * sum of the group's codes
    values       float32 [16, K], for float weights
    sum_squares  float32 [16, G] of the residual stream. The consumer applies the norm's scalar:
                 it is common to a row, and the codes do not depend on it
"""

import triton
import triton.language as tl

from engine.kernels.cuda import activations

MAX_ROWS = tl.constexpr(activations.MAX_ROWS)


@triton.jit
def code_offsets(column):
    """The offset of the code of `column` (0 … 63) within its 64 bytes.

    Lane q of a quad reads 16 bytes: of both groups of 32, columns 4q … 4q+3 and 16+4q … 16+4q+3.
    """
    within = column % 32
    return (within % 16) // 4 * 16 + column // 32 * 8 + within // 16 * 4 + within % 4


@triton.jit
def quantize_group(x):
    """Quantize x [R, 32]: codes int8 [R, 32], scale [R], scale times the sum of the codes [R]."""
    largest = tl.max(tl.abs(x), 1)
    scale = largest / 127.0
    inverse = 127.0 / tl.where(largest > 0, largest, 1.0)
    codes = tl.floor(x * inverse[:, None] + 0.5).to(tl.int32)
    total = tl.sum(codes, 1)
    return codes.to(tl.int8), scale, scale * total.to(tl.float32)


@triton.jit
def order_free_sum(x):
    """The sum over the columns of x [R, C] ≥ 0, C at most 2**20, independent of the order.

    Adds integers in units of 2**-32 of the row's largest power of two. So a row's bits do not
    depend on the rows per program, which determine the layout of columns on threads.
    """
    largest = tl.max(x, 1)
    exponent = tl.maximum(largest.to(tl.int32, bitcast=True) & 0x7F800000, 0x20000000)
    power = exponent.to(tl.float32, bitcast=True)
    inverse = (0x7F000000 - exponent).to(tl.float32, bitcast=True)  # 1 / power
    units = (x * inverse[:, None] * 4294967296.0).to(tl.int64)
    return tl.sum(units, 1).to(tl.float32) * (1.0 / 4294967296.0) * power


@triton.jit
def store_activations(
    x,
    group,
    real,
    codes_ptr,
    scales_ptr,
    values_ptr,
    K,
    ROWS: tl.constexpr,
    WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr,
):
    """Store x [ROWS, 32] of the rows `real` [ROWS], at columns from 32 * group on."""
    row = tl.arange(0, ROWS)
    column = tl.arange(0, 32)
    x = tl.where(real[:, None], x, 0.0)
    if WRITE_CODES:
        codes, scale, total = quantize_group(x)
        padded = (K + 63) // 64 * 64
        offsets = group // 2 * 64 + code_offsets(group % 2 * 32 + column)
        tl.store(codes_ptr + row[:, None] * padded + offsets[None, :], codes, mask=real[:, None])
        at = scales_ptr + (group * MAX_ROWS + row) * 2
        tl.store(at, scale, mask=real)
        tl.store(at + 1, total, mask=real)
    if WRITE_VALUES:
        at = values_ptr + row[:, None] * K + group * 32 + column[None, :]
        tl.store(at, x, mask=real[:, None])


@triton.jit
def load_squares(sum_squares_ptr, K, ROWS: tl.constexpr, GROUPS: tl.constexpr):
    """Sums of squares of each row [ROWS, GROUPS]; GROUPS is a power of two, at least K/32."""
    row = tl.arange(0, ROWS)
    group = tl.arange(0, GROUPS)
    num_groups = K // 32
    at = sum_squares_ptr + row[:, None] * num_groups + group[None, :]
    return tl.load(at, mask=group[None, :] < num_groups, other=0.0)


@triton.jit
def inverse_rms(squares, SIZE, eps):
    """1 / sqrt(mean(x²) + eps) of each row [ROWS], from `load_squares`."""
    squares = tl.where(squares >= 0, squares, 0.0)  # padding rows may hold anything
    return 1.0 / tl.sqrt(order_free_sum(squares) / SIZE + eps)


@triton.jit
def load_norm(group, norm_weight_ptr, bias_ptr, SIZE: tl.constexpr, HAS_BIAS: tl.constexpr):
    """The norm's weights and the bias from column 32 * group on; 0 from SIZE on."""
    bias = load_columns(group, bias_ptr, SIZE) if HAS_BIAS else tl.zeros((32,), tl.float32)
    if norm_weight_ptr is not None:
        return load_columns(group, norm_weight_ptr, SIZE), bias
    else:
        return bias, bias  # without a norm the first is unused


@triton.jit
def load_columns(group, vector_ptr, SIZE: tl.constexpr):
    """32 elements of a vector [SIZE] from 32 * group on; 0 from SIZE on."""
    column = group * 32 + tl.arange(0, 32)
    if SIZE % 32 == 0:
        return tl.load(vector_ptr + column)
    else:
        return tl.load(vector_ptr + column, mask=column < SIZE, other=0.0)


@triton.jit
def load_hidden(group, real, hidden_ptr, N, ROWS: tl.constexpr):
    """The residual stream [ROWS, 32] from column 32 * group on."""
    row = tl.arange(0, ROWS)
    column = group * 32 + tl.arange(0, 32)
    at = hidden_ptr + row[:, None] * N + column[None, :]
    return tl.load(at, mask=real[:, None], other=0.0)


@triton.jit
def add_residual(
    x, hidden, norm, group, real, hidden_ptr, sum_squares_ptr, N,
    ROWS: tl.constexpr, NORMED: tl.constexpr,
):  # fmt: skip
    """hidden += bias + x [ROWS, 32] from column 32 * group on; returns hidden * norm weight.

    `norm` is from `load_norm`. Unless NORMED, returns hidden.
    """
    row = tl.arange(0, ROWS)
    column = group * 32 + tl.arange(0, 32)
    weight, bias = norm
    hidden = hidden + bias[None, :] + x
    tl.store(hidden_ptr + row[:, None] * N + column[None, :], hidden, mask=real[:, None])
    squares = order_free_sum(tl.where(real[:, None], hidden * hidden, 0.0))
    tl.store(sum_squares_ptr + row * (N // 32) + group, squares, mask=real)
    if NORMED:
        hidden *= weight[None, :]
    return hidden


@triton.jit
def silu(x):
    """x * sigmoid(x) (arXiv:1702.03118). Below -80 it is practically 0, and exp would overflow."""
    return x / (1.0 + tl.exp(tl.minimum(-x, 80.0)))

"""What the producers of activations do last: residual, norm weight, quantisation. Works on tiles of 32 columns.

What it reads can be loaded before the products (`load_…`), so that nothing waits for it after them.

Rows lie a multiple of 32 columns apart: where a row is shorter, what follows it is zero, and stays so
because weights are zero there. Kernels say N or K for that multiple, SIZE for the row's own columns.

Activations of at most 16 rows, K columns (G = K/32 groups), Kp = K padded to 64:
    codes        int8 [16, Kp]; in each 64 columns in the order of the mma B operand (`code_offsets`)
    scales       float32 [G, 16, 2]: d = max|x| / 127, and d * sum of the group's codes
    values       float32 [16, K], where the matrix they meet is float
    sum_squares  float32 [16, G] of the residual stream; the norm's scalar is applied by the consumer,
                 since it is common to a row and the codes do not depend on it
"""

import triton
import triton.language as tl

from engine.kernels.cuda import activations

MAX_ROWS = tl.constexpr(activations.MAX_ROWS)


@triton.jit
def code_offsets(column):
    """Where in its 64 columns the code of `column` (a multiple of 64 away) lies.

    Lane q of a quad reads 16 bytes: for both groups h of 32, columns 4q … 4q+3 and 16+4q … 16+4q+3.
    """
    within = column % 32
    return (within % 16) // 4 * 16 + column // 32 * 8 + within // 16 * 4 + within % 4


@triton.jit
def quantize_group(x):
    """x [R, 32] → int8 codes [R, 32], scale [R], scale times the sum of the codes [R]."""
    largest = tl.max(tl.abs(x), 1)
    scale = largest / 127.0
    inverse = 127.0 / tl.where(largest > 0, largest, 1.0)
    codes = tl.floor(x * inverse[:, None] + 0.5).to(tl.int32)
    total = tl.sum(codes, 1)
    return codes.to(tl.int8), scale, scale * total.to(tl.float32)


@triton.jit
def order_free_sum(x):
    """The sum over the columns of x [R, C] ≥ 0, C at most 2**20, whatever the order of addition.

    Added up as whole numbers, in units of 2**-32 of the largest power of two in the row. So the bits
    of a row do not depend on how many rows a program has, which decides how columns lie on threads.
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
    """Store x [ROWS, 32], columns 32 * group on, of the rows marked `real` [ROWS]."""
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
    """Sums of squares of each row, [ROWS, GROUPS]; GROUPS is a power of two of at least K/32."""
    row = tl.arange(0, ROWS)
    group = tl.arange(0, GROUPS)
    num_groups = K // 32
    at = sum_squares_ptr + row[:, None] * num_groups + group[None, :]
    return tl.load(at, mask=group[None, :] < num_groups, other=0.0)


@triton.jit
def inverse_rms(squares, SIZE, eps):
    """1 / sqrt(mean(x²) + eps) of each row [ROWS], from `load_squares`."""
    squares = tl.where(squares >= 0, squares, 0.0)  # rows that are not real may hold anything
    return 1.0 / tl.sqrt(order_free_sum(squares) / SIZE + eps)


@triton.jit
def load_norm(group, norm_weight_ptr, bias_ptr, SIZE: tl.constexpr, HAS_BIAS: tl.constexpr):
    """The norm's weights and the bias of columns 32 * group on, which no kernel writes; 0 from SIZE on."""
    bias = load_columns(group, bias_ptr, SIZE) if HAS_BIAS else tl.zeros((32,), tl.float32)
    if norm_weight_ptr is not None:
        return load_columns(group, norm_weight_ptr, SIZE), bias
    else:
        return bias, bias  # the first is unused where there is no norm


@triton.jit
def load_columns(group, vector_ptr, SIZE: tl.constexpr):
    """Elements 32 * group on of a vector [SIZE], 0 from SIZE on."""
    column = group * 32 + tl.arange(0, 32)
    if SIZE % 32 == 0:
        return tl.load(vector_ptr + column)
    else:
        return tl.load(vector_ptr + column, mask=column < SIZE, other=0.0)


@triton.jit
def load_hidden(group, real, hidden_ptr, N, ROWS: tl.constexpr):
    """The residual stream [ROWS, 32] at columns 32 * group on."""
    row = tl.arange(0, ROWS)
    column = group * 32 + tl.arange(0, 32)
    at = hidden_ptr + row[:, None] * N + column[None, :]
    return tl.load(at, mask=real[:, None], other=0.0)


@triton.jit
def add_residual(
    x, hidden, norm, group, real, hidden_ptr, sum_squares_ptr, N,
    ROWS: tl.constexpr, NORMED: tl.constexpr,
):  # fmt: skip
    """hidden += bias + x [ROWS, 32] at columns 32 * group on; returns hidden * norm weight.

    `norm` is of `load_norm`; where not NORMED, hidden is returned as it is.
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
    """x * sigmoid(x) (arXiv:1702.03118). Beyond the bound it is as good as 0, and exp would overflow."""
    return x / (1.0 + tl.exp(tl.minimum(-x, 80.0)))

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


@triton.constexpr_function
def log2(number):
    """The exponent of a power of two."""
    return number.bit_length() - 1


@triton.jit
def code_offsets(column):
    """The offset of the code of `column` (0 … 63) within its 64 bytes.

    Lane q of a quad reads 16 bytes: of both groups of 32, columns 4q … 4q+3 and 16+4q … 16+4q+3.
    """
    within = column % 32
    return (within % 16) // 4 * 16 + column // 32 * 8 + within // 16 * 4 + within % 4


@triton.jit
def largest_of(x):
    """The largest of the columns of x [R, C] ≥ 0: [R]. NaN counts as larger than anything.

    Floats ≥ 0 have the order of their bits, and one instruction compares integers over lanes.
    """
    return tl.max(x.to(tl.int32, bitcast=True), 1).to(tl.float32, bitcast=True)


@triton.jit
def quantize_group(x):
    """Quantize x [R, 32]: codes int8 [R, 32], scale [R], scale times the sum of the codes [R]."""
    largest = largest_of(tl.abs(x))
    scale = largest / 127.0
    inverse = 127.0 / tl.where(largest > 0, largest, 1.0)
    codes = tl.floor(x * inverse[:, None] + 0.5).to(tl.int32)
    total = tl.sum(codes, 1)
    return codes.to(tl.int8), scale, scale * total.to(tl.float32)


@triton.jit
def order_free_sum(parts):
    """The sum over the columns of all `parts` [R, C] ≥ 0, independent of the order: [R].

    All have at most 2**14 columns.

    Adds integers in units of 2**-32 of the row's largest power of two. So a row's bits do not
    depend on the rows per program, which determine the layout of columns on threads.
    """
    LOW_BITS: tl.constexpr = 31 - log2(parts[0].shape[1] * len(parts))
    most = parts[0]
    for i in tl.static_range(1, len(parts)):
        most = tl.maximum(most, parts[i])
    largest = largest_of(most)
    exponent = tl.maximum(largest.to(tl.int32, bitcast=True) & 0x7F800000, 0x20000000)
    power = exponent.to(tl.float32, bitcast=True)
    inverse = (0x7F000000 - exponent).to(tl.float32, bitcast=True)  # 1 / power
    units = tl.zeros_like(most).to(tl.int64)
    for i in tl.static_range(len(parts)):
        units += (parts[i] * inverse[:, None] * 4294967296.0).to(tl.int64)
    # Words of 32 bits are added over lanes by one instruction.
    low = tl.sum((units & ((1 << LOW_BITS) - 1)).to(tl.int32), 1)
    high = tl.sum((units >> LOW_BITS).to(tl.int32), 1)
    total = (high.to(tl.int64) << LOW_BITS) + low.to(tl.int64)
    return total.to(tl.float32) * (1.0 / 4294967296.0) * power


@triton.jit
def store_scales(scales_ptr, place, scale, total, real):
    """Store scale and total [R] of the groups at `place` [R], by the lanes that have their columns.

    So no value changes lanes or warps, for which warps would wait for each other.
    """
    column = tl.arange(0, 32)
    at = (scales_ptr + place * 2)[:, None] + column[None, :]
    both = tl.where((column == 0)[None, :], scale[:, None], total[:, None])
    tl.store(at, both, mask=real[:, None] & (column < 2)[None, :])


@triton.jit
def store_squares(squares_ptr, place, squares, real):
    """Store the sums of squares [R] of the groups at `place` [R], as `store_scales`."""
    column = tl.arange(0, 32)
    at = (squares_ptr + place)[:, None] + column[None, :]
    squares = tl.broadcast_to(squares[:, None], at.shape)
    tl.store(at, squares, mask=real[:, None] & (column == 0)[None, :])


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
        offsets = tl.max_contiguous(tl.multiple_of(offsets, 4), 4)  # along columns, not along rows
        tl.store(codes_ptr + row[:, None] * padded + offsets[None, :], codes, mask=real[:, None])
        store_scales(scales_ptr, group * MAX_ROWS + row, scale, total, real)
    if WRITE_VALUES:
        at = values_ptr + row[:, None] * K + group * 32 + column[None, :]
        tl.store(at, x, mask=real[:, None])


@triton.jit
def store_activations_from(
    x, group, first_row, real, codes_ptr, scales_ptr, values_ptr, K,
    ROWS: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """`store_activations` for rows from `first_row` on."""
    if WRITE_CODES:
        codes_ptr += first_row * ((K + 63) // 64 * 64)
        scales_ptr += first_row * 2
    if WRITE_VALUES:
        values_ptr += first_row * K
    store_activations(
        x, group, real, codes_ptr, scales_ptr, values_ptr, K, ROWS, WRITE_CODES, WRITE_VALUES
    )


@triton.jit
def load_squares(
    sum_squares_ptr, K, ROWS: tl.constexpr, GROUPS: tl.constexpr, R: tl.constexpr,
    BY_LANES: tl.constexpr,
):  # fmt: skip
    """Sums of squares of R ≥ ROWS rows, of which the first count, [R, GROUPS], for `inverse_rms`.

    GROUPS is a power of two, at least K/32 and 32. BY_LANES, columns come 32 at a time, one for
    each lane.
    """
    PARTS: tl.constexpr = GROUPS // 32 if BY_LANES else 1
    row = tl.minimum(tl.arange(0, R), ROWS - 1)
    num_groups = K // 32
    parts = ()
    for i in tl.static_range(PARTS):
        group = i * (GROUPS // PARTS) + tl.arange(0, GROUPS // PARTS)
        at = sum_squares_ptr + row[:, None] * num_groups + group[None, :]
        parts = parts + (tl.load(at, mask=group[None, :] < num_groups, other=0.0),)
    return parts


@triton.jit
def inverse_rms(squares, SIZE, eps):
    """1 / sqrt(mean(x²) + eps) of each row [ROWS], from `load_squares`."""
    parts = ()
    for i in tl.static_range(len(squares)):  # padding rows may hold anything
        parts = parts + (tl.where(squares[i] >= 0, squares[i], 0.0),)
    return 1.0 / tl.sqrt(order_free_sum(parts) / SIZE + eps)


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
def load_hidden(group, real, hidden_ptr, N, ROWS: tl.constexpr, R: tl.constexpr):
    """The residual stream from column 32 * group on, [R, 32], of which the first ROWS rows count.

    One row is read even if it is not real: a load that waited for the number of rows would be late.
    """
    row = tl.minimum(tl.arange(0, R), ROWS - 1)
    column = group * 32 + tl.arange(0, 32)
    at = hidden_ptr + row[:, None] * N + column[None, :]
    if ROWS == 1:
        return tl.load(at)
    else:
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
    squares = order_free_sum((tl.where(real[:, None], hidden * hidden, 0.0),))
    store_squares(sum_squares_ptr, row * (N // 32) + group, squares, real)
    if NORMED:
        hidden *= weight[None, :]
    return hidden


@triton.jit
def silu(x):
    """x * sigmoid(x) (arXiv:1702.03118). Below -80 it is practically 0, and exp would overflow."""
    return x / (1.0 + tl.exp(tl.minimum(-x, 80.0)))

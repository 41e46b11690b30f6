"""Float matrix (F32, F16, BF16; row-major) x up to 16 rows of float32 activations, fused.

The float twin of matvec.py and project.py; see float_dot.py for the products. A program computes 32
outputs (`project`: 16) of at most 8 activation rows: more would not fit in registers.
"""

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents

from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent, added_out, stored_out
from engine.kernels.cuda.operands import cuda_activations, norm_weight
from engine.kernels.cuda.products.float_dot import float_dot, gather, row_pointers
from engine.kernels.cuda.residual.activation import activated, activation_number
from engine.kernels.cuda.residual.epilogue import (
    add_residual,
    inverse_rms,
    load_hidden,
    load_norm,
    load_squares,
    store_activations_from,
)
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Activation, Residual

_DTYPES = {
    torch.float32: tl.float32,
    torch.float16: tl.float16,
    torch.bfloat16: tl.bfloat16,
}
_OUTPUTS = 4  # weight rows per warp and matrix, which share the loads of activations
_ROW_BLOCK = 8  # activation rows per program
_PROJECT_WARPS, _ADD_WARPS, _GATED_WARPS = 4, 8, 8  # 16, 32 and 2 x 32 outputs per program


def _rows(o: Any) -> int:
    """The number of rows stored: of the step, or of one of its rows alone."""
    return min(o.step.rows, _width(o))


def _width(o: Any) -> int:
    """The rows multiplied: each program but the last of them has ROWS, all of them WIDTH."""
    return int((o.grid[1] - 1) * o.ROWS + o.WIDTH)


def _weights(o: Any) -> Extent:
    """A whole matrix, as int32."""
    return Extent.int32(o.N * o.K * o.DTYPE.primitive_bitwidth // 32)


def _multiplied(o: Any) -> dict[str, Extent | int]:
    """Extents that a product reads of its activations."""
    normed = getattr(o, "NORMED", False)
    return {
        "x_ptr": Extent.rows(_width(o), o.K, o.K),
        "sum_squares_ptr": o.grid[1] * o.ROWS * (o.K // 32) if normed else 0,
    }


@touches(
    lambda o: {
        "matrix_ptr": _weights(o),
        **_multiplied(o),
        "bias_ptr": o.N,
        "out_ptr": Extent.rows(_rows(o), o.N, o.STRIDE),
    }
)
@triton.jit
def float_project_kernel(
    matrix_ptr, x_ptr, sum_squares_ptr, bias_ptr, out_ptr, num_rows_ptr, eps,
    K: tl.constexpr, SIZE: tl.constexpr, N: tl.constexpr, STRIDE: tl.constexpr, DTYPE: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, OUTPUTS: tl.constexpr, WARPS: tl.constexpr,
    UNROLL: tl.constexpr, GROUPS: tl.constexpr, HAS_BIAS: tl.constexpr, NORMED: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """out = x @ weight.T + bias, N outputs; x has SIZE columns, rows of out are STRIDE apart."""
    if PDL:
        gdc_launch_dependents()
    first_row = tl.program_id(1) * ROWS
    first = tl.program_id(0) * (WARPS * OUTPUTS)
    rows = row_pointers(matrix_ptr, first, N, K, DTYPE, OUTPUTS, WARPS)
    acc = float_dot(rows, x_ptr + first_row * K, K, DTYPE, WIDTH, OUTPUTS, WARPS, UNROLL, PDL)
    x = gather(acc, 0, OUTPUTS, WIDTH, ROWS, OUTPUTS, WARPS)
    if NORMED:
        sum_squares_ptr += first_row * (K // 32)
        squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, ROWS, False)
        x *= inverse_rms(squares, SIZE, eps)[:, None]
    row = first_row + tl.arange(0, ROWS)
    column = first + tl.arange(0, WARPS * OUTPUTS)
    if HAS_BIAS:
        x += tl.load(bias_ptr + column, mask=column < N, other=0.0)[None, :]
    stored = (row < tl.load(num_rows_ptr))[:, None] & (column < N)[None, :]
    tl.store(out_ptr + row[:, None].to(tl.int64) * STRIDE + column[None, :], x, mask=stored)


@touches(lambda o: {"matrix_ptr": _weights(o), **_multiplied(o), **added_out(_rows(o), o)})
@triton.jit
def float_project_add_kernel(
    matrix_ptr, x_ptr, bias_ptr, hidden_ptr, norm_weight_ptr,
    sum_squares_out, codes_out, scales_out, values_out, num_rows_ptr,
    K: tl.constexpr, N: tl.constexpr, SIZE: tl.constexpr, DTYPE: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, OUTPUTS: tl.constexpr, WARPS: tl.constexpr,
    UNROLL: tl.constexpr, HAS_BIAS: tl.constexpr, WRITE_CODES: tl.constexpr,
    WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """hidden += x @ weight.T + bias; activations of hidden * norm weight for the next matrix."""
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0)
    first_row = tl.program_id(1) * ROWS
    norm = load_norm(group, norm_weight_ptr, bias_ptr, SIZE, HAS_BIAS)
    rows = row_pointers(matrix_ptr, group * 32, N, K, DTYPE, OUTPUTS, WARPS)
    acc = float_dot(rows, x_ptr + first_row * K, K, DTYPE, WIDTH, OUTPUTS, WARPS, UNROLL, PDL)
    x = gather(acc, 0, OUTPUTS, WIDTH, ROWS, OUTPUTS, WARPS)
    real = first_row + tl.arange(0, ROWS) < tl.load(num_rows_ptr)
    hidden_ptr += first_row * N
    sum_squares_out += first_row * (N // 32)
    hidden = load_hidden(group, real, hidden_ptr, N, ROWS, ROWS)
    x = add_residual(
        x, hidden, norm, group, real, hidden_ptr, sum_squares_out, N,
        ROWS, norm_weight_ptr is not None,
    )  # fmt: skip
    store_activations_from(
        x, group, first_row, real, codes_out, scales_out, values_out, N,
        ROWS, WRITE_CODES, WRITE_VALUES,
    )  # fmt: skip


@touches(
    lambda o: {
        "gate_ptr": _weights(o),
        "up_ptr": _weights(o),
        **_multiplied(o),
        **stored_out(_rows(o), o.N),
    }
)
@triton.jit
def float_project_gated_kernel(
    gate_ptr, up_ptr, x_ptr, sum_squares_ptr,
    codes_out, scales_out, values_out, num_rows_ptr, eps,
    K: tl.constexpr, SIZE: tl.constexpr, N: tl.constexpr, DTYPE: tl.constexpr,
    WIDTH: tl.constexpr, ROWS: tl.constexpr, OUTPUTS: tl.constexpr, WARPS: tl.constexpr,
    UNROLL: tl.constexpr, GROUPS: tl.constexpr, NORMED: tl.constexpr, ACTIVATION: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Activations of activation(x @ gate.T, x @ up.T), N outputs (arXiv:2002.05202); SIZE of x."""
    if PDL:
        gdc_launch_dependents()
    group = tl.program_id(0)
    first_row = tl.program_id(1) * ROWS
    rows = row_pointers(gate_ptr, group * 32, N, K, DTYPE, OUTPUTS, WARPS)
    rows = rows + row_pointers(up_ptr, group * 32, N, K, DTYPE, OUTPUTS, WARPS)
    acc = float_dot(rows, x_ptr + first_row * K, K, DTYPE, WIDTH, 2 * OUTPUTS, WARPS, UNROLL, PDL)
    gate = gather(acc, 0, OUTPUTS, WIDTH, ROWS, 2 * OUTPUTS, WARPS)
    up = gather(acc, OUTPUTS, OUTPUTS, WIDTH, ROWS, 2 * OUTPUTS, WARPS)
    if NORMED:
        sum_squares_ptr += first_row * (K // 32)
        squares = load_squares(sum_squares_ptr, K, ROWS, GROUPS, ROWS, False)
        inverse = inverse_rms(squares, SIZE, eps)[:, None]
        gate *= inverse
        up *= inverse
    gated = activated(gate, up, ACTIVATION)
    real = first_row + tl.arange(0, ROWS) < tl.load(num_rows_ptr)
    store_activations_from(
        gated, group, first_row, real, codes_out, scales_out, values_out, N,
        ROWS, WRITE_CODES, WRITE_VALUES,
    )  # fmt: skip


def project(
    parts: tuple[CudaPart, ...],
    x: CudaActivations,
    bias: Tensor | None,
    out: Tensor,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """As `project` in project.py, for one part."""
    (weight,) = parts
    outputs = _PROJECT_WARPS * _OUTPUTS
    float_project_kernel[_grid(triton.cdiv(weight.num_rows, outputs), x)](
        _words(weight), x.required_values, x.sum_squares, bias, out, num_rows, x.eps or 0.0,
        N=weight.num_rows, SIZE=weight.num_cols, STRIDE=out.stride(0),
        HAS_BIAS=bias is not None, **x.normed,
        **_shape(weight, x.width, _PROJECT_WARPS, 2, pdl=pdl),
    )  # fmt: skip


def project_add(
    weight: CudaPart,
    x: CudaActivations,
    bias: Tensor | None,
    to: Residual,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """As `project_add` in project.py."""
    padded, out = len(weight.data), cuda_activations(to.normed)
    float_project_add_kernel[_grid(padded // 32, x)](
        _words(weight), x.required_values, bias, to.hidden, norm_weight(to.norm),
        out.sum_squares, out.codes, out.scales, out.values, num_rows,
        N=padded, SIZE=weight.num_rows, HAS_BIAS=bias is not None, **out.writes,
        **_shape(weight, x.width, _ADD_WARPS, 4 if x.width == 1 else 2, pdl=pdl),
    )  # fmt: skip


def project_gated(
    gate: CudaPart,
    up: CudaPart,
    x: CudaActivations,
    out: CudaActivations,
    num_rows: Tensor,
    activation: Activation,
    *,
    pdl: bool,
) -> None:
    """out = activation(x @ gate.T, x @ up.T).

    Raises ValueError unless gate and up [F, K] have one shape and dtype.
    """
    if up.data.shape != gate.data.shape or up.data.dtype != gate.data.dtype:
        raise ValueError("gate and up are not alike")
    padded = len(gate.data)
    float_project_gated_kernel[_grid(padded // 32, x)](
        _words(gate), _words(up), x.required_values, x.sum_squares,
        out.codes, out.scales, out.values, num_rows, x.eps or 0.0,
        N=padded, SIZE=gate.num_cols, **x.normed,
        ACTIVATION=activation_number(activation), **out.writes,
        **_shape(gate, x.width, _GATED_WARPS, 1, pdl=pdl),
    )  # fmt: skip


def _grid(num_programs: int, x: CudaActivations) -> tuple[int, int]:
    return num_programs, triton.cdiv(x.width, _ROW_BLOCK)


def _words(weight: CudaPart) -> Tensor:
    """A weight as int32 words; the kernels load four at a time.

    Raises ValueError for rows that are not whole, aligned chunks of 16 bytes.
    """
    values = weight.data
    if values.shape[1] % 32 or values.data_ptr() % 16 or not values.is_contiguous():
        raise ValueError("a weight's rows are not whole, aligned chunks of 16 bytes")
    return weight.words


def _shape(weight: CudaPart, width: int, warps: int, unroll: int, *, pdl: bool) -> dict[str, Any]:
    """The arguments that all launches share; steps of up to 4 rows load `unroll` chunks ahead."""
    num_cols, dtype = weight.data.shape[1], weight.data.dtype
    lane_chunks = triton.cdiv(num_cols * dtype.itemsize, 32 * 16)
    return {
        "K": num_cols,
        "DTYPE": _DTYPES[dtype],
        "WIDTH": min(width, _ROW_BLOCK),
        "ROWS": _ROW_BLOCK,  # fixed, so that sums over a row have one order at any width
        "OUTPUTS": _OUTPUTS,
        "WARPS": warps,
        "UNROLL": min(unroll, lane_chunks) if width <= 4 else 1,
        "PDL": pdl,
        "num_warps": warps,
        "enable_fp_fusion": False,
        **({"launch_pdl": True} if pdl else {}),
    }

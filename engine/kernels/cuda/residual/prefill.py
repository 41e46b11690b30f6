"""Norm, bias and gate of prefill steps (more than 16 rows). Knows no product."""

import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.cuda.activations import stream_stride
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import DENSE, Extent, grid_rows
from engine.kernels.cuda.launching.interpreted import rounded
from engine.kernels.cuda.residual.activation import activated, activation_number
from engine.kernels.operands import Activation, Branch, Norm

_BLOCK_COLS = 1024
_WARPS = 4  # two loads of 16 bytes per lane


@triton.jit
def _normed(x, column, weight_ptr, eps, N: tl.constexpr):
    """RMS norm (arXiv:1910.07467) of a row, 0 from column N on."""
    inverse = 1.0 / tl.sqrt(tl.sum(x * x, 0) / N + eps)
    return x * inverse * tl.load(weight_ptr + column, mask=column < N, other=0.0)


@touches(
    lambda o: {
        "hidden_ptr": Extent.rows(grid_rows(o), o.N, o.STRIDE),
        "x_ptr": Extent.rows(grid_rows(o), o.N, o.X_STRIDE),
        "bias_ptr": o.N,
        "branch_weight_ptr": o.N,
        "norm_weight_ptr": o.N,
        "out_ptr": Extent.rows(grid_rows(o), o.N, o.OUT_STRIDE, *DENSE),
    }
)
@triton.jit
def add_norm_kernel(
    hidden_ptr, x_ptr, bias_ptr, branch_weight_ptr, branch_eps, scale, norm_weight_ptr, eps,
    out_ptr, num_rows_ptr, N: tl.constexpr, STRIDE: tl.constexpr, X_STRIDE: tl.constexpr,
    OUT_STRIDE: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    """One program: one row of N columns."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.arange(0, BLOCK_N)
        real = column < N
        at = row.to(tl.int64) * STRIDE + column
        hidden = tl.load(hidden_ptr + at, mask=real, other=0.0)
        if x_ptr is not None:
            x_at = x_ptr + row.to(tl.int64) * X_STRIDE + column
            x = tl.load(x_at, mask=real, other=0.0)
            if branch_weight_ptr is not None:
                x = _normed(x, column, branch_weight_ptr, branch_eps, N)
            hidden += x
            if bias_ptr is not None:
                hidden += tl.load(bias_ptr + column, mask=real, other=0.0)
        if scale is not None:
            hidden *= scale
        tl.store(hidden_ptr + at, hidden, mask=real)
        normed = hidden
        if norm_weight_ptr is not None:
            normed = _normed(hidden, column, norm_weight_ptr, eps, N)
        at = row.to(tl.int64) * OUT_STRIDE + column
        tl.store(out_ptr + at, rounded(normed, out_ptr.dtype.element_ty), mask=real)


@touches(lambda o: {"x_ptr": Extent.rows(grid_rows(o), o.N, o.STRIDE), "bias_ptr": o.N})
@triton.jit
def add_bias_kernel(
    x_ptr, bias_ptr, num_rows_ptr, N: tl.constexpr, STRIDE: tl.constexpr, BLOCK_N: tl.constexpr
):  # fmt: skip
    """One program: BLOCK_N columns of one row."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        at = x_ptr + row.to(tl.int64) * STRIDE + column
        bias = tl.load(bias_ptr + column, mask=real, other=0.0)
        tl.store(at, tl.load(at, mask=real, other=0.0) + bias, mask=real)


@touches(
    lambda o: {
        "gate_ptr": Extent.rows(grid_rows(o), o.N, o.GATE_STRIDE),
        "up_ptr": Extent.rows(grid_rows(o), o.N, o.UP_STRIDE),
        "out_ptr": Extent.rows(grid_rows(o), o.N, o.OUT_STRIDE, *DENSE),
    }
)
@triton.jit
def gate_rows_kernel(
    gate_ptr, up_ptr, out_ptr, num_rows_ptr,
    N: tl.constexpr, GATE_STRIDE: tl.constexpr, UP_STRIDE: tl.constexpr,
    OUT_STRIDE: tl.constexpr, BLOCK_N: tl.constexpr,
    ACTIVATION: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of one row."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        wide = row.to(tl.int64)
        gate = tl.load(gate_ptr + wide * GATE_STRIDE + column, mask=real, other=0.0)
        up = tl.load(up_ptr + wide * UP_STRIDE + column, mask=real, other=0.0)
        gated = rounded(activated(gate, up, ACTIVATION), out_ptr.dtype.element_ty)
        tl.store(out_ptr + wide * OUT_STRIDE + column, gated, mask=real)


def add_norm(
    branch: Branch | None,
    bias: Tensor | None,
    hidden: Tensor,
    norm: Norm | None,
    out: Tensor,
    num_rows: Tensor,
    scale: float = 1.0,
) -> None:
    """hidden = (hidden + branch + bias) * scale; out = norm(hidden).

    Of the first num_rows[0] rows. hidden float32 [W, d]; bias float32 [d]; out bfloat16 or float32
    [W, d]; num_rows int32 [1]. A norm of None is the identity. Without a branch, bias is not used.
    """
    width, num_cols = hidden.shape
    block = max(32, triton.next_power_of_2(num_cols))  # a lane for each column
    x, branch_norm = (None, None) if branch is None else (branch.rows, branch.norm)
    add_norm_kernel[(width,)](
        hidden, x, None if x is None else bias, *_weight_and_eps(branch_norm),
        None if scale == 1.0 else scale, *_weight_and_eps(norm), out, num_rows,
        N=num_cols, STRIDE=stream_stride(hidden), X_STRIDE=0 if x is None else x.stride(0),
        OUT_STRIDE=out.stride(0), BLOCK_N=block,
        num_warps=max(1, min(16, block // 512)), enable_fp_fusion=False,
    )  # fmt: skip


def _weight_and_eps(norm: Norm | None) -> tuple[Tensor | None, float]:
    return (None, 0.0) if norm is None else (norm.weight, norm.eps)


def add_bias(x: Tensor, bias: Tensor, num_rows: Tensor) -> None:
    """x += bias of the first num_rows[0] rows.

    x float32 [W, N] may be some columns of a wider tensor; bias [N]; num_rows int32 [1].
    """
    width, num_cols = x.shape
    add_bias_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        x, bias, num_rows, N=num_cols, STRIDE=x.stride(0), BLOCK_N=_BLOCK_COLS, num_warps=_WARPS
    )


def gate(gate: Tensor, up: Tensor, out: Tensor, num_rows: Tensor, activation: Activation) -> None:
    """out = activation(gate, up) of the first num_rows[0] rows (arXiv:2002.05202).

    gate, up float32 [W, F] may be some columns of wider tensors; out bfloat16 or float32 [W, F];
    num_rows int32 [1].
    """
    width, num_cols = out.shape
    gate_rows_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        gate, up, out, num_rows,
        N=num_cols, GATE_STRIDE=gate.stride(0), UP_STRIDE=up.stride(0),
        OUT_STRIDE=out.stride(0), BLOCK_N=_BLOCK_COLS,
        ACTIVATION=activation_number(activation), num_warps=_WARPS, enable_fp_fusion=False,
    )  # fmt: skip

"""What prompt steps (more than 16 rows) do between matrix products: norm, bias, gate. Knows no product."""

import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.gpu.dequantize import rounded

_BLOCK_COLS = 1024
_WARPS = 4  # _BLOCK_COLS are two loads of 16 bytes for each lane


@triton.jit
def add_norm_kernel(
    hidden_ptr, x_ptr, bias_ptr, norm_weight_ptr, out_ptr, num_rows_ptr, eps,
    N: tl.constexpr, BLOCK_N: tl.constexpr, HAS_X: tl.constexpr, HAS_BIAS: tl.constexpr,
):  # fmt: skip
    """One program: one row."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.arange(0, BLOCK_N)
        real = column < N
        at = row.to(tl.int64) * N + column
        hidden = tl.load(hidden_ptr + at, mask=real, other=0.0)
        if HAS_X:
            hidden += tl.load(x_ptr + at, mask=real, other=0.0)
            if HAS_BIAS:
                hidden += tl.load(bias_ptr + column, mask=real, other=0.0)
            tl.store(hidden_ptr + at, hidden, mask=real)
        inverse = 1.0 / tl.sqrt(tl.sum(hidden * hidden, 0) / N + eps)
        normed = hidden * inverse * tl.load(norm_weight_ptr + column, mask=real, other=0.0)
        tl.store(out_ptr + at, rounded(normed, out_ptr.dtype.element_ty), mask=real)


@triton.jit
def add_bias_kernel(x_ptr, bias_ptr, num_rows_ptr, N: tl.constexpr, BLOCK_N: tl.constexpr):
    """One program: BLOCK_N columns of one row."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        at = x_ptr + row.to(tl.int64) * N + column
        bias = tl.load(bias_ptr + column, mask=real, other=0.0)
        tl.store(at, tl.load(at, mask=real, other=0.0) + bias, mask=real)


@triton.jit
def gate_kernel(gate_up_ptr, out_ptr, num_rows_ptr, N: tl.constexpr, BLOCK_N: tl.constexpr):
    """One program: BLOCK_N columns of one row; gate and up are N columns each."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        at = gate_up_ptr + row.to(tl.int64) * (2 * N) + column
        gate = tl.load(at, mask=real, other=0.0)
        up = tl.load(at + N, mask=real, other=0.0)
        gated = rounded(gate / (1.0 + tl.exp(-gate)) * up, out_ptr.dtype.element_ty)
        tl.store(out_ptr + row.to(tl.int64) * N + column, gated, mask=real)


def add_norm(
    hidden: Tensor,
    x: Tensor | None,
    bias: Tensor | None,
    norm_weight: Tensor,
    eps: float,
    out: Tensor,
    num_rows: Tensor,
) -> None:
    """hidden += x + bias; out = norm(hidden), of the first num_rows[0] rows (arXiv:1910.07467).

    hidden, x float32 [W, d]; bias, norm_weight float32 [d]; out bfloat16 or float32 [W, d];
    num_rows int32 [1]. Without x, hidden stays as it is and bias is not used.
    """
    width, num_cols = hidden.shape
    block = triton.next_power_of_2(num_cols)
    add_norm_kernel[(width,)](
        hidden, x, bias, norm_weight, out, num_rows, eps,
        N=num_cols, BLOCK_N=block, HAS_X=x is not None, HAS_BIAS=bias is not None,
        num_warps=max(1, min(16, block // 512)), enable_fp_fusion=False,
    )  # fmt: skip


def add_bias(x: Tensor, bias: Tensor, num_rows: Tensor) -> None:
    """x += bias of the first num_rows[0] rows; x float32 [W, N], bias [N], num_rows int32 [1]."""
    width, num_cols = x.shape
    add_bias_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        x, bias, num_rows, N=num_cols, BLOCK_N=_BLOCK_COLS, num_warps=_WARPS
    )


def gate(gate_up: Tensor, out: Tensor, num_rows: Tensor) -> None:
    """out = silu(gate) * up of the first num_rows[0] rows (arXiv:2002.05202).

    gate_up float32 [W, 2F], gate before up; out bfloat16 or float32 [W, F]; num_rows int32 [1].
    """
    width, num_cols = out.shape
    gate_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        gate_up, out, num_rows, N=num_cols, BLOCK_N=_BLOCK_COLS, num_warps=_WARPS,
        enable_fp_fusion=False,
    )  # fmt: skip

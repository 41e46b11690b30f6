"""Gates outside of projections, and the softcap of logits. Knows no product."""

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, stored_out
from engine.kernels.cuda.residual.activation import activated, activation_number
from engine.kernels.cuda.residual.row_groups import GROUPS, WARPS, store_groups
from engine.kernels.operands import Activation

_BLOCK_COLS = 1024
_WARPS = 4


@touches(
    lambda o: {
        "x_ptr": Extent.rows(min(o.step.rows, o.grid[1]), o.SIZE, o.X_STRIDE),
        "up_ptr": Extent.rows(min(o.step.rows, o.grid[1]), o.SIZE, o.UP_STRIDE),
        **stored_out(min(o.step.rows, o.grid[1]), whole_groups(o.SIZE)),
    }
)
@triton.jit
def gate_kernel(
    x_ptr, up_ptr, codes_out, scales_out, values_out, num_rows_ptr,
    SIZE: tl.constexpr, X_STRIDE: tl.constexpr, UP_STRIDE: tl.constexpr, GROUPS: tl.constexpr,
    ACTIVATION: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """One program: GROUPS groups of 32 columns of one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(1)
    if row < tl.load(num_rows_ptr):
        group = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
        column = group[:, None] * 32 + tl.arange(0, 32)[None, :]
        x = tl.load(x_ptr + row * X_STRIDE + column, mask=column < SIZE, other=0.0)
        up = tl.load(up_ptr + row * UP_STRIDE + column, mask=column < SIZE, other=0.0)
        store_groups(
            activated(x, up, ACTIVATION), row, group, codes_out, scales_out, values_out,
            (SIZE + 31) // 32 * 32, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@touches(lambda o: {"logits_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.N, o.STRIDE)})
@triton.jit
def softcap_kernel(
    logits_ptr, num_rows_ptr, cap, N: tl.constexpr, STRIDE: tl.constexpr, BLOCK_N: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        at = logits_ptr + row.to(tl.int64) * STRIDE + column
        x = tl.load(at, mask=column < N, other=0.0) / cap
        small = tl.exp(-2.0 * tl.abs(x))
        size = (1.0 - small) / (1.0 + small)  # of tanh(x)
        tl.store(at, cap * tl.where(x > 0.0, size, -size), mask=column < N)


@touches(
    lambda o: {
        "x_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.SIZE, o.STRIDE),
        "columns_ptr": Extent.int32(o.N),
        "out_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.N, o.OUT_STRIDE),
    }
)
@triton.jit
def spread_kernel(
    x_ptr, columns_ptr, out_ptr, num_rows_ptr,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, OUT_STRIDE: tl.constexpr,
    BLOCK_N: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        source = tl.load(columns_ptr + column, mask=column < N, other=-1)
        at = x_ptr + row.to(tl.int64) * STRIDE + source
        x = tl.load(at, mask=(source >= 0) & (source < SIZE), other=float("-inf"))
        tl.store(out_ptr + row.to(tl.int64) * OUT_STRIDE + column, x, mask=column < N)


def gate(
    x: Tensor,
    up: Tensor,
    out: CudaActivations,
    num_rows: Tensor,
    activation: Activation,
    *,
    pdl: bool,
) -> None:
    """out = activation(x, up) of the first num_rows[0] rows, not followed by a norm.

    x, up float32 [W, N], W at most 16, may be some columns of wider tensors; num_rows int32 [1].
    """
    width, num_cols = x.shape
    gate_kernel[(triton.cdiv(num_cols, 32 * GROUPS), width)](
        x, up, out.codes, out.scales, out.values, num_rows,
        SIZE=num_cols, X_STRIDE=x.stride(0), UP_STRIDE=up.stride(0), GROUPS=GROUPS,
        ACTIVATION=activation_number(activation), **out.writes, PDL=pdl,
        num_warps=WARPS, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip


def softcap(logits: Tensor, cap: float, num_rows: Tensor, *, pdl: bool) -> None:
    """logits = cap * tanh(logits / cap) of the first num_rows[0] rows.

    logits float32 [W, V]; num_rows int32 [1].
    """
    width, num_cols = logits.shape
    softcap_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        logits, num_rows, cap, N=num_cols, STRIDE=logits.stride(0), BLOCK_N=_BLOCK_COLS, PDL=pdl,
        num_warps=_WARPS, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip


def spread(x: Tensor, columns: Tensor, out: Tensor, num_rows: Tensor, *, pdl: bool) -> None:
    """As `Kernels.spread`, of the first num_rows[0] rows; num_rows int32 [1]."""
    width, num_cols = out.shape
    spread_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        x, columns, out, num_rows,
        N=num_cols, SIZE=x.shape[1], STRIDE=x.stride(0), OUT_STRIDE=out.stride(0),
        BLOCK_N=_BLOCK_COLS, PDL=pdl, num_warps=_WARPS, **launch_options(pdl=pdl),
    )  # fmt: skip

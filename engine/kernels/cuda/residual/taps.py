"""Keeps rows of the residual stream by position, and joins them to later rows. Knows no product."""

from typing import Any

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, grid_rows
from engine.kernels.operands import Norm, StepInputs

_BLOCK_COLS = 1024


def _places(o: Any) -> dict[str, Extent]:
    """The extents of a ring and of what says where a row is in it."""
    return {
        "ring_ptr": Extent.rows(len(o.ring_ptr), o.N, o.RING_STRIDE),
        "positions_ptr": Extent.int32(grid_rows(o)),
        "sequences_ptr": Extent.int32(grid_rows(o)),
    }


@touches(
    lambda o: {
        "x_ptr": Extent.rows(grid_rows(o), o.N, o.STRIDE),
        "weight_ptr": o.N,
        **_places(o),
    }
)
@triton.jit
def keep_rows_kernel(
    x_ptr, weight_ptr, ring_ptr, positions_ptr, sequences_ptr, num_rows_ptr, eps,
    N: tl.constexpr, STRIDE: tl.constexpr, R: tl.constexpr, RING_STRIDE: tl.constexpr,
    OFFSET: tl.constexpr, BLOCK_N: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: one row, kept as it is without a weight."""
    if PDL:
        gdc_launch_dependents()
    column = tl.arange(0, BLOCK_N)
    real = column < N
    if weight_ptr is not None:
        weight = tl.load(weight_ptr + column, mask=real, other=0.0)
    if PDL:
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        x = tl.load(x_ptr + row.to(tl.int64) * STRIDE + column, mask=real, other=0.0)
        if weight_ptr is not None:
            x *= 1.0 / tl.sqrt(tl.sum(x * x, 0) / N + eps) * weight
        position = tl.load(positions_ptr + row) + OFFSET
        place = tl.load(sequences_ptr + row) * R + position % R
        tl.store(ring_ptr + place.to(tl.int64) * RING_STRIDE + column, x, mask=real)


@touches(lambda o: {"out_ptr": Extent.rows(grid_rows(o), o.N, o.OUT_STRIDE), **_places(o)})
@triton.jit
def take_rows_kernel(
    ring_ptr, out_ptr, positions_ptr, sequences_ptr, num_rows_ptr,
    N: tl.constexpr, OUT_STRIDE: tl.constexpr, R: tl.constexpr, RING_STRIDE: tl.constexpr,
    BLOCK_N: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of the kept row, for one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        place = tl.load(sequences_ptr + row) * R + tl.load(positions_ptr + row) % R
        kept = tl.load(ring_ptr + place.to(tl.int64) * RING_STRIDE + column, mask=real, other=0.0)
        tl.store(out_ptr + row.to(tl.int64) * OUT_STRIDE + column, kept, mask=real)


@touches(
    lambda o: {
        "x_ptr": Extent.rows(grid_rows(o), o.N, o.STRIDE),
        "out_ptr": Extent.rows(grid_rows(o), 2 * o.N, o.OUT_STRIDE),
        **_places(o),
    }
)
@triton.jit
def join_rows_kernel(
    x_ptr, ring_ptr, out_ptr, positions_ptr, sequences_ptr, num_rows_ptr,
    N: tl.constexpr, STRIDE: tl.constexpr, OUT_STRIDE: tl.constexpr, R: tl.constexpr,
    RING_STRIDE: tl.constexpr, OFFSET: tl.constexpr, BLOCK_N: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of x and of the kept row, for one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        position = tl.load(positions_ptr + row) + OFFSET
        place = tl.load(sequences_ptr + row) * R + (position + R) % R
        x = tl.load(x_ptr + row.to(tl.int64) * STRIDE + column, mask=real, other=0.0)
        kept = tl.load(ring_ptr + place.to(tl.int64) * RING_STRIDE + column, mask=real, other=0.0)
        at = out_ptr + row.to(tl.int64) * OUT_STRIDE + column
        tl.store(at, x, mask=real)
        tl.store(at + N, tl.where(position >= 0, kept, 0.0), mask=real)


def keep_rows(
    x: Tensor, norm: Norm | None, ring: Tensor, inputs: StepInputs, offset: int, *, pdl: bool
) -> None:
    """As `Kernels.keep_rows`, with an offset of at least 0."""
    i, (width, num_cols) = inputs, x.shape
    block = max(32, triton.next_power_of_2(num_cols))
    weight, eps = (None, 0.0) if norm is None else (norm.weight, norm.eps)
    keep_rows_kernel[(width,)](
        x, weight, ring.flatten(0, 1), i.positions, i.sequences, i.num_rows, eps,
        N=num_cols, STRIDE=x.stride(0), R=ring.shape[1], RING_STRIDE=ring.stride(1),
        OFFSET=offset, BLOCK_N=block, PDL=pdl, num_warps=max(1, min(16, block // 512)),
        enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip


def take_rows(ring: Tensor, out: Tensor, inputs: StepInputs, *, pdl: bool) -> None:
    """As `Kernels.take_rows`."""
    i, num_cols = inputs, ring.shape[2]
    take_rows_kernel[(len(out), triton.cdiv(num_cols, _BLOCK_COLS))](
        ring.flatten(0, 1), out, i.positions, i.sequences, i.num_rows,
        N=num_cols, OUT_STRIDE=out.stride(0), R=ring.shape[1], RING_STRIDE=ring.stride(1),
        BLOCK_N=_BLOCK_COLS, PDL=pdl, num_warps=4, **launch_options(pdl=pdl),
    )  # fmt: skip


def join_rows(
    x: Tensor, ring: Tensor, out: Tensor, inputs: StepInputs, offset: int, *, pdl: bool
) -> None:
    """As `Kernels.join_rows`."""
    i, (width, num_cols) = inputs, x.shape
    join_rows_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        x, ring.flatten(0, 1), out, i.positions, i.sequences, i.num_rows,
        N=num_cols, STRIDE=x.stride(0), OUT_STRIDE=out.stride(0), R=ring.shape[1],
        RING_STRIDE=ring.stride(1), OFFSET=offset, BLOCK_N=_BLOCK_COLS, PDL=pdl, num_warps=4,
        **launch_options(pdl=pdl),
    )  # fmt: skip

"""The gated short convolution of LFM2, for any number of rows. Knows no projection."""

from typing import Any

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import DENSE, Extent, stored
from engine.kernels.cuda.launching.interpreted import rounded
from engine.kernels.cuda.recurrence.delta_rule import kept_rows
from engine.kernels.cuda.residual.epilogue import MAX_ROWS, store_activations_from
from engine.kernels.cuda.runs import run_of
from engine.kernels.operands import ConvState, ShortConv, StepInputs


@triton.jit
def _inputs(projected, row, mask, column, stride, N: tl.constexpr):
    """b * u of rows `row` [R]: [R, 32]; 0 where not `mask` [R] and from column N on."""
    at = projected + row[:, None] * stride + column[None, :]
    both = mask[:, None] & (column < N)[None, :]
    b = tl.load(at, mask=both, other=0.0)
    return b * tl.load(at + 2 * N, mask=both, other=0.0)


@triton.jit
def _keep(projected, row, begin, first, column, ring, stride, N: tl.constexpr, RING: tl.constexpr):
    """Store b * u of rows `row` [R] from `begin` on, which is at position `first`, to the ring."""
    u = _inputs(projected, row, row >= begin, column, stride, N)
    target = ((first - begin + row) & (RING - 1))[:, None] * N + column[None, :]
    tl.store(ring + target, u, mask=(row >= begin)[:, None] & (column < N)[None, :])


def _kept(o: Any) -> dict[str, Extent | int]:
    """Extents of the step's rows and of the ring."""
    return {
        "projected": Extent.rows(o.step.rows, 3 * o.N, o.stride),
        "positions": Extent.int32(1),
        "sequences": Extent.int32(1),
        "ring": kept_rows(o.ring, min(o.step.positions, o.RING), o.N),
    }


def _of_runs(o: Any) -> dict[str, Extent]:
    """Extents read to find runs."""
    if o.WRITE_DENSE:
        return {}
    return {name: Extent.int32(o.grid[1]) for name in ("positions", "sequences")}


def _stored(o: Any) -> dict[str, Extent]:
    """Extents of the activations stored."""
    num_rows = 0 if o.WRITE_DENSE else min(o.step.rows, MAX_ROWS.value)
    extents = stored(num_rows, whole_groups(o.N))
    return dict(zip(("codes", "scales", "values_out"), extents, strict=True))


@touches(
    lambda o: {
        **_kept(o),
        **_of_runs(o),
        "weight": o.N * o.K,
        **_stored(o),
        "dense": Extent.rows(o.step.rows, o.N, o.dense_stride, *DENSE),
    }
)
@triton.jit
def convolve_kernel(
    projected, positions, sequences, num_rows, weight, ring, codes, scales, values_out, dense,
    stride, dense_stride,
    N: tl.constexpr, K: tl.constexpr, RING: tl.constexpr, KEEPS: tl.constexpr,
    SINGLE_ROW: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    WRITE_DENSE: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: 32 columns of the run that begins at one row, if any; of 16 rows if WRITE_DENSE.

    If KEEPS, only the program of a run's first rows reads the ring of RING rows of its sequence,
    and it then writes the run's last 16 rows to the ring.
    """
    if PDL:
        gdc_launch_dependents()
    group, tile = tl.program_id(0), tl.program_id(1)
    count = tl.load(num_rows)
    if WRITE_DENSE:
        start = tile * MAX_ROWS
        sequence, begin, length = tl.load(sequences).to(tl.int64), 0, count
        first = tl.load(positions)
        is_idle = start >= count
    else:
        start = tile
        width = tl.num_programs(1)
        sequence, begin, length = run_of(start, sequences, count, width, SINGLE_ROW)
        first = tl.load(positions + start)
        is_idle = (start > begin) | (length == 0)
    if is_idle:
        return
    ring += sequence * (RING * N)
    end = begin + length
    index = tl.arange(0, MAX_ROWS)
    row = start + index
    real = row < end
    column = group * 32 + tl.arange(0, 32)
    is_column = (column < N)[None, :]
    if PDL:
        gdc_wait()
    total = tl.zeros((MAX_ROWS, 32), tl.float32)
    for tap in tl.static_range(K):
        before = row - (K - 1) + tap
        x = _inputs(projected, before, real & (before >= begin), column, stride, N)
        position = first - begin + before
        mask = real & (before < begin) & (position >= 0)
        place = (position & (RING - 1))[:, None] * N + column[None, :]
        x += tl.load(ring + place, mask=mask[:, None] & is_column, other=0.0)
        total += tl.load(weight + column * K + tap, mask=column < N, other=0.0)[None, :] * x
    c = projected + row[:, None] * stride + (N + column)[None, :]
    x = total * tl.load(c, mask=real[:, None] & is_column, other=0.0)
    if WRITE_DENSE:
        out = dense + row[:, None] * dense_stride + column[None, :]
        tl.store(out, rounded(x, dense.dtype.element_ty), mask=real[:, None] & is_column)
    else:
        PADDED: tl.constexpr = (N + 31) // 32 * 32
        store_activations_from(
            x, group, start, real, codes, scales, values_out, PADDED,
            MAX_ROWS, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip
    if KEEPS and start == begin:
        tl.debug_barrier()  # the ring has been read
        _keep(projected, end - MAX_ROWS + index, begin, first, column, ring, stride, N, RING)


@touches(_kept)
@triton.jit
def keep_inputs_kernel(
    projected, positions, sequences, num_rows, ring, stride, N: tl.constexpr, RING: tl.constexpr
):  # fmt: skip
    """One program: 32 columns of 16 rows, counted from the last row of the step."""
    row = tl.load(num_rows) - (tl.program_id(1) + 1) * MAX_ROWS + tl.arange(0, MAX_ROWS)
    column = tl.program_id(0) * 32 + tl.arange(0, 32)
    ring += tl.load(sequences).to(tl.int64) * (RING * N)
    _keep(projected, row, 0, tl.load(positions), column, ring, stride, N, RING)


def convolve(
    x: Tensor,
    conv: ShortConv,
    state: ConvState,
    out: CudaActivations,
    inputs: StepInputs,
    *,
    pdl: bool = False,
) -> None:
    """As `Kernels.convolve` for the first num_rows[0] of W rows."""
    (num_cols, taps), ring = conv.weight.shape, state.inputs
    groups, width = triton.cdiv(num_cols, 32), len(x)
    is_short = width <= MAX_ROWS.value
    dense = None if is_short else out.dense_rows
    written = (out.codes, out.scales, out.values) if is_short else (None, None, None)
    tiles = width if is_short else triton.cdiv(width, MAX_ROWS.value)
    tiles_kept = triton.cdiv(taps - 1, MAX_ROWS.value)  # tiles of rows that later steps read
    keeps, pdl = is_short or tiles_kept <= 1, pdl and is_short
    at = (inputs.positions, inputs.sequences, inputs.num_rows)
    convolve_kernel[(groups, tiles)](
        x, *at, conv.weight, ring, *written, dense,
        x.stride(0), 0 if dense is None else dense.stride(0),
        N=num_cols, K=taps, RING=ring.shape[1], KEEPS=keeps, SINGLE_ROW=width == 1,
        WRITE_CODES=is_short and out.codes is not None,
        WRITE_VALUES=is_short and out.values is not None, WRITE_DENSE=not is_short, PDL=pdl,
        num_warps=4, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip
    if not keeps:
        keep_inputs_kernel[(groups, tiles_kept)](
            x, *at, ring, x.stride(0), N=num_cols, RING=ring.shape[1], num_warps=4
        )  # fmt: skip

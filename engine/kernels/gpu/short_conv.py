"""The gated short convolution of LFM2, in one launch for any number of rows. Knows no projection."""

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels import sizes
from engine.kernels.gpu.dependent_launch import launch_options
from engine.kernels.gpu.dequantize import rounded
from engine.kernels.gpu.epilogue import MAX_ROWS, store_activations

STATE_ROWS = tl.constexpr(sizes.STATE_ROWS)


@triton.jit
def _inputs(projected, row, mask, column, stride, N: tl.constexpr):
    """b * u of rows `row` [R] where `mask` [R], [R, 32]; 0 from column N on."""
    at = projected + row[:, None] * stride + column[None, :]
    both = mask[:, None] & (column < N)[None, :]
    b = tl.load(at, mask=both, other=0.0)
    return b * tl.load(at + 2 * N, mask=both, other=0.0)


@triton.jit
def convolve_kernel(
    projected, positions, num_rows, weight, ring, codes, scales, values_out, dense, stride, dense_stride,
    N: tl.constexpr, K: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    WRITE_DENSE: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """32 columns of 16 rows. The program of the step's first rows reads the ring, then writes it."""
    if PDL:
        gdc_launch_dependents()
    group, tile = tl.program_id(0), tl.program_id(1)
    count = tl.load(num_rows)
    if tile * MAX_ROWS >= count:
        return
    first = tl.load(positions)
    index = tl.arange(0, MAX_ROWS)
    row = tile * MAX_ROWS + index
    real = row < count
    column = group * 32 + tl.arange(0, 32)
    is_column = (column < N)[None, :]
    if PDL:
        gdc_wait()
    total = tl.zeros((MAX_ROWS, 32), tl.float32)
    for tap in tl.static_range(K):
        before = row - (K - 1) + tap
        x = _inputs(projected, before, real & (before >= 0), column, stride, N)
        mask = real & (before < 0) & (first + before >= 0)
        place = ((first + before) & (STATE_ROWS - 1))[:, None] * N + column[None, :]
        x += tl.load(ring + place, mask=mask[:, None] & is_column, other=0.0)
        total += tl.load(weight + column * K + tap, mask=column < N, other=0.0)[None, :] * x
    c = projected + row[:, None] * stride + (N + column)[None, :]
    x = total * tl.load(c, mask=real[:, None] & is_column, other=0.0)
    if WRITE_DENSE:
        out = dense + row[:, None] * dense_stride + column[None, :]
        tl.store(out, rounded(x, dense.dtype.element_ty), mask=real[:, None] & is_column)
    else:
        PADDED: tl.constexpr = (N + 31) // 32 * 32
        store_activations(
            x, group, real, codes, scales, values_out, PADDED, MAX_ROWS, WRITE_CODES, WRITE_VALUES
        )
    if tile == 0:
        tl.debug_barrier()  # the ring has been read
        last = count - MAX_ROWS + index  # the last rows of the step, all of a short one
        u = _inputs(projected, last, last >= 0, column, stride, N)
        target = ((first + last) & (STATE_ROWS - 1))[:, None] * N + column[None, :]
        tl.store(ring + target, u, mask=(last >= 0)[:, None] & is_column)


def convolve(
    projected: Tensor,
    weight: Tensor,
    ring: Tensor,
    positions: Tensor,
    num_rows: Tensor,
    codes: Tensor | None,
    scales: Tensor | None,
    values_out: Tensor | None,
    dense: Tensor | None,
    *,
    pdl: bool = False,
) -> None:
    """`Kernels.convolve` for the first `num_rows[0]` of W rows; weight float32 [d, K], ring [R, d].

    Writes `dense` [W, d], bfloat16 or float32, where it is given; else, and W is at most
    16, codes and scales or values_out or both (see engine.kernels.gpu.epilogue).
    """
    num_cols, taps = weight.shape
    convolve_kernel[(triton.cdiv(num_cols, 32), triton.cdiv(len(projected), MAX_ROWS.value))](
        projected, positions, num_rows, weight, ring, codes, scales, values_out, dense,
        projected.stride(0), 0 if dense is None else dense.stride(0), N=num_cols, K=taps, WRITE_CODES=codes is not None,
        WRITE_VALUES=values_out is not None, WRITE_DENSE=dense is not None, PDL=pdl,
        num_warps=4, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip

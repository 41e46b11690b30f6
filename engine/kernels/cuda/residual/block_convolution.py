"""The convolution over the rows of a drafted block. Knows no product."""

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, grid_rows
from engine.kernels.operands import Norm


@touches(
    lambda o: {
        "x_ptr": Extent.rows(grid_rows(o), o.SIZE, o.STRIDE),
        "norm_ptr": o.SIZE,
        "base_ptr": o.TAPS * o.SIZE if grid_rows(o) >= o.TAPS else grid_rows(o) * o.SIZE,
        "factors_ptr": Extent.rows(
            grid_rows(o), min(o.TAPS, grid_rows(o)) * o.GROUPS, o.FACTOR_STRIDE
        ),
        "out_ptr": Extent.rows(grid_rows(o), o.SIZE, o.OUT_STRIDE),
    }
)
@triton.jit
def convolve_block_kernel(
    x_ptr, norm_ptr, base_ptr, factors_ptr, out_ptr, num_rows_ptr, eps,
    SIZE: tl.constexpr, TAPS: tl.constexpr, GROUPS: tl.constexpr, STRIDE: tl.constexpr,
    FACTOR_STRIDE: tl.constexpr, OUT_STRIDE: tl.constexpr, BLOCK: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: one row, from it and the TAPS - 1 before it."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.arange(0, BLOCK)
        real = column < SIZE
        group = column // (SIZE // GROUPS)
        total = tl.zeros((BLOCK,), tl.float32)
        for tap in tl.static_range(TAPS):
            if row >= tap:
                x = tl.load(x_ptr + (row - tap) * STRIDE + column, mask=real, other=0.0)
                if norm_ptr is not None:
                    x *= 1.0 / tl.sqrt(tl.sum(x * x, 0) / SIZE + eps)
                    x *= tl.load(norm_ptr + column, mask=real, other=0.0)
                at = factors_ptr + row * FACTOR_STRIDE + tap * GROUPS + group
                factor = tl.load(base_ptr + tap * SIZE + column, mask=real, other=0.0)
                factor += tl.load(at, mask=real, other=0.0)
                total += factor * x
        tl.store(out_ptr + row * OUT_STRIDE + column, total, mask=real)


def convolve_block(
    x: Tensor,
    norm: Norm | None,
    base: Tensor,
    factors: Tensor,
    out: Tensor,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """As `Kernels.convolve_block`."""
    (width, size), num_taps = x.shape, len(base)
    block = max(32, triton.next_power_of_2(size))
    weight, eps = (None, 0.0) if norm is None else (norm.weight, norm.eps)
    convolve_block_kernel[(width,)](
        x, weight, base, factors, out, num_rows, eps,
        SIZE=size, TAPS=num_taps, GROUPS=factors.shape[1] // num_taps, STRIDE=x.stride(0),
        FACTOR_STRIDE=factors.stride(0), OUT_STRIDE=out.stride(0), BLOCK=block, PDL=pdl,
        num_warps=max(1, min(16, block // 512)), enable_fp_fusion=False,
        **launch_options(pdl=pdl),
    )  # fmt: skip

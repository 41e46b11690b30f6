"""Stores groups of 32 columns of one row as activations, for programs of a single row.

Such a program is the same at any width of a step, and so are a row's bits.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.residual.epilogue import (
    MAX_ROWS,
    code_offsets,
    quantize_group,
    store_scales,
)

GROUPS = 4  # groups per program
WARPS = 4  # one lane per column: Triton reduces fewer columns over the wrong lanes


@triton.jit
def store_groups(
    x, row, group, codes_ptr, scales_ptr, values_ptr, K: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """Store x [G, 32], groups `group` [G] of a row of K columns; layout: see epilogue.py."""
    column = group[:, None] * 32 + tl.arange(0, 32)[None, :]
    real = column < K
    x = tl.where(real, x, 0.0)
    if WRITE_CODES:
        codes, scale, total = quantize_group(x)
        offsets = column // 64 * 64 + code_offsets(column % 64)
        offsets = tl.max_contiguous(tl.multiple_of(offsets, [1, 4]), [1, 4])
        tl.store(codes_ptr + row * ((K + 63) // 64 * 64) + offsets, codes, mask=real)
        store_scales(scales_ptr, group * MAX_ROWS + row, scale, total, group * 32 < K)
    if WRITE_VALUES:
        tl.store(values_ptr + row * K + column, x, mask=real)

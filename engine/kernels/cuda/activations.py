"""Rows on a GPU: activations as codes and scales for quantised weights, as floats for float ones.

A row's memory is a multiple of 32 columns; what lies beyond the last one is zero and stays so.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.kernels.interface import Memory
from engine.quants.tiles import padded_cols

GROUP_COLS = 32  # that a program computes, and that have one scale as codes
MAX_ROWS = 16  # of the widest decode or verify step


def whole_groups(num_cols: int) -> int:
    """Columns of rows in GPU memory: `num_cols` and zeros, up to a multiple of 32."""
    return -(-num_cols // GROUP_COLS) * GROUP_COLS


@dataclass(frozen=True, eq=False)
class CudaActivations:
    """Activations of a step of `width` rows, K columns; engine/kernels/cuda/residual/epilogue.py has the layout.

    Up to 16 rows are `codes` and `scales`, or `values` [16, K], or both, with `sum_squares`; a step of
    more rows has them in `dense`, bfloat16, or float32 where there are float weights, the norm applied.
    """

    width: int
    num_cols: int
    codes: Tensor | None
    scales: Tensor | None
    values: Tensor | None
    sum_squares: Tensor
    dense: Tensor

    def rows(self, width: int) -> "CudaActivations":
        """The same memory seen as `width` rows."""
        return replace(self, width=width)

    @property
    def dense_rows(self) -> Tensor:
        """The rows of a step of more than 16, [width, K]."""
        return self.dense[: self.width]


def allocate_rows(
    memory: Memory, num_rows: int, num_cols: int, dtype: torch.dtype = torch.float32
) -> Tensor:
    """Rows [num_rows, num_cols] that lie a multiple of 32 columns apart."""
    rows = memory.allocate(num_rows, whole_groups(num_cols), dtype=dtype)
    rows[:, num_cols:].zero_()
    return rows[:, :num_cols]


def stream_stride(rows: Tensor) -> int:
    """Columns from one row of `rows` [W, K] to the next, of rows as `allocate_rows` gives them.

    Raises ValueError for others.
    """
    stride = whole_groups(rows.shape[1])
    if rows.stride() != (stride, 1) and (len(rows) > 1 or rows.stride(1) != 1):
        raise ValueError(f"rows of {rows.shape[1]} columns are not {stride} columns apart")
    return stride


def allocate_activations(
    memory: Memory, max_width: int, num_cols: int, *, has_tiles: bool, has_floats: bool
) -> CudaActivations:
    """Activations of the widest step for the kinds of weights that a model has.

    Codes begin as zero: columns that only pad a pair are never written.
    """
    codes = scales = values = None
    padded = padded_cols(num_cols)
    if has_tiles:
        codes = memory.allocate(MAX_ROWS, padded, dtype=torch.int8)
        codes.zero_()
        scales = memory.allocate(padded // 32, MAX_ROWS, 2)
    if has_floats:
        values = allocate_rows(memory, MAX_ROWS, num_cols)
    dtype = torch.float32 if has_floats else torch.bfloat16
    return CudaActivations(
        width=max_width,
        num_cols=num_cols,
        codes=codes,
        scales=scales,
        values=values,
        sum_squares=memory.allocate(MAX_ROWS, -(-num_cols // 32)),
        dense=allocate_rows(memory, max_width, num_cols, dtype),
    )

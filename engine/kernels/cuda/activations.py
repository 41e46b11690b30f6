"""Activations on a GPU: codes and scales for quantized weights, floats for float weights.

Rows are padded to a multiple of 32 columns with zeros, which no kernel overwrites.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.kernels.interface import Memory
from engine.kernels.operands import Norm
from engine.quants.tiles import padded_cols

GROUP_COLS = 32  # columns that share one scale, and the output columns of a program
MAX_ROWS = 16  # rows of the widest decode or verify step


def whole_groups(num_cols: int) -> int:
    """`num_cols` rounded up to a multiple of 32: the columns of a row in GPU memory."""
    return -(-num_cols // GROUP_COLS) * GROUP_COLS


@dataclass(frozen=True, eq=False, kw_only=True)
class StoredRows:
    """Blocks of 16 rows of `num_cols` columns, as `codes` and `scales`, as `values`, or both.

    residual/epilogue.py specifies the layout.
    """

    num_cols: int
    codes: Tensor | None
    scales: Tensor | None
    values: Tensor | None

    @property
    def code_words(self) -> Tensor | None:
        """The codes as int32, four each."""
        return None if self.codes is None else self.codes.view(torch.int32)

    @property
    def writes(self) -> dict[str, bool]:
        """What a kernel that stores the rows writes, as its constexpr arguments."""
        return {"WRITE_CODES": self.codes is not None, "WRITE_VALUES": self.values is not None}


@dataclass(frozen=True, eq=False, kw_only=True)
class CudaActivations(StoredRows):
    """Activations [width, K] of a step.

    Up to 16 rows are stored as one block, with `sum_squares`. Of a norm the factor 1 / rms is left
    to the kernel that reads them, which needs the norm's `eps`. More rows are in `dense`,
    normalized: float32 in models with float weights, else bfloat16.
    """

    width: int
    sum_squares: Tensor
    dense: Tensor
    eps: float | None = None

    def rows(self, width: int) -> "CudaActivations":
        """A view of the same memory as `width` rows."""
        return replace(self, width=width)

    def after(self, norm: Norm | None) -> "CudaActivations":
        """As `Activations.after`."""
        return replace(self, eps=None if norm is None else norm.eps)

    @property
    def normed(self) -> dict[str, object]:
        """The constexpr arguments of a kernel that applies the factor 1 / rms."""
        return {"NORMED": self.eps is not None, "GROUPS": num_groups_padded(self.num_cols)}

    @property
    def required_codes(self) -> Tensor:
        """The codes as int32. Raises TypeError if there are none."""
        if self.code_words is None:
            raise TypeError("These activations have no codes, but the weight is quantized")
        return self.code_words

    @property
    def required_values(self) -> Tensor:
        """The values. Raises TypeError if there are none."""
        if self.values is None:
            raise TypeError("These activations have no values, but the weight is not quantized")
        return self.values

    @property
    def dense_rows(self) -> Tensor:
        """The rows [width, K] of a prefill step."""
        return self.dense[: self.width]


def num_groups_padded(num_cols: int) -> int:
    """Groups of 32 columns, padded to a power of two and to at least the 32 lanes of a warp.

    With fewer, lanes have the same columns, and Triton (3.6 to 3.9) may add the wrong ones.
    """
    groups = whole_groups(num_cols) // GROUP_COLS
    return max(32, 1 << (groups - 1).bit_length())


def allocate_rows(
    memory: Memory, num_rows: int, num_cols: int, dtype: torch.dtype = torch.float32
) -> Tensor:
    """Allocate rows [num_rows, num_cols] whose stride is `num_cols` rounded up to 32."""
    rows = memory.allocate(num_rows, whole_groups(num_cols), dtype=dtype)
    rows[:, num_cols:].zero_()
    return rows[:, :num_cols]


def stream_stride(rows: Tensor) -> int:
    """The row stride of `rows` [W, K], in elements.

    Raises ValueError for rows that are not laid out as by `allocate_rows`.
    """
    stride = whole_groups(rows.shape[1])
    if rows.stride() != (stride, 1) and (len(rows) > 1 or rows.stride(1) != 1):
        raise ValueError(f"rows of {rows.shape[1]} columns are not {stride} columns apart")
    return stride


def allocate_activations(
    memory: Memory, max_width: int, num_cols: int, *, has_tiles: bool, has_floats: bool
) -> CudaActivations:
    """Allocate activations of the widest step for the kinds of weights in a model.

    Codes start as zero: the columns that pad a pair are never written.
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

"""The extents of kernels' operands: rows, weights, and activations (residual/epilogue.py)."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import MAX_ROWS, whole_groups
from engine.quants.tiles import (
    PAIR_COLS,
    TILE_FORMATS,
    TILE_ROWS,
    TileLayout,
    padded_cols,
    padded_rows,
)

FLOATS = torch.float32, torch.float16, torch.bfloat16
DENSE = torch.float32, torch.bfloat16  # rows of prefill steps
CACHE = *FLOATS, torch.int8, torch.uint8, torch.int32  # keys and values, or their codes


@dataclass(frozen=True)
class Extent:
    """`length` elements in each of `count` rows, of one of `dtypes`.

    The rows are `stride` elements apart; None: one contiguous row. Where the elements are
    addresses, `target_bytes` from each on are read.
    """

    count: int
    length: int
    stride: int | None
    dtypes: tuple[torch.dtype, ...]
    target_bytes: int = 0

    @classmethod
    def elements(cls, length: int, *dtypes: torch.dtype) -> "Extent":
        """`length` contiguous elements, float32 by default."""
        return cls(1, length, None, dtypes or (torch.float32,))

    @classmethod
    def int32(cls, length: int) -> "Extent":
        """`length` contiguous int32."""
        return cls(1, length, None, (torch.int32,))

    @classmethod
    def rows(cls, count: int, length: int, stride: int, *dtypes: torch.dtype) -> "Extent":
        """`length` elements in each of `count` rows, float32 by default."""
        return cls(count, length, stride, dtypes or (torch.float32,))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is touched."""
        return self.count <= 0 or self.length <= 0

    @property
    def end(self) -> int:
        """One past the last element touched, counted from the pointer."""
        if self.is_empty:
            return 0
        return (self.count - 1) * (self.stride or 0) + self.length

    def fits(self, operand: Tensor) -> bool:
        """Whether the dtype, stride and size of `operand` allow this extent.

        A row of `allocate_rows` includes its padding to a multiple of 32 columns.
        """
        if self.is_empty:
            return True
        if operand.dtype not in self.dtypes:
            return False
        if self.stride is None:
            return operand.is_contiguous() and operand.numel() >= self.length
        if operand.dim() != 2 or (operand.shape[1] > 1 and operand.stride(1) != 1):
            return False
        num_rows, num_cols = operand.shape
        if self.stride == whole_groups(num_cols):
            num_cols = self.stride
        is_apart = self.count == 1 or operand.stride(0) == self.stride
        return (
            is_apart
            and num_rows >= self.count
            and num_cols >= self.length
            and self._ends_in(operand)
        )

    def _ends_in(self, operand: Tensor) -> bool:
        end = (operand.storage_offset() + self.end) * operand.element_size()
        return end <= operand.untyped_storage().nbytes()

    def __str__(self) -> str:
        if self.stride is None:
            return f"{self.length} elements"
        return f"{self.count} rows of {self.length} elements, {self.stride} apart,"


def words(kind: int, num_rows: int, num_cols: int) -> Extent:
    """A weight of `num_rows` (a multiple of 32) as int32 words of tiles or floats."""
    kind = GGMLType(kind)
    if kind in TILE_FORMATS:
        return Extent.int32(num_rows // TILE_ROWS * TileLayout(kind, num_cols).tile_bytes // 4)
    return Extent.int32(num_rows * num_cols * kind.block_bytes // 4)


def whole_tiles(num_rows: int) -> int:
    """`num_rows` rounded up to a multiple of 16."""
    return -(-num_rows // TILE_ROWS) * TILE_ROWS


def expert_words(kind: int, num_rows: int, num_cols: int) -> Extent:
    """A weight of one expert, padded to a multiple of 32 rows."""
    return words(kind, padded_rows(num_rows), num_cols)


def stack(operand: Tensor, kind: int, num_experts: int, num_rows: int, num_cols: int) -> Extent:
    """A weight of `num_experts` experts: int32 words of all, or the address of each as int64."""
    each = expert_words(kind, num_rows, num_cols).length
    if operand.dtype is torch.int64:
        return Extent(1, num_experts, None, (torch.int64,), 4 * each)
    return Extent.int32(num_experts * each)


def has_tiles(*kinds: int) -> bool:
    """Whether any of the types is stored as tiles."""
    return any(GGMLType(kind) in TILE_FORMATS for kind in kinds)


def has_floats(*kinds: int) -> bool:
    """Whether any of the types is stored as floats."""
    return any(GGMLType(kind) not in TILE_FORMATS for kind in kinds)


def table_rows(kind: int, num_ids: int, num_cols: int) -> Extent:
    """The first `num_ids` rows of an embedding table: tiles as int32, or rows of floats."""
    if has_tiles(kind):
        return words(kind, whole_tiles(num_ids), num_cols)
    return Extent.elements(num_ids * num_cols, *FLOATS)


def read_codes(num_rows: int, num_cols: int) -> Extent:
    """Codes of `num_rows` rows as products read them: int32, whole pairs of groups."""
    return Extent.int32(num_rows * padded_cols(num_cols) // 4)


def read_scales(num_rows: int, num_cols: int) -> Extent:
    """Scales and totals of the first `num_rows` of 16 rows."""
    return Extent.elements(scales_end(num_rows, num_cols) if num_rows else 0)


def grid_rows(o: Any) -> int:
    """The step's rows that a launch with a program for each row, or more, touches."""
    rows: int = min(o.step.rows, o.grid[0])
    return rows


def product_rows(width: int, rows: int) -> int:
    """Rows whose scales a product of `rows` (a power of two) reads; see products/tile_dot.py."""
    return width if rows <= 2 else rows


def codes_end(num_cols: int) -> int:
    """End of the codes of a row of `num_cols` columns (a multiple of 32), in bytes.

    Codes of a pair's groups interleave, so the first alone ends within the 64; see `code_offsets`.
    """
    return num_cols if num_cols % PAIR_COLS == 0 else num_cols + 24


def scales_end(num_rows: int, num_cols: int) -> int:
    """End of the scales and totals of the first `num_rows` of 16 rows, in floats."""
    return (num_cols // 32 - 1) * (2 * MAX_ROWS) + 2 * num_rows


def stored(
    num_rows: int, num_cols: int, stride: int | None = None
) -> tuple[Extent, Extent, Extent]:
    """Extents of codes, scales and values where activations are stored.

    `num_cols` is a multiple of 32, and the default `stride` of the rows of values.
    """
    stride = num_cols if stride is None else stride
    codes = (num_rows - 1) * padded_cols(stride) + codes_end(num_cols) if num_rows else 0
    scales = scales_end(num_rows, num_cols) if num_rows else 0
    return (
        Extent.elements(codes, torch.int8),
        Extent.elements(scales),
        Extent.rows(num_rows, num_cols, stride),
    )


def stored_out(num_rows: int, num_cols: int) -> dict[str, Extent]:
    """`stored` under the usual argument names."""
    names = "codes_out", "scales_out", "values_out"
    return dict(zip(names, stored(num_rows, num_cols), strict=True))


def added_out(num_rows: int, o: Any) -> dict[str, Extent | int]:
    """Extents of `load_hidden`, `add_residual` and `store_activations`, of rows of N columns."""
    return {
        "bias_ptr": o.SIZE,
        "hidden_ptr": Extent.rows(max(num_rows, o.ROWS == 1), o.N, o.N),
        "norm_weight_ptr": o.SIZE,
        "sum_squares_out": num_rows * (o.N // 32),
        **stored_out(num_rows, o.N),
    }

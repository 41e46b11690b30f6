"""How far kernels go from a pointer: in rows, in weights, in activations as residual/epilogue.py lays them out."""

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
DENSE = torch.float32, torch.bfloat16  # rows of prompt steps
CACHE = torch.float32, torch.float16  # keys and values


@dataclass(frozen=True)
class Extent:
    """`length` elements of each of `count` rows that begin `stride` elements apart, of one of `dtypes`.

    Without a stride they all follow each other.
    """

    count: int
    length: int
    stride: int | None
    dtypes: tuple[torch.dtype, ...]

    @classmethod
    def elements(cls, length: int, *dtypes: torch.dtype) -> "Extent":
        """So many that follow each other; of float32 where nothing is said."""
        return cls(1, length, None, dtypes or (torch.float32,))

    @classmethod
    def int32(cls, length: int) -> "Extent":
        """So many int32 that follow each other."""
        return cls(1, length, None, (torch.int32,))

    @classmethod
    def rows(cls, count: int, length: int, stride: int, *dtypes: torch.dtype) -> "Extent":
        """`length` elements of each of `count` rows; of float32 where nothing is said."""
        return cls(count, length, stride, dtypes or (torch.float32,))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is touched."""
        return self.count <= 0 or self.length <= 0

    @property
    def end(self) -> int:
        """Elements from the pointer to behind the last one touched."""
        if self.is_empty:
            return 0
        return (self.count - 1) * (self.stride or 0) + self.length

    def fits(self, operand: Tensor) -> bool:
        """Whether `operand` is of such a type, has such rows and is as large.

        A row that `allocate_rows` made, a multiple of 32 columns from the next, owns what lies between.
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
    """A weight of `num_rows`, a multiple of 32, as int32: its tiles, or its floats."""
    kind = GGMLType(kind)
    if kind in TILE_FORMATS:
        return Extent.int32(num_rows // TILE_ROWS * TileLayout(kind, num_cols).tile_bytes // 4)
    return Extent.int32(num_rows * num_cols * kind.block_bytes // 4)


def whole_tiles(num_rows: int) -> int:
    """`num_rows`, up to a multiple of 16."""
    return -(-num_rows // TILE_ROWS) * TILE_ROWS


def expert_words(kind: int, num_experts: int, num_rows: int, num_cols: int) -> Extent:
    """A weight of each of some experts, the rows of each padded to a multiple of 32."""
    return words(kind, num_experts * padded_rows(num_rows), num_cols)


def has_tiles(*kinds: int) -> bool:
    """Whether any of the types is stored as tiles."""
    return any(GGMLType(kind) in TILE_FORMATS for kind in kinds)


def has_floats(*kinds: int) -> bool:
    """Whether any of the types is stored as floats."""
    return any(GGMLType(kind) not in TILE_FORMATS for kind in kinds)


def table_rows(kind: int, num_ids: int, num_cols: int) -> Extent:
    """The rows of a table that tokens choose from: tiles as int32, or rows of floats."""
    if has_tiles(kind):
        return words(kind, whole_tiles(num_ids), num_cols)
    return Extent.elements(num_ids * num_cols, *FLOATS)


def read_codes(num_rows: int, num_cols: int) -> Extent:
    """Codes of some rows as the products read them: int32, whole pairs."""
    return Extent.int32(num_rows * padded_cols(num_cols) // 4)


def read_scales(num_rows: int, num_cols: int) -> Extent:
    """Scales and totals of the first of 16 rows."""
    return Extent.elements(scales_end(num_rows, num_cols) if num_rows else 0)


def product_rows(width: int, rows: int) -> int:
    """Rows whose scales a product of `rows` (a power of two) reads, whatever their codes: see products/tile_dot.py."""
    return width if rows <= 2 else rows


def codes_end(num_cols: int) -> int:
    """Bytes of a row to behind the last code, of a multiple of 32 columns; see `code_offsets`.

    A pair's first group alone does not reach the end of its 64 bytes.
    """
    return num_cols if num_cols % PAIR_COLS == 0 else num_cols + 24


def scales_end(num_rows: int, num_cols: int) -> int:
    """Floats to behind the last total of `num_rows` of the 16 rows of each group of 32 columns."""
    return (num_cols // 32 - 1) * (2 * MAX_ROWS) + 2 * num_rows


def stored(
    num_rows: int, num_cols: int, stride: int | None = None
) -> tuple[Extent, Extent, Extent]:
    """What storing activations touches of codes, scales and values.

    `num_cols` is a multiple of 32; so far apart are rows of values unless there is a `stride`.
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
    """`stored`, by the names that most kernels have."""
    names = "codes_out", "scales_out", "values_out"
    return dict(zip(names, stored(num_rows, num_cols), strict=True))


def added_out(num_rows: int, o: Any) -> dict[str, Extent | int]:
    """What adding to the residual stream, N columns a row, touches, and storing it as activations."""
    return {
        "bias_ptr": o.SIZE,
        "hidden_ptr": Extent.rows(num_rows, o.N, o.N),
        "norm_weight_ptr": o.SIZE,
        "sum_squares_out": num_rows * (o.N // 32),
        **stored_out(num_rows, o.N),
    }

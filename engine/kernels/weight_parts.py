"""Weights: parts in the file's format, and what kernels know of a device's own layout."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType


class Matrix(Protocol):
    """A weight [num_rows, num_cols] in its device's layout."""

    @property
    def num_rows(self) -> int:
        """The output size of the projection."""

    @property
    def num_cols(self) -> int:
        """The input size of the projection."""

    def first_rows(self, num_rows: int) -> "Matrix":
        """A view of its first rows, a multiple of 32 of them."""


class ExpertStack(Protocol):
    """One weight [num_rows, num_cols] per expert, in the device's layout."""

    @property
    def num_experts(self) -> int:
        """The number of experts."""

    @property
    def num_rows(self) -> int:
        """The output size of one expert's projection."""

    @property
    def num_cols(self) -> int:
        """The input size of one expert's projection."""


@dataclass(frozen=True)
class MatrixPart:
    """Rows of a weight in the file's format: `data` is contiguous blocks of `type`.

    `factors` float32 [num_rows] multiply the rows; only NVFP4 may have them. `name` is the tensor's.
    """

    data: NDArray[np.uint8]
    type: GGMLType
    num_rows: int
    num_cols: int
    factors: NDArray[np.float32] | None = None
    name: str = ""

    def rows(self, first: int, end: int) -> "MatrixPart":
        """Rows `first` … `end` - 1 alone."""
        data = self.data.reshape(self.num_rows, -1)[first:end]
        factors = None if self.factors is None else self.factors[first:end]
        return replace(self, data=data, num_rows=end - first, factors=factors)


@dataclass(frozen=True)
class StackPart:
    """One matrix per expert in the file's format: `data` [E, N, row bytes], blocks of `type`.

    Each expert's rows are contiguous, but `data` may have gaps between experts: gate and up can be
    views of one tensor. `factors` float32 [E] multiply the experts' rows; only NVFP4 may have them.
    `layer` is the number of the layer.
    """

    data: NDArray[np.uint8]
    type: GGMLType
    num_cols: int
    factors: NDArray[np.float32] | None = None
    layer: int = 0

    @property
    def num_experts(self) -> int:
        return len(self.data)

    @property
    def num_rows(self) -> int:
        return int(self.data.shape[1])

    def experts(self, first: int, end: int) -> "StackPart":
        """Experts `first` … `end` - 1 alone."""
        factors = None if self.factors is None else self.factors[first:end]
        return replace(self, data=self.data[first:end], factors=factors)

    def chosen(self, experts: Sequence[int]) -> "StackPart":
        """Copies of some experts, in the order of `experts`."""
        numbers = list(experts)
        factors = None if self.factors is None else self.factors[numbers]
        return replace(self, data=self.data[numbers], factors=factors)

    def matrices(self, rows_multiple: int) -> list[MatrixPart]:
        """All rows: one part if contiguous and N is a multiple of `rows_multiple`, else E parts."""
        size = self.num_rows
        factors = None if self.factors is None else np.repeat(self.factors, size)
        if self.data.flags.c_contiguous and size % rows_multiple == 0:
            rows = self.data.reshape(-1, self.data.shape[2])
            return [MatrixPart(rows, self.type, len(rows), self.num_cols, factors)]
        each = [None] * self.num_experts if factors is None else factors.reshape(-1, size)
        return [
            MatrixPart(rows, self.type, size, self.num_cols, some)
            for rows, some in zip(self.data, each, strict=True)
        ]

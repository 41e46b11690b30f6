"""Weights on the CPU: quantized matrices repacked as panels. Knows no file and no model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.gguf.mapped_pages import forget_pages
from engine.gguf.types import GGMLType
from engine.kernels.cpu.ir.panel import GROUP_CODE_BYTES
from engine.kernels.cpu.products import (
    FIRST_OUTPUT,
    IS_FLOAT,
    NUM_OUTPUTS,
    WIDEST_BLOCK,
    product_kernel,
)
from engine.kernels.weight_parts import ExpertStack, Matrix, MatrixPart, StackPart
from engine.quants.panel_repack import repack_panels
from engine.quants.panels import (
    FLOAT_GROUP_COLS,
    GROUP_COLS,
    PANEL_ROWS,
    PanelLayout,
    num_panels,
)

_BAND_BYTES = 4 << 20  # repacked before the pages of the file are released
_ALIGNMENT = 64


@dataclass(frozen=True, eq=False)
class CpuMatrix:
    """A weight as the panels of its parts. `table` int64 has one row per part; see products.py.

    `factors` float32 [part rows] multiply the rows of each part; empty where a part has none.
    """

    num_rows: int
    num_cols: int
    table: NDArray[np.int64]
    panels: tuple[NDArray[np.uint8], ...]
    factors: tuple[NDArray[np.float32], ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """(num_rows, num_cols)"""
        return self.num_rows, self.num_cols

    @property
    def takes_codes(self) -> bool:
        """Whether any part is multiplied with quantized activations."""
        return not self.table[:, IS_FLOAT].all()

    @property
    def nbytes(self) -> int:
        """The bytes that a product with it reads."""
        return sum(panels.nbytes for panels in self.panels)

    def first_rows(self, num_rows: int) -> "CpuMatrix":
        """See `Matrix`."""
        firsts = self.table[:, FIRST_OUTPUT]
        table = self.table[firsts < num_rows].copy()
        table[:, NUM_OUTPUTS] = np.minimum(table[:, NUM_OUTPUTS], num_rows - table[:, FIRST_OUTPUT])
        counts = table[:, NUM_OUTPUTS]
        panels = (all_[: num_panels(n)] for all_, n in zip(self.panels, counts, strict=False))
        factors = (all_[:n] for all_, n in zip(self.factors, counts, strict=False))
        return CpuMatrix(num_rows, self.num_cols, table, tuple(panels), tuple(factors))


@dataclass(frozen=True, eq=False)
class CpuStack:
    """One weight per expert, each beginning at a panel. `table` is int64; see products.py.

    `factors` float32 [E * num_rows] multiply the rows; empty where there are none.
    """

    num_experts: int
    num_rows: int
    num_cols: int
    table: NDArray[np.int64]
    panels: NDArray[np.uint8]
    factors: NDArray[np.float32]

    @property
    def shape(self) -> tuple[int, int, int]:
        """(num_experts, num_rows, num_cols)"""
        return self.num_experts, self.num_rows, self.num_cols

    @property
    def takes_codes(self) -> bool:
        """Whether it is multiplied with quantized activations."""
        return not self.table[IS_FLOAT]

    @property
    def nbytes(self) -> int:
        """The bytes of all experts."""
        return self.panels.nbytes


class CpuWeights:
    """Implements `WeightStore` in main memory; releases the pages of a mapped file once read."""

    def matrix(self, parts: Sequence[MatrixPart]) -> CpuMatrix:
        table, panels, factors = [], [], []
        first_output = bytes_before = 0
        for some in _joinable(parts):
            kind, num_rows = some[0].type, sum(part.num_rows for part in some)
            layout, data = PanelLayout(kind), _repacked(some)
            panels.append(data)
            rows_factors = _factors(some)
            factors.append(rows_factors)
            place = (first_output, num_rows, bytes_before, layout.block_cols, layout.block_bytes)
            table.append((*_operands(kind, data, rows_factors), *place))
            first_output += num_rows
            bytes_before += data.nbytes
        places = np.array(table, np.int64)
        return CpuMatrix(first_output, parts[0].num_cols, places, tuple(panels), tuple(factors))

    def expert_stack(self, part: StackPart) -> CpuStack:
        matrices = part.matrices(PANEL_ROWS)
        panels, factors = _repacked(matrices), _factors(matrices)
        place = (num_panels(part.num_rows), part.num_rows)
        table = np.array((*_operands(part.type, panels, factors), *place), np.int64)
        return CpuStack(part.num_experts, part.num_rows, part.num_cols, table, panels, factors)

    def adopt(self, weight: Matrix) -> CpuMatrix:
        return cpu_matrix(weight)

    def place(self, data: Tensor) -> Tensor:
        return data


def cpu_stack(weight: ExpertStack) -> CpuStack:
    """`weight`, as a `CpuStack`. Raises TypeError for a stack of another device."""
    if not isinstance(weight, CpuStack):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight


def cpu_matrix(weight: Matrix) -> CpuMatrix:
    """`weight`, as a `CpuMatrix`. Raises TypeError for a matrix of another device."""
    if not isinstance(weight, CpuMatrix):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight


class OneHot:
    """The one-hot rows of `products.read_rows`."""

    def __init__(self) -> None:
        columns = np.arange(WIDEST_BLOCK)
        groups, halves = columns // GROUP_COLS, columns // (GROUP_COLS // 2) % 2
        codes = np.zeros((WIDEST_BLOCK, WIDEST_BLOCK // GROUP_COLS, GROUP_CODE_BYTES), np.int8)
        codes[columns, groups, GROUP_COLS + columns % GROUP_COLS] = 1
        records = np.zeros((WIDEST_BLOCK, WIDEST_BLOCK // GROUP_COLS, 4), np.int32)
        records[columns, groups, 2 + halves] = 1
        floats = records.view(np.float32)
        floats[:, :, 0] = 1.0
        floats[columns, groups, 1] = 1.0
        self.arrays = (
            codes.reshape(WIDEST_BLOCK, -1),
            floats,
            np.eye(FLOAT_GROUP_COLS, dtype=np.float32),
        )


def _joinable(parts: Sequence[MatrixPart]) -> list[list[MatrixPart]]:
    """Group consecutive parts of one type whose rows, except the last part's, fill their panels."""
    runs: list[list[MatrixPart]] = []
    for part in parts:
        last = runs[-1][-1] if runs else None
        if last is not None and last.type is part.type and last.num_rows % PANEL_ROWS == 0:
            runs[-1].append(part)
        else:
            runs.append([part])
    return runs


def _operands(
    kind: GGMLType, panels: NDArray[np.uint8], factors: NDArray[np.float32]
) -> tuple[int, ...]:
    """The table columns that a matrix and a stack have in common."""
    is_float = PanelLayout(kind).is_float
    address = factors.ctypes.data if len(factors) else 0
    return product_kernel(kind).address, panels.ctypes.data, panels.shape[1], is_float, address


def _factors(parts: Sequence[MatrixPart]) -> NDArray[np.float32]:
    """The factors of the rows of `parts`; empty if no part has any."""
    if all(part.factors is None for part in parts):
        return np.empty(0, np.float32)
    ones = (np.ones(part.num_rows, np.float32) for part in parts)
    given = zip(parts, ones, strict=True)
    return np.concatenate([one if part.factors is None else part.factors for part, one in given])


def _repacked(parts: Sequence[MatrixPart]) -> NDArray[np.uint8]:
    """The panels uint8 [P, panel_bytes] of `parts`, each from a new panel on; 64-byte aligned."""
    kind, num_cols = parts[0].type, parts[0].num_cols
    count = sum(num_panels(part.num_rows) for part in parts)
    shape = count, PanelLayout(kind).panel_bytes(num_cols)
    memory = torch.empty(shape[0] * shape[1] + _ALIGNMENT, dtype=torch.uint8).numpy()
    offset = -memory.ctypes.data % _ALIGNMENT
    panels = memory[offset : offset + shape[0] * shape[1]].reshape(shape)
    first = 0
    for part in parts:
        raw = part.data.reshape(part.num_rows, -1)
        step = max(1, _BAND_BYTES // (raw.shape[1] * PANEL_ROWS)) * PANEL_ROWS
        for begin in range(0, part.num_rows, step):
            band = raw[begin : begin + step]
            repack_panels(band, kind, panels[first : first + num_panels(len(band))])
            forget_pages(band)
            first += num_panels(len(band))
    return panels

"""Weights on the CPU: matrices stay quantised, as panels. Knows no file and no model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.gguf.mapped_pages import forget_pages
from engine.kernels.cpu_products import IS_FLOAT, product_kernel
from engine.kernels.dense import DenseMatrix, DenseWeights
from engine.kernels.operands import MatrixPart
from engine.kernels.panel_ir import GROUP_CODE_BYTES
from engine.quants.panel_repack import repack_panels
from engine.quants.panels import (
    FLOAT_GROUP_COLS,
    GROUP_COLS,
    PANEL_ROWS,
    PanelLayout,
    num_panels,
)

_BAND_BYTES = 4 << 20  # of the file that are repacked before their pages are given back
_ALIGNMENT = 64
_WIDEST_BLOCK = 256


@dataclass(frozen=True, eq=False)
class CpuMatrix:
    """A weight as panels of each part. `table` int64 [parts, TABLE_COLS] says where: cpu_products has the columns.

    `factors` are what the rows of some parts are multiplied by, float32 [rows of a part] each.
    """

    num_rows: int
    num_cols: int
    table: NDArray[np.int64]
    panels: tuple[NDArray[np.uint8], ...]
    factors: tuple[NDArray[np.float32], ...] = ()

    @property
    def takes_codes(self) -> bool:
        """Whether any part is multiplied with quantised activations."""
        return not self.table[:, IS_FLOAT].all()

    @property
    def nbytes(self) -> int:
        """Bytes that a product with it reads."""
        return sum(panels.nbytes for panels in self.panels)


class CpuWeights:
    """Implements `WeightStore` in main memory; pages of a mapped file are given back as they are read."""

    def matrix(self, parts: Sequence[MatrixPart]) -> CpuMatrix | DenseMatrix:
        """Panels, except for the odd small matrix of floats whose rows do not fill their blocks."""
        num_cols = parts[0].num_cols
        if any(num_cols % PanelLayout(part.type).block_cols for part in parts):
            return DenseWeights().matrix(parts)
        table, panels, factors = [], [], []
        first_output = bytes_before = 0
        for some in _joinable(parts):
            kind, num_rows = some[0].type, sum(part.num_rows for part in some)
            layout, data = PanelLayout(kind), _repacked(some, num_rows)
            panels.append(data)
            rows_factors = _factors(some)
            if rows_factors is not None:
                factors.append(rows_factors)
            table.append(
                (
                    product_kernel(kind).address,
                    data.ctypes.data,
                    data.shape[1],
                    first_output,
                    num_rows,
                    layout.is_float,
                    bytes_before,
                    layout.block_cols,
                    layout.block_bytes,
                    0 if rows_factors is None else rows_factors.ctypes.data,
                )
            )
            first_output += num_rows
            bytes_before += data.nbytes
        places = np.array(table, np.int64)
        return CpuMatrix(first_output, num_cols, places, tuple(panels), tuple(factors))

    def place(self, data: Tensor) -> Tensor:
        return data


class OneHot:
    """The rows of the identity as activations, and scratch: what reading a row of a matrix takes."""

    def __init__(self) -> None:
        columns = np.arange(_WIDEST_BLOCK)
        groups, halves = columns // GROUP_COLS, columns // (GROUP_COLS // 2) % 2
        codes = np.zeros((_WIDEST_BLOCK, _WIDEST_BLOCK // GROUP_COLS, GROUP_CODE_BYTES), np.int8)
        codes[columns, groups, GROUP_COLS + columns % GROUP_COLS] = 1
        records = np.zeros((_WIDEST_BLOCK, _WIDEST_BLOCK // GROUP_COLS, 4), np.int32)
        records[columns, groups, 2 + halves] = 1
        floats = records.view(np.float32)
        floats[:, :, 0] = 1.0
        floats[columns, groups, 1] = 1.0
        self.arrays = (
            codes.reshape(_WIDEST_BLOCK, -1),
            floats,
            np.eye(FLOAT_GROUP_COLS, dtype=np.float32),
            np.empty((_WIDEST_BLOCK, PANEL_ROWS), np.float32),
        )


def _joinable(parts: Sequence[MatrixPart]) -> list[list[MatrixPart]]:
    """`parts` in order, those together that make one run of panels: of one type, each filling its panels."""
    runs: list[list[MatrixPart]] = []
    for part in parts:
        last = runs[-1][-1] if runs else None
        if last is not None and last.type is part.type and last.num_rows % PANEL_ROWS == 0:
            runs[-1].append(part)
        else:
            runs.append([part])
    return runs


def _factors(parts: Sequence[MatrixPart]) -> NDArray[np.float32] | None:
    """What the rows of `parts` are multiplied by, None if by nothing."""
    if all(part.factors is None for part in parts):
        return None
    ones = (np.ones(part.num_rows, np.float32) for part in parts)
    given = zip(parts, ones, strict=True)
    return np.concatenate([one if part.factors is None else part.factors for part, one in given])


def _repacked(parts: Sequence[MatrixPart], num_rows: int) -> NDArray[np.uint8]:
    """The panels of `parts`, `num_rows` rows in all: uint8 [P, panel_bytes], 64-byte aligned."""
    kind, num_cols = parts[0].type, parts[0].num_cols
    shape = num_panels(num_rows), PanelLayout(kind).panel_bytes(num_cols)
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

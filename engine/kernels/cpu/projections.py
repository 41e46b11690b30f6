"""Launches the loops of products and row lookups, and owns their scratch. Knows no layer."""

from typing import Any

import torch
from torch import Tensor

from engine.kernels.cpu import products
from engine.kernels.cpu.crew import Crew
from engine.kernels.cpu.ir.panel import GROUP_CODE_BYTES, GROUP_RECORD_BYTES
from engine.kernels.cpu.launcher import CpuLauncher
from engine.kernels.cpu.weights import OneHot, cpu_matrix
from engine.kernels.interface import Memory
from engine.kernels.operands import StepInputs
from engine.kernels.weight_parts import Matrix
from engine.quants.panels import GROUP_COLS


class QuantizedRows:
    """Scratch for quantized activations: up to `num_rows` rows of up to `num_cols` columns."""

    def __init__(self, memory: Memory, num_rows: int, num_cols: int) -> None:
        num_groups = -(-num_cols // GROUP_COLS)
        self.codes = memory.allocate(num_rows * num_groups * GROUP_CODE_BYTES, dtype=torch.int8)
        self.records = memory.allocate(num_rows * num_groups, GROUP_RECORD_BYTES // 4)


class CpuProjections:
    """Projects steps of up to `max_width` rows of up to `num_cols` columns."""

    def __init__(
        self, memory: Memory, num_cols: int, max_width: int, crew: Crew, launch: CpuLauncher
    ) -> None:
        self._launch = launch
        self._quantized = QuantizedRows(memory, max_width, num_cols)
        self._one_hot: tuple[Any, ...] = OneHot().arrays
        self._crew = crew.state

    def multiply(self, x: Tensor, weight: Matrix, out: Tensor, inputs: StepInputs) -> None:
        """out [W, N] = x @ weight.T."""
        codes, records = self._quantized.codes, self._quantized.records
        self._launch(
            products.multiply, x, codes, records, cpu_matrix(weight), out, inputs, self._crew
        )

    def read_rows(self, inputs: StepInputs, table: Matrix, out: Tensor) -> None:
        """out [W, K] = rows `token_ids` of `table`."""
        rows = cpu_matrix(table)
        operands = inputs.token_ids, rows, *self._one_hot, out
        self._launch(products.read_rows, *operands, inputs, self._crew)

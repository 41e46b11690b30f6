"""Weights and activations as plain float32 tensors: what the reference works on; and the CPU's activations."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.kernels.operands import Activations, ExpertStack, Matrix, MatrixPart, StackPart
from engine.quants.dequantize import dequantize_into


@dataclass(frozen=True, eq=False)
class DenseMatrix:
    """A weight `values` float32 [N, K]."""

    values: Tensor

    @property
    def num_rows(self) -> int:
        return self.values.shape[0]

    @property
    def num_cols(self) -> int:
        return self.values.shape[1]


@dataclass(frozen=True, eq=False)
class DenseStack:
    """A weight of each expert: `values` float32 [E, N, K]."""

    values: Tensor

    @property
    def num_experts(self) -> int:
        return self.values.shape[0]

    @property
    def num_rows(self) -> int:
        return self.values.shape[1]

    @property
    def num_cols(self) -> int:
        return self.values.shape[2]


@dataclass(frozen=True, eq=False)
class DenseActivations:
    """`values` float32 [W, K], norms applied in full."""

    values: Tensor

    def rows(self, width: int) -> "DenseActivations":
        return DenseActivations(self.values[:width])


class DenseWeights:
    """Implements `WeightStore` in main memory: every type is dequantised to float32."""

    def matrix(self, parts: Sequence[MatrixPart]) -> DenseMatrix:
        num_rows = sum(part.num_rows for part in parts)
        values = torch.empty((num_rows, parts[0].num_cols), dtype=torch.float32)
        begin = 0
        for part in parts:
            rows = values[begin : begin + part.num_rows]
            dequantize_into(part.data, part.type, rows)
            if part.factors is not None:
                rows *= torch.from_numpy(part.factors)[:, None]
            begin += part.num_rows
        return DenseMatrix(values)

    def expert_stack(self, part: StackPart) -> DenseStack:
        one = part.num_rows
        each = [self.matrix([rows]).values for rows in part.matrices(one)]
        return DenseStack(torch.cat(each).view(part.num_experts, one, part.num_cols))

    def place(self, data: Tensor) -> Tensor:
        return data


def values_of(x: Matrix | ExpertStack | Activations) -> Tensor:
    """The tensor behind `x`. Raises TypeError when `x` belongs to another device."""
    if not isinstance(x, DenseMatrix | DenseStack | DenseActivations):
        raise TypeError(f"{type(x).__name__} is not of this device")
    return x.values

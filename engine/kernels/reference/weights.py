"""Weights as plain float32 tensors. Knows no kernel."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.kernels.weight_parts import ExpertStack, Matrix, MatrixPart, StackPart
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
    """One weight per expert: `values` float32 [E, N, K]."""

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


class DenseWeights:
    """Implements `WeightStore` in main memory: every type is dequantized to float32."""

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

    def adopt(self, weight: Matrix) -> Matrix:
        return weight

    def expert_stack(self, part: StackPart) -> DenseStack:
        one = part.num_rows
        each = [self.matrix([rows]).values for rows in part.matrices(one)]
        return DenseStack(torch.cat(each).view(part.num_experts, one, part.num_cols))

    def place(self, data: Tensor) -> Tensor:
        return data


def weight_values(weight: Matrix | ExpertStack) -> Tensor:
    """The tensor of `weight`. Raises TypeError for a weight of another device."""
    if not isinstance(weight, DenseMatrix | DenseStack):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight.values

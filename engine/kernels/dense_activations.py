"""Activations as plain float32 tensors: what the reference and the CPU work on."""

from dataclasses import dataclass

from torch import Tensor

from engine.kernels.operands import Activations


@dataclass(frozen=True, eq=False)
class DenseActivations:
    """`values` float32 [W, K], norms applied in full."""

    values: Tensor

    def rows(self, width: int) -> "DenseActivations":
        return DenseActivations(self.values[:width])


def values_of(x: Activations) -> Tensor:
    """The tensor behind `x`. Raises TypeError when `x` belongs to another device."""
    if not isinstance(x, DenseActivations):
        raise TypeError(f"{type(x).__name__} is not of this device")
    return x.values

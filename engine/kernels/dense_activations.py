"""Activations as plain float32 tensors, for the reference and the CPU."""

from dataclasses import dataclass

from torch import Tensor

from engine.kernels.operands import Activations, Norm


@dataclass(frozen=True, eq=False)
class DenseActivations:
    """`values` float32 [W, K], with norms fully applied."""

    values: Tensor

    def rows(self, width: int) -> "DenseActivations":
        return DenseActivations(self.values[:width])

    def after(self, _norm: Norm | None) -> "DenseActivations":
        return self


def values_of(x: Activations) -> Tensor:
    """The tensor of `x`. Raises TypeError for activations of another device."""
    if not isinstance(x, DenseActivations):
        raise TypeError(f"{type(x).__name__} is not of this device")
    return x.values

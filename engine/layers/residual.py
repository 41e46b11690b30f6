"""Adds a block's output to the residual stream."""

from dataclasses import dataclass

from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, Matrix, Norm
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class ResidualProjection:
    """x = (x + post_norm(weight y + bias)) * factor, y being the outputs of heads or hidden units.

    A factor requires `post_norm`.
    """

    weight: Matrix
    bias: Tensor | None = None
    post_norm: Norm | None = None
    factor: float = 1.0

    def add(self, kernels: Kernels, b: StepBuffers, y: Activations, next_norm: Norm | None) -> None:
        """b.hidden → b.hidden; b.normed is `next_norm` of it afterwards."""
        if self.post_norm is None:
            kernels.project_add(y, self.weight, self.bias, b.hidden, next_norm, b.normed, b.inputs)
            return
        kernels.project(y, self.weight, self.bias, b.branch, None, b.inputs)
        kernels.add_branch(
            b.branch, self.post_norm, b.hidden, next_norm, b.normed, b.inputs, self.factor
        )

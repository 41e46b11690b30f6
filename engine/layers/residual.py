"""Adds a block's output to the residual stream."""

from dataclasses import dataclass

from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, Linear, Norm
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class ResidualProjection:
    """x = (x + post_norm(linear(y))) * factor, y being the outputs of heads or hidden units.

    A factor requires `post_norm`.
    """

    linear: Linear
    post_norm: Norm | None = None
    factor: float = 1.0

    def add(self, kernels: Kernels, b: StepBuffers, y: Activations, next_norm: Norm | None) -> None:
        """b.hidden → b.hidden; b.normed is `next_norm` of it afterwards."""
        to = b.residual(next_norm)
        if self.post_norm is None:
            kernels.project_add(y, self.linear, to, b.inputs)
            return
        kernels.project_add_normed(y, self.linear, self.post_norm, to, b.inputs, self.factor)

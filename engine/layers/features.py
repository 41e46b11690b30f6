"""The hidden rows of some layers, kept by position for a drafter. Knows no drafter."""

from dataclasses import dataclass

from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import StepInputs


@dataclass(frozen=True, eq=False)
class Features:
    """A ring of the latest rows, float32 [S, R, n * d]: the inputs of n `layers`, side by side.

    One past the last layer stands for the last one's output.
    """

    ring: Tensor
    layers: tuple[int, ...]

    def keep(self, kernels: Kernels, hidden: Tensor, layer: int, inputs: StepInputs) -> None:
        """Keep the rows `hidden` [W, d], the input of `layer`, if they are wanted."""
        size = hidden.shape[1]
        for place, wanted in enumerate(self.layers):
            if wanted == layer:
                columns = self.ring[..., place * size : (place + 1) * size]
                kernels.keep_rows(hidden, None, columns, inputs)

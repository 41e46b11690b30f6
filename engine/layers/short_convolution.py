"""LFM2's gated short convolution mixer."""

from dataclasses import dataclass

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, Linear, ShortConv
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class ShortConvolution:
    """The rows of `projection` are b|c|u."""

    projection: Linear
    conv: ShortConv

    def forward(
        self, kernels: Kernels, b: StepBuffers, x: Activations, state: LayerState, _span: int
    ) -> Activations:
        """c * conv(b * u) of the normed rows x."""
        projected = b.projected[:, : self.projection.num_rows]
        kernels.project(x, self.projection, projected, b.inputs)
        out = b.mixed[self.conv.weight.shape[0]]
        kernels.convolve(projected, self.conv, state.conv, out, b.inputs)
        return out

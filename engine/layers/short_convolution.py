"""LFM2's gated short convolution mixer."""

from dataclasses import dataclass

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, Matrix, ShortConv
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class ShortConvolution:
    """The rows of `projection` are b|c|u."""

    projection: Matrix
    conv: ShortConv

    def forward(
        self, kernels: Kernels, b: StepBuffers, state: LayerState, _span: int, eps: float | None
    ) -> Activations:
        """c * conv(b * u) of b.normed, whose norm had `eps`."""
        x = b.projected[:, : self.projection.num_rows]
        kernels.project(b.normed, self.projection, None, x, eps, b.inputs)
        out = b.mixed[self.conv.weight.shape[0]]
        kernels.convolve(x, self.conv, state.conv, out, b.inputs)
        return out

"""The gated feed-forward block."""

from dataclasses import dataclass

from engine.kernels.interface import Kernels
from engine.layers.buffers import StepBuffers
from engine.layers.linear import Linear


@dataclass(frozen=True, eq=False)
class FeedForward:
    """down(silu(gate x) * up x), gate and up fused in one projection."""

    gate_up: Linear
    down: Linear

    def forward(self, kernels: Kernels, b: StepBuffers) -> None:
        """b.normed → b.projected, both [W, d]."""
        self.gate_up.forward(kernels, b.normed, b.gate_up, b.num_rows)
        kernels.swiglu(b.gate_up, b.activated, b.num_rows)
        self.down.forward(kernels, b.activated, b.projected, b.num_rows)

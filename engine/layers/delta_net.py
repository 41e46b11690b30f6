"""The gated delta rule mixer (Gated DeltaNet, arXiv:2412.06464)."""

from dataclasses import dataclass

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, DeltaRule, Matrix
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class DeltaNet:
    """The rows of `projection` are q|k|v|z|b|a."""

    projection: Matrix
    rule: DeltaRule

    def forward(
        self, kernels: Kernels, b: StepBuffers, state: LayerState, _span: int, eps: float | None
    ) -> Activations:
        """The head outputs for b.normed, whose norm had `eps`."""
        x = b.projected[:, : self.projection.num_rows]
        kernels.project(b.normed, self.projection, None, x, eps, b.inputs)
        out = b.mixed[self.rule.num_value_heads * self.rule.head_dim]
        kernels.mix_delta(x, self.rule, state.delta, out, b.inputs)
        return out

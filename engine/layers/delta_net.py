"""The gated delta rule mixer (Gated DeltaNet, arXiv:2412.06464)."""

from dataclasses import dataclass

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, DeltaRule, Linear
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class DeltaNet:
    """The rows of `projection` are q|k|v|z|b|a."""

    projection: Linear
    rule: DeltaRule

    def forward(
        self, kernels: Kernels, b: StepBuffers, x: Activations, state: LayerState, _span: int
    ) -> Activations:
        """The head outputs for the normed rows x."""
        projected = b.projected[:, : self.projection.num_rows]
        kernels.project(x, self.projection, projected, b.inputs)
        out = b.mixed[self.rule.num_value_heads * self.rule.head_dim]
        kernels.mix_delta(projected, self.rule, state.delta, out, b.inputs)
        return out

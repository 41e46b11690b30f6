"""Feed-forward blocks: a dense gated MLP (arXiv:2002.05202) or a mixture of experts."""

from dataclasses import dataclass

from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, Experts, GateUp, Norm, Router
from engine.layers.buffers import StepBuffers
from engine.layers.residual import ResidualProjection


@dataclass(frozen=True, eq=False)
class FeedForward:
    """x += down(activation(gate y, up y))."""

    gate_up: GateUp
    down: ResidualProjection

    def gated(self, kernels: Kernels, b: StepBuffers, norm: Norm | None) -> Activations:
        """activation(gate y, up y) of y = b.normed, which is `norm` of b.hidden."""
        out = b.activated[self.gate_up.weight.num_rows // 2]
        kernels.project_gated(b.normed.after(norm), self.gate_up, out, b.inputs)
        return out

    def forward(
        self, kernels: Kernels, b: StepBuffers, norm: Norm | None, next_norm: Norm | None
    ) -> None:
        """b.hidden → b.hidden; b.normed is `norm` of it before, `next_norm` of it after."""
        self.down.add(kernels, b, self.gated(kernels, b, norm), next_norm)


@dataclass(frozen=True, eq=False)
class MixtureOfExperts:
    """x += weighted sum of the outputs of the experts chosen by `router` (arXiv:1701.06538)."""

    router: Router
    experts: Experts

    def forward(
        self, kernels: Kernels, b: StepBuffers, norm: Norm | None, next_norm: Norm | None
    ) -> None:
        """b.hidden → b.hidden; b.normed is `norm` of it before, `next_norm` of it after."""
        assert norm is not None  # every architecture with experts has one
        x, to = b.normed.after(norm), b.residual(next_norm)
        routes = kernels.route(b.hidden, norm, self.router, b.routes, b.inputs)
        kernels.add_experts(x, self.experts, routes, to, b.inputs)

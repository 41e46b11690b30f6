"""Feed-forward blocks: a dense gated MLP (arXiv:2002.05202) or a mixture of experts."""

from dataclasses import dataclass

from engine.kernels.interface import Kernels
from engine.kernels.operands import Activation, Activations, Experts, Matrix, Norm, Router
from engine.layers.buffers import StepBuffers
from engine.layers.residual import ResidualProjection


@dataclass(frozen=True, eq=False)
class FeedForward:
    """x += down(activation(gate y, up y)); the rows of `gate_up` are gate|up."""

    gate_up: Matrix
    down: ResidualProjection
    activation: Activation = Activation.SILU

    def gated(self, kernels: Kernels, b: StepBuffers, eps: float | None) -> Activations:
        """activation(gate y, up y) of b.normed, whose norm had `eps`."""
        out = b.activated[self.gate_up.num_rows // 2]
        kernels.project_gated(b.normed, self.gate_up, out, eps, b.inputs, self.activation)
        return out

    def forward(
        self, kernels: Kernels, b: StepBuffers, norm: Norm | None, next_norm: Norm | None
    ) -> None:
        """b.hidden → b.hidden; b.normed is `norm` of it before, `next_norm` of it after."""
        y = self.gated(kernels, b, None if norm is None else norm.eps)
        self.down.add(kernels, b, y, next_norm)


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
        i = b.inputs
        kernels.route(b.hidden, norm, self.router, b.routes, i)
        kernels.add_experts(
            b.normed, self.experts, b.routes, norm.eps, b.hidden, next_norm, b.normed, i
        )

"""A decoder layer whose blocks are convolved over the rows of a drafted block (DFlash 2)."""

from dataclasses import dataclass

from torch import Tensor

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, Branch, GateUp, Linear, Norm, Residual
from engine.layers.attention import BlockAttention
from engine.layers.buffers import StepBuffers
from engine.layers.residual import ResidualProjection


@dataclass(frozen=True, eq=False)
class BlockConvolution:
    """Convolves what a block of the layer reads, and what it adds, with factors of the row.

    The rows of `factors` are those before the block, then those after it, for each of K taps.
    """

    factors: Linear  # [2 * K * G, d]
    base: Tensor  # [2, K, d]

    def before(self, kernels: Kernels, b: StepBuffers, norm: Norm | None) -> Activations:
        """`norm` of b.hidden, convolved; b.normed is that norm of it."""
        factors, half = b.block_factors, self.factors.num_rows // 2
        kernels.project(b.normed.after(norm), self.factors, factors, b.inputs)
        rows, out = b.second_branch, b.mixed[b.hidden.shape[1]]
        kernels.convolve_block(b.hidden, norm, self.base[0], factors[:, :half], rows, b.inputs)
        kernels.add_branch(None, Residual(rows, None, out), b.inputs)
        return out.after(None)

    def add(
        self,
        kernels: Kernels,
        b: StepBuffers,
        y: Activations,
        projection: ResidualProjection,
        next_norm: Norm | None,
    ) -> None:
        """b.hidden += `projection` of y, convolved; b.normed is `next_norm` of it afterwards."""
        factors, half = b.block_factors, self.factors.num_rows // 2
        kernels.project(y, projection.linear, b.branch, b.inputs)
        rows = b.second_branch
        kernels.convolve_block(b.branch, None, self.base[1], factors[:, half:], rows, b.inputs)
        kernels.add_branch(Branch(rows, projection.post_norm), b.residual(next_norm), b.inputs)


@dataclass(frozen=True, eq=False)
class ConvolvedLayer:
    """As `DecoderLayer`, of attention and a dense MLP, each within a convolution."""

    input_norm: Norm | None
    attention_convolution: BlockConvolution
    mixer: BlockAttention
    mixed: ResidualProjection
    feed_forward_norm: Norm | None
    feed_forward_convolution: BlockConvolution
    gate_up: GateUp
    down: ResidualProjection

    def forward(
        self,
        kernels: Kernels,
        b: StepBuffers,
        state: LayerState,
        span: int,
        next_norm: Norm | None,
    ) -> None:
        """b.hidden → b.hidden; b.normed is `input_norm` of it before, `next_norm` of it after."""
        around, norm = self.attention_convolution, self.feed_forward_norm
        x = around.before(kernels, b, self.input_norm)
        y = self.mixer.forward(kernels, b, x, state, span)
        around.add(kernels, b, y, self.mixed, norm)
        around = self.feed_forward_convolution
        gated = b.activated[self.gate_up.weight.num_rows // 2]
        x = around.before(kernels, b, norm)
        kernels.project_gated(x, self.gate_up, gated, b.inputs)
        around.add(kernels, b, gated, self.down, next_norm)

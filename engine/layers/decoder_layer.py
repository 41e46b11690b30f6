"""A decoder layer: a mixer and a feed-forward block on the residual stream."""

from dataclasses import dataclass
from typing import Protocol

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activations, Norm
from engine.layers.buffers import StepBuffers
from engine.layers.residual import ResidualProjection


class Mixer(Protocol):
    """The part of a layer that mixes positions: attention, gated delta rule or convolution."""

    def forward(
        self, kernels: Kernels, b: StepBuffers, x: Activations, state: LayerState, span: int
    ) -> Activations:
        """The input of the output projection for the normed rows x."""


class FeedForwardBlock(Protocol):
    """The part of a layer that works on each position alone: an MLP or experts."""

    def forward(
        self, kernels: Kernels, b: StepBuffers, norm: Norm | None, next_norm: Norm | None
    ) -> None:
        """b.hidden → b.hidden; b.normed is `norm` of it before, `next_norm` of it after."""


class Layer(Protocol):
    """One layer of a model's stack."""

    @property
    def input_norm(self) -> Norm | None:
        """The norm before the layer."""

    def forward(
        self,
        kernels: Kernels,
        b: StepBuffers,
        state: LayerState,
        span: int,
        next_norm: Norm | None,
    ) -> None:
        """b.hidden → b.hidden; b.normed is `input_norm` of it before, `next_norm` of it after."""


@dataclass(frozen=True, eq=False)
class DecoderLayer:
    """x += mixed(mixer(norm(x))); x += feed_forward(norm(x)). A norm may be None."""

    input_norm: Norm | None
    mixer: Mixer
    mixed: ResidualProjection
    feed_forward_norm: Norm | None
    feed_forward: FeedForwardBlock

    def forward(
        self,
        kernels: Kernels,
        b: StepBuffers,
        state: LayerState,
        span: int,
        next_norm: Norm | None,
    ) -> None:
        """b.hidden → b.hidden; b.normed is `input_norm` of it before, `next_norm` of it after."""
        y = self.mixer.forward(kernels, b, b.normed.after(self.input_norm), state, span)
        self.mixed.add(kernels, b, y, self.feed_forward_norm)
        self.feed_forward.forward(kernels, b, self.feed_forward_norm, next_norm)

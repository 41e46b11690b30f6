"""eagle3: a layer that drafts token by token, from hidden rows of three layers (arXiv:2503.01840).

The row at position p takes the token at p + 1 and a hidden row g, and predicts the token at p + 2.
g is made of the target's rows at p; where the target has none yet, it is the layer's own output at
p - 1.
"""

from dataclasses import dataclass, replace

from engine.cache.state import LayerState, ModelState
from engine.errors import UnsupportedModelError
from engine.kernels.interface import Kernels
from engine.kernels.operands import Linear, Norm, Residual
from engine.layers.attention import Attention
from engine.layers.buffers import StepBuffers
from engine.layers.feed_forward import FeedForward
from engine.layers.residual import ResidualProjection
from engine.models.config import AttentionConfig
from engine.models.feature_drafter import (
    FeatureConfig,
    FeatureDrafter,
    read_draft_vocab,
    read_target_layers,
)
from engine.models.hyperparameters import Hyperparameters
from engine.models.layer_weights import LayerWeights

_NUM_TARGET_LAYERS = 3


@dataclass(frozen=True)
class Config(FeatureConfig):
    """`norms_features`: the target's rows are normed before they are projected.

    `norms_residual`: g is normed before the layer's outputs are added to it.
    """

    norms_features: bool = False
    norms_residual: bool = False

    @property
    def joined_sizes(self) -> tuple[int, ...]:
        """The sizes of the target's rows, and of an embedding beside g."""
        return self.features_size, 2 * self.hidden_size

    @property
    def kept_size(self) -> int:
        """The size of the rows that are kept: its target's, and its own g."""
        return self.features_size + self.hidden_size


def read_config(hparams: Hyperparameters) -> Config:
    """RoPE pairs are adjacent: the converter permutes the rows of q and k."""
    layers, size = read_target_layers(hparams)
    config = Config.read(hparams, rope_interleaved=True)
    if len(layers) != _NUM_TARGET_LAYERS or config.num_layers != 1:
        raise UnsupportedModelError(
            f"{hparams.name} has {config.num_layers} layers and reads {len(layers)} of its model, "
            "which is not supported yet; choose another drafter."
        )
    return replace(
        config,
        target_layers=layers,
        features_size=size,
        draft_vocab_size=read_draft_vocab(hparams),
        norms_features=hparams.flag("norm_before_fc", default=False),
        norms_residual=hparams.flag("norm_before_residual", default=False),
    )


@dataclass(frozen=True, eq=False)
class Layer:
    """The only layer: its attention reads the normed embedding beside the normed g."""

    embedding_norm: Norm
    hidden_norm: Norm
    norms_residual: bool
    attention: Attention
    mixed: ResidualProjection
    feed_forward_norm: Norm
    feed_forward: FeedForward

    @property
    def input_norm(self) -> Norm | None:
        """None: it norms its two inputs itself."""
        return None

    def forward(
        self, kernels: Kernels, b: StepBuffers, state: LayerState, span: int, next_norm: Norm | None
    ) -> None:
        """b.hidden, which is g → b.hidden; b.normed is `next_norm` of it afterwards."""
        i, size = b.inputs, len(self.embedding_norm.weight)
        rows, x = b.joined[2 * size], b.mixed[2 * size]
        kernels.normalize(rows[:, :size], self.embedding_norm, i)
        kernels.normalize(rows[:, size:], self.hidden_norm, i)
        kernels.add_branch(None, Residual(rows, None, x), i)
        if self.norms_residual:
            kernels.normalize(b.hidden, self.hidden_norm, i)
        y = self.attention.forward(kernels, b, x.after(None), state, span)
        self.mixed.add(kernels, b, y, self.feed_forward_norm)
        self.feed_forward.forward(kernels, b, self.feed_forward_norm, next_norm)


class Model(FeatureDrafter):
    """A prefill step takes the target's rows, other steps what was kept for their positions.

    `own` holds g by position.
    """

    config: Config
    token_offset = 2
    prefills_few = True
    keeps_own = True

    def load_embedding(self) -> None:
        super().load_embedding()
        self.feature_norm: Norm | None = None
        if self.config.norms_features:
            weight = self.weights.vector("enc.output_norm.weight", self.config.features_size)
            self.feature_norm = Norm(weight, self.config.rms_eps)

    def load_layer(self, index: int) -> Layer:
        """Unlike llama: attention reads rows of twice the size."""
        a = self.config.layers[index].attention
        block = f"blk.{index}"
        return Layer(
            embedding_norm=self.load_norm(f"{block}.attn_norm"),
            hidden_norm=self.load_norm(f"{block}.attn_norm_2"),
            norms_residual=self.config.norms_residual,
            attention=Attention(self._load_qkv(index, a), self.load_heads(index, a)),
            mixed=self.load_mixed(index),
            feed_forward_norm=self.load_norm(f"{block}.ffn_norm"),
            feed_forward=self.load_dense(index),
        )

    def embed(self, kernels: Kernels, b: StepBuffers) -> None:
        """The embedding beside g → b.joined; g → b.hidden."""
        assert self.own is not None  # set before the first step
        size, i = self.config.hidden_size, b.inputs
        kernels.embed(i, self.embedding, b.history, b.residual(None), self.embedding_scale)
        kernels.join_rows(b.hidden, self.own, b.joined[2 * size], i, offset=0)
        kernels.take_rows(self.own, b.hidden, i)

    def forward(
        self, kernels: Kernels, buffers: StepBuffers, state: ModelState, span: int, *,
        with_logits: bool, is_narrow: bool = False,
    ) -> None:  # fmt: skip
        """Launch one step; one with logits keeps its output as g of the next position."""
        assert self.own is not None  # set before the first step
        if not with_logits:
            self.fuse_features(kernels, buffers)
            kernels.keep_rows(buffers.hidden, None, self.own, buffers.inputs)
        super().forward(kernels, buffers, state, span, with_logits=with_logits, is_narrow=is_narrow)
        if with_logits:
            kernels.keep_rows(buffers.hidden, None, self.own, buffers.inputs, offset=1)

    def _load_qkv(self, index: int, a: AttentionConfig) -> Linear:
        twice = replace(self.config, hidden_size=2 * self.config.hidden_size)
        return LayerWeights(self.weights, twice, index).qkv(a)

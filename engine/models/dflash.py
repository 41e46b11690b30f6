"""dflash: drafts a block of tokens at once, each from its place alone (block diffusion).

Its cache holds keys and values of the target's hidden rows; the rows of a block are the last token
and masks, see each other in both directions, and are overwritten by what the target makes of them.
"""

from dataclasses import dataclass, replace

from engine.cache.state import ModelState
from engine.errors import UnsupportedModelError
from engine.gguf.cursor import shown
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activation, Heads
from engine.kernels.sizes import MAX_LOGGED_ROWS
from engine.layers.attention import BlockAttention
from engine.layers.buffers import StepBuffers
from engine.models.config import AttentionConfig, read_windows
from engine.models.decoder import Decoder
from engine.models.feature_drafter import (
    FeatureConfig,
    FeatureDrafter,
    read_draft_vocab,
    read_target_layers,
)
from engine.models.hyperparameters import Hyperparameters
from engine.models.weights import WeightReader

_BLOCK_SIZE = 16
_MAX_BLOCK_SIZE = 1024
_ACTIVATIONS = {
    "silu": Activation.SILU,
    "gelu": Activation.GELU,
    "gelu_pytorch_tanh": Activation.GELU,
}
# Tensors of relatives that need more than this module computes.
_RELATIVES = {
    "markov_w1.weight": "DSpark",
    "selector_hidden.weight": "DFlash 2",
    "blk.0.attn_conv_base": "DFlash 2",
}


@dataclass(frozen=True)
class Config(FeatureConfig):
    """A block is the last token and `mask_token`s."""

    mask_token: int = 0
    embedding_scale: float = 1.0
    is_causal: bool = False
    activation: Activation = Activation.SILU
    has_post_norms: bool = False


def read_config(hparams: Hyperparameters) -> Config:
    """Blocks longer than a short step are cut to it."""
    for name, relative in _RELATIVES.items():
        if name in hparams.tensors:
            raise _unsupported(hparams, relative)
    if hparams.factor("attention.value_scale") != 1.0:
        raise UnsupportedModelError(
            f"{hparams.name} scales its values, which is not supported yet; choose another drafter."
        )
    layers, size = read_target_layers(hparams)
    config = Config.read(hparams, rope_interleaved=False)
    windows = read_windows(hparams, config.num_layers, lambda _: True)
    block_size = hparams.whole("block_size", _BLOCK_SIZE, least=2, most=_MAX_BLOCK_SIZE)

    def layer(index: int, a: AttentionConfig) -> AttentionConfig:
        return replace(a, window=windows[index])

    return replace(
        config.with_attention(layer),
        target_layers=layers,
        features_size=size,
        draft_vocab_size=read_draft_vocab(hparams),
        block_size=min(block_size, MAX_LOGGED_ROWS),
        mask_token=hparams.token("mask", config.vocab_size),
        embedding_scale=hparams.factor("embedding_scale"),
        is_causal=hparams.flag("attention.causal", default=False),
        activation=_read_activation(hparams),
        has_post_norms="blk.0.post_attention_norm.weight" in hparams.tensors,
    )


def _read_activation(hparams: Hyperparameters) -> Activation:
    name = hparams.choice("hidden_activation", "silu")
    if name not in _ACTIVATIONS:
        raise _unsupported(hparams, f"DFlash with {shown(name)}")
    return _ACTIVATIONS[name]


def _unsupported(hparams: Hyperparameters, kind: str) -> UnsupportedModelError:
    return UnsupportedModelError(
        f"{hparams.name} is a drafter of the kind {kind}, which is not supported yet; choose a "
        "DFlash drafter."
    )


class Model(FeatureDrafter):
    """A prefill step makes keys and values of the target's rows; other steps draft a block."""

    config: Config
    token_offset = 0
    prefills_few = True

    def __init__(
        self, config: Config, weights: WeightReader, capacity: int, target: Decoder
    ) -> None:
        self.embedding_scale = config.embedding_scale
        self.activation = config.activation
        self.has_post_norms = config.has_post_norms
        self.mixers: list[BlockAttention] = []
        super().__init__(config, weights, capacity, target)

    def load_embedding(self) -> None:
        super().load_embedding()
        self.fused_norm = self.load_norm("enc.output_norm")

    def load_mixer(self, index: int) -> BlockAttention:
        """Unlike qwen3: queries apart from keys and values, which the target's rows have too."""
        a = self.config.layers[index].attention
        weights = self.layer_weights(index)
        heads = self.load_heads(index, a)
        self.mixers.append(BlockAttention(weights.queries(a), weights.keys_values(a), heads))
        return self.mixers[-1]

    def load_heads(self, index: int, a: AttentionConfig) -> Heads:
        """Rows of a block see those after them; some files have attention sinks.

        Values made of the keys' projection are normed, without a weight.
        """
        has_values = self.weights.has(f"blk.{index}.attn_v.weight")
        sinks = self.weights.optional_vector((f"blk.{index}.attn_sinks.weight", a.num_heads))
        heads = super().load_heads(index, a)
        return replace(
            heads, sinks=sinks, is_causal=self.config.is_causal, norms_values=not has_values
        )

    def forward(
        self,
        kernels: Kernels,
        buffers: StepBuffers,
        state: ModelState,
        span: int,
        *,
        with_logits: bool,
    ) -> None:
        """Draft, or without logits append the target's rows to the cache."""
        if with_logits:
            super().forward(kernels, buffers, state, span, with_logits=True)
            return
        b = buffers
        # For the ids alone, which penalties count.
        kernels.embed(b.inputs, self.embedding, b.history, b.residual(None), self.embedding_scale)
        self.fuse_features(kernels, b)
        kernels.add_branch(None, b.residual(self.fused_norm), b.inputs)
        x = b.normed.after(self.fused_norm)
        for mixer, layer_state in zip(self.mixers, state.layers, strict=True):
            mixer.append(kernels, b, x, layer_state)

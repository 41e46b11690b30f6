"""dflash: drafts a block of tokens at once, each from its place alone (block diffusion).

Its cache holds keys and values of the target's hidden rows; the rows of a block are the last token
and masks, see each other in both directions, and are overwritten by what the target makes of them.
A Markov head makes each draft depend on the one before it (DSpark).
"""

from dataclasses import dataclass, replace
from typing import Any

from torch import Tensor

from engine.cache.state import ModelState
from engine.errors import UnsupportedModelError
from engine.gguf.cursor import shown
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activation, Confidence, Heads, Linear
from engine.kernels.sizes import MAX_LOGGED_ROWS
from engine.layers.attention import BlockAttention
from engine.layers.buffers import StepBuffers
from engine.layers.draft_chain import MarkovHead
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
_MARKOV_TABLE, _MARKOV_OUTPUT, _CONFIDENCE = "markov_w1", "markov_w2", "conf_proj"
# Tensors of relatives that need more than this module computes.
_RELATIVES = {
    "selector_hidden.weight": "DFlash 2",
    "blk.0.attn_conv_base": "DFlash 2",
}


@dataclass(frozen=True)
class Config(FeatureConfig):
    """A block is the last token and `mask_token`s.

    `first_row` is the first that drafts: 0 if the last token's row does. `markov_rank` is the size
    of the Markov head's vectors, 0 without one. `has_confidence`: it says how likely a draft is
    right.
    """

    mask_token: int = 0
    embedding_scale: float = 1.0
    is_causal: bool = False
    activation: Activation = Activation.SILU
    has_post_norms: bool = False
    first_row: int = 1
    markov_rank: int = 0
    has_confidence: bool = False

    @property
    def chain_rank(self) -> int:
        """The size of what stands for the token before a drafted one."""
        return self.markov_rank


def read_config(hparams: Hyperparameters) -> Config:
    """Blocks longer than a short step are cut to it."""
    for name, relative in _RELATIVES.items():
        if name in hparams.tensors:
            raise _unsupported(hparams, relative)
    if hparams.factor("attention.value_scale") != 1.0:
        raise UnsupportedModelError(
            f"{hparams.name} scales its values, which is not supported yet; choose another drafter."
        )
    if hparams.whole("hyper_connection_count", 0):
        raise _unsupported(hparams, "DSpark for DeepSeek V4")
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
        **_read_markov_head(hparams),
    )


def _read_markov_head(hparams: Hyperparameters) -> dict[str, Any]:
    """The fields of a config that a Markov head decides."""
    table = hparams.tensors.get(f"{_MARKOV_TABLE}.weight")
    if table is None:
        return {}
    if len(table.shape) != 2:
        raise hparams.impossible("its Markov head has no table")
    return {
        "first_row": 0 if hparams.flag("sample_from_anchor", default=True) else 1,
        "markov_rank": table.shape[1],
        "has_confidence": f"{_CONFIDENCE}.weight" in hparams.tensors,
    }


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
    prefills_few = True

    def __init__(
        self, config: Config, weights: WeightReader, capacity: int, target: Decoder
    ) -> None:
        self.embedding_scale = config.embedding_scale
        self.activation = config.activation
        self.has_post_norms = config.has_post_norms
        self.token_offset = 1 - config.first_row
        self.mixers: list[BlockAttention] = []
        super().__init__(config, weights, capacity, target)

    def load_embedding(self) -> None:
        super().load_embedding()
        self.fused_norm = self.load_norm("enc.output_norm")

    def load_output(self) -> None:
        super().load_output()
        rank = self.config.markov_rank
        self.markov_head = self._load_markov_head(rank) if rank else None

    def _load_markov_head(self, rank: int) -> MarkovHead:
        config, weights = self.config, self.weights
        all_tokens = config.vocab_size
        tokens = config.draft_vocab_size or all_tokens
        return MarkovHead(
            table=weights.matrix(f"{_MARKOV_TABLE}.weight", (all_tokens, rank)),
            added=Linear(weights.matrix(f"{_MARKOV_OUTPUT}.weight", (tokens, rank))),
            first_row=config.first_row,
            tokens=self.tokens,
            confidence=self._load_confidence(rank) if config.has_confidence else None,
        )

    def _load_confidence(self, rank: int) -> Confidence:
        weight = self.weights.single_row(f"{_CONFIDENCE}.weight", self.config.hidden_size + rank)
        bias = self.weights.host_vector(f"{_CONFIDENCE}.bias", 1)
        return Confidence(self.output_norm, weight, 0.0 if bias is None else float(bias))

    def refine_logits(self, kernels: Kernels, b: StepBuffers, logits: Tensor) -> None:
        if self.markov_head is not None:
            self.markov_head.extend(kernels, b, logits)

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

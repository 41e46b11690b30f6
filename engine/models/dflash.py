"""dflash: drafts a block of tokens at once, each from its place alone (block diffusion).

Its cache holds keys and values of the target's hidden rows; the rows of a block are the last token
and masks, see each other in both directions, and are overwritten by what the target makes of them.
A Markov head makes each draft depend on the one before it (DSpark), or a selector does, in layers
that convolve over the block (DFlash 2).
"""

from dataclasses import dataclass, replace
from typing import Any

from torch import Tensor

from engine.cache.state import ModelState
from engine.errors import UnsupportedModelError
from engine.gguf.cursor import shown
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activation, Confidence, Heads, Linear
from engine.kernels.sizes import MAX_LOGGED_ROWS, SelectorSizes
from engine.layers.attention import BlockAttention
from engine.layers.block_convolution import BlockConvolution, ConvolvedLayer
from engine.layers.buffers import StepBuffers
from engine.layers.candidate_walk import CandidateWalk
from engine.layers.decoder_layer import Layer
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
_SELECTOR_GATE = "selector_hidden.weight"
_MAX_TAPS, _MAX_CANDIDATES, _MAX_RANK = 16, 32, 1024


@dataclass(frozen=True)
class Config(FeatureConfig):
    """A block is the last token and `mask_token`s.

    `first_row` is the first that drafts: 0 if the last token's row does. `markov_rank` is the size
    of the Markov head's vectors, 0 without one. `has_confidence`: it says how likely a draft is
    right. DFlash 2 convolves over a block: `conv_taps` rows with factors of groups of `conv_group`
    columns; and it chooses by a `selector`, from logits times `logit_scale`, capped at
    `selector_softcap`.
    """

    mask_token: int = 0
    embedding_scale: float = 1.0
    is_causal: bool = False
    activation: Activation = Activation.SILU
    has_post_norms: bool = False
    first_row: int = 1
    markov_rank: int = 0
    has_confidence: bool = False
    conv_taps: int = 0
    conv_group: int = 1
    selector: SelectorSizes | None = None
    selector_softcap: float = 0.0
    logit_scale: float = 1.0

    @property
    def block_factors_size(self) -> int:
        """The number of a row's factors of convolutions over a block."""
        return 2 * self.conv_taps * (self.hidden_size // self.conv_group)

    @property
    def chain_rank(self) -> int:
        """The size of what stands for the token before a drafted one."""
        return self.markov_rank


def read_config(hparams: Hyperparameters) -> Config:
    """Blocks longer than a short step are cut to it."""
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
        **_read_second_kind(hparams, config),
    )


def _read_markov_head(hparams: Hyperparameters) -> dict[str, Any]:
    """The fields of a config that a Markov head decides."""
    table = hparams.tensors.get(f"{_MARKOV_TABLE}.weight")
    if table is None:
        return {}
    if len(table.shape) != 2 or table.shape[1] > _MAX_RANK:
        raise hparams.impossible(f"its Markov head is no table of up to {_MAX_RANK} columns")
    return {
        "first_row": 0 if hparams.flag("sample_from_anchor", default=True) else 1,
        "markov_rank": table.shape[1],
        "has_confidence": f"{_CONFIDENCE}.weight" in hparams.tensors,
    }


def _read_second_kind(hparams: Hyperparameters, config: Config) -> dict[str, Any]:
    """The fields of a config that make it a DFlash 2 drafter's."""
    if _SELECTOR_GATE not in hparams.tensors:
        return {}
    if f"{_MARKOV_TABLE}.weight" in hparams.tensors:
        raise _unsupported(hparams, "DFlash 2 with a Markov head")
    group = hparams.size("conv_group_size")
    if config.hidden_size % group:
        raise hparams.impossible(f"its rows are not whole groups of {group}")
    most = min(_MAX_CANDIDATES, config.vocab_size)
    return {
        "conv_taps": hparams.whole("conv_kernel_size", least=1, most=_MAX_TAPS),
        "conv_group": group,
        "selector": SelectorSizes(
            hparams.whole("selector_top_k", least=1, most=most),
            hparams.whole("selector_rank", least=1, most=_MAX_RANK),
        ),
        "selector_softcap": config.logit_softcap,
        "logit_softcap": 0.0,
        "logit_scale": hparams.factor("logit_scale"),
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
        selector = self.config.selector
        self.walk = None if selector is None else self._load_walk(selector.rank)

    def _load_walk(self, rank: int) -> CandidateWalk:
        config, matrix = self.config, self.weights.matrix
        table = config.vocab_size, rank
        return CandidateWalk(
            before=matrix("selector_predecessor.weight", table),
            after=matrix("selector_successor.weight", table),
            gate=Linear(matrix(_SELECTOR_GATE, (rank, config.hidden_size))),
            scale=config.logit_scale,
            softcap=config.selector_softcap,
        )

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

    def project_logits(self, kernels: Kernels, b: StepBuffers) -> None:
        super().project_logits(kernels, b)
        if self.walk is not None:
            self.walk.choose(kernels, b, self.output_norm)

    def load_layer(self, index: int) -> Layer:
        if not self.config.conv_taps:
            return super().load_layer(index)
        feed_forward = self.load_dense(index)
        return ConvolvedLayer(
            input_norm=self.load_pre_norm(index, "attn_norm"),
            attention_convolution=self._load_convolution(index, "attn"),
            mixer=self.load_mixer(index),
            mixed=self.load_mixed(index),
            feed_forward_norm=self.load_pre_norm(index, self.feed_forward_norm_name),
            feed_forward_convolution=self._load_convolution(index, "ffn"),
            gate_up=feed_forward.gate_up,
            down=feed_forward.down,
        )

    def _load_convolution(self, index: int, name: str) -> BlockConvolution:
        """The convolution around the block `name` of layer `index`."""
        config, prefix = self.config, f"blk.{index}.{name}_conv"
        size = config.hidden_size
        factors = self.weights.matrix(f"{prefix}_proj.weight", (config.block_factors_size, size))
        base = self.weights.float_matrix(f"{prefix}_base", (2, config.conv_taps, size))
        return BlockConvolution(Linear(factors), base)

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
        is_narrow: bool = False,
    ) -> None:
        """Draft, or without logits append the target's rows to the cache."""
        if with_logits:
            super().forward(kernels, buffers, state, span, with_logits=True, is_narrow=is_narrow)
            return
        b = buffers
        # For the ids alone, which penalties count.
        kernels.embed(b.inputs, self.embedding, b.history, b.residual(None), self.embedding_scale)
        self.fuse_features(kernels, b)
        kernels.add_branch(None, b.residual(self.fused_norm), b.inputs)
        x = b.normed.after(self.fused_norm)
        for mixer, layer_state in zip(self.mixers, state.layers, strict=True):
            mixer.append(kernels, b, x, layer_state)

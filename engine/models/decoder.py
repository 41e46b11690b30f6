"""What all architectures share: embedding, decoder layers, final norm, output matrix.

An architecture differs in its config, in the features of its layers and, where it does something
that no other does, by overriding a load method.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.cache.state import ModelState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Activation, GateFunction, GateUp, Heads, Linear, Norm, Scoring
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import Matrix
from engine.layers.attention import Attention
from engine.layers.buffers import StepBuffers
from engine.layers.decoder_layer import DecoderLayer, FeedForwardBlock, Layer, Mixer
from engine.layers.delta_net import DeltaNet
from engine.layers.features import Features
from engine.layers.feed_forward import FeedForward, MixtureOfExperts
from engine.layers.residual import ResidualProjection
from engine.layers.rope import rope_frequencies, rope_tables, unrotated_tables, yarn_shares
from engine.layers.short_convolution import ShortConvolution
from engine.models.config import AttentionConfig, ConvConfig, DeltaConfig, ModelConfig
from engine.models.layer_weights import LayerWeights
from engine.models.rope_config import RopeConfig
from engine.models.weights import WeightReader


@dataclass(frozen=True, eq=False)
class NarrowOutput:
    """The first rows of an output matrix, and `columns` int32 [V]: each id's row, -1 for none."""

    linear: Linear
    columns: Tensor


class Decoder:
    """A decoder-only transformer, or a part of one. Tensors are read in call order."""

    embedding_scale = 1.0
    output_norm_name = "output_norm"
    feed_forward_norm_name = "ffn_norm"
    has_pre_norms = True
    has_post_norms = False
    activation = Activation.SILU
    gate_function: GateFunction | None = None
    scoring = Scoring.SOFTMAX
    ignored_tensors: frozenset[str] = frozenset()
    taps: Tensor | None = None
    """Where steps keep their normed hidden rows for a prediction head: float32 [S, R, d]."""
    taps_prompts = True
    """Whether prefill steps keep theirs too."""
    features: Features | None = None
    """Where steps keep the hidden rows of some layers for a drafter."""
    token_offset = 1
    """The logits of a row are for the position of the row plus this."""
    prefills = True
    """Whether it has prefill steps."""
    prefills_few = False
    """Whether a prefill step often has only a few rows."""
    moves_cache_row = True
    """Whether the cache row of a decode step is one more than that of the step before."""
    first_angle = 0
    """The position whose RoPE the row at position 0 has."""
    narrow: NarrowOutput | None = None
    """The output of narrow steps, if it has any."""

    def __init__(self, config: ModelConfig, weights: WeightReader, capacity: int) -> None:
        self.config = config
        self.capacity = capacity
        self.weights = weights
        if config.has_input or not weights.has("output.weight"):
            self.load_embedding()
        self._tables = {rope: self._load_tables(rope) for rope in sorted(config.ropes, key=repr)}
        self.layers: list[Layer] = [self.load_layer(i) for i in config.layer_indices]
        if config.has_output:
            self.load_output()
            if config.narrow_vocab_size:
                self.narrow = self._narrow_output(config.narrow_vocab_size)
            weights.finish(self.ignored_tensors)
        del self.weights  # the file is closed after loading

    def load_embedding(self) -> None:
        """Load the token embedding."""
        self.embedding = self.load_table("token_embd")

    def load_output(self) -> None:
        """Load the norm after the last layer and the output matrix."""
        self.output_norm = self.load_norm(self.output_norm_name)
        has_own = self.weights.has("output.weight")
        self.output = Linear(self.load_table("output") if has_own else self.embedding)

    def load_table(self, name: str) -> Matrix:
        """The matrix called `name`: a row for each token."""
        shape = (self.config.vocab_size, self.config.hidden_size)
        return self.weights.matrix(f"{name}.weight", shape)

    def frequency_factors(self, rope: RopeConfig) -> Tensor | None:
        """The file's divisors of the RoPE frequencies, float32 [dim/2]."""
        return self.weights.host_vector("rope_freqs.weight", rope.dim // 2)

    def load_norm(self, name: str) -> Norm:
        """The RMS norm of the residual stream called `name` in the file."""
        weight = self.weights.vector(f"{name}.weight", self.config.hidden_size)
        return Norm(weight, self.config.rms_eps)

    def layer_weights(self, index: int) -> LayerWeights:
        """The weights of layer `index`, as blocks."""
        return LayerWeights(self.weights, self.config, index)

    def load_layer(self, index: int) -> Layer:
        """Layer `index`."""
        return DecoderLayer(
            input_norm=self.load_pre_norm(index, "attn_norm"),
            mixer=self.load_mixer(index),
            mixed=self.load_mixed(index),
            feed_forward_norm=self.load_pre_norm(index, self.feed_forward_norm_name),
            feed_forward=self.load_feed_forward(index),
        )

    def load_pre_norm(self, index: int, name: str) -> Norm | None:
        """The norm of a block's input in layer `index`."""
        return self.load_norm(f"blk.{index}.{name}") if self.has_pre_norms else None

    def load_post_norm(self, index: int, name: str) -> Norm | None:
        """The norm of a block's output in layer `index`, before it is added."""
        return self.load_norm(f"blk.{index}.{name}") if self.has_post_norms else None

    def load_mixer(self, index: int) -> Mixer:
        """The mixer of layer `index`: attention, gated delta rule or convolution."""
        mixer, weights = self.config.layers[index].mixer, self.layer_weights(index)
        if isinstance(mixer, DeltaConfig):
            return DeltaNet(*weights.delta(mixer))
        if isinstance(mixer, ConvConfig):
            return ShortConvolution(*weights.conv(mixer))
        return self.load_attention(index, mixer)

    def load_attention(self, index: int, a: AttentionConfig) -> Attention:
        """The attention of layer `index`."""
        projection = self.layer_weights(index).qkv(a)
        return Attention(projection, self.load_heads(index, a), gate_size=a.gate_size)

    def load_heads(self, index: int, a: AttentionConfig) -> Heads:
        """The constants of the attention of layer `index`; head norms where the file has them."""
        cos, sin = self._tables[a.rope]
        return Heads(
            num_heads=a.num_heads,
            num_kv_heads=a.num_kv_heads,
            head_dim=a.head_dim,
            scale=a.scale,
            interleaved=a.rope.interleaved,
            cos=cos,
            sin=sin,
            eps=self.config.rms_eps,
            q_norm=self.load_head_norm(index, "q", a),
            k_norm=self.load_head_norm(index, "k", a),
            window=a.window,
            gate_function=self.gate_function,
            appends=a.shared_with is None,
        )

    def load_head_norm(self, index: int, name: str, a: AttentionConfig) -> Tensor | None:
        """RMS norm weights [head_dim] of each "q" or "k" head; None when the file has none."""
        return self.weights.optional_vector((f"blk.{index}.attn_{name}_norm.weight", a.head_dim))

    def load_mixed(self, index: int) -> ResidualProjection:
        """The output projection of the mixer of layer `index`."""
        linear = self.layer_weights(index).mixed()
        return ResidualProjection(linear, self.load_post_norm(index, "post_attention_norm"))

    def load_feed_forward(self, index: int) -> FeedForwardBlock:
        """The dense MLP or the experts of layer `index`."""
        experts = self.config.layers[index].experts
        return self.load_dense(index) if experts is None else self.load_experts(index, experts)

    def load_dense(self, index: int) -> FeedForward:
        """The dense gated MLP of layer `index`."""
        weights, size = self.layer_weights(index), self.config.layers[index].intermediate_size
        post_norm = self.load_post_norm(index, "post_ffw_norm")
        down = ResidualProjection(Linear(weights.down(size)), post_norm)
        return FeedForward(GateUp(weights.gate_up(size), self.activation), down)

    def load_experts(self, index: int, sizes: ExpertSizes) -> MixtureOfExperts:
        """The experts of layer `index`."""
        weights = self.layer_weights(index)
        experts = replace(weights.experts(sizes), activation=self.activation)
        return MixtureOfExperts(weights.router(sizes, self.scoring), experts)

    def embed(self, kernels: Kernels, b: StepBuffers) -> None:
        """Token embeddings → b.hidden; the first layer's norm of them → b.normed."""
        to = b.residual(self.layers[0].input_norm)
        kernels.embed(b.inputs, self.embedding, b.history, to, self.embedding_scale)

    def resume(self, kernels: Kernels, b: StepBuffers) -> None:
        """The first own layer's norm of b.hidden, which another part has computed → b.normed."""
        kernels.note_tokens(b.inputs, b.history)
        kernels.add_branch(None, b.residual(self.layers[0].input_norm), b.inputs)

    def handed_over(self, b: StepBuffers) -> list[Tensor]:
        """What the next part of the model needs of `b`: [W, …] each."""
        inputs = [b.layer_inputs] if self.config.layer_input_size else []
        return [b.hidden, *inputs]

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
        """Launch one step over the rows of `buffers`; attention reads at most `span` positions.

        A narrow one computes the logits of `config.narrow_vocab_size` ids; those of others are
        -inf.
        """
        b, own = buffers, self.config.layer_indices
        if self.config.has_input:
            self.embed(kernels, b)
        else:
            self.resume(kernels, b)
        last_norm = self.output_norm if self.config.has_output else None
        next_norms = [*(layer.input_norm for layer in self.layers[1:]), last_norm]
        for index, layer, layer_state, next_norm in zip(
            own, self.layers, state.layers, next_norms, strict=True
        ):
            self._keep_features(kernels, b, index)
            layer.forward(kernels, b, layer_state, span, next_norm)
        self._keep_features(kernels, b, own.stop)
        if self.taps is not None and (with_logits or self.taps_prompts):
            kernels.keep_rows(b.hidden, self.output_norm, self.taps, b.inputs)
        if with_logits and is_narrow:
            self._project_narrowly(kernels, b)
        elif with_logits:
            self.project_logits(kernels, b)
            self._softcap(kernels, b, b.logits)

    def project_logits(self, kernels: Kernels, b: StepBuffers) -> None:
        """The output matrix of b.normed → b.logits."""
        kernels.project(b.normed.after(self.output_norm), self.output, b.logits, b.inputs)

    def _project_narrowly(self, kernels: Kernels, b: StepBuffers) -> None:
        assert self.narrow is not None
        normed = b.normed.after(self.output_norm)
        kernels.project(normed, self.narrow.linear, b.own_logits, b.inputs)
        self._softcap(kernels, b, b.own_logits)
        kernels.spread(b.own_logits, self.narrow.columns, b.logits, b.inputs)

    def _softcap(self, kernels: Kernels, b: StepBuffers, logits: Tensor) -> None:
        if self.config.logit_softcap:
            kernels.softcap(logits, self.config.logit_softcap, b.inputs)

    def _narrow_output(self, size: int) -> NarrowOutput:
        columns = torch.full((self.config.vocab_size,), -1, dtype=torch.int32)
        columns[:size] = torch.arange(size, dtype=torch.int32)
        bias = self.output.bias
        first = Linear(self.output.weight.first_rows(size), None if bias is None else bias[:size])
        return NarrowOutput(first, self.weights.place(columns))

    def _keep_features(self, kernels: Kernels, b: StepBuffers, layer: int) -> None:
        """Keep the input of `layer` where a drafter wants it."""
        if self.features is not None:
            self.features.keep(kernels, b.hidden, layer, b.inputs)

    def _load_tables(self, rope: RopeConfig) -> tuple[Tensor, Tensor]:
        """cos and sin, float32 [capacity, dim/2]."""
        factors = self.frequency_factors(rope) if rope.has_factors else None
        end = self.capacity + self.first_angle
        if not rope.rotates:
            cos, sin = unrotated_tables(rope.dim, end)
        else:
            frequencies = rope_frequencies(rope.dim, rope.base, rope.scaling_factor, factors)
            if rope.yarn_betas is not None:
                kept = yarn_shares(rope.dim, rope.base, rope.original_context_len, rope.yarn_betas)
                frequencies = frequencies * (1 - kept + kept * rope.scaling_factor)
            cos, sin = rope_tables(frequencies, end, rope.magnitude)
        cos, sin = cos[self.first_angle :], sin[self.first_angle :]
        return self.weights.place(cos), self.weights.place(sin)

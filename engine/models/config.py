"""A model's shapes and constants, and the hyperparameters that all architectures share."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from engine.errors import UnsupportedModelError
from engine.gguf.metadata import MAX_CONTEXT_LEN
from engine.kernels.sizes import (
    RING_SLACK,
    WIDEST_STEP,
    AttentionSizes,
    ConvShape,
    DeltaShape,
    ExpertSizes,
    KVShape,
    LayerShape,
    SelectorSizes,
    SharedKVShape,
    StepSizes,
    ring_rows,
)
from engine.models.hyperparameters import MAX_EXPERTS, MAX_HEADS, MAX_USED_EXPERTS, Hyperparameters
from engine.models.rope_config import RopeConfig, read_rope

_LEAST_EPS = 1e-20  # its square root is a float32


@dataclass(frozen=True)
class AttentionConfig:
    """An attention layer. `window` is the sliding window in positions; None: full attention.

    `gate_size` gate columns are projected together with q, k and v. A layer with `shared_with`
    reads that layer's keys and values; with `of_target` it is one of the model drafted for. One
    that `is_lent` is read by others of the model.
    """

    num_heads: int
    num_kv_heads: int
    head_dim: int
    scale: float
    rope: RopeConfig
    window: int | None = None
    gate_size: int = 0
    shared_with: int | None = None
    of_target: bool = False
    is_lent: bool = False

    @property
    def size(self) -> int:
        """num_heads * head_dim: the size of the layer's output."""
        return self.num_heads * self.head_dim

    @property
    def kv_size(self) -> int:
        """num_kv_heads * head_dim."""
        return self.num_kv_heads * self.head_dim

    @property
    def projected_size(self) -> int:
        """Columns of the projection that opens the layer."""
        own = 0 if self.shared_with is not None else 2 * self.kv_size
        return self.gate_size + self.size + own

    def sizes(self, capacity: int) -> AttentionSizes:
        """Kernel sizes of this attention over a cache of `capacity` tokens."""
        rows = capacity
        if self.window is not None:
            rows = ring_rows(self.window, capacity, WIDEST_STEP if self.is_lent else RING_SLACK)
        return AttentionSizes(self.num_heads, self.num_kv_heads, self.head_dim, rows, self.window)

    def shape(self, capacity: int) -> LayerShape:
        """What the layer keeps of `capacity` tokens."""
        if self.shared_with is not None:
            return SharedKVShape(self.shared_with, self.of_target)
        rows = self.sizes(capacity).rows
        return KVShape(self.num_kv_heads, self.head_dim, rows, self.window)


@dataclass(frozen=True)
class DeltaConfig:
    """A gated delta rule layer (`operands.DeltaRule`)."""

    num_key_heads: int
    num_value_heads: int
    head_dim: int
    conv_len: int
    grouped: bool

    @property
    def size(self) -> int:
        """num_value_heads * head_dim: the size of the layer's output."""
        return self.num_value_heads * self.head_dim

    @property
    def projected_size(self) -> int:
        """Columns of the projection that opens the layer: q, k, v, z, b, a."""
        return self.shape(0).num_channels + self.size + 2 * self.num_value_heads

    def shape(self, _capacity: int) -> DeltaShape:
        """What the layer keeps, of any number of tokens."""
        return DeltaShape(self.num_key_heads, self.num_value_heads, self.head_dim, self.conv_len)


@dataclass(frozen=True)
class ConvConfig:
    """A gated short convolution layer over `size` channels (`operands.ShortConv`)."""

    size: int
    conv_len: int

    @property
    def projected_size(self) -> int:
        """Columns of the projection that opens the layer: b, c, u."""
        return 3 * self.size

    def shape(self, _capacity: int) -> ConvShape:
        """What the layer keeps, of any number of tokens."""
        return ConvShape(self.size, self.conv_len)


@dataclass(frozen=True)
class LayerConfig:
    """A decoder layer; `intermediate_size` 0: no dense MLP."""

    mixer: AttentionConfig | DeltaConfig | ConvConfig
    intermediate_size: int
    experts: ExpertSizes | None = None

    @property
    def attention(self) -> AttentionConfig:
        """The mixer of a layer known to be attention."""
        assert isinstance(self.mixer, AttentionConfig)
        return self.mixer


@dataclass(frozen=True)
class ModelConfig:
    """Shapes and constants of a decoder-only transformer.

    `layer_input_size` is the size of each per-layer input, 0 without them. `logit_softcap` bounds
    the logits; 0 switches it off. `joins_hidden`: the input of a row is its token's embedding
    joined to a hidden row of another model. `own_layers` are those of a part of the model that is
    computed by itself, None: all. `narrow_vocab_size`: how many ids, the first of all, the narrow
    steps of a drafter have logits of; 0: it has none.
    """

    architecture: str
    hidden_size: int
    vocab_size: int
    rms_eps: float
    max_context_len: int
    layers: tuple[LayerConfig, ...]
    layer_input_size: int = 0
    logit_softcap: float = 0.0
    joins_hidden: bool = False
    own_layers: range | None = None
    narrow_vocab_size: int = 0

    def part(self, first: int, end: int) -> Self:
        """The part of the model with layers `first` to `end`, its input or its output with them."""
        return replace(self, own_layers=range(first, end))

    @property
    def layer_indices(self) -> range:
        """The layers that are computed, by their place in the whole model."""
        return range(self.num_layers) if self.own_layers is None else self.own_layers

    @property
    def has_input(self) -> bool:
        """Whether it begins with token ids; else with hidden rows of another part."""
        return self.layer_indices.start == 0

    @property
    def has_output(self) -> bool:
        """Whether it ends with logits; else with hidden rows for another part."""
        return self.layer_indices.stop == self.num_layers

    def can_be_cut(self, index: int) -> bool:
        """Whether layers before `index` need nothing of later ones but their input, and back."""
        return all(
            a.shared_with is None or (a.shared_with < index) == (layer < index)
            for layer, a in enumerate(each.mixer for each in self.layers)
            if isinstance(a, AttentionConfig)
        )

    @property
    def joined_sizes(self) -> tuple[int, ...]:
        """The sizes of rows that are several joined."""
        return (2 * self.hidden_size,) if self.joins_hidden else ()

    @property
    def own_vocab_size(self) -> int:
        """The size of a drafter's vocabulary that is smaller than its target's, else 0."""
        return self.narrow_vocab_size

    @property
    def can_be_narrow(self) -> bool:
        """Whether it may have narrow steps: nothing but its output matrix makes its logits."""
        return True

    @property
    def chain_rank(self) -> int:
        """The size of what stands for the token before a drafted one (`StepSizes`)."""
        return 0

    @property
    def selector(self) -> SelectorSizes | None:
        """What chooses the drafts of a block, if something does."""
        return None

    @property
    def block_factors_size(self) -> int:
        """The number of a row's factors of convolutions over a block; 0 without any."""
        return 0

    @property
    def kept_size(self) -> int:
        """The size of the rows of another model that are kept for it; 0 for none."""
        return self.hidden_size if self.joins_hidden else 0

    @property
    def num_layers(self) -> int:
        """Number of decoder layers."""
        return len(self.layers)

    @property
    def attention_layers(self) -> tuple[AttentionConfig, ...]:
        """The attention layers, first to last."""
        return tuple(
            layer.mixer for layer in self.layers if isinstance(layer.mixer, AttentionConfig)
        )

    @property
    def ropes(self) -> frozenset[RopeConfig]:
        """The distinct RoPE configurations; each has its own tables."""
        return frozenset(layer.rope for layer in self._own_attention)

    @property
    def _own(self) -> tuple[LayerConfig, ...]:
        """The layers that are computed."""
        own = self.layer_indices
        return self.layers[own.start : own.stop]

    @property
    def _own_attention(self) -> tuple[AttentionConfig, ...]:
        return tuple(layer.mixer for layer in self._own if isinstance(layer.mixer, AttentionConfig))

    def layer_shapes(self, capacity: int) -> tuple[LayerShape, ...]:
        """What each computed layer keeps of `capacity` tokens."""
        shapes = (layer.mixer.shape(capacity) for layer in self._own)
        first = self.layer_indices.start
        return tuple(
            replace(shape, layer=shape.layer - first)
            if isinstance(shape, SharedKVShape) and not shape.of_target
            else shape
            for shape in shapes
        )

    def step_sizes(self, capacity: int) -> StepSizes:
        """Step sizes over a cache of `capacity` tokens."""
        mixers = [layer.mixer for layer in self._own]
        shapes = self.layer_shapes(capacity)
        return StepSizes(
            hidden_size=self.hidden_size,
            projected_size=max(mixer.projected_size for mixer in mixers),
            attention=tuple(dict.fromkeys(a.sizes(capacity) for a in self._own_attention)),
            mixed_sizes=tuple(sorted({*self._mixed_sizes, *self.joined_sizes})),
            intermediate_sizes=tuple(
                sorted({layer.intermediate_size for layer in self._own} - {0})
            ),
            vocab_size=self.vocab_size,
            capacity=capacity,
            experts=next((layer.experts for layer in self._own if layer.experts), None),
            delta=next((shape for shape in shapes if isinstance(shape, DeltaShape)), None),
            conv=next((shape for shape in shapes if isinstance(shape, ConvShape)), None),
            layer_input_size=self.layer_input_size,
            layer_inputs_size=self.layer_input_size * self.num_layers,
            joined_sizes=self.joined_sizes,
            own_vocab_size=self.own_vocab_size,
            chain_rank=self.chain_rank,
            selector=self.selector,
            block_factors_size=self.block_factors_size,
        )

    @property
    def _mixed_sizes(self) -> tuple[int, ...]:
        """The sizes of the mixers' outputs, and of what is convolved before a layer."""
        sizes = tuple(layer.mixer.size for layer in self._own)
        return (*sizes, self.hidden_size) if self.block_factors_size else sizes

    def with_layers(self, change: Callable[[int, LayerConfig], LayerConfig]) -> Self:
        """The same model with layer i changed by change(i, layer)."""
        return replace(self, layers=tuple(change(i, layer) for i, layer in enumerate(self.layers)))

    def with_attention(self, change: Callable[[int, AttentionConfig], AttentionConfig]) -> Self:
        """The same model with the attention of layer i changed by change(i, attention)."""
        return self.with_layers(lambda i, layer: replace(layer, mixer=change(i, layer.attention)))

    @classmethod
    def read(
        cls,
        hparams: Hyperparameters,
        *,
        rope_interleaved: bool,
        num_others: int = 0,
        is_whole: bool = True,
    ) -> Self:
        """Read the fields every architecture has; the file's last `num_others` blocks are skipped.

        A file that is not whole holds some of the blocks.
        Raises ModelFileError, UnsupportedModelError.
        """
        num_layers = hparams.num_layers(num_others, is_whole=is_whole)
        hidden_size = hparams.size("embedding_length")
        heads = hparams.each("attention.head_count", num_layers, most=MAX_HEADS)
        kv_heads = hparams.each(
            "attention.head_count_kv", num_layers, default=heads, most=MAX_HEADS
        )
        head_dim = hparams.size(
            "attention.key_length", default=hidden_size // max(1, *heads), least=0
        )
        if min(head_dim, *heads) < 1:
            raise hparams.impossible("its heads have no elements")
        rope = read_rope(hparams, head_dim, interleaved=rope_interleaved)
        experts = read_experts(hparams)
        no_blocks = (0,) * num_layers
        feed_forward = no_blocks if experts else hparams.sizes("feed_forward_length", num_layers, 0)
        scale = hparams.factor("attention.scale", head_dim**-0.5)
        value_dim = hparams.size("attention.value_length", default=head_dim)
        if value_dim != head_dim:
            raise UnsupportedModelError(
                f"{hparams.name} has keys and values of different sizes; that is not supported yet."
            )
        return cls(
            architecture=hparams.architecture,
            hidden_size=hidden_size,
            vocab_size=hparams.vocab_size,
            rms_eps=hparams.positive(
                "attention.layer_norm_rms_epsilon", least=_LEAST_EPS, most=1.0
            ),
            max_context_len=hparams.whole("context_length", least=1, most=MAX_CONTEXT_LEN),
            layers=tuple(
                LayerConfig(
                    AttentionConfig(heads[i], kv_heads[i], head_dim, scale, rope),
                    feed_forward[i],
                    experts,
                )
                for i in range(num_layers)
            ),
            logit_softcap=hparams.factor("final_logit_softcapping", 0.0),
        )


def read_windows(
    hparams: Hyperparameters, num_layers: int, slides: Callable[[int], bool]
) -> tuple[int | None, ...]:
    """The sliding window of each layer: from the file's list, else where `slides(layer)`.

    All None when the file names no window. Raises UnsupportedModelError for a short list.
    """
    window = hparams.whole("attention.sliding_window", 0)
    if not window:
        return (None,) * num_layers
    key = "attention.sliding_window_pattern"
    if hparams.has_list(key):
        listed = hparams.flags(key, num_layers)
    else:
        listed = tuple(slides(i) for i in range(num_layers))
    return tuple(window if is_listed else None for is_listed in listed)


def read_experts(hparams: Hyperparameters) -> ExpertSizes | None:
    """The expert sizes; None for a dense model. Raises ModelFileError, UnsupportedModelError."""
    num_experts = hparams.whole("expert_count", 0, most=MAX_EXPERTS)
    if not num_experts:
        return None
    size = hparams.size("expert_feed_forward_length", 0, least=0)
    return ExpertSizes(
        num_experts=num_experts,
        num_used=hparams.whole(
            "expert_used_count", least=1, most=min(num_experts, MAX_USED_EXPERTS)
        ),
        intermediate_size=size or hparams.size("feed_forward_length"),
        shared_size=hparams.size("expert_shared_feed_forward_length", 0, least=0),
    )

"""A model's shape and constants, read from GGUF metadata: the only map from its keys to our fields."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from engine.errors import UnsupportedModelError
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.kernels.sizes import (
    AttentionSizes,
    ConvShape,
    DeltaShape,
    ExpertSizes,
    KVShape,
    LayerShape,
    SharedKVShape,
    StepSizes,
    ring_rows,
)
from engine.models.rope_config import RopeConfig, read_rope


@dataclass(frozen=True)
class AttentionConfig:
    """An attention layer. A row sees `window` positions, all where it is None.

    `gate_size` columns of a gate are projected together with queries, keys and values. A layer that
    is `shared_with` another has no keys and values of its own.
    """

    num_heads: int
    num_kv_heads: int
    head_dim: int
    scale: float
    rope: RopeConfig
    window: int | None = None
    gate_size: int = 0
    shared_with: int | None = None

    @property
    def size(self) -> int:
        """Elements of all query heads together: what the layer puts out."""
        return self.num_heads * self.head_dim

    @property
    def kv_size(self) -> int:
        """Elements of all key heads together."""
        return self.num_kv_heads * self.head_dim

    @property
    def projected_size(self) -> int:
        """Columns of the projection that opens the layer."""
        own = 0 if self.shared_with is not None else 2 * self.kv_size
        return self.gate_size + self.size + own

    def sizes(self, capacity: int) -> AttentionSizes:
        """The kind of attention this is, over a cache of `capacity` tokens."""
        rows = capacity if self.window is None else ring_rows(self.window, capacity)
        return AttentionSizes(self.num_heads, self.num_kv_heads, self.head_dim, rows, self.window)

    def shape(self, capacity: int) -> LayerShape:
        """What the layer keeps of `capacity` tokens."""
        if self.shared_with is not None:
            return SharedKVShape(self.shared_with)
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
        """Elements of all value heads together: what the layer puts out."""
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
    """A decoder layer; `intermediate_size` 0: no dense feed-forward block."""

    mixer: AttentionConfig | DeltaConfig | ConvConfig
    intermediate_size: int
    experts: ExpertSizes | None = None

    @property
    def attention(self) -> AttentionConfig:
        """The mixer, which the architecture says is attention."""
        assert isinstance(self.mixer, AttentionConfig)
        return self.mixer


@dataclass(frozen=True)
class ModelConfig:
    """Shapes and constants of a decoder-only transformer.

    `layer_input_size` is that of the inputs of its own that each layer has, where it has them;
    `logit_softcap` bounds logits, where it is not 0.
    """

    architecture: str
    hidden_size: int
    vocab_size: int
    rms_eps: float
    max_context_len: int
    layers: tuple[LayerConfig, ...]
    layer_input_size: int = 0
    logit_softcap: float = 0.0

    @property
    def num_layers(self) -> int:
        """How many decoder layers there are."""
        return len(self.layers)

    @property
    def attention_layers(self) -> tuple[AttentionConfig, ...]:
        """The attention layers, first to last."""
        return tuple(
            layer.mixer for layer in self.layers if isinstance(layer.mixer, AttentionConfig)
        )

    @property
    def ropes(self) -> frozenset[RopeConfig]:
        """The ways that the layers rotate: each has tables of its own."""
        return frozenset(layer.rope for layer in self.attention_layers)

    def layer_shapes(self, capacity: int) -> tuple[LayerShape, ...]:
        """What each layer keeps of `capacity` tokens."""
        return tuple(layer.mixer.shape(capacity) for layer in self.layers)

    def step_sizes(self, capacity: int) -> StepSizes:
        """The sizes of steps over a cache of `capacity` tokens."""
        mixers = [layer.mixer for layer in self.layers]
        shapes = self.layer_shapes(capacity)
        return StepSizes(
            hidden_size=self.hidden_size,
            projected_size=max(mixer.projected_size for mixer in mixers),
            attention=tuple(dict.fromkeys(a.sizes(capacity) for a in self.attention_layers)),
            mixed_sizes=tuple(sorted({mixer.size for mixer in mixers})),
            intermediate_sizes=tuple(
                sorted({layer.intermediate_size for layer in self.layers} - {0})
            ),
            vocab_size=self.vocab_size,
            capacity=capacity,
            experts=next((layer.experts for layer in self.layers if layer.experts), None),
            delta=next((shape for shape in shapes if isinstance(shape, DeltaShape)), None),
            conv=next((shape for shape in shapes if isinstance(shape, ConvShape)), None),
            layer_input_size=self.layer_input_size,
            layer_inputs_size=self.layer_input_size * self.num_layers,
        )

    def with_layers(self, change: Callable[[int, LayerConfig], LayerConfig]) -> Self:
        """The same model with layer i changed by change(i, layer)."""
        return replace(self, layers=tuple(change(i, layer) for i, layer in enumerate(self.layers)))

    def with_attention(self, change: Callable[[int, AttentionConfig], AttentionConfig]) -> Self:
        """The same model with the attention of layer i changed by change(i, attention)."""
        return self.with_layers(lambda i, layer: replace(layer, mixer=change(i, layer.attention)))

    @classmethod
    def from_metadata(
        cls,
        metadata: ModelMetadata,
        tensors: Mapping[str, TensorInfo],
        *,
        rope_interleaved: bool,
    ) -> Self:
        """Read the fields every architecture has. Raises ModelFileError, UnsupportedModelError."""
        num_layers = metadata.hparam("block_count", int)
        hidden_size = metadata.hparam("embedding_length", int)
        heads = per_layer(metadata, "attention.head_count", num_layers)
        kv_heads = per_layer(metadata, "attention.head_count_kv", num_layers, default=heads)
        feed_forward = per_layer(metadata, "feed_forward_length", num_layers, default=(0,))
        default_dim = hidden_size // max(1, *heads) if heads else 0
        head_dim = metadata.hparam("attention.key_length", int, default=default_dim)
        _check_sizes(metadata, (num_layers, hidden_size, head_dim, *heads))
        rope = read_rope(metadata, head_dim, interleaved=rope_interleaved)
        scale = metadata.hparam("attention.scale", float, default=0.0) or head_dim**-0.5
        experts = read_experts(metadata)
        config = cls(
            architecture=metadata.architecture,
            hidden_size=hidden_size,
            vocab_size=_vocab_size(tensors),
            rms_eps=metadata.hparam("attention.layer_norm_rms_epsilon", float),
            max_context_len=metadata.hparam("context_length", int),
            layers=tuple(
                LayerConfig(
                    AttentionConfig(heads[i], kv_heads[i], head_dim, scale, rope),
                    0 if experts else feed_forward[i],
                    experts,
                )
                for i in range(num_layers)
            ),
            logit_softcap=metadata.hparam("final_logit_softcapping", float, default=0.0),
        )
        value_dim = metadata.hparam("attention.value_length", int, default=head_dim)
        if value_dim != head_dim:
            raise UnsupportedModelError(
                f"{metadata.name} has keys and values of different sizes; that is not supported yet."
            )
        return config


def per_layer(
    metadata: ModelMetadata, key: str, num_layers: int, default: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """A hyperparameter of each layer: one number for all of them, or a list. `default` as the same.

    Raises UnsupportedModelError where a list has fewer numbers than the model has layers.
    """
    one_for_all = metadata.hparam_each(key, int, default)
    values = one_for_all * num_layers if len(one_for_all) == 1 else one_for_all
    if len(values) < num_layers:
        raise UnsupportedModelError(
            f"{metadata.name} describes a model of impossible shape; download it again."
        )
    return values[:num_layers]


def read_windows(
    metadata: ModelMetadata, num_layers: int, slides: Callable[[int], bool]
) -> tuple[int | None, ...]:
    """The window of each layer: of those that the file lists, `slides(layer)` where it lists none.

    No layer has one where the file names no window. Raises UnsupportedModelError for a short list.
    """
    window = metadata.hparam("attention.sliding_window", int, default=0)
    if not window:
        return (None,) * num_layers
    key = "attention.sliding_window_pattern"
    if metadata.has_list(key):
        listed = metadata.hparam_each(key, bool, ())
        _check_sizes(metadata, (len(listed) + 1 - num_layers,))
    else:
        listed = tuple(slides(i) for i in range(num_layers))
    return tuple(window if listed[i] else None for i in range(num_layers))


def read_experts(metadata: ModelMetadata) -> ExpertSizes | None:
    """The experts of a model that has them. Raises ModelFileError, UnsupportedModelError."""
    num_experts = metadata.hparam("expert_count", int, default=0)
    if not num_experts:
        return None
    size = metadata.hparam("expert_feed_forward_length", int, default=0)
    sizes = ExpertSizes(
        num_experts=num_experts,
        num_used=metadata.hparam("expert_used_count", int),
        intermediate_size=size or metadata.hparam("feed_forward_length", int),
        shared_size=metadata.hparam("expert_shared_feed_forward_length", int, default=0),
    )
    if not 1 <= sizes.num_used <= sizes.num_experts or sizes.intermediate_size < 1:
        raise UnsupportedModelError(
            f"{metadata.name} describes a model of impossible shape; download it again."
        )
    return sizes


def check_shape(config: ModelConfig, metadata: ModelMetadata) -> None:
    """Raise UnsupportedModelError for what the kernels cannot express, before anything is loaded."""
    sizes = (config.num_layers, config.hidden_size, config.vocab_size, config.max_context_len)
    _check_sizes(metadata, sizes)
    if metadata.num_tokens > config.vocab_size:
        raise UnsupportedModelError(
            f"{metadata.name} has a tokenizer of {metadata.num_tokens} words, but embeddings of only "
            f"{config.vocab_size}; download it again or choose another file."
        )
    for layer in config.layers:
        if not layer.experts and layer.intermediate_size < 1:
            _check_sizes(metadata, (0,))
        if isinstance(layer.mixer, ConvConfig):
            _check_sizes(metadata, (layer.mixer.conv_len,))
        elif isinstance(layer.mixer, DeltaConfig):
            _check_delta(metadata, layer.mixer)
    for a in config.attention_layers:
        _check_sizes(metadata, (a.num_heads, a.num_kv_heads, a.head_dim, a.window or 1))
        if a.num_heads % a.num_kv_heads:
            _check_sizes(metadata, (0,))
        if a.head_dim > 512 or a.rope.dim % 2 or a.rope.dim > a.head_dim:
            raise UnsupportedModelError(
                f"{metadata.name} has heads of {a.head_dim} elements, of which {a.rope.dim} "
                "are rotated; that shape is not supported yet."
            )


def _check_delta(metadata: ModelMetadata, c: DeltaConfig) -> None:
    _check_sizes(metadata, (c.num_key_heads, c.num_value_heads, c.head_dim, c.conv_len))
    if c.num_value_heads % c.num_key_heads:
        _check_sizes(metadata, (0,))


def _check_sizes(metadata: ModelMetadata, sizes: tuple[int, ...]) -> None:
    if min(sizes) < 1:
        raise UnsupportedModelError(
            f"{metadata.name} describes a model of impossible shape; download it again."
        )


def _vocab_size(tensors: Mapping[str, TensorInfo]) -> int:
    embedding = tensors.get("token_embd.weight")
    return embedding.shape[0] if embedding is not None else 0

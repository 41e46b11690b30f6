"""Sizes that decide how large caches, buffers and scratch are. Needs no torch."""

from dataclasses import dataclass

from engine.gguf.types import GGMLType

STATE_ROWS = 64  # positions that a delta rule's log keeps, the last one's at position % STATE_ROWS
STATE_LAG = 8  # positions that a recurrent state may be rewound by, at least
MAX_LOGGED_ROWS = 16  # of a step that may be taken back
_RING_SLACK = 512  # rows of the widest step: it writes them all before its first row attends
_RING_MULTIPLE = 256


@dataclass(frozen=True)
class KVShape:
    """Keys and values of one attention layer: `rows` is the capacity, or that of a ring for `window`."""

    num_kv_heads: int
    head_dim: int
    rows: int
    window: int | None = None

    def num_bytes(self, kv_type: str) -> int:
        """Of keys and values of `kv_type`, whose blocks `head_dim` is a multiple of."""
        return 2 * self.num_kv_heads * self.rows * row_bytes(kv_type, self.head_dim)


@dataclass(frozen=True)
class SharedKVShape:
    """A layer without keys and values of its own: it reads those of layer `layer`."""

    layer: int

    def num_bytes(self, _kv_type: str) -> int:
        """None of its own."""
        return 0


@dataclass(frozen=True)
class DeltaShape:
    """State of one gated delta rule layer (`operands.DeltaState`)."""

    num_key_heads: int
    num_value_heads: int
    head_dim: int
    conv_len: int

    @property
    def num_channels(self) -> int:
        """Of the convolution: queries, keys, values."""
        return (2 * self.num_key_heads + self.num_value_heads) * self.head_dim

    def num_bytes(self, _kv_type: str) -> int:
        """Of all its tensors, whatever the type of keys and values."""
        columns = self.num_value_heads * self.head_dim
        logged = STATE_ROWS * (self.num_key_heads * self.head_dim + columns + self.num_value_heads)
        inputs = conv_rows(self.conv_len) * self.num_channels
        return 4 * (inputs + logged + columns * self.head_dim + columns)


@dataclass(frozen=True)
class ConvShape:
    """State of one short convolution layer (`operands.ConvState`)."""

    num_channels: int
    conv_len: int

    def num_bytes(self, _kv_type: str) -> int:
        """Of its tensor, whatever the type of keys and values."""
        return 4 * conv_rows(self.conv_len) * self.num_channels


LayerShape = KVShape | SharedKVShape | DeltaShape | ConvShape
"""What one layer keeps of a sequence."""


def layout_of(kv_type: str) -> GGMLType:
    """How keys and values of `kv_type`, as in `EngineConfig` but not "auto", lie in memory."""
    return GGMLType[kv_type.upper()]


def row_bytes(kv_type: str, head_dim: int) -> int:
    """Of one head's keys, or values, at one position."""
    layout = layout_of(kv_type)
    return head_dim // layout.block_len * layout.block_bytes


def forgets(shape: LayerShape, capacity: int) -> bool:
    """Whether the layer does not keep all of `capacity` positions as they were."""
    if isinstance(shape, KVShape):
        return shape.rows < capacity
    return not isinstance(shape, SharedKVShape)


def conv_rows(conv_len: int) -> int:
    """Rows of the ring that a convolution of `conv_len` taps reads, a power of two.

    A step may begin STATE_LAG positions before one that has written MAX_LOGGED_ROWS: those the
    convolution reads before it must still be there.
    """
    wanted = conv_len - 1 + STATE_LAG + MAX_LOGGED_ROWS
    return max(STATE_ROWS, 1 << (wanted - 1).bit_length())


def ring_rows(window: int, capacity: int) -> int:
    """Rows of the cache of a layer that looks back `window` positions, itself included."""
    rows = -(-(window + _RING_SLACK) // _RING_MULTIPLE) * _RING_MULTIPLE
    return min(rows, capacity)


@dataclass(frozen=True)
class AttentionSizes:
    """One kind of attention layer: H query heads, G of keys and values, of D elements; its cache's rows."""

    num_heads: int
    num_kv_heads: int
    head_dim: int
    rows: int
    window: int | None = None

    @property
    def size(self) -> int:
        """Elements of all query heads together."""
        return self.num_heads * self.head_dim


@dataclass(frozen=True)
class ExpertSizes:
    """E experts of `intermediate_size`, of which a token uses k; `shared_size` 0: none for all tokens."""

    num_experts: int
    num_used: int
    intermediate_size: int
    shared_size: int = 0


@dataclass(frozen=True)
class StepSizes:
    """What a model's steps need; `capacity` is that of the KV cache in tokens.

    `projected_size` is the widest projection that opens a layer (gates, queries, keys, values),
    `mixed_sizes` what heads put out for the projection that closes it, `intermediate_sizes` those of
    dense feed-forward blocks: all that occur, ascending. `layer_inputs_size` is that of all layers'
    own inputs together, where a model has them.
    """

    hidden_size: int
    projected_size: int
    attention: tuple[AttentionSizes, ...]
    mixed_sizes: tuple[int, ...]
    intermediate_sizes: tuple[int, ...]
    vocab_size: int
    capacity: int
    experts: ExpertSizes | None = None
    delta: DeltaShape | None = None
    conv: ConvShape | None = None
    layer_inputs_size: int = 0
    layer_input_size: int = 0

    @property
    def widest(self) -> int:
        """The most columns that a weight has."""
        experts = self.experts
        sizes = [self.hidden_size, *self.mixed_sizes, *self.intermediate_sizes]
        if experts is not None:
            sizes += [experts.intermediate_size, experts.shared_size]
        return max(*sizes, self.layer_input_size)

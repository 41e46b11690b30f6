"""The sizes of caches, buffers and scratch. Imports no torch."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.gguf.types import GGMLType
from engine.kernels import tq3_blocks

STATE_LAG = 8  # positions that a recurrent state can at least be rewound by
MAX_LOGGED_ROWS = 16  # rows of the widest step that can be rewound
# Positions in the log of a delta rule, at position % STATE_ROWS. While one program of a step writes
# its rows, another reads those before them, from STATE_LAG before an earlier step on.
STATE_ROWS = STATE_LAG + 2 * MAX_LOGGED_ROWS
RING_SLACK = 512  # rows that are written before the first of them attends
WIDEST_STEP = 2048  # all of whose rows are in a ring that other layers read, too
_RING_MULTIPLE = 256
PAGE_ROWS = 256  # positions that an address of keys and values is for (`operands.KVState`)
_ALIGNMENT = 256  # of tensors in device memory: two lines of its cache, as the driver aligns


def aligned(num_bytes: int) -> int:
    """What a tensor of `num_bytes` takes of a block that several are cut from."""
    return -(-num_bytes // _ALIGNMENT) * _ALIGNMENT


@dataclass(frozen=True)
class KVShape:
    """The KV cache of one attention layer; `rows` is the capacity, or the ring size of a window."""

    num_kv_heads: int
    head_dim: int
    rows: int
    window: int | None = None

    def num_bytes(self, kv_type: str) -> int:
        """The bytes of keys and values; `head_dim` is a multiple of `kv_type`'s block length."""
        return 2 * self.num_kv_heads * self.rows * row_bytes(kv_type, self.head_dim)


@dataclass(frozen=True)
class SharedKVShape:
    """An attention layer that reads the KV cache of layer `layer`.

    With `of_target` that is a layer of the model that its own drafts for.
    """

    layer: int
    of_target: bool = False

    def num_bytes(self, _kv_type: str) -> int:
        """0: the layer has no cache."""
        return 0


@dataclass(frozen=True)
class DeltaShape:
    """The state of one gated delta rule layer (`operands.DeltaState`)."""

    num_key_heads: int
    num_value_heads: int
    head_dim: int
    conv_len: int

    @property
    def num_channels(self) -> int:
        """The channels of the convolution: queries, keys and values."""
        return (2 * self.num_key_heads + self.num_value_heads) * self.head_dim

    def num_bytes(self, _kv_type: str) -> int:
        """The bytes of all state tensors; independent of the KV type."""
        columns = self.num_value_heads * self.head_dim
        logged = STATE_ROWS * (self.num_key_heads * self.head_dim + columns + self.num_value_heads)
        inputs = conv_rows(self.conv_len) * self.num_channels
        return 4 * (inputs + logged + columns * self.head_dim + columns)


@dataclass(frozen=True)
class ConvShape:
    """The state of one short convolution layer (`operands.ConvState`)."""

    num_channels: int
    conv_len: int

    def num_bytes(self, _kv_type: str) -> int:
        """The bytes of the state tensor; independent of the KV type."""
        return 4 * conv_rows(self.conv_len) * self.num_channels


LayerShape = KVShape | SharedKVShape | DeltaShape | ConvShape
"""The state that one layer keeps per sequence."""


class BlockLayout(NamedTuple):
    """The values in a block of keys or values, and its bytes."""

    block_len: int
    block_bytes: int


def layout_of(kv_type: str) -> BlockLayout:
    """The blocks of `kv_type`, a value of `EngineConfig` other than "auto"."""
    if kv_type == "tq3_0":
        return BlockLayout(tq3_blocks.BLOCK_LEN, tq3_blocks.BLOCK_BYTES)
    kind = GGMLType[kv_type.upper()]
    return BlockLayout(kind.block_len, kind.block_bytes)


def row_bytes(kv_type: str, head_dim: int) -> int:
    """The bytes of one head's keys, or values, at one position."""
    layout = layout_of(kv_type)
    return head_dim // layout.block_len * layout.block_bytes


def bits_of(kv_type: str) -> int:
    """The bits of a key's or value's element, without a share of its block's scale."""
    layout = layout_of(kv_type)
    return 8 * layout.block_bytes // layout.block_len


def transform_length(head_dim: int) -> int:
    """The size of the Hadamard matrix of heads (`operands.KVState`): the power of two in theirs."""
    return head_dim & -head_dim


def forgets(shape: LayerShape, capacity: int) -> bool:
    """Whether the layer overwrites the state of earlier positions within `capacity`."""
    if isinstance(shape, KVShape):
        return shape.rows < capacity
    return not isinstance(shape, SharedKVShape)


def conv_rows(conv_len: int) -> int:
    """The ring size of a convolution with `conv_len` taps, a power of two.

    A step can begin STATE_LAG positions before an earlier step that wrote MAX_LOGGED_ROWS rows; the
    ring must still hold the taps before it.
    """
    wanted = conv_len - 1 + STATE_LAG + MAX_LOGGED_ROWS
    return 1 << (wanted - 1).bit_length()


def ring_rows(window: int, capacity: int, slack: int) -> int:
    """The cache rows of a layer with a sliding window of `window` positions, and `slack` more."""
    rows = -(-(window + slack) // _RING_MULTIPLE) * _RING_MULTIPLE
    return min(rows, capacity)


@dataclass(frozen=True)
class AttentionSizes:
    """One kind of attention layer: H query heads, G key/value heads, head_dim D, cache rows."""

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
    """E experts of `intermediate_size`, k used per token; `shared_size` 0: no shared expert.

    `parallel_size` is that of the largest MLP beside them, 0 without any
    (`operands.ParallelBranches`).
    """

    num_experts: int
    num_used: int
    intermediate_size: int
    shared_size: int = 0
    parallel_size: int = 0


@dataclass(frozen=True)
class SelectorSizes:
    """What chooses a block's drafts: of `num_candidates` of each row, by vectors of `rank`."""

    num_candidates: int
    rank: int

    @property
    def row_size(self) -> int:
        """The floats that a row has in `operands.Candidates`."""
        return self.num_candidates * (2 * self.rank + 2) + self.rank


@dataclass(frozen=True)
class StepSizes:
    """The sizes of a model's steps; `capacity` is the number of tokens of the KV cache.

    `projected_size` is the widest input projection (gate, q, k and v). `mixed_sizes` are the input
    sizes of the mixers' output projections and `intermediate_sizes` those of dense gated MLPs, all
    distinct ones ascending. `layer_inputs_size` is the total size of all per-layer inputs.
    `joined_sizes` are those of rows that are several joined. `own_vocab_size` is that of a drafter
    that has a smaller vocabulary than its target, else 0. `chain_rank` is the size of what stands
    for the token before a drafted one, 0 where drafts of a block do not depend on each other. The
    drafts may be chosen by a `selector`; `block_factors_size` is the number of a row's factors of
    convolutions over a block, 0 without any.
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
    joined_sizes: tuple[int, ...] = ()
    own_vocab_size: int = 0
    chain_rank: int = 0
    selector: SelectorSizes | None = None
    block_factors_size: int = 0

    @property
    def drafted_vocab_size(self) -> int:
        """The size of the vocabulary that a chain of drafts has its tokens from, 0 without one."""
        return (self.own_vocab_size or self.vocab_size) if self.chain_rank else 0

    @property
    def widest(self) -> int:
        """The largest number of columns of a weight."""
        experts = self.experts
        sizes = [self.hidden_size, *self.mixed_sizes, *self.intermediate_sizes]
        if experts is not None:
            sizes += [experts.intermediate_size, experts.shared_size]
        return max(*sizes, self.layer_input_size, self.chain_rank)

    @property
    def composed_size(self) -> int:
        """The most columns of `Kernels.scratch`: a block's output, gate and up of a dense MLP."""
        gates = [self.layer_input_size, *(2 * size for size in self.intermediate_sizes)]
        return max(self.hidden_size, *gates)

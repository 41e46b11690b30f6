"""Scratch memory of the GPU kernels. Knows no kernel, so its size is known without a GPU."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.kernels.cuda.activations import (
    MAX_ROWS,
    CudaActivations,
    StoredRows,
    allocate_activations,
    allocate_rows,
    whole_groups,
)
from engine.kernels.cuda.attention.splits import attention_scratch_size
from engine.kernels.cuda.tile_sizes import (
    FLOAT_TILE_SLOTS,
    SLOT_BLOCK,
    SPARE_BLOCKS,
    TILE_SLOTS,
    max_blocks,
    max_tiles,
)
from engine.kernels.interface import Memory
from engine.kernels.sizes import DeltaShape, ExpertSizes, StepSizes
from engine.quants.tiles import padded_cols

_ORDERED_COLS = 256  # the most columns that a product of prompts takes at a time
LOGITS_PER_KEY = 1024  # of which the largest is found first
PREFILL_BLOCK_BYTES = 48 << 20  # dequantized weights; the block stays in the L2 cache until used
MAX_SHARED_SUMS = 256  # of products whose columns several programs divide
DELTA_CHUNK = 16  # rows of a prompt that the delta rule takes together


def ordered_cols(num_cols: int) -> int:
    """Columns of a row in the order of operands; those that pad `num_cols` are 0."""
    return -(-num_cols // _ORDERED_COLS) * _ORDERED_COLS


def allocate_inner(
    memory: Memory, num_blocks: int, num_cols: int, *, has_tiles: bool, has_floats: bool
) -> StoredRows:
    """Allocate blocks of 16 rows for the kinds of weights in a model."""
    cols, rows = padded_cols(num_cols), num_blocks * MAX_ROWS
    codes = scales = values = None
    if has_tiles:
        codes = memory.allocate(rows, cols, dtype=torch.int8)
        scales = memory.allocate(num_blocks, cols // 32, MAX_ROWS, 2)
    if has_floats:
        values = memory.allocate(rows, cols)
    return StoredRows(num_cols=cols, codes=codes, scales=scales, values=values)


class CudaScratch:
    """All scratch for steps of up to `max_width` rows, for the kinds of weights in a model."""

    def __init__(
        self, memory: Memory, sizes: StepSizes, max_width: int, *, has_tiles: bool, has_floats: bool
    ) -> None:
        self._memory = memory
        self._max_width = max_width
        self._has_tiles, self._has_floats = has_tiles, has_floats
        attention_size = max((kind.size for kind in sizes.attention), default=1)
        self.partials = memory.allocate(
            max((attention_scratch_size(kind) for kind in sizes.attention), default=1)
        )
        self.attended = memory.allocate(MAX_ROWS, attention_size)
        self.products = ProductScratch(memory, max_width, sizes.widest)
        self.queries = memory.allocate(max_width, attention_size)
        self.between = memory.allocate(max_width * sizes.composed_size)
        self.branch_squares = memory.allocate(MAX_ROWS, whole_groups(sizes.hidden_size) // 32)
        num_layers = sizes.layer_inputs_size // max(1, sizes.layer_input_size)
        self.layer_norms = memory.allocate(max_width, num_layers)
        self.largest_keys = memory.allocate(_num_keys(sizes), dtype=torch.int64)
        self.experts: ExpertScratch | None = None
        self.prompt_experts: PromptExpertScratch | None = None
        if sizes.experts is not None:
            self.experts = ExpertScratch(
                memory, sizes.experts, sizes.hidden_size,
                has_tiles=has_tiles, has_floats=has_floats,
            )  # fmt: skip
            self.prompt_experts = PromptExpertScratch(
                memory, sizes.experts, sizes.hidden_size, max_width,
                has_tiles=has_tiles, has_floats=has_floats,
            )  # fmt: skip
        self.delta: DeltaScratch | None = None
        if sizes.delta is not None:
            self.delta = DeltaScratch(memory, sizes.delta, max_width)

    def allocate_rows(self, num_cols: int) -> Tensor:
        """As `Kernels.allocate_rows`."""
        return allocate_rows(self._memory, self._max_width, num_cols)

    def allocate_activations(self, num_cols: int) -> CudaActivations:
        """As `Kernels.allocate_activations`."""
        return allocate_activations(
            self._memory,
            self._max_width,
            num_cols,
            has_tiles=self._has_tiles,
            has_floats=self._has_floats,
        )


def _num_keys(sizes: StepSizes) -> int:
    """The keys that say which of a block's logits are largest."""
    if sizes.selector is not None:
        return MAX_ROWS * sizes.selector.num_candidates * -(-sizes.vocab_size // LOGITS_PER_KEY)
    return -(-sizes.drafted_vocab_size // LOGITS_PER_KEY)


class ProductScratch:
    """Scratch of the products of prefill steps: a block of dequantized weights, bfloat16 rows.

    Where the weights are not dequantized the block has sums that programs share.
    """

    def __init__(self, memory: Memory, max_width: int, widest: int) -> None:
        """`widest` is the largest number of columns of any weight."""
        self.block = memory.allocate(PREFILL_BLOCK_BYTES, dtype=torch.uint8)
        # Counters of the programs that have arrived; kernels leave them at 0.
        self.arrived = memory.allocate(MAX_SHARED_SUMS, dtype=torch.int32)
        self.arrived.zero_()
        # A model that also has float weights keeps its activations in float32.
        self.halves = memory.allocate(max_width, ordered_cols(widest), dtype=torch.bfloat16)


class ExpertScratch:
    """Scratch of experts in steps of up to 16 rows."""

    def __init__(
        self,
        memory: Memory,
        sizes: ExpertSizes,
        hidden_size: int,
        *,
        has_tiles: bool,
        has_floats: bool,
    ) -> None:
        self.num_slots = sizes.num_used + (sizes.shared_size > 0)
        widest = max(sizes.intermediate_size, sizes.shared_size, sizes.parallel_size)
        num_blocks = max(self.num_slots, sizes.num_used + (sizes.parallel_size > 0))
        self.inner = allocate_inner(
            memory, num_blocks, widest, has_tiles=has_tiles, has_floats=has_floats
        )
        # The experts' input where an MLP beside them has another; its padding stays zero.
        self._normed: StoredRows | None = None
        if sizes.parallel_size and has_tiles:
            normed = allocate_inner(memory, 1, hidden_size, has_tiles=True, has_floats=False)
            assert normed.codes is not None
            normed.codes.zero_()
            self._normed = normed
        self.logits = memory.allocate(MAX_ROWS, sizes.num_experts + 1)
        padded = whole_groups(hidden_size)
        self.parts = memory.allocate(MAX_ROWS, self.num_slots, padded)
        # Counters of the programs that have arrived; kernels leave them at 0.
        self.mixed = memory.allocate(MAX_ROWS, padded // 32, dtype=torch.int32)
        self.mixed.zero_()

    def normed_as(self, x: CudaActivations) -> CudaActivations:
        """Activations for another norm of the rows of `x`, which have the same sums of squares."""
        assert self._normed is not None  # there is an MLP beside the experts
        return replace(x, codes=self._normed.codes, scales=self._normed.scales)


@dataclass(frozen=True, eq=False)
class SlotRows:
    """Rows of `num_cols` columns for blocks of slots: in bfloat16, as floats, or both.

    `halves` are in the order of `tiles.bfloat_fragments.store_rows`.
    """

    num_cols: int
    halves: Tensor | None
    values: Tensor | None

    @classmethod
    def allocate(
        cls, memory: Memory, num_blocks: int, num_cols: int, *, has_tiles: bool, has_floats: bool
    ) -> "SlotRows":
        """Allocate rows for the kinds of weights in a model."""
        cols, halves, values = padded_cols(num_cols), None, None
        if has_tiles:
            num_rows = (num_blocks + SPARE_BLOCKS) * SLOT_BLOCK
            halves = memory.allocate(num_rows, cols, dtype=torch.bfloat16)
        if has_floats:
            values = memory.allocate(num_blocks * SLOT_BLOCK, cols)
        return cls(cols, halves, values)

    @property
    def words(self) -> Tensor | None:
        """`halves` as int32, two each."""
        return None if self.halves is None else self.halves.view(torch.int32)

    @property
    def writes(self) -> dict[str, bool]:
        """What a kernel that stores the rows writes, as its constexpr arguments."""
        return {"WRITE_ROWS": self.halves is not None, "WRITE_VALUES": self.values is not None}


class PromptExpertScratch:
    """Scratch of experts in prefill steps; `shared` is that of the shared expert, if any."""

    def __init__(
        self,
        memory: Memory,
        sizes: ExpertSizes,
        hidden_size: int,
        max_width: int,
        *,
        has_tiles: bool,
        has_floats: bool,
    ) -> None:
        num_slots = max_width * sizes.num_used
        tile_slots = min(TILE_SLOTS, FLOAT_TILE_SLOTS) if has_floats else TILE_SLOTS
        tiles = max_tiles(num_slots, sizes.num_experts, tile_slots)
        blocks = max_blocks(num_slots, sizes.num_experts)
        self.counts = memory.allocate(sizes.num_experts, dtype=torch.int32)
        self.tiles = memory.allocate(tiles, 3, dtype=torch.int32)
        self.tile_slots = memory.allocate(blocks * SLOT_BLOCK, dtype=torch.int32)
        self.rows = SlotRows.allocate(
            memory, blocks, hidden_size, has_tiles=has_tiles, has_floats=False
        )
        self.inner = SlotRows.allocate(
            memory, blocks, sizes.intermediate_size, has_tiles=has_tiles, has_floats=has_floats
        )
        self.parts = memory.allocate(num_slots, hidden_size)
        self.normed = memory.allocate(max_width, hidden_size)
        self.logits = memory.allocate(max_width, sizes.num_experts)
        self.shared: SharedExpertScratch | None = None
        if sizes.shared_size:
            self.shared = SharedExpertScratch(
                gate_up=memory.allocate(max_width, 2 * sizes.shared_size),
                inner=allocate_activations(
                    memory, max_width, sizes.shared_size, has_tiles=False, has_floats=has_floats
                ),
                part=memory.allocate(max_width, hidden_size),
            )


@dataclass(frozen=True, eq=False)
class SharedExpertScratch:
    """Scratch of the shared expert: gate and up [W, 2F], their activation, the output [W, d]."""

    gate_up: Tensor
    inner: CudaActivations
    part: Tensor


class DeltaScratch:
    """Scratch of the gated delta rule."""

    def __init__(self, memory: Memory, shape: DeltaShape, max_width: int) -> None:
        num_heads, size = shape.num_value_heads, shape.num_value_heads * shape.head_dim
        self.heads_out = memory.allocate(max_width, size)
        self.finished = memory.allocate(MAX_ROWS, size)
        self.mixed = memory.allocate(max_width, shape.num_channels)
        self.gates = memory.allocate(max_width, 2 * num_heads)
        self.shares = memory.allocate(max_width, num_heads * DELTA_CHUNK)
        # Counters of the programs that have ended; kernels leave them at 0.
        self.num_ended = memory.allocate(MAX_ROWS, num_heads, dtype=torch.int32)
        self.num_ended.zero_()

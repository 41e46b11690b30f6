"""The static state of sequences: KV caches, ring buffers of them, recurrent states."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.pages import with_addresses, with_host_rows
from engine.cache.shared_pages import SharedPages
from engine.kernels.operands import ConvState, DeltaState, KVState
from engine.kernels.sizes import (
    PAGE_ROWS,
    STATE_LAG,
    STATE_ROWS,
    ConvShape,
    DeltaShape,
    KVShape,
    LayerShape,
    SharedKVShape,
    conv_rows,
    forgets,
    layout_of,
    row_bytes,
)

_FLOATS = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
# What a block's codes are without its scale: elements and how many.
_CODES = {"q8_0": (torch.int8, 32), "q4_0": (torch.uint8, 16), "tq3_0": (torch.int32, 3)}


@dataclass(frozen=True)
class LayerState:
    """The state of one layer; the layer knows its type."""

    content: KVState | DeltaState | ConvState

    @property
    def kv(self) -> KVState:
        """The state of an attention layer."""
        assert isinstance(self.content, KVState)
        return self.content

    @property
    def delta(self) -> DeltaState:
        """The state of a gated delta rule layer."""
        assert isinstance(self.content, DeltaState)
        return self.content

    @property
    def conv(self) -> ConvState:
        """The state of a short convolution layer."""
        assert isinstance(self.content, ConvState)
        return self.content


@dataclass(frozen=True)
class KVPlacement:
    """How keys and values lie in memory.

    With `splits_blocks`, as on a GPU, the codes and the scales of a block type stand apart, and
    pages that sequences share are found by address (`operands.KVState`). Of layers that have no
    window, positions from `device_len` on are in host memory; None: none.
    Snapshots are there with `has_host_snapshots`.
    """

    splits_blocks: bool = False
    device_len: int | None = None
    has_host_snapshots: bool = False


IN_DEVICE = KVPlacement()


@dataclass(frozen=True)
class OtherLayers:
    """The state of layers elsewhere, which has as many sequences.

    That of a `target` is read. The sequences are also those of the layers `before`, on another
    device.
    """

    target: "ModelState | None" = None
    before: "ModelState | None" = None


ALONE = OtherLayers()


class ModelState:
    """The state of all layers for `num_sequences` sequences of at most `capacity` tokens each.

    There is room for `num_snapshots` snapshots of each sequence.
    """

    def __init__(
        self,
        arena: Arena,
        shapes: Sequence[LayerShape],
        capacity: int,
        kv_type: str,
        num_snapshots: int = 0,
        num_sequences: int = 1,
        *,
        placement: KVPlacement = IN_DEVICE,
        others: OtherLayers = ALONE,
    ) -> None:
        self._arena = arena
        self.capacity = capacity
        self.kv_type = kv_type
        layers = self._allocate_layers(shapes, num_sequences, placement, others.target)
        self.layers: tuple[LayerState, ...] = tuple(layers)
        self._own = [
            layer
            for layer, shape in zip(layers, shapes, strict=True)
            if not isinstance(shape, SharedKVShape)
        ]
        self.lossy = [
            tensor
            for layer, shape in zip(layers, shapes, strict=True)
            if forgets(shape, capacity)
            for tensor in layer.content.tensors
        ]
        kept = [
            layer.kv
            for layer, shape in zip(layers, shapes, strict=True)
            if isinstance(shape, KVShape) and not forgets(shape, capacity)
        ]
        self.unshared = [kv for kv in kept if kv.holders is None]
        self.shared_pages = _shared_pages([kv for kv in kept if kv.holders is not None])
        self.rewind_len = min((_rewind_len(shape, capacity) for shape in shapes), default=0)
        self.has_lag = any(isinstance(shape, DeltaShape | ConvShape) for shape in shapes)
        parts = [self] if others.before is None else [others.before, self]
        in_host = placement.has_host_snapshots
        copies = [
            _allocate_copies(parts, num_snapshots, in_host=in_host) for _ in range(num_sequences)
        ]
        if others.before is not None:
            self._include(others.before)
        self.sequences = tuple(SequenceState(self, i, each) for i, each in enumerate(copies))

    def _allocate_layers(
        self,
        shapes: Sequence[LayerShape],
        num_sequences: int,
        placement: KVPlacement,
        target: "ModelState | None",
    ) -> list[LayerState]:
        arena = self._arena
        holders = _allocate_holders(arena, num_sequences, self.capacity)
        layers: list[LayerState] = []
        for shape in shapes:
            if isinstance(shape, SharedKVShape) and shape.of_target:
                assert target is not None  # whoever drafts for one says so
                layers.append(target.layers[shape.layer])
            elif isinstance(shape, SharedKVShape):
                layers.append(layers[shape.layer])
            elif isinstance(shape, KVShape):
                kv = _allocate_kv(arena, shape, self.kv_type, num_sequences, placement)
                if holders is not None and _is_shareable(shape, self.capacity):
                    kv = replace(kv, holders=holders)
                    if placement.splits_blocks and not kv.host:
                        kv = with_addresses(arena, kv)
                layers.append(LayerState(kv))
            else:
                layers.append(_allocate(arena, shape, num_sequences))
        return layers

    def _include(self, before: "ModelState") -> None:
        """Let a sequence's snapshots and shared pages be those of the layers `before`, too."""
        self.lossy = [*before.lossy, *self.lossy]
        self.unshared = [*before.unshared, *self.unshared]
        self.shared_pages = [*before.shared_pages, *self.shared_pages]
        self.rewind_len = min(before.rewind_len, self.rewind_len)
        self.has_lag |= before.has_lag

    @property
    def num_bytes(self) -> int:
        """Bytes without snapshots."""
        return sum(tensor.nbytes for layer in self._own for tensor in layer.content.tensors)

    def allocate_copies(self, *, in_host: bool) -> list[Tensor]:
        """Room for a snapshot of a sequence."""
        allocate = self._arena.pin if in_host else self._arena.allocate
        return [allocate(*tensor.shape[1:], dtype=tensor.dtype) for tensor in self.lossy]


class SequenceState:
    """One sequence's share of a `ModelState`: which positions are valid, and snapshots of them."""

    def __init__(self, model: ModelState, index: int, copies: list[list[Tensor]]) -> None:
        self.index = index
        self._model = model
        self._free_copies = copies
        self._end = 0  # one past the last position of any step
        self._committed = 0  # a recurrent state cannot rewind before this

    @property
    def is_only(self) -> bool:
        """Whether the model has no other sequence."""
        return len(self._model.sequences) == 1

    @property
    def has_room(self) -> bool:
        """Whether another snapshot fits."""
        return bool(self._free_copies)

    def prepare(self, position: int, num_rows: int) -> None:
        """Let a step write `num_rows` rows from `position` on; what is behind it is dropped."""
        for pages in self._model.shared_pages:
            pages.prepare(self.index, position, position + num_rows)

    def truncate(self, position: int) -> None:
        """Keep nothing from `position` on that another sequence has computed."""
        for pages in self._model.shared_pages:
            pages.truncate(self.index, position)

    def wrote(self, position: int, num_rows: int, *, commits: bool) -> None:
        """Record a step over `num_rows` rows from `position` on; recurrent states keep all of them
        if it `commits`."""
        end = position + num_rows
        if position == 0:
            self._end = self._committed = 0
        self._end = max(self._end, end)
        self._committed = max(self._committed, end if commits else position - STATE_LAG)

    def can_begin(self, position: int, later: int = 0, num_rows: int = 0) -> bool:
        """Whether a step may begin at `position`, keeping everything before it.

        After another one over `num_rows` rows from `later` on, too.
        """
        if position == 0 or not self._model.lossy:
            return True
        if self._model.has_lag and position < max(self._committed, later - STATE_LAG):
            return False
        return max(self._end, later + num_rows) - position <= self._model.rewind_len

    def snapshot(self, position: int) -> "Snapshot":
        """Copy the state that later steps overwrite; the sequence ends at `position`.

        Raises IndexError without room; `discard` frees some.
        """
        copies = self._free_copies.pop()
        for copy, tensor in zip(copies, self._model.lossy, strict=True):
            copy.copy_(tensor[self.index])
        return Snapshot(position, copies, self._end, self._committed)

    def restore(self, snapshot: "Snapshot") -> None:
        """Restore the state of `snapshot`."""
        for tensor, copy in zip(self._model.lossy, snapshot.copies, strict=True):
            tensor[self.index].copy_(copy)
        self._end, self._committed = snapshot.end, snapshot.committed

    def extend(
        self, other: "SequenceState", begin: int, end: int, snapshot: "Snapshot | None" = None
    ) -> None:
        """Have what `other` keeps of tokens `begin` to `end`, whose beginnings are the same.

        Layers that see all positions share it, others copy it. `other` can begin at `end`, or
        `snapshot` is one of its, taken there.
        """
        for pages in self._model.shared_pages:
            pages.extend(self.index, other.index, begin, end)
        _copy_rows(self._model.unshared, self.index, other.index, begin, end)
        if snapshot is not None:
            self.restore(snapshot)
            return
        for tensor in self._model.lossy:
            tensor[self.index].copy_(tensor[other.index])
        self._end, self._committed = other._end, other._committed

    def discard(self, snapshot: "Snapshot") -> None:
        """Free `snapshot` for reuse."""
        self._free_copies.append(snapshot.copies)


@dataclass(frozen=True)
class Snapshot:
    """The state after the tokens before `position`."""

    position: int
    copies: list[Tensor]
    end: int
    committed: int


def _allocate_copies(
    parts: Sequence[ModelState], number: int, *, in_host: bool
) -> list[list[Tensor]]:
    """Room for `number` snapshots of a sequence; none where nothing is overwritten."""
    if not any(part.lossy for part in parts):
        return []
    return [
        [copy for part in parts for copy in part.allocate_copies(in_host=in_host)]
        for _ in range(number)
    ]


def _by_position(kv: KVState) -> list[tuple[Tensor, int]]:
    """The tensors of a cache without a window, each with the position of its first row."""
    num_kept = kv.keys.shape[2]
    return [*((each, 0) for each in kv.tensors), *((each, num_kept) for each in kv.host)]


def _copy_rows(kvs: Sequence[KVState], to: int, of: int, begin: int, end: int) -> None:
    """Copy positions `begin` to `end` to one sequence's rows from another's."""
    for tensor, first in (each for kv in kvs for each in _by_position(kv)):  # [S, G, R, D]
        rows = slice(max(0, begin - first), max(0, end - first))
        if first and rows.stop and torch.cuda.is_available():
            torch.cuda.current_stream().synchronize()  # the device may still write these
        tensor[to, :, rows].copy_(tensor[of, :, rows])


def _shared_pages(kvs: Sequence[KVState]) -> list[SharedPages]:
    """Of caches with one table of `holders`, and their own tables of addresses, if they have any."""
    if not kvs or kvs[0].holders is None:
        return []
    tables = [kvs[0].holders[:, None, :, None]]
    for kv in kvs:
        tables += [each for each in (kv.key_pages, kv.value_pages) if each is not None]
    return [SharedPages(tables, partial(_copy_rows, kvs))]


def _is_shareable(shape: KVShape, capacity: int) -> bool:
    """Whether rows of positions never move: those of a window are in a ring."""
    return shape.window is None and not forgets(shape, capacity)


def _allocate_holders(arena: Arena, num_sequences: int, capacity: int) -> Tensor | None:
    """Of all pages of several sequences, each its own."""
    if num_sequences == 1:
        return None
    own = torch.arange(num_sequences, dtype=torch.int32)[:, None]
    holders = arena.allocate(num_sequences, -(-capacity // PAGE_ROWS), dtype=torch.int32)
    return holders.copy_(own.expand_as(holders))


def _rewind_len(shape: LayerShape, capacity: int) -> int:
    """How many positions a layer can rewind."""
    if isinstance(shape, KVShape) and shape.window is not None and shape.rows < capacity:
        return shape.rows - shape.window
    return capacity


def _allocate_kv(
    arena: Arena, shape: KVShape, kv_type: str, n: int, placement: KVPlacement
) -> KVState:
    device_len = shape.rows if shape.window is not None else placement.device_len
    kept = shape.rows if device_len is None else min(shape.rows, device_len)
    held = replace(shape, rows=kept)
    kv = _allocate_rows(arena, held, kv_type, n, splits_blocks=placement.splits_blocks)
    if kept < shape.rows:
        kv = with_host_rows(arena, kv, shape.rows - kept)
    return kv


def _allocate_rows(
    arena: Arena, shape: KVShape, kv_type: str, n: int, *, splits_blocks: bool
) -> KVState:
    rows, size = (n, shape.num_kv_heads, shape.rows), shape.head_dim
    if kv_type in _FLOATS:
        keys, values = (arena.allocate(*rows, size, dtype=_FLOATS[kv_type]) for _ in range(2))
        return KVState(keys, values)
    layout = layout_of(kv_type)
    num_blocks = size // layout.block_len
    if not splits_blocks:
        row = (
            (num_blocks, layout.block_bytes) if kv_type == "tq3_0" else (row_bytes(kv_type, size),)
        )
        dtype = torch.int8 if kv_type == "q4_0" else torch.uint8
        keys, values = (arena.allocate(*rows, *row, dtype=dtype) for _ in range(2))
        return KVState(keys, values, is_transformed=True)
    dtype, num_codes = _CODES[kv_type]
    keys, values = (arena.allocate(*rows, num_blocks * num_codes, dtype=dtype) for _ in range(2))
    scales = [arena.allocate(*rows, num_blocks, dtype=torch.float16) for _ in range(2)]
    return KVState(keys, values, scales[0], scales[1], is_transformed=True)


def _allocate(arena: Arena, shape: DeltaShape | ConvShape, n: int) -> LayerState:
    if isinstance(shape, ConvShape):
        ring = arena.allocate(n, conv_rows(shape.conv_len), shape.num_channels)
        return LayerState(ConvState(ring))
    heads, size = shape.num_value_heads, shape.head_dim
    return LayerState(
        DeltaState(
            inputs=arena.allocate(n, conv_rows(shape.conv_len), shape.num_channels),
            keys=arena.allocate(n, STATE_ROWS, shape.num_key_heads * size),
            errors=arena.allocate(n, STATE_ROWS, heads * size),
            decays=arena.allocate(n, STATE_ROWS, heads),
            memory=arena.allocate(n, heads, size, size),
            base=arena.allocate(n, heads, size, dtype=torch.int32),
        )
    )

"""Where the experts of a model lie: device slots, pinned host memory, and tables of addresses.

Kernels read an expert's address from a table when they run, so moving one between two steps is a
copy and a change of the table. Knows no policy: see engine/runtime/expert_promotion.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.helped_layers import HelpedLayer, HelpedLayers
from engine.kernels.cuda.pinned_memory import pin
from engine.kernels.interface import Memory
from engine.quants.tiles import TILE_FORMATS

MATRICES = 3  # of an expert: gate, up, down
_NUM_STAGINGS = 4


@dataclass(frozen=True)
class ExpertPlacement:
    """Where the experts of a layer begin.

    `resident` are in device memory, in the order of their slots; `pinned` have a copy in host
    memory. Each expert is one or the other, or both: only those with a copy can leave the device.
    The processor computes those in `host`, which are neither, if others are resident.
    """

    num_experts: int
    resident: tuple[int, ...]
    pinned: tuple[int, ...]
    host: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class CudaStack:
    """A weight of each expert, padded to 32 rows.

    `data`, of those in device memory: tiles uint8 [n * tiles, tile bytes] or floats
    [n * rows, columns]. `addresses` int64 [E] of all on the device, unless all are in `data` in
    their order. `reads` int32 [E], if any, counts how often each expert is read. Of experts
    that the processor computes the address is that of another one.
    """

    kind: GGMLType
    num_experts: int
    num_rows: int
    num_cols: int
    expert_bytes: int
    data: Tensor
    addresses: Tensor | None = None
    reads: Tensor | None = None
    helped: HelpedLayer | None = None

    @property
    def is_tiled(self) -> bool:
        """Whether the rows are quantized."""
        return self.kind in TILE_FORMATS

    @property
    def operand(self) -> Tensor:
        """What kernels find experts by: their addresses, or the int32 words of all."""
        if self.addresses is not None:
            return self.addresses
        return self.data.view(torch.int32)

    @property
    def num_bytes(self) -> int:
        """Bytes of all experts, wherever they are."""
        return self.num_experts * self.expert_bytes


@dataclass(eq=False)
class _Matrix:
    """One of the matrices of a layer's experts, uint8 [slots, bytes] and [copies, bytes]."""

    slots: Tensor
    copies: Tensor


@dataclass(eq=False)
class ExpertLayer:
    """The experts of a layer. `slots` maps experts in device memory to their slot."""

    placement: ExpertPlacement
    slots: dict[int, int] = field(default_factory=dict)
    copies: dict[int, int] = field(default_factory=dict)
    matrices: list[_Matrix] = field(default_factory=list)

    @property
    def expert_bytes(self) -> int:
        """Bytes of all matrices of an expert."""
        return sum(matrix.slots.shape[1] for matrix in self.matrices)


class ExpertMemory:
    """The memory of experts that do not all fit the device.

    The tables change for steps launched after `publish`, on the current stream.
    """

    def __init__(
        self,
        memory: Memory,
        placements: Mapping[int, ExpertPlacement],
    ) -> None:
        """What is on the device lies in `memory`."""
        self._memory, self._device = memory, memory.device
        self.layers = {
            number: ExpertLayer(
                placement,
                {expert: slot for slot, expert in enumerate(placement.resident)},
                {expert: copy for copy, expert in enumerate(placement.pinned)},
            )
            for number, placement in sorted(placements.items())
        }
        self._rows = {number: row for row, number in enumerate(self.layers)}
        most = max((placement.num_experts for placement in placements.values()), default=0)
        hosts = {number: placement.host for number, placement in placements.items()}
        self.helped = HelpedLayers(memory, hosts, most) if any(hosts.values()) else None
        shape = len(self.layers), MATRICES, most
        self._tables = memory.allocate(*shape, dtype=torch.int64).zero_()
        self.reads = memory.allocate(len(self.layers), most, dtype=torch.int32).zero_()
        self._next = np.zeros(shape, np.int64)
        on_cuda = self._device.type == "cuda"
        self._stagings = [
            torch.zeros(shape, dtype=torch.int64, pin_memory=on_cuda) for _ in range(_NUM_STAGINGS)
        ]
        self._copied: list[torch.cuda.Event | None] = [None] * _NUM_STAGINGS
        self._turn = 0

    def add(
        self, number: int, kind: GGMLType, size: tuple[int, int], expert_bytes: int
    ) -> tuple[CudaStack, "_Matrix"]:
        """Memory for the next matrix [rows, columns] of the experts of layer `number`."""
        layer, row = self.layers[number], self._rows[number]
        index, placement = len(layer.matrices), layer.placement
        slots = self._memory.allocate(len(placement.resident), expert_bytes, dtype=torch.uint8)
        pinned = pin(len(placement.pinned) * expert_bytes, self._device)
        matrix = _Matrix(slots, pinned.view(len(placement.pinned), expert_bytes))
        layer.matrices.append(matrix)
        for expert in range(placement.num_experts):
            self._set_address(number, index, expert)
        self.publish()
        count = placement.num_experts
        addresses = self._tables[row, index, :count]
        stack = CudaStack(
            kind, count, *size, expert_bytes, slots, addresses, self.reads[row, :count],
            None if self.helped is None else self.helped.layer(number, count),
        )  # fmt: skip
        return stack, matrix

    def store(self, number: int, matrix: "_Matrix", first: int, experts: Tensor) -> None:
        """Write the bytes [n, B] of experts `first`… to wherever they lie."""
        layer = self.layers[number]
        for expert, source in enumerate(experts, start=first):
            if expert in layer.slots:
                matrix.slots[layer.slots[expert]].copy_(source)
            if expert in layer.copies:
                matrix.copies[layer.copies[expert]].copy_(source, non_blocking=True)

    def evict(self, number: int, expert: int) -> int:
        """Let steps read `expert` from its copy once published; returns its slot, now free."""
        layer = self.layers[number]
        if expert not in layer.copies:
            raise ValueError(f"expert {expert} of layer {number} has no copy")
        slot = layer.slots.pop(expert)
        self._set_addresses(number, expert)
        return slot

    def copy_in(self, number: int, expert: int, slot: int) -> None:
        """Copy `expert` to a free slot on the current stream."""
        layer = self.layers[number]
        copy = layer.copies[expert]
        for matrix in layer.matrices:
            matrix.slots[slot].copy_(matrix.copies[copy], non_blocking=True)

    def admit(self, number: int, expert: int, slot: int) -> None:
        """Let steps read `expert` from `slot` once published."""
        self.layers[number].slots[expert] = slot
        self._set_addresses(number, expert)

    def publish(self) -> None:
        """Change the device's tables between the steps before and after, on the current stream."""
        staging, copied = self._stagings[self._turn], self._copied[self._turn]
        if copied is not None:
            copied.synchronize()
        staging.numpy()[...] = self._next
        self._tables.copy_(staging, non_blocking=True)
        if self._device.type == "cuda":
            done = torch.cuda.Event()  # type: ignore[no-untyped-call]
            done.record()
            self._copied[self._turn] = done
        self._turn = (self._turn + 1) % _NUM_STAGINGS

    def _set_addresses(self, number: int, expert: int) -> None:
        for index in range(len(self.layers[number].matrices)):
            self._set_address(number, index, expert)

    def _set_address(self, number: int, index: int, expert: int) -> None:
        layer = self.layers[number]
        matrix, slot = layer.matrices[index], layer.slots.get(expert)
        if slot is not None:
            block = matrix.slots[slot]
        elif expert in layer.copies:
            block = matrix.copies[layer.copies[expert]]
        else:  # the processor's: what the GPU multiplies by instead has the weight 0
            block = matrix.slots[0]
        self._next[self._rows[number], index, expert] = block.data_ptr()

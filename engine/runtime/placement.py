"""Decides where a model lies and who computes it that is larger than the memory of its GPU.

What there is no room for is read over the bus, or the processor computes the first layers, or of
each layer the experts read least: whichever is expected to be faster from what was measured. It is
decided once for a load.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.config import EngineConfig
from engine.errors import RequestError
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.models.config import ModelConfig
from engine.models.model_file import ModelFile
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.expert_shares import best_num_host, num_used
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.memory import MemoryNeeds, cpu_memory_needs
from engine.runtime.residency import (
    ALL_RESIDENT,
    NOTHING_MOVABLE,
    ExpertGroup,
    HeldExperts,
    HostShare,
    Residency,
)
from engine.runtime.speed_estimate import estimated_tok_s

NeedsOf = Callable[[ModelConfig, Iterable[TensorInfo], EngineConfig], MemoryNeeds]

_EMBEDDING, _OUTPUT = "token_embd.weight", "output.weight"
_LAYER_INPUTS = "per_layer_"
# How much faster the processor's experts must be: until the next load none of them can move, and
# prompts are read a few times as fast over the bus.
_LEAST_GAIN = 1.4


@dataclass(frozen=True)
class Room:
    """Bytes that a model may take: of the GPU's memory, pinned of main memory, of main memory."""

    device: int
    pinned: int
    main: int


@dataclass(frozen=True)
class Placement:
    """Plans for one load of `file` on a GPU; `needs` are those of all of it, `needs_of` of parts.

    `drafter_bytes` are for a drafter loaded later.
    """

    file: ModelFile
    config: EngineConfig
    needs: MemoryNeeds
    needs_of: NeedsOf
    context_len: int
    room: Room
    drafter_bytes: int = 0

    def choose(self, measure: Callable[[GGMLType], Bandwidth | None]) -> Residency | None:
        """Where weights lie, and which layers the processor computes; None if there is no room.

        `measure` gives the bandwidths for weights of a type, if they are known. Raises RequestError
        for layers that the model cannot be divided at.
        """
        wanted, over_bus = self.config.host_layers, self._over_bus()
        if wanted.isdecimal():
            count = int(wanted)
            plan = self._with_first(count)
            return plan if self._fits(count) else None
        if wanted == "bus" or (over_bus is not None and not self._moves_layers(over_bus)):
            return over_bus
        if wanted == "experts" and self.needs.movable.experts:
            return self._with_host_experts(measure(self._main_type()), self._usage())
        by_processor = self.by_processor()
        if wanted == "cpu":
            return by_processor or over_bus
        return self._fastest([plan for plan in (over_bus, by_processor) if plan], measure)

    def _fastest(
        self, plans: list[Residency], measure: Callable[[GGMLType], Bandwidth | None]
    ) -> Residency | None:
        """Of `plans`, and one with experts of the processor; the first where nothing was measured.

        A step would wait for experts of the processor that are read often, until the next load. So
        what is read must be known, unless the bus is no choice.
        """
        usage = self._usage()
        is_known = usage.is_known or all(plan.host_layers for plan in plans)
        may_part = is_known and bool(self.needs.movable.experts)
        if not may_part and len(plans) < 2:
            return next(iter(plans), None)
        bandwidth = measure(self._main_type())
        parted = self._with_host_experts(bandwidth, usage) if may_part else None
        if bandwidth is None or not plans:
            return next(iter(plans), parted)

        def speed(plan: Residency) -> float:
            tensors, num_sequences = self.file.gguf.tensors.values(), self.config.num_sequences
            model = self.file.config
            return estimated_tok_s(model, tensors, plan, usage, bandwidth, num_sequences) or 0.0

        best = max(plans, key=speed)
        is_faster = parted is not None and speed(parted) >= _LEAST_GAIN * speed(best) > 0
        return parted if is_faster else best

    def by_processor(self) -> Residency | None:
        """As few of the first layers as must be on the processor; None if that is not enough."""
        model = self.needs.model
        cuts = [cut for cut in range(1, model.num_layers) if model.can_be_cut(cut)]
        index = bisect_left(cuts, True, key=self._fits)
        if self.config.host_layers == "bus" or index == len(cuts):
            return None
        plan = self._with_first(cuts[index])
        return plan if plan.host_bytes <= self.room.main else None

    def is_worthwhile(self, plan: Residency) -> bool:
        """Whether a GPU is faster than the processor alone with the chosen `plan`, or will be.

        It is where the processor computes what the GPU has no room for.
        """
        if plan.host_layers or plan.has_host_experts:
            return True
        return plan.is_worthwhile(self.needs.weights_bytes) or self.by_processor() is not None

    def _fits(self, count: int) -> bool:
        """Whether the GPU has room for the layers after the first `count`."""
        return self._state_of(self._later(count)) is not None

    def _state_of(self, later: MemoryNeeds) -> Residency | None:
        """Where the state of the GPU's layers lies, perhaps with snapshots elsewhere."""
        free = self.room.device - self.drafter_bytes
        plan = later.residency(self.context_len, free, self.room.pinned)
        return None if plan is None or plan.kv_device_len is not None else plan

    def _with_host_experts(
        self, bandwidth: Bandwidth | None, usage: ExpertUsage
    ) -> Residency | None:
        """The plan over the bus with experts of each layer for the processor.

        Half of those without a slot, where it is not known what is read, or how fast.
        """
        model = self.file.config

        def num_of(group: ExpertGroup, num_slots: int) -> int:
            if not num_slots:
                return 0
            if bandwidth is None or bandwidth.processor is None or not usage.is_known:
                return (group.num_experts - num_slots + 1) // 2
            used = num_used(model, group.layer)
            return best_num_host(group, num_slots, used, usage, bandwidth)

        return self._over_bus(HostShare(num_of, self.room.main - self.room.pinned))

    def _usage(self) -> ExpertUsage:
        """Of the experts of all layers."""
        held = tuple(HeldExperts(group, 0, 0) for group in self.needs.movable.experts)
        return ExpertUsage.of(self.file.gguf, Residency(experts=held))

    def _main_type(self) -> GGMLType:
        return main_type(self.file.gguf.tensors.values())

    def _over_bus(self, host: HostShare | None = None) -> Residency | None:
        """Narrow prompt steps only where steps read at most half as much over the bus then."""
        plan = self._with_moved(self.needs, host)
        if plan is not None and (plan.experts or not self._bytes_over_bus(plan)):
            return plan
        needs = self.needs.with_narrow_steps()
        narrow = self._with_moved(needs, host)
        if narrow is None:
            return plan
        if plan is not None and 2 * self._bytes_over_bus(narrow) > self._bytes_over_bus(plan):
            return plan
        wide_bytes, narrow_bytes = (
            each.plan(self.context_len).scratch_bytes for each in (self.needs, needs)
        )
        spared = narrow.scratch_spared_bytes + wide_bytes - narrow_bytes
        return replace(narrow, has_narrow_steps=True, scratch_spared_bytes=spared)

    def _with_moved(self, needs: MemoryNeeds, host: HostShare | None) -> Residency | None:
        room = self.room
        return needs.residency(self.context_len, room.device, room.pinned, self.drafter_bytes, host)

    def _bytes_over_bus(self, plan: Residency) -> int:
        """What each step reads over the bus, with a full context; of tables nothing to speak of."""
        stacked = (each for layer in self.needs.movable.matrices for each in layer)
        moved = sum(each.num_bytes for each in stacked if each.names <= plan.tensors)
        return moved + plan.kv_host_bytes

    def _moves_layers(self, plan: Residency) -> bool:
        """Whether a step reads much over the bus: not tables, of which it reads a few rows."""
        tables = {name for name, _ in self.needs.movable.tables}
        return bool(plan.experts or plan.tensors - tables)

    def _with_first(self, count: int) -> Residency:
        """The plan with `count` layers on the processor."""
        model, whole = self.needs.model, self.needs.plan(self.context_len)
        if count >= model.num_layers or not model.can_be_cut(count):
            raise RequestError(
                f"{self.file.gguf.path.name} cannot be divided after {count} of its "
                f"{model.num_layers} layers; choose another number of layers for the processor, "
                "or auto."
            )
        needs = self._later(count)
        later, state = needs.plan(self.context_len), self._state_of(needs) or ALL_RESIDENT
        snapshots = state.snapshots_host_bytes
        part = model.part(0, count)
        tensors = part_tensors(self.file.gguf.tensors.values(), part)
        first = self._of_all_snapshots(cpu_memory_needs(part, tensors, self.config))
        in_main = first.plan(self.context_len).total_bytes - first.common_bytes
        return Residency(
            moved_bytes=whole.weights_bytes - later.weights_bytes,
            host_bytes=in_main + snapshots,
            kv_host_bytes=whole.kv_bytes - later.kv_bytes,
            host_layers=count,
            has_narrow_steps=True,
            scratch_spared_bytes=whole.scratch_bytes - later.scratch_bytes + snapshots,
            snapshots_host_bytes=snapshots,
        )

    def _later(self, count: int) -> MemoryNeeds:
        """The needs of all but the first `count` layers."""
        part = self.needs.model.part(count, self.needs.model.num_layers)
        tensors = part_tensors(self.file.gguf.tensors.values(), part)
        later = self._of_all_snapshots(self.needs_of(part, tensors, self.config))
        return replace(later, kv_type=self.needs.kv_type, movable=NOTHING_MOVABLE)

    def _of_all_snapshots(self, part: MemoryNeeds) -> MemoryNeeds:
        """The needs of a part, which has as many snapshots as the whole model."""
        return replace(part, most_snapshots=self.needs.num_snapshots(self.context_len))


def part_tensors(tensors: Iterable[TensorInfo], part: ModelConfig) -> list[TensorInfo]:
    """The tensors of a part of a model; of a table for input and output both have a copy."""
    tensors = list(tensors)
    has_output = any(tensor.name == _OUTPUT for tensor in tensors)

    def is_own(tensor: TensorInfo) -> bool:
        if tensor.name == _EMBEDDING:
            return part.has_input or not has_output
        if tensor.name.startswith(_LAYER_INPUTS):
            return part.has_input
        if tensor.layer is None or tensor.layer >= part.num_layers:
            return part.has_output
        return tensor.layer in part.layer_indices

    return [tensor for tensor in tensors if is_own(tensor)]


def main_type(tensors: Iterable[TensorInfo]) -> GGMLType:
    """The type of most bytes of the layers' matrices."""
    sizes = Counter[GGMLType]()
    for tensor in tensors:
        if tensor.layer is not None and len(tensor.shape) > 1:
            sizes[tensor.type] += tensor.nbytes
    return sizes.most_common(1)[0][0]

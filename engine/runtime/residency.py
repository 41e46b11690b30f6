"""Plans which weights of a model lie in host memory, pinned, where the GPU has no room for all.

From the header alone, without torch. First go snapshots, which no step reads (`memory.py`), then
tables of which a step reads a few rows, then as many experts of each layer as must, then matrices
of the layers, from the last one on. Of the experts that go, the processor may compute some.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType

MAX_HOST_SHARE = 0.5  # of the free memory
_MAX_MOVED_SHARE = 0.5  # of a dense model: the bus is about half as fast as main memory
_ROW_TABLES = ("per_layer_token_embd.weight", "token_embd.weight")
_OUTPUT = "output.weight"
_FLOAT_TABLES = ("ffn_gate_inp", "ssm_conv1d", "shortconv.conv")


@dataclass(frozen=True)
class ExpertGroup:
    """The routed experts of a layer; `expert_bytes` are those of all matrices of one."""

    layer: int
    num_experts: int
    expert_bytes: int


class StackedMatrices(NamedTuple):
    """The names of a layer's matrices that become one below each other, and the bytes of it."""

    names: frozenset[str]
    num_bytes: int


@dataclass(frozen=True)
class Movable:
    """What need not be in device memory: tables, with their bytes, experts, matrices by layer."""

    tables: tuple[tuple[str, int], ...] = ()
    experts: tuple[ExpertGroup, ...] = ()
    matrices: tuple[tuple[StackedMatrices, ...], ...] = ()

    @property
    def num_bytes(self) -> int:
        """Bytes of all of it."""
        fixed = sum(size for _, size in self.tables) + sum(map(_bytes_of, self.matrices))
        return fixed + sum(group.num_experts * group.expert_bytes for group in self.experts)


NOTHING_MOVABLE = Movable()


@dataclass(frozen=True)
class HeldExperts:
    """How many experts of a layer have a slot in device memory, and how many a copy in the host's.

    The processor computes the `num_host` read least, which have neither. Each of the others has a
    slot or a copy, or both.
    """

    group: ExpertGroup
    num_slots: int
    num_copies: int
    num_host: int = 0

    @property
    def host_bytes(self) -> int:
        """Bytes of the experts that the processor computes."""
        return self.num_host * self.group.expert_bytes


@dataclass(frozen=True)
class Residency:
    """The weights outside device memory: tensors by name, and what is held of each layer's experts.

    `moved_bytes` are what the device is spared of them, of which `tables_bytes` are tables of which
    a step reads a few rows; `host_bytes` what of them is pinned in host memory. Keys and values of
    positions from `kv_device_len` on are there, too, None: none; that spares `kv_host_bytes`. Or
    the processor computes the first `host_layers` layers, and has their weights, keys and values;
    the GPU reads nothing there. With `has_narrow_steps` prompts are read in steps of fewer rows.
    The device needs `scratch_spared_bytes` less for that, for what those layers have alone, and for
    snapshots, of which `snapshots_host_bytes` are in host memory.
    """

    tensors: frozenset[str] = frozenset()
    experts: tuple[HeldExperts, ...] = ()
    moved_bytes: int = 0
    tables_bytes: int = 0
    host_bytes: int = 0
    kv_device_len: int | None = None
    kv_host_bytes: int = 0
    host_layers: int = 0
    has_narrow_steps: bool = False
    scratch_spared_bytes: int = 0
    snapshots_host_bytes: int = 0

    @property
    def spared_bytes(self) -> int:
        """Bytes that the device need not hold."""
        return self.moved_bytes + self.kv_host_bytes + self.scratch_spared_bytes

    @property
    def main_bytes(self) -> int:
        """Bytes of main memory that steps read, with all that a processor that computes needs."""
        return self.host_bytes if self.host_layers else self.moved_bytes + self.kv_host_bytes

    @property
    def host_experts_bytes(self) -> int:
        """Bytes of the experts that the processor computes: of `moved_bytes`, and not pinned."""
        return sum(held.host_bytes for held in self.experts)

    @property
    def has_host_experts(self) -> bool:
        """Whether the processor computes some experts of layers beside the GPU."""
        return any(held.num_host for held in self.experts)

    @property
    def expert_share(self) -> float:
        """The share of the experts that is in device memory; 1 where all are."""
        whole = sum(held.group.num_experts for held in self.experts)
        return sum(held.num_slots for held in self.experts) / whole if whole else 1.0

    def is_worthwhile(self, weights_bytes: int) -> bool:
        """Whether the GPU is faster nevertheless than the processor, of a model of that size.

        Each matrix is read in every step, of the experts a few.
        """
        held = (
            held.group.expert_bytes * (held.group.num_experts - held.num_slots)
            for held in self.experts
        )
        return self.moved_bytes - sum(held) <= _MAX_MOVED_SHARE * weights_bytes


ALL_RESIDENT = Residency()


@dataclass(frozen=True)
class HostShare:
    """The experts that the processor is to compute, and how much main memory there is for them.

    `num_of` a layer's experts, of which so many have slots; `more_bytes` beside what may be pinned.
    """

    num_of: Callable[[ExpertGroup, int], int]
    more_bytes: int


_NO_HOST_EXPERTS = HostShare(lambda _group, _slots: 0, 0)


def find_movable(
    tensors: Iterable[TensorInfo],
    size_of: Callable[[GGMLType, tuple[int, ...]], int],
    tiled: Iterable[GGMLType],
) -> Movable:
    """What of `tensors` may move; `size_of` are a tensor's bytes in memory.

    Only matrices of `tiled` types: products of many rows read others where torch does.
    """
    tensors, kinds = list(tensors), frozenset(tiled)
    names = {tensor.name for tensor in tensors}
    tables = tuple(
        (tensor.name, size_of(tensor.type, tensor.shape))
        for name in _ROW_TABLES
        for tensor in tensors
        if tensor.name == name and (name != "token_embd.weight" or _OUTPUT in names)
    )
    by_layer = defaultdict[int, list[TensorInfo]](list)
    for tensor in tensors:
        if tensor.layer is not None:
            by_layer[tensor.layer].append(tensor)
    experts, matrices = [], []
    for layer, members in sorted(by_layer.items()):
        stacks = [tensor for tensor in members if len(tensor.shape) == 3]
        if stacks:
            count = stacks[0].shape[0]
            whole = sum(size_of(tensor.type, tensor.shape) for tensor in stacks)
            experts.append(ExpertGroup(layer, count, whole // count))
        stacked = defaultdict[str, list[TensorInfo]](list)
        for tensor in members:
            if is_matrix(tensor) and tensor.type in kinds:
                stacked[_stack_of(tensor.name)].append(tensor)
        matrices.append(tuple(_stacked(each, size_of) for each in stacked.values()))
    return Movable(tables, tuple(experts), tuple(matrices))


def _stack_of(name: str) -> str:
    """Equal for matrices of a layer that become one: the mixer's inputs, gates and ups."""
    name = name.split(".", 2)[-1]
    if name.startswith(("ffn_gate", "ffn_up")):
        return "gate and up" + name.removeprefix("ffn_gate").removeprefix("ffn_up")
    if name.startswith(("attn_", "ssm_")) and "out" not in name:
        return "inputs"
    return name


def _stacked(
    tensors: Sequence[TensorInfo], size_of: Callable[[GGMLType, tuple[int, ...]], int]
) -> StackedMatrices:
    """Keys that are values as well come twice."""
    names = frozenset(tensor.name for tensor in tensors)
    return StackedMatrices(names, sum(size_of(tensor.type, tensor.shape) for tensor in tensors))


def is_matrix(tensor: TensorInfo) -> bool:
    """Whether it is the matrix of a product; routers and convolutions become float tables."""
    is_table = any(name in tensor.name for name in _FLOAT_TABLES)
    return len(tensor.shape) == 2 and tensor.name.endswith(".weight") and not is_table


def plan_residency(
    movable: Movable, excess_bytes: int, host_bytes: int, host: HostShare | None = None
) -> Residency | None:
    """What moves so that the device holds `excess_bytes` less; `host_bytes` may be pinned.

    With `host` the processor computes experts: as many as it says, and those that cannot be pinned,
    of layers that have some in device memory. None if that is not enough.
    """
    if excess_bytes <= 0:
        return ALL_RESIDENT
    left, tensors, taken = excess_bytes, set[str](), 0
    for name, size in movable.tables:
        if left > 0 and (host is None or taken + size <= host_bytes):
            tensors.add(name)
            left, taken = left - size, taken + size
    tables_bytes = taken
    slots = _slots(movable.experts, left)
    evicted = sum(
        (group.num_experts - kept) * group.expert_bytes
        for group, kept in zip(movable.experts, slots, strict=True)
    )
    left -= evicted
    for layer in reversed(movable.matrices):
        for stacked in _least_of(layer, left):
            tensors |= stacked.names
            left, taken = left - stacked.num_bytes, taken + stacked.num_bytes
    more_bytes = 0 if host is None else host.more_bytes
    spare = host_bytes + more_bytes - taken - evicted
    if left > 0 or taken > host_bytes or spare < 0:
        return None
    experts: tuple[HeldExperts, ...] = ()
    if evicted:
        experts = _parted(movable.experts, slots, host_bytes - taken, host or _NO_HOST_EXPERTS)
        if any(held.num_host and not held.num_slots for held in experts):
            return None  # the GPU's kernels read an expert in device memory in place of the host's
        experts = _with_more_copies(experts, min(spare, host_bytes - taken - _copied(experts)))
    return Residency(
        frozenset(tensors), experts, taken + evicted, tables_bytes, taken + _copied(experts)
    )


def _least_of(layer: tuple[StackedMatrices, ...], excess_bytes: int) -> Iterable[StackedMatrices]:
    """Of a layer's matrices those that take the least, but so much; all if that is not enough."""
    chosen = (each for count in range(len(layer)) for each in combinations(layer, count))
    enough = [each for each in chosen if _bytes_of(each) >= excess_bytes]
    return min(enough, key=_bytes_of, default=layer)


def _bytes_of(stacks: Iterable[StackedMatrices]) -> int:
    return sum(each.num_bytes for each in stacks)


def _slots(groups: tuple[ExpertGroup, ...], excess_bytes: int) -> list[int]:
    """How many experts of each layer stay: the same share of each, as far as whole ones go.

    At least one of each, if there is room for that.
    """
    whole = sum(group.num_experts * group.expert_bytes for group in groups)
    room = whole - max(0, excess_bytes)
    if room <= 0:
        return [0] * len(groups)
    least = int(sum(group.expert_bytes for group in groups) <= room)
    kept = [max(least, int(group.num_experts * room / whole)) for group in groups]
    room -= sum(group.expert_bytes * count for group, count in zip(groups, kept, strict=True))
    while room < 0:  # small layers have more than their share
        index = max(range(len(groups)), key=kept.__getitem__)
        kept[index] -= 1
        room += groups[index].expert_bytes
    for index, group in enumerate(groups):
        if kept[index] < group.num_experts and group.expert_bytes <= room:
            kept[index] += 1
            room -= group.expert_bytes
    return kept


def _parted(
    groups: tuple[ExpertGroup, ...], slots: list[int], pinned_bytes: int, host: HostShare
) -> tuple[HeldExperts, ...]:
    """Experts without a slot: copies of those that `pinned_bytes` allow, the processor's others."""
    wanted = [
        group.num_experts - kept - host.num_of(group, kept)
        for group, kept in zip(groups, slots, strict=True)
    ]
    whole = sum(group.expert_bytes * num for group, num in zip(groups, wanted, strict=True))
    copies = [num if whole <= pinned_bytes else num * pinned_bytes // whole for num in wanted]
    return tuple(
        HeldExperts(group, kept, num, group.num_experts - kept - num)
        for group, kept, num in zip(groups, slots, copies, strict=True)
    )


def _copied(experts: tuple[HeldExperts, ...]) -> int:
    """Bytes of all copies."""
    return sum(held.num_copies * held.group.expert_bytes for held in experts)


def _with_more_copies(
    experts: tuple[HeldExperts, ...], spare_bytes: int
) -> tuple[HeldExperts, ...]:
    """Also copies of as many of the experts with a slot as `spare_bytes` allow.

    An expert with a copy can give its slot to another.
    """
    resident = sum(held.group.expert_bytes * held.num_slots for held in experts)
    share = min(1.0, spare_bytes / resident) if resident else 0.0
    return tuple(
        replace(held, num_copies=held.num_copies + int(held.num_slots * share)) for held in experts
    )

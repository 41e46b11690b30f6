"""Plans one load: what the model needs, its context, and what goes where."""

from dataclasses import dataclass, replace

from engine.config import EngineConfig
from engine.models.model_file import ModelFile
from engine.runtime.device import Device
from engine.runtime.found_device import main_memory_free, pinnable_bytes
from engine.runtime.kv_choice import choose_kv_type
from engine.runtime.ladder import prompt_widths
from engine.runtime.memory import MemoryNeeds, check_fits, resolve_context_len
from engine.runtime.placement import Placement, Room
from engine.runtime.residency import ALL_RESIDENT, Residency

_SEGMENT_BYTES = 2 << 20  # what a GPU's memory is given in


@dataclass(frozen=True)
class Beside:
    """The other model of a pair: a drafter that is loaded later, or the target of a drafter."""

    drafter_bytes: int = 0
    target_widths: tuple[int, ...] = ()
    """Rows of the target's prompt steps: the drafter reads its hidden rows."""


ALONE = Beside()


@dataclass(frozen=True)
class LoadPlan:
    """The memory that a model needs, its context, where its weights lie, rows of prompt steps."""

    needs: MemoryNeeds
    context_len: int
    residency: Residency
    prompt_widths: tuple[int, ...]

    @property
    def arena_bytes(self) -> int:
        """What is allocated at once on a device that has all tensors in one block; 0: it has not.

        Whole segments, which the block takes anyway: nothing else can lie in the rest of its last.
        """
        beside = self.needs.beside_bytes
        if beside is None:
            return 0
        total = self.needs.plan(self.context_len).total_bytes - self.residency.spared_bytes
        return -(-(total - beside) // _SEGMENT_BYTES) * _SEGMENT_BYTES


def plan_load(
    file: ModelFile, config: EngineConfig, device: Device, beside: Beside = ALONE
) -> LoadPlan:
    """Plan to load `file` on `device`, with room for a drafter later.

    Raises NotEnoughMemoryError beyond what is free, RequestError for what the model does not allow.
    """
    free = device.memory_free()
    needs = device.memory_needs(file.config, file.gguf.tensors.values(), config)
    needs = choose_kv_type(replace(needs, read_widths=beside.target_widths), config, free)
    context_len = resolve_context_len(config, needs, free)
    pinnable = pinnable_bytes()
    if device.has_host:
        room = Room(free, pinnable, main_memory_free(0))
        residency = Placement(
            file, config, needs, device.memory_needs, context_len, room, beside.drafter_bytes
        ).choose(device.bandwidth)
    else:
        residency = needs.residency(context_len, free, pinnable, beside.drafter_bytes)
    if residency is None:
        check_fits(file.gguf.path.name, needs, context_len, free)
    residency = residency or ALL_RESIDENT
    if residency == ALL_RESIDENT and file.config.has_input:
        wide = device.wide_prefill_widths(file.config)
        needs = needs.with_wide_steps(wide, context_len, free - beside.drafter_bytes)
    widths = prompt_widths(needs.prefill_widths, is_narrow=residency.has_narrow_steps)
    return LoadPlan(needs, context_len, residency, widths)

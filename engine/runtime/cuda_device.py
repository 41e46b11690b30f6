"""A GPU as a device: its memory, and the stream and graph pool that all its models share."""

import gc
import logging
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING
from weakref import WeakSet

import torch

from engine.cache.arena import Arena
from engine.errors import EngineError
from engine.gguf.types import GGMLType
from engine.kernels.cuda.expert_memory import ExpertMemory, ExpertPlacement
from engine.kernels.cuda.launching.shared_memory import prefer_carveouts
from engine.kernels.cuda.launching.shipped_kernels import hash_triton_ahead
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.interface import WeightStore
from engine.kernels.sizes import StepSizes
from engine.models.config import ModelConfig
from engine.nvidia_driver import open_context
from engine.runtime.bandwidth import (
    Bandwidth,
    keep_bandwidth,
    keep_processor_speed,
    known_bandwidth,
    known_processor_speed,
    measure_bandwidth,
)
from engine.runtime.cuda_executor import CudaExecutor
from engine.runtime.cuda_graph import GraphPool
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.executor import Executor
from engine.runtime.expert_promotion import ExpertPromotion
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.found_device import cuda_index, num_threads, within_cap
from engine.runtime.ladder import cuda_wide_prefill_widths
from engine.runtime.profile import StepProfile
from engine.runtime.residency import ALL_RESIDENT, HeldExperts, Residency
from engine.runtime.sequence import Rows
from engine.runtime.step_runner import StepRunner

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from engine.runtime.cpu_device import CpuDevice
    from engine.runtime.host_experts import HostExperts


class CudaDevice:
    """Implements `Device`; sets the calling thread's current device and stream."""

    prompt_rows_are_exact = False
    splits_kv_blocks = True
    has_host = True
    memory_needs = staticmethod(cuda_memory_needs)
    threads = 1

    def __init__(
        self, name: str, most_bytes: int | None = None, threads: int | None = None
    ) -> None:
        """Take the GPU `name`, as in `EngineConfig.device`, and of its memory at most so much.

        The processor has `threads` where it computes layers.
        """
        self._host_threads = threads
        index = cuda_index(name)
        open_context(index)
        self.torch_device = torch.device("cuda", index)
        torch.cuda.set_device(self.torch_device)
        self._product = torch.cuda.get_device_name(index)
        self.name = f"{self._product} (cuda:{index})"
        self._most_bytes = None if most_bytes is None else within_cap(most_bytes)
        self._shared = _shared(self.torch_device)
        torch.cuda.set_stream(self._shared.stream)
        prefer_carveouts()
        hash_triton_ahead()

    def wide_prefill_widths(self, _model: ModelConfig) -> tuple[int, ...]:
        properties = torch.cuda.get_device_properties(self.torch_device)
        return cuda_wide_prefill_widths(properties.multi_processor_count)

    def memory_free(self) -> int:
        device = self.torch_device
        free, _ = torch.cuda.mem_get_info(device)
        allocated = torch.cuda.memory_allocated(device)
        free += torch.cuda.memory_reserved(device) - allocated
        if self._most_bytes is not None:
            free = min(free, self._most_bytes - allocated)
        return max(0, free)

    def memory_total(self) -> int:
        return torch.cuda.mem_get_info(self.torch_device)[1]

    def memory_used(self) -> int:
        return torch.cuda.memory_reserved(self.torch_device)

    def create_store(
        self,
        arena: Arena,
        residency: Residency = ALL_RESIDENT,
        usage: ExpertUsage | None = None,
    ) -> CudaWeights:
        experts = None
        self._bandwidth()  # in the room that graphs take later
        if residency.experts:
            placements = {
                held.group.layer: expert_placement(held, usage) for held in residency.experts
            }
            experts = ExpertMemory(arena, placements)
        host = None
        if experts is not None and experts.helped is not None:
            host = self.host().create_store(arena)
        return CudaWeights(arena, experts, residency.tensors, host, self.memory_free())

    def create_promotion(self, store: WeightStore, usage: ExpertUsage) -> ExpertPromotion | None:
        if not isinstance(store, CudaWeights) or store.experts is None:
            return None
        return ExpertPromotion(store.experts, usage)

    def create_host_experts(
        self, store: WeightStore, sizes: StepSizes, max_width: int
    ) -> "HostExperts | None":
        if not isinstance(store, CudaWeights) or store.experts is None:
            return None
        if store.experts.helped is None:
            return None
        # Imported here, as the host.
        from engine.runtime.host_experts import HostExperts

        threads = num_threads(self._host_threads)
        return HostExperts(store.experts.helped, sizes, max_width, self.torch_device, threads)

    def create_executor(
        self,
        arena: Arena,
        store: WeightStore,
        sizes: StepSizes,
        max_width: int,
        num_sequences: int,
    ) -> CudaExecutor:
        if not isinstance(store, CudaWeights):
            raise TypeError(f"{type(store).__name__} is not of this device")
        torch.cuda.empty_cache()  # the temporary memory of loading weights
        pool = self._shared.graph_pool
        executor = CudaExecutor(arena, store, sizes, max_width, num_sequences, pool)
        self._shared.executors.add(executor)
        return executor

    def profile(self, runner: StepRunner, executor: Executor, row: Rows) -> StepProfile:
        # Imported here: it needs torch's profiler.
        from engine.runtime.cuda_profile import profile_cuda_decode

        return profile_cuda_decode(runner, row)

    def host(self) -> "CpuDevice":
        # Imported here: it needs numba, which few models on a GPU need.
        from engine.runtime.cpu_device import CpuDevice

        return CpuDevice(self._host_threads)

    def bandwidth(self, kind: GGMLType) -> Bandwidth:
        threads = num_threads(self._host_threads)
        speed = known_processor_speed(threads, kind.name)
        if speed is None and (speed := self._measured_processor(kind)) is not None:
            keep_processor_speed(threads, kind.name, speed)
        return replace(self._bandwidth(), processor=speed)

    def _measured_processor(self, kind: GGMLType) -> float | None:
        """None for a processor that cannot compute layers."""
        try:
            free = self.host().memory_free()
        except EngineError:
            logger.info("The processor computes no layers", exc_info=True)
            return None
        # Imported here, as the host.
        from engine.runtime.processor_speed import measure_processor

        return measure_processor(kind, free)

    def _bandwidth(self) -> Bandwidth:
        found = known_bandwidth(self._product)
        if found is None:
            found = measure_bandwidth(self.torch_device.index)
            keep_bandwidth(self._product, found)
        return found

    def synchronize(self) -> None:
        self._shared.stream.synchronize()

    def reclaim_memory(self) -> None:
        self._shared.stream.synchronize()
        gc.collect()
        # Graphs of other models hold the addresses of cuBLAS's workspaces.
        if not self._shared.executors:
            self._shared.graph_pool.release()
            torch._C._cuda_clearCublasWorkspaces()
        torch.cuda.empty_cache()


def expert_placement(held: HeldExperts, usage: ExpertUsage | None) -> ExpertPlacement:
    """The experts read most in device memory, those read least with the processor.

    Before the latter come those with copies.
    """
    count, layer = held.group.num_experts, held.group.layer
    experts = list(range(count)) if usage is None else usage.by_score(layer, count)
    num_gpu = count - held.num_host
    copied = experts[num_gpu - held.num_copies : num_gpu]
    return ExpertPlacement(
        count, tuple(experts[: held.num_slots]), tuple(copied), tuple(experts[num_gpu:])
    )


@dataclass(frozen=True)
class _Shared:
    """What all models of a GPU share, and the executors of those that are loaded."""

    stream: torch.cuda.Stream
    graph_pool: GraphPool
    executors: WeakSet[CudaExecutor]


@cache
def _shared(device: torch.device) -> _Shared:
    """One for all loads: libraries keep memory for each stream they see."""
    stream = torch.cuda.Stream(device)  # type: ignore[no-untyped-call]
    return _Shared(stream, GraphPool(), WeakSet())

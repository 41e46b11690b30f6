"""The CPU as a device: main memory, threads."""

from typing import NoReturn

import psutil
import torch

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cpu.kernels import check_processor, set_num_threads
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.interface import WeightStore
from engine.kernels.sizes import StepSizes
from engine.models.config import ModelConfig
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.cpu_executor import CpuExecutor
from engine.runtime.cpu_profile import profile_cpu_decode
from engine.runtime.executor import Executor
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.found_device import main_memory_free, num_threads
from engine.runtime.ladder import cpu_wide_prefill_widths
from engine.runtime.memory import RUNTIME_BYTES, cpu_memory_needs
from engine.runtime.profile import StepProfile
from engine.runtime.residency import ALL_RESIDENT, Residency
from engine.runtime.sequence import Rows
from engine.runtime.step_runner import StepRunner


class CpuDevice:
    """Implements `Device`. Raises EngineError on an unsupported processor."""

    torch_device = torch.device("cpu")
    name = "cpu"
    prompt_rows_are_exact = True
    splits_kv_blocks = False
    has_host = False
    memory_needs = staticmethod(cpu_memory_needs)

    def __init__(self, threads: int | None = None) -> None:
        """Use `threads` threads, one per physical core by default."""
        check_processor()
        # Threads of torch spin once they have run, on the cores that the loops' threads need.
        torch.set_num_threads(1)
        self.threads = set_num_threads(num_threads(threads))
        self._process = psutil.Process()

    def wide_prefill_widths(self, model: ModelConfig) -> tuple[int, ...]:
        return cpu_wide_prefill_widths(model, self.threads)

    def memory_free(self) -> int:
        return main_memory_free(RUNTIME_BYTES)

    def memory_total(self) -> int:
        return int(psutil.virtual_memory().total)

    def memory_used(self) -> int:
        return int(self._process.memory_info().rss)

    def create_promotion(self, store: WeightStore, usage: ExpertUsage) -> None:
        return None

    def create_host_experts(self, store: WeightStore, sizes: StepSizes, max_width: int) -> None:
        return None

    def create_store(
        self,
        arena: Arena,
        residency: Residency = ALL_RESIDENT,
        usage: ExpertUsage | None = None,
    ) -> CpuWeights:
        return CpuWeights()

    def create_executor(
        self,
        arena: Arena,
        store: WeightStore,
        sizes: StepSizes,
        max_width: int,
        num_sequences: int,
    ) -> CpuExecutor:
        return CpuExecutor(arena, sizes, max_width, num_sequences)

    def profile(self, runner: StepRunner, executor: Executor, row: Rows) -> StepProfile:
        if not isinstance(executor, CpuExecutor):
            raise TypeError(f"{type(executor).__name__} is not of this device")
        return profile_cpu_decode(runner, executor.kernels, row)

    def host(self) -> NoReturn:
        raise TypeError("no other device computes layers for the processor")

    def bandwidth(self, kind: GGMLType) -> Bandwidth | None:
        return None

    def synchronize(self) -> None:
        """Nothing: launches are synchronous."""

    def reclaim_memory(self) -> None:
        """Nothing: memory is freed with the tensors."""

"""The CPU backend: quantized weights, tapes, sampling from logits in main memory."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import psutil
import torch

from engine.cache.arena import Arena
from engine.config import EngineConfig, SamplingParams
from engine.gguf.file import TensorInfo
from engine.kernels.cpu.kernels import CpuKernels, check_processor, set_num_threads
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.operands import StepInputs
from engine.kernels.sizes import StepSizes
from engine.layers.buffers import StepBuffers
from engine.models.config import ModelConfig
from engine.runtime.cpu_profile import profile_cpu_decode
from engine.runtime.found_device import main_memory_free
from engine.runtime.ladder import CPU_PREFILL_WIDTHS
from engine.runtime.memory import RUNTIME_BYTES, MemoryNeeds, cpu_memory_needs
from engine.runtime.profile import StepProfile
from engine.runtime.step_key import Role, StepKey
from engine.runtime.step_runner import StepRunner
from engine.runtime.tape import Tape
from engine.sampling.sampler import Sampler


class CpuBackend:
    """Implements `Backend`. Raises EngineError on an unsupported processor."""

    device = torch.device("cpu")
    device_name = "cpu"
    prefill_widths: tuple[int, ...] = CPU_PREFILL_WIDTHS

    def __init__(self, config: EngineConfig, notice: str | None = None) -> None:
        self.notice = notice
        check_processor()
        self.threads = set_num_threads(config.threads or default_threads())
        self._process = psutil.Process()
        self.begin_answer(SamplingParams(), 0)

    def memory_needs(
        self, model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
    ) -> MemoryNeeds:
        return cpu_memory_needs(model, tensors, config)

    def memory_free(self) -> int:
        return main_memory_free(RUNTIME_BYTES)

    def memory_total(self) -> int:
        return int(psutil.virtual_memory().total)

    def memory_used(self) -> int:
        return int(self._process.memory_info().rss)

    def create_store(self) -> CpuWeights:
        return CpuWeights()

    def create_kernels(self, arena: Arena, sizes: StepSizes, max_width: int) -> CpuKernels:
        self._kernels = CpuKernels(arena, sizes, max_width)
        return self._kernels

    def fill(self, inputs: StepInputs, token_ids: Sequence[int], position: int) -> None:
        n = len(token_ids)
        inputs.token_ids.numpy()[:n] = token_ids
        inputs.positions.numpy()[:n] = range(position, position + n)
        inputs.kv_rows.numpy()[:n] = range(position, position + n)
        inputs.num_rows.numpy()[0] = n

    def check(self, key: StepKey, launch: Callable[[], None]) -> None:
        with self._kernels.recording():
            launch()

    def capture(self, key: StepKey, buffers: StepBuffers, launch: Callable[[], None]) -> Tape:
        return Tape.capture(self._kernels, key, launch)

    def finish(self, key: StepKey, buffers: StepBuffers) -> None:
        """Nothing: `decode` and `verify` sample."""

    def begin_answer(self, sampling: SamplingParams, seed: int) -> None:
        self._sampler = Sampler(sampling, seed)
        self._penalty_last_n = sampling.penalty_last_n

    def decode(self, runner: StepRunner, token_id: int, position: int, *, lookahead: bool) -> int:
        return self._pick(runner.run(Role.DECODE, [token_id], position), 0, position)

    def verify(self, runner: StepRunner, ids: Sequence[int], position: int) -> Iterator[int]:
        buffers = runner.run(Role.VERIFY, ids, position)
        # Lazy: nothing is sampled after the first rejected draft.
        return (self._pick(buffers, row, position + row) for row in range(len(ids)))

    def profile(self, runner: StepRunner, position: int) -> StepProfile:
        return profile_cpu_decode(runner, self._kernels, position)

    def synchronize(self) -> None:
        """Nothing: launches are synchronous."""

    def close(self) -> None:
        """Nothing: memory is freed with the tensors."""

    def _pick(self, buffers: StepBuffers, row: int, position: int) -> int:
        """Sample the token after row `row`, which is at `position`."""
        end = position + 1
        recent = buffers.history[0, max(0, end - self._penalty_last_n) : end].tolist()
        return self._sampler.pick(buffers.logits[row].numpy(), end, recent)


def default_threads() -> int:
    """One per physical core: hyperthreads share arithmetic units."""
    return psutil.cpu_count(logical=False) or 1

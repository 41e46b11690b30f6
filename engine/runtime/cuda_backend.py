"""The CUDA backend: quantized weights, CUDA graphs, sampling on the device.

Decoding runs ahead: the sampling kernel writes its token where the next step reads it, so steps
follow each other on the device while the host handles an earlier token.
"""

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.config import EngineConfig, SamplingParams
from engine.errors import NotFiniteError
from engine.gguf.file import TensorInfo
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.attention.splits import ATTENTION_SPLIT
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.launching.checked_kernel import checked_launches
from engine.kernels.cuda.launching.shared_memory import share_one_carveout
from engine.kernels.cuda.sampling.buffers import RING
from engine.kernels.cuda.sampling.sample import Advance
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.operands import StepInputs
from engine.kernels.sizes import StepSizes
from engine.kernels.step_bounds import StepBounds
from engine.layers.buffers import StepBuffers
from engine.models.config import ModelConfig
from engine.runtime.cuda_graph import CudaGraphStep, anchored_pool
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.cuda_profile import profile_cuda_decode
from engine.runtime.found_device import cuda_index
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS
from engine.runtime.memory import MemoryNeeds
from engine.runtime.profile import StepProfile
from engine.runtime.step_key import Role, StepKey
from engine.runtime.step_runner import StepRunner
from engine.sampling.device_sampler import DeviceSampler

STEPS_AHEAD = 2  # a stop takes effect within this many steps
_NUM_STAGINGS = 4


@dataclass(frozen=True)
class _Staging:
    """Pinned memory for a step's inputs, and the event after its copy."""

    memory: Tensor  # int32 [2, W]: token ids, positions
    copied: torch.cuda.Event


@dataclass(frozen=True)
class _StepAhead:
    """A launched decode step at `position`; its token is available after `done`."""

    position: int
    done: torch.cuda.Event


class CudaBackend:
    """Implements `Backend` on `config.device`; sets the calling thread's current stream."""

    prefill_widths: tuple[int, ...] = CUDA_PREFILL_WIDTHS
    threads = 1
    notice: str | None = None

    def __init__(self, config: EngineConfig) -> None:
        index = cuda_index(config.device)
        self.device = torch.device("cuda", index)
        torch.cuda.set_device(self.device)
        self.device_name = f"{torch.cuda.get_device_name(index)} (cuda:{index})"
        self._stream = _stream_of(self.device)
        torch.cuda.set_stream(self._stream)
        share_one_carveout()
        self._pool, self._anchor = anchored_pool(self.device)
        self._warm: set[tuple[Role, int, bool]] = set()
        self._stagings: list[_Staging] = []
        self._turn = 0
        self._ahead: deque[_StepAhead] = deque()
        self._last_pick: int | None = None

    def memory_needs(
        self, model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
    ) -> MemoryNeeds:
        return cuda_memory_needs(model, tensors, config)

    def memory_free(self) -> int:
        free, _ = torch.cuda.mem_get_info(self.device)
        cached = torch.cuda.memory_reserved(self.device) - torch.cuda.memory_allocated(self.device)
        return free + cached

    def memory_total(self) -> int:
        return torch.cuda.mem_get_info(self.device)[1]

    def memory_used(self) -> int:
        return torch.cuda.memory_reserved(self.device)

    def create_store(self) -> CudaWeights:
        self._weights = CudaWeights(self.device)
        return self._weights

    def create_kernels(self, arena: Arena, sizes: StepSizes, max_width: int) -> CudaKernels:
        torch.cuda.empty_cache()  # the temporary memory of loading weights
        self._kernels = CudaKernels(arena, sizes, max_width, self._weights)
        self._sampler = DeviceSampler(self.device, sizes.vocab_size, sizes.capacity)
        self._sampler.set(SamplingParams(), 0)
        self._capacity, self._num_ids = sizes.capacity, sizes.vocab_size
        self._picked = torch.zeros(MAX_ROWS, dtype=torch.int32, device=self.device)
        self._picked_host = torch.zeros((RING, MAX_ROWS), dtype=torch.int32, pin_memory=True)
        self._stagings = [
            _Staging(torch.empty((2, max_width), dtype=torch.int32, pin_memory=True), _event())
            for _ in range(_NUM_STAGINGS)
        ]
        return self._kernels

    def fill(self, inputs: StepInputs, token_ids: Sequence[int], position: int) -> None:
        staging = self._stagings[self._turn]
        self._turn = (self._turn + 1) % _NUM_STAGINGS
        staging.copied.synchronize()  # its previous copy may still be pending
        n = len(token_ids)
        memory = staging.memory.numpy()
        memory[0, :n] = token_ids
        memory[1, :n] = range(position, position + n)
        inputs.token_ids[:n].copy_(staging.memory[0, :n], non_blocking=True)
        inputs.positions[:n].copy_(staging.memory[1, :n], non_blocking=True)
        inputs.kv_rows[:n].copy_(staging.memory[1, :n], non_blocking=True)
        inputs.num_rows.fill_(n)
        staging.copied.record()

    def check(self, key: StepKey, launch: Callable[[], None]) -> None:
        with checked_launches(self._bounds(key), runs=False):
            launch()

    def capture(
        self, key: StepKey, buffers: StepBuffers, launch: Callable[[], None]
    ) -> CudaGraphStep:
        kernels = (key.role, key.width, key.span > ATTENTION_SPLIT)
        with checked_launches(self._bounds(key)):
            if kernels not in self._warm:
                _run_without_rows(buffers.inputs.num_rows, launch)
                self._warm.add(kernels)
            return CudaGraphStep.capture(key, launch, self._pool)

    def finish(self, key: StepKey, buffers: StepBuffers) -> None:
        """Sample a token from each row; a decode step's token becomes the next one's input."""
        inputs = buffers.inputs
        advance = None
        if key.role is Role.DECODE:
            advance = Advance(inputs.token_ids, inputs.positions, inputs.kv_rows)
        self._sampler.launch(
            buffers.logits,
            inputs.positions,
            inputs.num_rows,
            buffers.history[0],
            advance,
            self._picked,
            self._picked_host,
        )

    def begin_answer(self, sampling: SamplingParams, seed: int) -> None:
        self._drop_steps_ahead()
        self._sampler.set(sampling, seed)

    def decode(self, runner: StepRunner, token_id: int, position: int, *, lookahead: bool) -> int:
        ahead = self._ahead
        if not ahead or ahead[0].position != position or token_id != self._last_pick:
            self._drop_steps_ahead()
            runner.run(Role.DECODE, [token_id], position)
            ahead.append(_StepAhead(position, self._recorded()))
        while lookahead and len(ahead) <= STEPS_AHEAD:
            following = ahead[-1].position + 1
            if following >= self._capacity:
                break
            runner.run_filled(Role.DECODE, 1, following)
            ahead.append(_StepAhead(following, self._recorded()))
        ahead.popleft().done.synchronize()
        self._last_pick = _checked(int(self._picked_host[(position + 1) % RING, 0]))
        return self._last_pick

    def verify(self, runner: StepRunner, ids: Sequence[int], position: int) -> Iterator[int]:
        self._drop_steps_ahead()
        runner.run(Role.VERIFY, ids, position)
        self._recorded().synchronize()
        picks = self._picked_host[(position + 1) % RING, : len(ids)].tolist()
        return (_checked(pick) for pick in picks)

    def profile(self, runner: StepRunner, position: int) -> StepProfile:
        self._drop_steps_ahead()
        return profile_cuda_decode(runner, position, self._capacity)

    def synchronize(self) -> None:
        self._stream.synchronize()

    def close(self) -> None:
        """Free the device memory. No tensor of the model may be in use."""
        self._drop_steps_ahead()
        self._stream.synchronize()
        self._anchor.reset()
        for name in ("_weights", "_kernels", "_sampler", "_picked", "_picked_host"):
            self.__dict__.pop(name, None)
        self._stagings.clear()
        gc.collect()
        torch._C._cuda_clearCublasWorkspaces()
        torch.cuda.empty_cache()

    def _bounds(self, key: StepKey) -> StepBounds:
        return StepBounds(key.width, key.span, self._num_ids)

    def _drop_steps_ahead(self) -> None:
        """Discard the steps that ran ahead; the next step's inputs must be filled."""
        self._ahead.clear()
        self._last_pick = None

    def _recorded(self) -> torch.cuda.Event:
        event = _event()
        event.record(self._stream)
        return event


@cache
def _stream_of(device: torch.device) -> torch.cuda.Stream:
    """One stream for all models: libraries keep memory for each stream they see."""
    return torch.cuda.Stream(device)  # type: ignore[no-untyped-call]


def _event() -> torch.cuda.Event:
    return torch.cuda.Event()  # type: ignore[no-untyped-call]


def _run_without_rows(num_rows: Tensor, launch: Callable[[], None]) -> None:
    """Launch a step without real rows: compiles and loads the kernels, writes nothing."""
    saved = num_rows.clone()
    num_rows.zero_()
    launch()
    num_rows.copy_(saved)


def _checked(pick: int) -> int:
    if pick < 0:
        raise NotFiniteError
    return pick

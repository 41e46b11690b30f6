"""Loads models as a GPU does, without one: with all shapes, no contents, and a list of what is allocated.

Tensors of the GPU are on torch's `meta` device. The layers that the processor computes have their
buffers, but no weights either.
"""

import gc
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_iter

from engine.cache.arena import Arena
from engine.config import EngineConfig
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.kernels.cuda import expert_memory, weights
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.expert_memory import ExpertMemory
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.interface import WeightStore
from engine.kernels.sizes import StepSizes
from engine.kernels.weight_parts import StackPart
from engine.models.config import ModelConfig
from engine.models.model_file import open_model
from engine.runtime import load_plan
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.cpu_device import CpuDevice
from engine.runtime.cuda_device import expert_placement
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.ladder import CUDA_WIDE_PREFILL_WIDTHS
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.memory import MemoryNeeds
from engine.runtime.residency import ALL_RESIDENT, Residency
from engine.sampling.device_sampler import DeviceSampler
from tests.support.caching_allocator import CachingAllocator

META = torch.device("meta")
MEASURED = Bandwidth(device=3e12, bus=5.5e10, processor=6.7e10)
MUCH = 1 << 40


class Allocations(TorchDispatchMode):
    """Replays on a `CachingAllocator` what tensors on `META` take and give back."""

    def __init__(self) -> None:
        super().__init__()
        self.allocator = CachingAllocator()
        self._held: set[int] = set()
        self._is_paused = False

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        out = func(*args, **(kwargs or {}))
        for tensor in tree_iter(out):
            if isinstance(tensor, Tensor) and tensor.is_meta:
                self._note(tensor)
        return out

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing that is allocated meanwhile is on the GPU."""
        was, self._is_paused = self._is_paused, True
        try:
            yield
        finally:
            self._is_paused = was

    def pin(self, num_bytes: int, _device: torch.device) -> Tensor:
        """As `pinned_memory.pin`."""
        with self.paused():
            return torch.empty(num_bytes, dtype=torch.uint8, device=META)

    def _note(self, tensor: Tensor) -> None:
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key not in self._held and storage.nbytes():
            self._held.add(key)
            weakref.finalize(storage, self._freed, key)
            if not self._is_paused:
                self.allocator.allocate(key, storage.nbytes())

    def _freed(self, key: int) -> None:
        self._held.remove(key)
        self.allocator.free(key)


class _Weights(CudaWeights):
    """Repacks nothing, in the steps and with the temporary tensors that a GPU needs for it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._reads_data = True

    def _upload(self, rows: NDArray[np.uint8]) -> Tensor:
        return torch.empty(rows.shape, dtype=torch.uint8, device=META)


class _Elsewhere(CudaWeights):
    """What the processor has."""

    def __init__(self, allocations: Allocations) -> None:
        super().__init__(Arena(META))
        self._allocations = allocations

    def matrix(self, parts: Any) -> Any:
        with self._allocations.paused():
            return super().matrix(parts)

    def expert_stack(self, part: StackPart) -> Any:
        with self._allocations.paused():
            return super().expert_stack(part)

    def place(self, data: Tensor) -> Tensor:
        return data


class _Processor(CpuDevice):
    """Has no weights."""

    def __init__(self, allocations: Allocations) -> None:
        super().__init__(2)
        self._allocations = allocations

    def create_store(self, *_: Any) -> Any:
        return _Elsewhere(self._allocations)


class StandInGpu:
    """Implements `Device`, of which `free` bytes are left to a model."""

    prompt_rows_are_exact = False
    splits_kv_blocks = True
    has_host = True
    torch_device = META
    name = "meta"
    threads = 1

    def __init__(self, free: int, allocations: Allocations) -> None:
        self._free = free
        self._allocations = allocations

    def memory_free(self) -> int:
        return self._free

    def wide_prefill_widths(self, _model: ModelConfig) -> tuple[int, ...]:
        return CUDA_WIDE_PREFILL_WIDTHS

    def memory_needs(
        self, model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
    ) -> MemoryNeeds:
        needs = cuda_memory_needs(model, tensors, config)

        def scratch_bytes(context_len: int, widths: tuple[int, ...]) -> int:
            with self._allocations.paused():  # it is counted on META, too
                return needs.scratch_bytes(context_len, widths)

        return replace(needs, scratch_bytes=scratch_bytes)

    def create_store(
        self,
        arena: Arena,
        residency: Residency = ALL_RESIDENT,
        usage: ExpertUsage | None = None,
    ) -> WeightStore:
        held = {each.group.layer: expert_placement(each, usage) for each in residency.experts}
        return _Weights(arena, ExpertMemory(arena, held) if held else None, residency.tensors)

    def create_executor(
        self,
        arena: Arena,
        store: CudaWeights,
        sizes: StepSizes,
        max_width: int,
        num_sequences: int,
    ) -> Any:
        self._allocations.allocator.empty_cache()
        return SimpleNamespace(
            kernels=CudaKernels(arena, sizes, max_width, store),
            sampler=DeviceSampler(arena, sizes.vocab_size, sizes.capacity, MAX_ROWS, num_sequences),
            picked=[arena.allocate(MAX_ROWS, dtype=torch.int32) for _ in range(2)],
        )

    def create_promotion(self, *_: Any) -> None:
        return None

    def create_host_experts(self, *_: Any) -> None:
        return None

    def host(self) -> CpuDevice:
        return _Processor(self._allocations)

    def bandwidth(self, _kind: GGMLType) -> Bandwidth:
        return MEASURED

    def synchronize(self) -> None:
        """Nothing runs."""

    def reclaim_memory(self) -> None:
        gc.collect()
        self._allocations.allocator.empty_cache()


def load_on_stand_in(
    path: Path, config: EngineConfig, free: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[LoadedModel, CachingAllocator]:
    """The model at `path` where a GPU has `free` bytes for it, and what its load has allocated."""
    allocations = Allocations()
    for module in (expert_memory, weights):
        monkeypatch.setattr(module, "pin", allocations.pin)

    def pin(_arena: Arena, *shape: int, dtype: torch.dtype) -> Tensor:
        raw = allocations.pin(prod(shape) * dtype.itemsize, META)
        return raw.view(dtype).view(shape)

    monkeypatch.setattr(Arena, "pin", pin)
    for name in ("pinnable_bytes", "main_memory_free"):
        monkeypatch.setattr(load_plan, name, lambda *_: MUCH)
    with open_model(path) as file, allocations:
        model = LoadedModel(file, config, StandInGpu(free, allocations))
    return model, allocations.allocator

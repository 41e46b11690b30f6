"""What is said about memory before a load, against what weights and kernels then take."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.config import EngineConfig
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import (
    CudaWeights,
    copy_side_by_side,
    cuda_weights_bytes,
    repack_step,
)
from engine.kernels.traffic import Readers, TrafficCounter
from engine.layers.buffers import allocate_buffers
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.cuda_profile import weight_reads

META = torch.device("meta")


@pytest.mark.parametrize("name", ["tiny-llama", "tinyq-llama-Q4_K"])
def test_a_step_reads_every_weight_once(golden_dir: Path, name: str, device: str) -> None:
    arena, weights = Arena(META), CudaWeights(Arena(torch.device(device)))
    with GGUFFile.open(golden_dir / f"{name}.gguf") as file:
        architecture = find_architecture(ModelMetadata(file.metadata).architecture)
        config = architecture.read_config(ModelMetadata(file.metadata), file.tensors)
        tensors = list(file.tensors.values())
        model = architecture.load(config, WeightReader(file, weights, lambda _: None), 96)
    sizes = config.step_sizes(96)
    buffers = allocate_buffers(arena, CudaKernels(arena, sizes, 16, weights), sizes, 16, 1)
    state = ModelState(arena, config.layer_shapes(96), 96, "f16")
    traffic = TrafficCounter(95, weight_reads, Readers("attend", "recur", "route"))
    model.forward(traffic, buffers.rows(1), state, 96, with_logits=True)

    plan = cuda_memory_needs(config, tensors, EngineConfig()).plan(96)
    assert traffic.num_bytes.pop("attend") == state.num_bytes == plan.kv_bytes
    is_tied = not any(tensor.name == "output.weight" for tensor in tensors)
    read = [tensor for tensor in tensors if is_tied or tensor.name != "token_embd.weight"]
    matrices = [tensor for tensor in read if len(tensor.shape) == 2]
    num_bytes = sum(cuda_weights_bytes(tensor.type, tensor.shape) for tensor in matrices)
    assert traffic.num_bytes.total() == num_bytes


@pytest.mark.parametrize("num_rows", [1, 3, 64, 1023])
def test_threads_that_copy_together_miss_no_row(num_rows: int) -> None:
    source = np.random.default_rng(num_rows).integers(0, 256, (num_rows, 4096), dtype=np.uint8)
    target = np.zeros_like(source)
    with ThreadPoolExecutor(4) as copiers:
        copy_side_by_side(source, target, copiers)
    assert np.array_equal(target, source)


@pytest.mark.parametrize(
    ("free_bytes", "codes"),
    [(0, 8 << 20), (1 << 28, 8 << 20), (1 << 30, 32 << 20), (80 << 30, 64 << 20)],
)
def test_more_is_repacked_at_once_where_memory_is_free(free_bytes: int, codes: int) -> None:
    assert repack_step(free_bytes) == codes

"""What is said about memory before a model is loaded, against what its weights and kernels then take."""

from pathlib import Path

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.kv_cache import KVCache
from engine.config import MAX_DRAFT_TOKENS, EngineConfig
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cuda import CudaKernels
from engine.kernels.gpu_sizes import MAX_ROWS, gpu_weights_bytes
from engine.kernels.gpu_weights import GpuWeights
from engine.kernels.traffic import TrafficCounter
from engine.layers.buffers import allocate_buffers
from engine.models.config import ModelConfig, RopeConfig
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.cuda_profile import weight_reads
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS
from engine.runtime.replay_engine import step_sizes

META = torch.device("meta")
GRAPHS_BYTES = 256 << 20


class CountingArena(Arena):
    num_bytes = 0

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        tensor = super().allocate(*shape, dtype=dtype)
        self.num_bytes += tensor.nbytes
        return tensor


@pytest.mark.parametrize(("has_tiles", "has_floats"), [(True, True), (True, False), (False, True)])
@pytest.mark.parametrize("context_len", [512, 131072])
def test_scratch_is_no_more_than_is_said(
    has_tiles: bool, has_floats: bool, context_len: int
) -> None:
    config = ModelConfig(
        architecture="llama",
        num_layers=32,
        hidden_size=4096,
        intermediate_size=14336,
        num_heads=32,
        num_kv_heads=8,
        head_dim=128,
        vocab_size=128256,
        rms_eps=1e-5,
        attention_scale=1.0,
        max_context_len=131072,
        rope=RopeConfig(dim=128, base=1e4, scaling_factor=1.0, interleaved=True),
    )
    arena, weights = CountingArena(META), GpuWeights(META)
    weights.has_tiles, weights.has_floats = has_tiles, has_floats
    sizes, width = step_sizes(config, context_len), CUDA_PREFILL_WIDTHS[-1]
    kernels = CudaKernels(arena, sizes, width, weights)
    allocate_buffers(arena, kernels, sizes, width, MAX_DRAFT_TOKENS + 1)
    rotation = 4 * context_len * config.rope.dim
    said = cuda_memory_needs(config, (), EngineConfig()).scratch_bytes(context_len)
    said -= GRAPHS_BYTES + MAX_ROWS * config.vocab_size * 8
    assert 0.85 < (arena.num_bytes + rotation) / said <= 1


@pytest.mark.parametrize("name", ["tiny-llama", "tinyq-llama-Q4_K"])
def test_a_step_reads_every_weight_once(golden_dir: Path, name: str, device: str) -> None:
    arena, weights = Arena(META), GpuWeights(torch.device(device))
    with GGUFFile.open(golden_dir / f"{name}.gguf") as file:
        architecture = find_architecture(ModelMetadata(file.metadata).architecture)
        config = architecture.read_config(ModelMetadata(file.metadata), file.tensors)
        tensors = list(file.tensors.values())
        model = architecture.load(config, WeightReader(file, weights, lambda _: None), 96)
    sizes = step_sizes(config, 96)
    buffers = allocate_buffers(arena, CudaKernels(arena, sizes, 16, weights), sizes, 16, 1)
    cache = KVCache(arena, config.num_layers, config.num_kv_heads, config.head_dim, 96, "f16")
    traffic = TrafficCounter(95, weight_reads, "attend")
    model.forward(traffic, buffers.rows(1), cache, 96, with_logits=True)

    plan = cuda_memory_needs(config, tensors, EngineConfig()).plan(96)
    assert traffic.num_bytes.pop("attend") == cache.num_bytes == plan.kv_bytes
    is_tied = not any(tensor.name == "output.weight" for tensor in tensors)
    read = [tensor for tensor in tensors if is_tied or tensor.name != "token_embd.weight"]
    matrices = [tensor for tensor in read if len(tensor.shape) == 2]
    num_bytes = sum(gpu_weights_bytes(tensor.type, tensor.shape) for tensor in matrices)
    assert traffic.num_bytes.total() == num_bytes

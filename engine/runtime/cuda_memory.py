"""Computes the CUDA memory that a model needs. Needs no device, weights or Triton."""

from collections.abc import Iterable

import torch
from torch import Tensor

from engine.config import MAX_DRAFT_TOKENS, EngineConfig
from engine.gguf.tensors import TensorInfo
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.scratch import CudaScratch
from engine.kernels.cuda.weights import cuda_weights_bytes
from engine.kernels.sizes import aligned
from engine.layers.buffers import allocate_buffers
from engine.models.config import ModelConfig
from engine.quants.tiles import TILE_FORMATS
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS, prompt_widths
from engine.runtime.memory import (
    MemoryNeeds,
    addresses_bytes,
    loaded_tensors,
    resolve_kv_type,
    rotary_bytes,
)
from engine.runtime.residency import find_movable, is_matrix

_META = torch.device("meta")
_GRAPHS_BYTES = 256 << 20  # CUDA graphs, cuBLAS workspace
_SMALL_BYTES = 1 << 20  # settings, addresses of experts, and what some hundred tensors round up to


class _CountingMemory:
    """Implements `Memory` without allocating; `num_bytes` is what all takes in one block."""

    device = _META
    num_bytes = 0

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        tensor = torch.empty(shape, dtype=dtype, device=_META)
        self.num_bytes += aligned(tensor.nbytes)
        return tensor


def cuda_memory_needs(
    model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
) -> MemoryNeeds:
    """The needs on a GPU, where weights stay quantized and the KV cache is float16 by default.

    Raises RequestError for a KV type that the model's heads do not allow.
    """
    tensors = loaded_tensors(model, tensors)
    kinds = {tensor.type for tensor in tensors if is_matrix(tensor) or _is_stack(tensor)}
    has_tiles, has_floats = not kinds.isdisjoint(TILE_FORMATS), not kinds <= TILE_FORMATS.keys()

    def scratch_bytes(context_len: int, widths: tuple[int, ...]) -> int:
        sizes, width = model.step_sizes(context_len), widths[-1]
        memory = _CountingMemory()
        scratch = CudaScratch(memory, sizes, width, has_tiles=has_tiles, has_floats=has_floats)
        allocate_buffers(memory, scratch, sizes, width, MAX_DRAFT_TOKENS + 1, config.num_sequences)
        sampler = MAX_ROWS * model.vocab_size * 8
        tables = rotary_bytes(model, context_len)
        if config.num_sequences > 1:
            tables += config.num_sequences * addresses_bytes(model, context_len)
        return memory.num_bytes + tables + sampler + _SMALL_BYTES + _GRAPHS_BYTES

    return MemoryNeeds(
        model=model,
        weights_bytes=sum(_weights_bytes(tensor) for tensor in tensors),
        kv_type=resolve_kv_type(config, model, "f16"),
        scratch_bytes=scratch_bytes,
        memory="GPU memory",
        prefill_widths=prompt_widths(CUDA_PREFILL_WIDTHS, is_narrow=not model.has_input),
        movable=find_movable(tensors, cuda_weights_bytes, TILE_FORMATS),
        num_sequences=config.num_sequences,
        beside_bytes=_GRAPHS_BYTES,
        has_host_memory=True,
    )


def _is_stack(tensor: TensorInfo) -> bool:
    """Whether it is a matrix of each expert."""
    return len(tensor.shape) == 3


def _weights_bytes(tensor: TensorInfo) -> int:
    """Vectors and tables of floats are float32, whatever they are in the file."""
    if is_matrix(tensor) or _is_stack(tensor):
        return cuda_weights_bytes(tensor.type, tensor.shape)
    return 4 * tensor.num_values

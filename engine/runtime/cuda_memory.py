"""Computes the CUDA memory that a model needs. Needs no device, weights or Triton."""

from collections.abc import Iterable

import torch
from torch import Tensor

from engine.config import MAX_DRAFT_TOKENS, EngineConfig
from engine.gguf.tensors import TensorInfo
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.scratch import CudaScratch
from engine.kernels.cuda.weights import cuda_weights_bytes
from engine.layers.buffers import allocate_buffers
from engine.models.config import ModelConfig
from engine.quants.tiles import TILE_FORMATS
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS, num_kept_rows, prompt_widths
from engine.runtime.memory import MemoryNeeds, resolve_kv_type, rotary_bytes
from engine.runtime.residency import find_movable

_META = torch.device("meta")
_GRAPHS_BYTES = 256 << 20  # CUDA graphs, cuBLAS workspace


class _CountingMemory:
    """Implements `Memory` without allocating; `num_bytes` is the sum requested."""

    num_bytes = 0

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        tensor = torch.empty(shape, dtype=dtype, device=_META)
        self.num_bytes += tensor.nbytes
        return tensor


def cuda_memory_needs(
    model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
) -> MemoryNeeds:
    """The needs on a GPU, where weights stay quantized and the KV cache is float16 by default.

    Raises RequestError for a KV type that the model's heads do not allow.
    """
    tensors = list(tensors)
    kinds = {tensor.type for tensor in tensors if len(tensor.shape) > 1}
    has_tiles, has_floats = not kinds.isdisjoint(TILE_FORMATS), not kinds <= TILE_FORMATS.keys()

    def scratch_bytes(context_len: int, widths: tuple[int, ...]) -> int:
        sizes, width = model.step_sizes(context_len), widths[-1]
        memory = _CountingMemory()
        scratch = CudaScratch(memory, sizes, width, has_tiles=has_tiles, has_floats=has_floats)
        allocate_buffers(memory, scratch, sizes, width, MAX_DRAFT_TOKENS + 1, config.num_sequences)
        kept = config.num_sequences * 4 * num_kept_rows(widths) * model.kept_size
        sampler = MAX_ROWS * model.vocab_size * 8
        return memory.num_bytes + rotary_bytes(model, context_len) + kept + sampler + _GRAPHS_BYTES

    return MemoryNeeds(
        model=model,
        weights_bytes=sum(cuda_weights_bytes(tensor.type, tensor.shape) for tensor in tensors),
        kv_type=resolve_kv_type(config, model, "f16"),
        scratch_bytes=scratch_bytes,
        memory="GPU memory",
        prefill_widths=prompt_widths(CUDA_PREFILL_WIDTHS, is_narrow=not model.has_input),
        movable=find_movable(tensors, cuda_weights_bytes, TILE_FORMATS),
        num_sequences=config.num_sequences,
        has_host_memory=True,
    )

"""What a model needs of a CUDA device's memory, from headers alone. Needs no torch and no device."""

from collections.abc import Iterable

from engine.config import EngineConfig
from engine.gguf.file import TensorInfo
from engine.kernels.gpu_sizes import (
    MAX_ROWS,
    PREFILL_BLOCK_BYTES,
    attention_scratch_size,
    gpu_weights_bytes,
)
from engine.models.config import ModelConfig
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS
from engine.runtime.memory import MemoryNeeds, buffers_bytes

_GRAPHS_BYTES = 256 << 20  # captured steps, the matrix library's workspace


def cuda_memory_needs(
    model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
) -> MemoryNeeds:
    """What it needs on a GPU, where weights stay quantised and the KV cache is float16 by default."""

    def scratch_bytes(context_len: int) -> int:
        buffers = buffers_bytes(model, context_len, CUDA_PREFILL_WIDTHS[-1])
        return buffers + _kernels_bytes(model, context_len) + _GRAPHS_BYTES

    return MemoryNeeds(
        model=model,
        weights_bytes=sum(gpu_weights_bytes(tensor.type, tensor.shape) for tensor in tensors),
        kv_type="f16" if config.kv_type == "auto" else config.kv_type,
        scratch_bytes=scratch_bytes,
        memory="GPU memory",
    )


def _kernels_bytes(model: ModelConfig, context_len: int) -> int:
    """Scratch of the kernels and of picking tokens; activations of narrow steps as if of both kinds."""
    columns = model.hidden_size, model.attention_size, model.intermediate_size
    # Prompt steps: the queries, a projection, gate and up, activations as halves.
    row = model.attention_size + model.hidden_size + 2 * model.intermediate_size
    prompts = CUDA_PREFILL_WIDTHS[-1] * (4 * row + 2 * max(columns)) + PREFILL_BLOCK_BYTES
    # Narrow steps: codes (1 byte a column), values (4), a group's scales (8 for 32) and square (4).
    narrow = MAX_ROWS * (sum(columns) * 6 + 4 * model.attention_size)
    partials = attention_scratch_size(
        model.num_heads, model.num_kv_heads, model.head_dim, context_len
    )
    sampler = MAX_ROWS * model.vocab_size * 8
    return prompts + narrow + 4 * partials + sampler

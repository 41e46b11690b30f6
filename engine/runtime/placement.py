"""Decides whether a model fits the GPU or only the CPU, from its headers. Knows no device."""

from engine.config import EngineConfig
from engine.models.model_file import ModelFile
from engine.runtime.found_device import find_device, main_memory_free
from engine.runtime.memory import RUNTIME_BYTES, cpu_memory_needs, resolve_context_len

_GIB = 1 << 30


def reason_for_cpu(file: ModelFile, config: EngineConfig) -> str | None:
    """A sentence saying why `file` runs on the CPU instead of the GPU of `config`.

    None if it fits the GPU, or does not fit the CPU either. Raises RequestError for a context
    beyond the model's own.
    """
    # Imported here: it needs Triton, which may be missing without a GPU.
    from engine.runtime.cuda_memory import cuda_memory_needs

    gpu = find_device(config.device)
    context_len = resolve_context_len(config, file.config)
    on_gpu, on_cpu = (
        memory_needs(file.config, file.gguf.tensors.values(), config).plan(context_len).total_bytes
        for memory_needs in (cuda_memory_needs, cpu_memory_needs)
    )
    if gpu.free_bytes is None or on_gpu <= gpu.free_bytes:
        return None
    if on_cpu > main_memory_free(RUNTIME_BYTES):
        return None
    return (
        f"{file.gguf.path.name} runs on the CPU, more slowly: with a context of {context_len} tokens it "
        f"needs {on_gpu / _GIB:.1f} GiB of GPU memory, "
        f"and {gpu.free_bytes / _GIB:.1f} GiB are free."
    )

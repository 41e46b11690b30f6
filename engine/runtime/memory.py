"""What a model needs in memory, said before anything is loaded. Needs headers only, no torch."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.config import DEFAULT_CONTEXT_LEN, MAX_DRAFT_TOKENS, EngineConfig
from engine.errors import NotEnoughMemoryError, RequestError
from engine.gguf.file import TensorInfo
from engine.models.config import ModelConfig

KV_BYTES = {"f32": 4, "f16": 2}
_GIB = 1 << 30
_CHECK_STEP = 256


@dataclass(frozen=True)
class MemoryPlan:
    """Bytes of each part of a loaded model."""

    weights_bytes: int
    kv_bytes: int
    scratch_bytes: int

    @property
    def total_bytes(self) -> int:
        """All of it."""
        return self.weights_bytes + self.kv_bytes + self.scratch_bytes


def cpu_kv_type(config: EngineConfig) -> str:
    """The KV type that `config` means on the CPU: `auto` is float32, the reference."""
    return "f32" if config.kv_type == "auto" else config.kv_type


def cpu_weights_bytes(tensors: Iterable[TensorInfo]) -> int:
    """Bytes of `tensors` on the CPU, where they are all float32."""
    return 4 * sum(tensor.num_values for tensor in tensors)


def resolve_context_len(config: EngineConfig, model: ModelConfig) -> int:
    """Tokens of context. Raises RequestError when more is asked for than the model was made for."""
    if config.context_len is None:
        return min(model.max_context_len, DEFAULT_CONTEXT_LEN)
    if config.context_len > model.max_context_len:
        raise RequestError(
            f"A context of {config.context_len} tokens is more than the {model.max_context_len} this "
            "model was made for; choose a smaller context."
        )
    return config.context_len


def plan_memory(
    config: ModelConfig,
    weights_bytes: int,
    context_len: int,
    kv_type: str,
    width: int,
    device_bytes: int = 0,
) -> MemoryPlan:
    """The plan for `context_len` tokens of KV cache and steps of at most `width` rows.

    `device_bytes` is the scratch that a device needs besides.
    """
    row = 3 * config.hidden_size + config.qkv_size + config.attention_size
    row += 3 * config.intermediate_size + 256 * config.num_heads
    logits = (MAX_DRAFT_TOKENS + 1) * config.vocab_size
    tables = context_len * (config.rope.dim + 1)
    return MemoryPlan(
        weights_bytes=weights_bytes,
        kv_bytes=2 * config.num_layers * config.kv_size * context_len * KV_BYTES[kv_type],
        scratch_bytes=4 * (width * row + logits + tables) + device_bytes,
    )


def check_fits(name: str, plan: MemoryPlan, context_len: int, free: int) -> None:
    """Raise NotEnoughMemoryError, naming the largest context that fits, if `plan` needs more than `free`."""
    if plan.total_bytes <= free:
        return
    per_token = plan.kv_bytes / context_len
    room = free - plan.weights_bytes - plan.scratch_bytes
    largest = int(room / per_token) // _CHECK_STEP * _CHECK_STEP if room > 0 else 0
    advice = (
        f"a context of {largest} tokens would fit"
        if largest >= _CHECK_STEP
        else "close other programs or choose a smaller model"
    )
    raise NotEnoughMemoryError(
        f"{name} needs {plan.total_bytes / _GIB:.1f} GiB of memory with a context of {context_len} "
        f"tokens ({plan.weights_bytes / _GIB:.1f} GiB of it weights), but {free / _GIB:.1f} GiB are "
        f"free; {advice}."
    )

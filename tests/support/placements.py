"""Placements of models of full size on GPUs that lack room for them, from headers alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from engine.config import EngineConfig
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType as T
from engine.kernels.sizes import ExpertSizes
from engine.models.config import ModelConfig
from engine.models.model_file import ModelFile
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.placement import Placement, Room
from engine.runtime.residency import Residency
from tests.support.shapes import LLAMA_8B

GIB = 1 << 30
CONTEXT_LEN = 4096
MATRICES: dict[str, tuple[int, ...]] = {
    "attn_q": (4096, 4096), "attn_k": (1024, 4096), "attn_v": (1024, 4096),
    "attn_output": (4096, 4096), "ffn_gate": (14336, 4096), "ffn_up": (14336, 4096),
    "ffn_down": (4096, 14336),
}  # fmt: skip
MUCH = 64 * GIB
FAST_PROCESSOR = Bandwidth(device=1e12, bus=2e10, processor=1e11)
SLOW_PROCESSOR = Bandwidth(device=1e12, bus=5e10, processor=1e10)
MOE = replace(
    LLAMA_8B,
    layers=tuple(replace(layer, experts=ExpertSizes(8, 2, 14336)) for layer in LLAMA_8B.layers),
)
MANY_EXPERTS = replace(
    LLAMA_8B,
    layers=tuple(replace(layer, experts=ExpertSizes(64, 4, 1792)) for layer in LLAMA_8B.layers),
)


def header(model: ModelConfig = LLAMA_8B, *, is_tied: bool = False) -> ModelFile:
    """What a plan reads of a file of Q4_K matrices."""
    shape = model.vocab_size, model.hidden_size
    tensors = [TensorInfo("token_embd.weight", shape, T.Q4_K, 0, 0)]
    if not is_tied:
        tensors.append(TensorInfo("output.weight", shape, T.Q6_K, 0, 0))
    for layer, config in enumerate(model.layers):
        tensors.append(TensorInfo(f"blk.{layer}.attn_norm.weight", (4096,), T.F32, 0, 0))
        for name, size in MATRICES.items():
            if config.experts is not None and name.startswith("ffn"):
                each, inner = f"blk.{layer}.{name}_exps.weight", config.experts.intermediate_size
                size = tuple(inner if length == 14336 else length for length in size)
                size = (config.experts.num_experts, *size)
            else:
                each = f"blk.{layer}.{name}.weight"
            tensors.append(TensorInfo(each, size, T.Q4_K, 0, 0))
    by_name = {tensor.name: tensor for tensor in tensors}
    gguf = SimpleNamespace(tensors=by_name, path=Path("model.gguf"), file_bytes=1)
    return cast("ModelFile", SimpleNamespace(gguf=gguf, config=model))


def placement(file: ModelFile, spared: int, host_layers: str = "auto", **changes: Any) -> Placement:
    """For a GPU that lacks `spared` bytes for all of the model."""
    config = EngineConfig(host_layers=host_layers, context_len=CONTEXT_LEN)
    needs = cuda_memory_needs(file.config, file.gguf.tensors.values(), config)
    free = needs.plan(CONTEXT_LEN).total_bytes - spared
    room = changes.pop("room", Room(free, MUCH, MUCH))
    return Placement(file, config, needs, cuda_memory_needs, CONTEXT_LEN, room, **changes)


def as_measured(found: Bandwidth | None) -> Callable[[T], Bandwidth | None]:
    return lambda _: found


def chosen(each: Placement, found: Bandwidth | None = FAST_PROCESSOR) -> Residency:
    plan = each.choose(as_measured(found))
    assert plan is not None
    return plan

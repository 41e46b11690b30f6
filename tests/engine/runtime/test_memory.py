"""The memory plan and its sentence."""

from dataclasses import replace

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.state import KVPlacement, ModelState
from engine.config import EngineConfig
from engine.errors import NotEnoughMemoryError, RequestError
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.sizes import ConvShape, DeltaShape
from engine.kernels.weight_parts import StackPart
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.memory import (
    RUNTIME_BYTES,
    MemoryNeeds,
    check_fits,
    cpu_memory_needs,
    resolve_context_len,
)
from tests.support.kv_types import KV_TYPES
from tests.support.random_rows import random_rows
from tests.support.shapes import LLAMA_8B

GIB = 1 << 30
MODEL = LLAMA_8B
KV_BYTES_PER_TOKEN = 2 * 32 * 8 * 128 * 2


def needs(weights_gib: int, memory: str = "memory") -> MemoryNeeds:
    """No scratch, and a KV cache of 1 GiB per 8192 tokens."""
    return MemoryNeeds(MODEL, weights_gib * GIB, "f16", lambda *_: 0, memory)


def test_a_plan_that_fits_is_silent() -> None:
    check_fits("m.gguf", needs(weights_gib=1), 8192, free=2 * GIB)


def test_too_large_a_context_is_refused_with_one_that_fits() -> None:
    with pytest.raises(NotEnoughMemoryError, match="a context of 16384 tokens would fit"):
        check_fits("m.gguf", needs(weights_gib=1), 32768, free=3 * GIB)


def test_too_large_a_model_is_refused_without_promising_a_context() -> None:
    with pytest.raises(NotEnoughMemoryError, match=r"needs 9\.0 GiB.*choose a smaller model"):
        check_fits("m.gguf", needs(weights_gib=8), 8192, free=3 * GIB)


def test_the_sentence_says_which_memory_is_meant() -> None:
    with pytest.raises(
        NotEnoughMemoryError, match=r"9\.0 GiB of GPU memory with a context of 8192"
    ):
        check_fits("m.gguf", needs(8, "GPU memory"), 8192, free=3 * GIB)


@pytest.mark.parametrize(
    ("free", "context_len"),
    [
        (GIB - 1, 0),
        (GIB + 255 * KV_BYTES_PER_TOKEN, 0),
        (GIB + 256 * KV_BYTES_PER_TOKEN, 256),
        (GIB + 1000 * KV_BYTES_PER_TOKEN, 768),
        (100 * GIB, 131072),
    ],
)
def test_the_largest_context(free: int, context_len: int) -> None:
    assert needs(weights_gib=1).largest_context_len(free) == context_len


@pytest.mark.parametrize(
    ("free_gib", "context_len"),
    [
        (1.0, 4096),  # too little for any: the sentence names the usual one
        (1.3, 2048),
        (1.6, 4096),
        (2.4, 4096),
        (2.6, 8192),
        (4.6, 16_384),
        (80.0, 32_768),
        (None, 4096),
    ],
)
def test_an_automatic_context_takes_half_of_what_is_left(
    free_gib: float | None, context_len: int
) -> None:
    free = None if free_gib is None else int(free_gib * GIB)
    assert needs(weights_gib=1).automatic_context_len(free) == context_len
    assert resolve_context_len(EngineConfig(), needs(weights_gib=1), free) == context_len
    assert resolve_context_len(EngineConfig(context_len=700), needs(weights_gib=1), free) == 700


def test_an_automatic_context_is_modest_on_the_cpu_and_never_beyond_the_model() -> None:
    on_cpu = cpu_memory_needs(MODEL, (), EngineConfig(kv_type="f16"))
    taken = on_cpu.plan(4096).total_bytes
    step = on_cpu.plan(8192).total_bytes - taken
    assert on_cpu.automatic_context_len(taken + 8 * step - 8) == 4096
    assert on_cpu.automatic_context_len(taken + 8 * step + 8) == 8192
    assert on_cpu.automatic_context_len(1 << 50) == 16_384
    short = replace(on_cpu, model=replace(MODEL, max_context_len=6000))
    assert short.automatic_context_len(1 << 50) == 6000
    assert short.automatic_context_len(0) == 4096


def test_a_longer_context_does_not_change_the_positions_of_a_model() -> None:
    rope = replace(next(iter(MODEL.ropes)), original_context_len=4096)
    layers = tuple(
        replace(layer, mixer=replace(layer.attention, rope=rope)) for layer in MODEL.layers
    )
    stretched = replace(MODEL, architecture="phi3", layers=layers)
    on_gpu = replace(needs(weights_gib=1), model=stretched)
    assert on_gpu.automatic_context_len(80 * GIB) == 4096


def test_the_largest_context_leaves_room_for_scratch_that_grows_with_it() -> None:
    on_gpu = cuda_memory_needs(MODEL, (), EngineConfig())
    free = on_gpu.plan(100_000).total_bytes
    largest = on_gpu.largest_context_len(free)
    assert largest == 100_000 // 256 * 256
    check_fits("m.gguf", on_gpu, largest, free)


def test_each_device_has_its_own_default_for_keys_and_values() -> None:
    for memory_needs, usual in ((cpu_memory_needs, "f32"), (cuda_memory_needs, "f16")):
        assert memory_needs(MODEL, (), EngineConfig()).kv_type == usual
        for kv_type in KV_TYPES:
            assert memory_needs(MODEL, (), EngineConfig(kv_type=kv_type)).kv_type == kv_type


@pytest.mark.parametrize(
    ("kv_type", "num_bytes"),
    [("f32", 4), ("f16", 2), ("bf16", 2), ("q8_0", 34 / 32), ("q4_0", 18 / 32), ("tq3_0", 14 / 32)],
)
def test_keys_and_values_take_the_bytes_of_their_type(kv_type: str, num_bytes: float) -> None:
    plan = cpu_memory_needs(MODEL, (), EngineConfig(kv_type=kv_type)).plan(4096)
    assert plan.kv_bytes == 4096 * KV_BYTES_PER_TOKEN / 2 * num_bytes
    for splits_blocks in (False, True):
        arena, shapes = Arena(torch.device("meta")), MODEL.layer_shapes(4096)
        state = ModelState(arena, shapes, 4096, kv_type, placement=KVPlacement(splits_blocks))
        assert state.num_bytes == plan.kv_bytes


def test_heads_that_are_no_whole_blocks_are_refused_before_anything_is_loaded() -> None:
    odd = MODEL.with_attention(lambda _, attention: replace(attention, head_dim=80))
    for kv_type in ("f32", "f16", "bf16"):
        cpu_memory_needs(odd, (), EngineConfig(kv_type=kv_type))
    with pytest.raises(RequestError, match=r"80 elements, .*; choose the type f16, bf16 or f32"):
        cpu_memory_needs(odd, (), EngineConfig(kv_type="q8_0"))


def test_on_the_cpu_the_process_itself_counts() -> None:
    smaller = replace(MODEL, vocab_size=1000)
    on_cpu = cpu_memory_needs(MODEL, (), EngineConfig()).plan(4096)
    on_cpu_small = cpu_memory_needs(smaller, (), EngineConfig()).plan(4096)
    assert on_cpu_small.scratch_bytes > RUNTIME_BYTES
    # A token costs its logits, 16 rows of float32, and its place in the tokenizer.
    per_token = (on_cpu.scratch_bytes - on_cpu_small.scratch_bytes) / (MODEL.vocab_size - 1000)
    assert 500 < per_token - 16 * 4 < 600


def test_on_the_cpu_weights_take_what_they_take_in_the_file_or_hardly_more() -> None:
    tensors = [
        TensorInfo("matrix", (4096, 4096), GGMLType.Q4_K, 0, 0),
        TensorInfo("experts", (8, 64, 4096), GGMLType.Q6_K, 0, 0),
        TensorInfo("vector", (4096,), GGMLType.F32, 0, 0),
        TensorInfo("odd", (5, 12), GGMLType.F16, 0, 0),
    ]
    in_file = sum(tensor.nbytes for tensor in tensors)
    weights = cpu_memory_needs(MODEL, tensors, EngineConfig()).weights_bytes
    assert in_file < weights < 1.03 * in_file


@pytest.mark.parametrize("kind", [GGMLType.Q8_0, GGMLType.F16], ids=lambda kind: kind.name)
def test_each_expert_counts_with_the_rows_it_is_padded_to(kind: GGMLType) -> None:
    shape = num_experts, num_rows, num_cols = 5, 23, 64
    rows = random_rows(kind, num_experts * num_rows, num_cols, seed=1)
    part = StackPart(rows.reshape(num_experts, num_rows, -1), kind, num_cols)
    tensors = [TensorInfo("experts", shape, kind, 0, 0)]
    on_cpu = CpuWeights().expert_stack(part).nbytes
    assert cpu_memory_needs(MODEL, tensors, EngineConfig()).weights_bytes == on_cpu
    on_gpu = CudaWeights(Arena(torch.device("cpu"))).expert_stack(part).data.nbytes
    assert cuda_memory_needs(MODEL, tensors, EngineConfig()).weights_bytes == on_gpu


@pytest.mark.parametrize("conv_len", [1, 4, 41, 42, 100])
def test_a_recurrent_state_takes_what_its_convolution_needs(conv_len: int) -> None:
    for shape in (DeltaShape(2, 4, 8, conv_len), ConvShape(24, conv_len)):
        state = ModelState(Arena(torch.device("meta")), (shape,), 256, "f32")
        assert state.num_bytes == shape.num_bytes("f32")

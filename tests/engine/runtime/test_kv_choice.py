"""The type of keys and values that a load takes where it is left open."""

from dataclasses import replace

import pytest

from engine.config import EngineConfig
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.kv_choice import choose_kv_type
from engine.runtime.memory import MemoryNeeds, cpu_memory_needs
from engine.runtime.residency import ExpertGroup, Movable, StackedMatrices
from tests.support.shapes import LLAMA_8B

CONFIG = EngineConfig(context_len=32_768)
ON_GPU = cuda_memory_needs(LLAMA_8B, (), CONFIG)
ON_CPU = cpu_memory_needs(LLAMA_8B, (), CONFIG)


def needed(needs: MemoryNeeds, kv_type: str, context_len: int = 32_768) -> int:
    return replace(needs, kv_type=kv_type).plan(context_len).total_bytes


@pytest.mark.parametrize(
    ("needs", "types"),
    [(ON_GPU, ["f16", "q8_0", "q4_0"]), (ON_CPU, ["f32", "f16", "q8_0", "q4_0"])],
    ids=["gpu", "cpu"],
)
def test_it_is_the_most_exact_one_that_fits(needs: MemoryNeeds, types: list[str]) -> None:
    assert choose_kv_type(needs, CONFIG, None) is needs
    for kv_type in types:
        free = needed(needs.with_narrow_steps(), kv_type)
        chosen = choose_kv_type(needs, CONFIG, free)
        assert (chosen.kv_type, chosen.kv_is_reduced) == (kv_type, kv_type != types[0])
        assert needed(chosen.with_narrow_steps(), chosen.kv_type) <= free
        assert choose_kv_type(needs, CONFIG, free - 1).kv_type != kv_type or kv_type == "q4_0"


def test_an_automatic_context_keeps_its_usual_length_in_fewer_bits() -> None:
    free = needed(ON_GPU, "q8_0", 4096)
    chosen = choose_kv_type(ON_GPU, EngineConfig(), free)
    assert (chosen.kv_type, chosen.automatic_context_len(free)) == ("q8_0", 4096)


def test_a_type_that_was_asked_for_stays() -> None:
    asked = replace(ON_GPU, kv_type="bf16")
    assert choose_kv_type(asked, EngineConfig(kv_type="bf16"), 0) is asked


def test_heads_that_are_no_whole_blocks_keep_floats() -> None:
    odd = LLAMA_8B.with_attention(lambda _, attention: replace(attention, head_dim=80))
    assert choose_kv_type(cuda_memory_needs(odd, (), CONFIG), CONFIG, 0).kv_type == "f16"
    assert choose_kv_type(cpu_memory_needs(odd, (), CONFIG), CONFIG, 0).kv_type == "f16"


def test_experts_move_before_bits_are_saved_and_layers_before_four_are_left() -> None:
    size = 1 << 32
    experts = Movable(experts=(ExpertGroup(0, 4, size // 4),))
    layers = Movable(matrices=((StackedMatrices(frozenset({"a"}), size),),))
    large = replace(ON_GPU, weights_bytes=2 * size)
    for movable, types in ((experts, ["f16", "f16"]), (layers, ["q8_0", "f16"])):
        moving = replace(large, movable=movable)
        lent = [needed(large, "q8_0"), needed(large, "f16") - size]
        assert [choose_kv_type(moving, CONFIG, free).kv_type for free in lent] == types
        assert choose_kv_type(moving, CONFIG, needed(large, "q8_0") - size).kv_type == "q8_0"
        assert choose_kv_type(moving, CONFIG, needed(large, "q4_0") - size).kv_type == "q4_0"

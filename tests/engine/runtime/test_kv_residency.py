"""Where keys and values lie whose context does not fit the device's memory."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.state import KVPlacement, ModelState
from engine.config import EngineConfig
from engine.kernels.sizes import KVShape
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.memory import cpu_memory_needs
from engine.runtime.residency import ALL_RESIDENT, Movable, StackedMatrices
from engine.runtime.speed_estimate import estimated_tok_s
from engine.session.placement_notice import kv_place_notice
from tests.support.shapes import LLAMA_8B
from tests.support.shared_rows import rows_of

CONFIG = EngineConfig(context_len=131_072)
NEEDS = replace(cuda_memory_needs(LLAMA_8B, (), CONFIG), weights_bytes=5 << 30)
GIB = 1 << 30


def test_drawn_contexts_and_caps_keep_within_both_memories() -> None:
    draw = random.Random()
    num_moved = 0
    for _ in range(100):
        context_len = draw.randint(300, 131_072)
        needs = replace(NEEDS, num_sequences=draw.randint(1, 4))
        plan = needs.plan(context_len)
        least = plan.total_bytes - plan.kv_bytes
        free = draw.randint(least, plan.total_bytes)
        host = draw.randint(0, 2 * plan.kv_bytes)
        residency = needs.residency(context_len, free, host)
        page_bytes = 256 * plan.kv_bytes // context_len
        if residency is None:
            assert plan.total_bytes - free > min(host, plan.kv_bytes) - 2 * page_bytes
            continue
        if residency.kv_device_len is None:
            assert residency is ALL_RESIDENT
            continue
        num_moved += 1
        assert residency.moved_bytes == 0
        assert residency.kv_host_bytes <= host
        assert plan.total_bytes - residency.kv_host_bytes <= free
        shapes = [KVShape(2, 32, context_len), KVShape(2, 32, 256, window=100)]
        state = ModelState(
            Arena(torch.device("meta")), shapes, context_len, "f16",
            placement=KVPlacement(True, residency.kv_device_len),
        )  # fmt: skip
        whole, ring = (layer.kv for layer in state.layers)
        assert whole.keys.shape[2] == residency.kv_device_len
        assert context_len <= whole.num_rows < context_len + 256
        assert ring.num_rows == 256
        assert not ring.host
    assert num_moved > 30


def test_weights_move_only_where_all_later_positions_are_not_enough() -> None:
    plan = NEEDS.plan(131_072)
    movable = Movable(matrices=((StackedMatrices(frozenset({"blk.0.attn_q.weight"}), 2 * GIB),),))
    needs, host = replace(NEEDS, movable=movable), 64 * GIB
    without_kv = plan.total_bytes - plan.kv_bytes
    residency = needs.residency(131_072, without_kv + 8 * GIB, host)
    assert residency is not None
    assert (residency.tensors, residency.moved_bytes) == (frozenset(), 0)
    residency = needs.residency(131_072, without_kv - GIB, host)
    assert residency is not None
    assert residency.tensors == {"blk.0.attn_q.weight"}
    assert residency.kv_device_len == 256
    assert needs.residency(131_072, without_kv - 3 * GIB, host) is None


def test_a_processor_has_one_memory() -> None:
    on_cpu = cpu_memory_needs(LLAMA_8B, (), CONFIG)
    assert on_cpu.residency(131_072, on_cpu.plan(131_072).total_bytes - 1, 64 * GIB) is None


@pytest.mark.parametrize(("begin", "end"), [(0, 700), (100, 500), (300, 700), (0, 200)])
def test_a_sequence_has_what_another_keeps_in_either_memory(begin: int, end: int) -> None:
    arena = Arena(torch.device("cpu"))
    state = ModelState(
        arena, [KVShape(1, 32, 700)], 700, "q8_0", num_sequences=2,
        placement=KVPlacement(True, 256),
    )  # fmt: skip
    kv = state.layers[0].kv
    tensors = list(zip(kv.tensors, kv.host, strict=True))
    for kept, host in tensors:
        for each in (kept, host):
            each.copy_(torch.randint(1, 100, each.shape))
        both = torch.cat([kept, host], dim=2)
        both[0, :, :begin] = both[1, :, :begin]  # the same conversation
        kept.copy_(both[:, :, :256])
        host.copy_(both[:, :, 256:])
    before = [torch.cat(pair, dim=2) for pair in tensors]
    state.sequences[0].extend(state.sequences[1], begin, end)
    state.sequences[0].prepare(end, 1)  # which is written to its own rows
    for index, old in enumerate(before):
        mine, theirs = (rows_of(kv, sequence)[index] for sequence in (0, 1))
        assert torch.equal(mine[:, begin:end], old[1, :, begin:end])
        assert torch.equal(mine[:, :begin], old[0, :, :begin])
        assert torch.equal(mine[:, end:], old[0, :, end:])
        assert torch.equal(theirs, old[1])


def test_the_speed_is_that_at_the_end_of_the_context() -> None:
    usage, bandwidth = ExpertUsage(Path("none"), ()), Bandwidth(device=1e12, bus=25e9)
    plan = NEEDS.plan(131_072)
    residency = NEEDS.residency(131_072, plan.total_bytes - 8 * GIB, 64 * GIB)
    assert residency is not None
    whole = estimated_tok_s(LLAMA_8B, (), ALL_RESIDENT, usage, bandwidth)
    part = estimated_tok_s(LLAMA_8B, (), residency, usage, bandwidth)
    assert 1 / part - 1 / whole == pytest.approx(residency.kv_host_bytes / 20e9)


def test_the_load_says_which_tokens_are_read_more_slowly() -> None:
    assert kv_place_notice("m.gguf", ALL_RESIDENT) is None
    said = kv_place_notice("m.gguf", replace(ALL_RESIDENT, kv_device_len=512, kv_host_bytes=1))
    assert said is not None
    assert "m.gguf keeps the first 512 tokens" in said

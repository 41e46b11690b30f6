"""Snapshots in host memory where the device has no room for them: the first that moves, the same ids."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.state import KVPlacement, ModelState
from engine.config import EngineConfig
from engine.kernels.sizes import STATE_ROWS, ConvShape, DeltaShape, KVShape, LayerShape
from engine.models.config import DeltaConfig, ModelConfig
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.kv_choice import choose_kv_type
from engine.runtime.memory import MemoryNeeds, cpu_memory_needs
from engine.runtime.residency import ALL_RESIDENT, Movable, StackedMatrices
from engine.session.session import Session
from tests.support.divided_models import divided_session
from tests.support.host_snapshots import keep_snapshots_in_host_memory
from tests.support.shapes import LLAMA_8B
from tests.support.state_checks import CONTEXT, RECURRENT, WINDOWED, check_regenerated, check_turns

CONTEXT_LEN = 4096
MUCH = 64 << 30
RECURRENT_MODEL = LLAMA_8B.with_layers(
    lambda index, layer: (
        replace(layer, mixer=DeltaConfig(16, 48, 128, 4, grouped=False)) if index % 4 else layer
    )
)
TABLE, LAYER = 300 << 20, 100 << 20
MOVABLE = Movable(
    (("token_embd.weight", TABLE),),
    matrices=((StackedMatrices(frozenset({"blk.0.attn_q.weight"}), LAYER),),),
)


def needs_of(model: ModelConfig = RECURRENT_MODEL, **changes: Any) -> MemoryNeeds:
    whole = cuda_memory_needs(model, (), EngineConfig(context_len=CONTEXT_LEN))
    return replace(whole, movable=MOVABLE, weights_bytes=5 << 30, **changes)


@pytest.mark.parametrize("num_sequences", [1, 3])
def test_snapshots_move_before_anything_that_a_step_reads(num_sequences: int) -> None:
    needs = needs_of(num_sequences=num_sequences)
    plan, snapshots = needs.plan(CONTEXT_LEN), needs.movable_snapshots_bytes(CONTEXT_LEN)
    assert snapshots > 50 << 20
    assert needs.residency(CONTEXT_LEN, plan.total_bytes, MUCH) is ALL_RESIDENT
    for excess, tensors in (
        (1, []),
        (snapshots, []),
        (snapshots + 1, ["token_embd.weight"]),
        (snapshots + TABLE + 1, ["token_embd.weight", "blk.0.attn_q.weight"]),
    ):
        free = plan.total_bytes - excess
        found = needs.residency(CONTEXT_LEN, free, MUCH)
        assert found is not None
        assert found.tensors == {*tensors}
        assert found.snapshots_host_bytes == snapshots
        assert plan.total_bytes - found.spared_bytes <= free
        assert found.main_bytes == found.moved_bytes  # no step reads a snapshot


def test_what_is_pinned_includes_them() -> None:
    needs = needs_of()
    snapshots = needs.movable_snapshots_bytes(CONTEXT_LEN)
    free = needs.plan(CONTEXT_LEN).total_bytes - snapshots - 1
    assert needs.residency(CONTEXT_LEN, free, snapshots + TABLE) is not None
    found = needs.residency(CONTEXT_LEN, free, snapshots + TABLE - 1)
    assert found is not None
    assert (found.tensors, found.kv_device_len) == (frozenset(), CONTEXT_LEN - 256)
    # Too little for them, but enough for a table.
    found = needs.residency(CONTEXT_LEN, free + snapshots, snapshots - 1)
    assert found is not None
    assert (found.snapshots_host_bytes, found.kv_device_len) == (0, CONTEXT_LEN - 256)


def test_a_model_without_such_state_and_a_processor_have_none_to_move() -> None:
    assert needs_of(LLAMA_8B).movable_snapshots_bytes(CONTEXT_LEN) == 0
    on_cpu = cpu_memory_needs(RECURRENT_MODEL, (), EngineConfig())
    assert on_cpu.movable_snapshots_bytes(CONTEXT_LEN) == 0
    assert on_cpu.residency(CONTEXT_LEN, on_cpu.plan(CONTEXT_LEN).total_bytes - 1, MUCH) is None


def test_they_move_rather_than_keys_and_values_lose_bits() -> None:
    needs = needs_of()
    moved = TABLE + needs.movable_snapshots_bytes(CONTEXT_LEN)
    free = needs.with_narrow_steps().plan(CONTEXT_LEN).total_bytes - moved
    config = EngineConfig(context_len=CONTEXT_LEN)
    assert choose_kv_type(needs, config, free).kv_type == "f16"
    assert choose_kv_type(needs, config, free - 1).kv_type == "q8_0"


def test_a_plan_counts_what_is_allocated(monkeypatch: pytest.MonkeyPatch) -> None:
    pinned: list[Tensor] = []

    def counted(arena: Arena, *shape: int, dtype: torch.dtype) -> Tensor:
        pinned.append(arena.allocate(*shape, dtype=dtype))
        return pinned[-1]

    monkeypatch.setattr(Arena, "pin", counted)
    needs = needs_of(num_sequences=2)
    arena = Arena(torch.device("meta"))
    state = ModelState(
        arena, RECURRENT_MODEL.layer_shapes(CONTEXT_LEN), CONTEXT_LEN, "f16",
        num_snapshots=needs.num_snapshots(CONTEXT_LEN), num_sequences=2,
        placement=KVPlacement(True, None, has_host_snapshots=True),
    )  # fmt: skip
    snapshots = needs.movable_snapshots_bytes(CONTEXT_LEN)
    assert sum(each.nbytes for each in pinned) == snapshots
    assert state.num_bytes == needs.plan(CONTEXT_LEN).kv_bytes


def test_a_part_has_as_many_snapshots_as_the_whole() -> None:
    needs = needs_of()
    later = cuda_memory_needs(RECURRENT_MODEL.part(24, 32), (), EngineConfig())
    number = needs.num_snapshots(CONTEXT_LEN)
    assert later.num_snapshots(CONTEXT_LEN) > number
    assert replace(later, most_snapshots=number).num_snapshots(CONTEXT_LEN) == number


SHAPES = [
    KVShape(1, 32, 768, window=100),
    ConvShape(8, 3),
    DeltaShape(1, 2, 8, 4),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_state_is_restored_from_host_memory(shape: LayerShape) -> None:
    arena, draw = Arena(torch.device("cpu")), torch.Generator().manual_seed(random.randrange(99))
    state = ModelState(arena, [shape], 2048, "q8_0", 1, 2, placement=KVPlacement(True, None, True))
    assert state.lossy

    def fill() -> None:
        for tensor in state.lossy:
            tensor.copy_((100 * torch.rand(tensor.shape, generator=draw)).to(tensor.dtype))

    fill()
    before = [tensor.clone() for tensor in state.lossy]
    sequence = state.sequences[1]
    sequence.wrote(0, STATE_ROWS, commits=True)
    snapshot = sequence.snapshot(STATE_ROWS)
    assert not sequence.has_room
    fill()
    later = [tensor[0].clone() for tensor in state.lossy]
    sequence.restore(snapshot)
    for tensor, kept, other in zip(state.lossy, before, later, strict=True):
        assert torch.equal(tensor[1], kept[1])
        assert torch.equal(tensor[0], other)


@pytest.fixture
def load(golden_dir: Path) -> Iterator[Callable[[str, int], Session]]:
    with ExitStack() as sessions:

        def load(name: str, num_first: int) -> Session:
            path = golden_dir / f"tiny-{name}.gguf"
            opened = divided_session(path, num_first, context_len=CONTEXT)
            return sessions.enter_context(opened)

        yield load


@pytest.mark.parametrize("name", [WINDOWED[0], *RECURRENT])
def test_an_answer_again_from_a_snapshot_there_is_the_same(
    name: str, load: Callable[[str, int], Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_device = load(name, 0)
    moved = keep_snapshots_in_host_memory(monkeypatch)
    session = load(name, 0)
    assert session.model.residency.snapshots_host_bytes == moved[-1] > 0
    assert session.info.scratch_bytes == on_device.info.scratch_bytes - moved[-1]
    assert session.notices == ()
    check_regenerated(session)
    check_turns(session, on_device)

"""What moves to host memory: as little as must, what the caps demand, no more than may be pinned."""

import random
from dataclasses import replace

import pytest

from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.kernels.cuda.weights import cuda_weights_bytes
from engine.quants.tiles import TILE_FORMATS
from engine.runtime.residency import (
    ALL_RESIDENT,
    ExpertGroup,
    HostShare,
    Movable,
    StackedMatrices,
    find_movable,
    plan_residency,
)

T = GGMLType


def tensor(name: str, kind: GGMLType, *shape: int) -> TensorInfo:
    return TensorInfo(name, shape, kind, 0, 0)


def stacked(*names: str, num_bytes: int) -> StackedMatrices:
    return StackedMatrices(frozenset(names), num_bytes)


def drawn_movable(draw: random.Random) -> Movable:
    """A model of random shape: with and without experts, of layers of unequal size."""
    num_layers = draw.randint(1, 60)
    size = draw.randint(10_000, 5_000_000)
    groups = tuple(
        ExpertGroup(layer, 2 ** draw.randint(2, 9), size + draw.randrange(3) * size // 4)
        for layer in range(draw.randrange(3), num_layers)
    )
    return Movable(
        (("token_embd.weight", draw.randint(1, 1 << 30)),) * draw.randrange(2),
        groups if draw.randrange(3) else (),
        tuple(
            tuple(
                stacked(f"blk.{layer}.{name}.weight", num_bytes=draw.randint(1, 1 << 24))
                for name in ("attn_q", "attn_output", "ffn_up", "ffn_down")
            )
            for layer in range(num_layers)
        ),
    )


def coarsest_step(movable: Movable) -> int:
    """The most that a plan may move beyond what it must, in bytes."""
    stacks = [each.num_bytes for layer in movable.matrices for each in layer]
    return max(*stacks, *(size for _, size in movable.tables)) + sum(
        group.expert_bytes for group in movable.experts
    )


def test_plans_of_drawn_models_and_caps_keep_within_both_memories() -> None:
    draw = random.Random()
    num_planned = 0
    for _ in range(500):
        movable = drawn_movable(draw)
        excess = draw.randint(1, int(1.1 * movable.num_bytes))
        host = draw.randint(1, 3 * movable.num_bytes)
        plan = plan_residency(movable, excess, host)
        if plan is None:
            assert excess + coarsest_step(movable) > min(movable.num_bytes, host)
            continue
        num_planned += 1
        assert plan.moved_bytes >= excess
        assert plan.moved_bytes <= plan.host_bytes <= host
        for held in plan.experts:
            count = held.group.num_experts
            assert 0 <= held.num_slots <= count
            assert count - held.num_slots <= held.num_copies <= count
    assert num_planned > 100


def test_drawn_plans_with_experts_of_the_processor_keep_within_all_memories() -> None:
    draw = random.Random()
    num_planned = num_parted = 0
    for _ in range(500):
        movable = drawn_movable(draw)
        excess = draw.randint(1, int(1.1 * movable.num_bytes))
        pinned, more = (draw.randint(0, 2 * movable.num_bytes) for _ in range(2))
        wanted = draw.random()
        host = HostShare(lambda e, kept, w=wanted: int(w * (e.num_experts - kept)), more)
        plan = plan_residency(movable, excess, pinned, host)
        fewest = plan_residency(replace(movable, tables=()), excess, 1 << 60)
        may_lack_slots = fewest is None or any(not held.num_slots for held in fewest.experts)
        if plan is None and may_lack_slots:
            continue
        if plan is None:
            experts = sum(group.num_experts * group.expert_bytes for group in movable.experts)
            tables = sum(size for _, size in movable.tables)
            most = min(movable.num_bytes - tables, pinned + more, pinned + experts)
            assert excess + coarsest_step(movable) > most
            continue
        num_planned, num_parted = num_planned + 1, num_parted + plan.has_host_experts
        assert plan.moved_bytes >= excess
        assert plan.host_bytes <= pinned
        assert plan.host_bytes + plan.host_experts_bytes <= pinned + more
        for held in plan.experts:
            count = held.group.num_experts
            assert min(held.num_slots, held.num_copies, held.num_host) >= 0
            assert held.num_slots or not held.num_host
            assert held.num_host >= int(wanted * (count - held.num_slots))
            assert count - held.num_slots <= held.num_copies + held.num_host <= count
    assert num_planned > num_parted > 100


def test_each_layer_keeps_an_expert_where_there_is_room_for_one_of_each() -> None:
    draw = random.Random()
    for _ in range(300):
        groups = tuple(
            ExpertGroup(layer, 2 ** draw.randint(2, 9), draw.randint(10_000, 20_000))
            for layer in range(draw.randint(1, 60))
        )
        movable = Movable(experts=groups)
        one_each = sum(group.expert_bytes for group in groups)
        for room in (one_each - 1, one_each, draw.randint(one_each, movable.num_bytes)):
            plan = plan_residency(movable, movable.num_bytes - room, movable.num_bytes)
            assert plan is not None
            if plan.experts:
                assert all(held.num_slots for held in plan.experts) == (room >= one_each)
            assert plan.moved_bytes >= movable.num_bytes - room


def test_a_model_that_fits_stays_whole() -> None:
    movable = drawn_movable(random.Random(1))
    assert plan_residency(movable, 0, 0) is ALL_RESIDENT
    assert plan_residency(movable, -(1 << 30), 0) is ALL_RESIDENT


def test_experts_leave_before_matrices_and_each_layer_keeps_its_share() -> None:
    groups = tuple(ExpertGroup(layer, 10, 1000) for layer in range(4))
    layers = tuple((stacked(f"blk.{layer}.attn_q.weight", num_bytes=500),) for layer in range(4))
    movable = Movable(experts=groups, matrices=layers)
    plan = plan_residency(movable, 18_000, 1 << 20)
    assert plan is not None
    assert [held.num_slots for held in plan.experts] == [6, 6, 5, 5]
    assert plan.expert_share == 22 / 40
    assert not plan.tensors
    plan = plan_residency(movable, 40_600, 1 << 20)
    assert plan is not None
    assert [held.num_slots for held in plan.experts] == [0] * 4
    assert plan.tensors == {"blk.3.attn_q.weight", "blk.2.attn_q.weight"}


@pytest.mark.parametrize(
    ("excess", "moved"),
    [
        (1, {"k2"}),
        (300, {"k2"}),
        (301, {"q2", "r2"}),
        (500, {"q2", "r2"}),
        (501, {"q2", "r2", "k2"}),
        (801, {"d2"}),
        (1001, {"d2", "k2"}),
        (1301, {"d2", "q2", "r2"}),
        (1501, {"d2", "q2", "r2", "k2"}),
        (1801, {"d2", "q2", "r2", "k2", "k1"}),
        (3600, {"d2", "q2", "r2", "k2", "d1", "q1", "r1", "k1"}),
    ],
)
def test_matrices_leave_from_the_last_layer_on_and_little_more_than_must(
    excess: int, moved: set[str]
) -> None:
    layers = (
        (
            stacked(f"k{layer}", num_bytes=300),
            stacked(f"q{layer}", f"r{layer}", num_bytes=500),
            stacked(f"d{layer}", num_bytes=1000),
        )
        for layer in (1, 2)
    )
    plan = plan_residency(Movable(matrices=tuple(layers)), excess, 1 << 20)
    assert plan is not None
    assert plan.tensors == moved


def test_scarce_host_memory_leaves_copies_only_of_what_must_move() -> None:
    movable = Movable(experts=(ExpertGroup(0, 10, 1000),))
    scarce, ample = (plan_residency(movable, 4000, host) for host in (4000, 10_000))
    assert scarce is not None
    assert ample is not None
    assert (scarce.experts[0].num_slots, scarce.experts[0].num_copies) == (6, 4)
    assert (ample.experts[0].num_slots, ample.experts[0].num_copies) == (6, 10)
    assert plan_residency(movable, 4000, 3999) is None


def test_the_processor_has_what_it_is_to_and_what_cannot_be_pinned() -> None:
    movable = Movable(experts=(ExpertGroup(0, 10, 1000),))

    def held(pinned: int, more: int) -> tuple[int, int, int] | None:
        plan = plan_residency(movable, 6000, pinned, HostShare(lambda _, kept: 2, more))
        if plan is None:
            return None
        assert (plan.moved_bytes, plan.main_bytes) == (6000, 6000)
        assert plan.host_experts_bytes == 1000 * plan.experts[0].num_host
        assert plan.host_bytes == 1000 * plan.experts[0].num_copies
        return plan.experts[0].num_slots, plan.experts[0].num_copies, plan.experts[0].num_host

    assert held(4000, 2000) == (4, 4, 2)
    assert held(6000, 2000) == (4, 6, 2)
    assert held(6000, 0) == (4, 4, 2)  # copies of residents would take what the processor needs
    assert held(3000, 9000) == (4, 3, 3)
    assert held(0, 6000) == (4, 0, 6)
    assert held(0, 5999) is None


@pytest.mark.parametrize("is_tied", [True, False])
def test_what_may_move_is_read_from_the_header(is_tied: bool) -> None:
    tensors = [
        tensor("token_embd.weight", T.Q4_K, 1000, 256),
        tensor("output_norm.weight", T.F32, 256),
        tensor("blk.0.attn_q.weight", T.Q4_K, 256, 256),
        tensor("blk.0.attn_norm.weight", T.F32, 256),
        tensor("blk.0.ffn_gate_inp.weight", T.F32, 8, 256),
        tensor("blk.0.ffn_gate_exps.weight", T.Q4_K, 8, 64, 256),
        tensor("blk.0.ffn_up_exps.weight", T.Q4_K, 8, 64, 256),
        tensor("blk.0.ffn_down_exps.weight", T.Q8_0, 8, 256, 64),
        tensor("blk.1.attn_q.weight", T.F16, 256, 256),
    ]
    if not is_tied:
        tensors.append(tensor("output.weight", T.Q6_K, 1000, 256))
    movable = find_movable(tensors, cuda_weights_bytes, TILE_FORMATS)
    assert [name for name, _ in movable.tables] == [] if is_tied else ["token_embd.weight"]
    (group,) = movable.experts
    expert = sum(cuda_weights_bytes(each.type, each.shape[1:]) for each in tensors[5:8])
    assert group == ExpertGroup(0, 8, expert)
    # Routers become tables of floats, and torch multiplies float matrices.
    (first, second) = movable.matrices
    assert [each.names for each in first] == [{"blk.0.attn_q.weight"}]
    assert second == ()


def test_keys_that_are_values_as_well_move_twice() -> None:
    """As in the layers of Gemma 4 that attend to all positions."""
    shapes = {"attn_q": (512, 256), "attn_k": (64, 256), "attn_output": (256, 512)}
    tensors = [tensor(f"blk.0.{name}.weight", T.Q4_K, *shape) for name, shape in shapes.items()]
    q, k, output = (cuda_weights_bytes(T.Q4_K, shape) for shape in shapes.values())
    movable = find_movable([*tensors, tensors[1]], cuda_weights_bytes, TILE_FORMATS)
    (layer,) = movable.matrices
    assert [stack.num_bytes for stack in layer] == [q + 2 * k, output]

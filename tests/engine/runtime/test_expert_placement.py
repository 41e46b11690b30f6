"""Experts that the processor computes beside the GPU: when, how many and which."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.gguf.types import GGMLType as T
from engine.kernels.sizes import ExpertSizes
from engine.runtime import expert_usage
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.cuda_device import expert_placement
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.placement import Placement, Room
from engine.runtime.residency import ExpertGroup, HeldExperts, Residency
from engine.runtime.speed_estimate import estimated_tok_s
from tests.support.placements import (
    CONTEXT_LEN,
    FAST_PROCESSOR,
    GIB,
    MANY_EXPERTS,
    MOE,
    MUCH,
    SLOW_PROCESSOR,
    as_measured,
    chosen,
    header,
    placement,
)

FILE = header(MANY_EXPERTS)
NUM_EXPERTS, NUM_LAYERS = 64, MANY_EXPERTS.num_layers
LACKING = 8 * GIB


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the counts are kept."""
    monkeypatch.setattr(expert_usage, "user_cache_path", lambda _: tmp_path)
    return tmp_path


def usage_of(each: Placement) -> ExpertUsage:
    held = tuple(HeldExperts(group, 0, 0) for group in each.needs.movable.experts)
    return ExpertUsage.of(each.file.gguf, Residency(experts=held))


@pytest.fixture
def known(folder: Path) -> ExpertUsage:
    """Counts of a model that was used before: some experts are read far more than others."""
    usage = usage_of(placement(FILE, LACKING))
    reads = 1e5 * np.exp(-3 * np.linspace(0, 1, NUM_EXPERTS))
    usage.add(np.stack([np.random.permutation(reads) for _ in range(NUM_LAYERS)]).astype(np.int32))
    usage.save()
    return usage


def estimate(each: Placement, plan: Residency, speeds: Bandwidth) -> float:
    tensors = each.file.gguf.tensors.values()
    found = estimated_tok_s(each.file.config, tensors, plan, usage_of(each), speeds)
    assert found is not None
    return found


def room(lacking: int, pinned: int = MUCH, main: int = MUCH) -> Room:
    return Room(placement(FILE, lacking).room.device, pinned, main)


@pytest.mark.usefixtures("known")
def test_a_fast_processor_computes_those_read_least() -> None:
    each = placement(FILE, LACKING)
    plan, over_bus = chosen(each), chosen(placement(FILE, LACKING, "bus"))
    assert plan.has_host_experts
    assert not over_bus.has_host_experts
    assert estimate(each, plan, FAST_PROCESSOR) > 1.4 * estimate(each, over_bus, FAST_PROCESSOR)
    assert each.is_worthwhile(plan)
    assert plan.moved_bytes == over_bus.moved_bytes
    assert plan.expert_share == over_bus.expert_share
    for held, without in zip(plan.experts, over_bus.experts, strict=True):
        assert held.num_slots == without.num_slots
        assert 0 < held.num_host <= NUM_EXPERTS - held.num_slots


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("speeds", [SLOW_PROCESSOR, replace(FAST_PROCESSOR, processor=None), None])
def test_a_slow_or_unknown_processor_leaves_them_to_the_bus(speeds: Bandwidth | None) -> None:
    speeds = speeds and replace(speeds, bus=1e11)
    assert chosen(placement(FILE, LACKING), speeds) == chosen(placement(FILE, LACKING, "bus"))


def test_a_model_whose_use_is_unknown_stays_with_the_bus() -> None:
    speeds = replace(FAST_PROCESSOR, bus=4e10)
    plan = chosen(placement(FILE, LACKING), speeds)
    assert plan == chosen(placement(FILE, LACKING, "bus"))
    assert plan.experts


def test_half_of_those_without_a_slot_where_nothing_is_known(known: ExpertUsage) -> None:
    each = placement(FILE, LACKING, "experts")
    unmeasured = chosen(each, None)
    known._path.unlink()
    unknown = chosen(each)
    assert unknown == unmeasured
    for held in unknown.experts:
        assert held.num_host == (NUM_EXPERTS - held.num_slots + 1) // 2


@pytest.mark.usefixtures("known")
def test_other_values_never_leave_experts_to_the_processor() -> None:
    for value in ("bus", "cpu", "12"):
        assert not chosen(placement(FILE, LACKING // 4, value)).has_host_experts
    for value in ("auto", "experts"):  # tables make room enough
        assert not chosen(placement(FILE, 1 << 20, value)).experts


def test_a_dense_model_is_placed_as_by_itself() -> None:
    for spared in (-1, 1 << 20, 2 * GIB):
        for speeds in (FAST_PROCESSOR, SLOW_PROCESSOR, None):
            plans = [
                chosen(placement(header(), spared, value), speeds) for value in ("auto", "experts")
            ]
            assert plans[0] == plans[1]


def test_what_cannot_be_pinned_is_the_processors() -> None:
    for value in ("auto", "experts"):
        each = placement(FILE, 0, value, room=room(LACKING, pinned=GIB))
        plan = chosen(each)
        assert plan.has_host_experts
        assert plan.host_bytes <= GIB
        assert plan.host_experts_bytes > LACKING - 2 * GIB
        nothing = placement(FILE, 0, value, room=room(LACKING, pinned=0))
        assert all(held.num_copies == 0 for held in chosen(nothing).experts)
    over_bus = placement(FILE, 0, "bus", room=room(LACKING, pinned=GIB))
    assert over_bus.choose(as_measured(FAST_PROCESSOR)) is None


def test_that_needs_no_counts_even_if_whole_layers_are_possible() -> None:
    file = header(MOE)
    free = placement(file, LACKING).room.device
    cannot_pin = placement(file, 0, room=Room(free, GIB, MUCH))
    assert chosen(cannot_pin).has_host_experts
    assert chosen(placement(file, LACKING, "cpu")).host_layers > 0


def test_without_main_memory_there_is_no_plan() -> None:
    for value in ("auto", "experts"):
        each = placement(FILE, 0, value, room=room(LACKING, pinned=GIB, main=4 * GIB))
        assert each.choose(as_measured(FAST_PROCESSOR)) is None


def test_a_gpu_that_reads_most_matrices_is_worth_it_where_the_processor_takes_layers() -> None:
    """Experts that would be few bytes do not decide it."""
    few = ExpertSizes(num_experts=2, num_used=1, intermediate_size=256)
    model = MANY_EXPERTS.with_layers(lambda _, layer: replace(layer, experts=few))
    whole = placement(header(model), 0).needs.weights_bytes
    for value, is_worthwhile in (("auto", True), ("bus", False)):
        each = placement(header(model), int(0.7 * whole), value)
        plan = chosen(each, None)
        assert plan.experts
        assert not plan.is_worthwhile(whole)
        assert each.is_worthwhile(plan) == is_worthwhile


def test_drawn_plans_keep_within_their_rooms(known: ExpertUsage) -> None:
    num_parted = 0
    for value in ("auto", "experts") * 30:
        lacking, main = random.randint(1, 20 * GIB), random.randint(1, 40 * GIB)
        pinned = random.randint(1, main)
        speeds = replace(FAST_PROCESSOR, bus=10 ** random.uniform(9, 11))
        each = placement(FILE, 0, value, room=room(lacking, pinned, main))
        plan = each.choose(as_measured(speeds))
        if plan is None:
            assert main < lacking + 2 * GIB
            continue
        needed = each.needs.plan(CONTEXT_LEN).total_bytes
        assert needed - plan.spared_bytes <= each.room.device
        assert plan.host_bytes + plan.host_experts_bytes <= main
        assert plan.host_layers or plan.host_bytes <= pinned
        assert plan.main_bytes <= main
        num_parted += plan.has_host_experts
    assert num_parted > 5


@pytest.mark.usefixtures("known")
def test_more_room_is_not_slower() -> None:
    """But for a step's last expert, which the GPU reads alone where it read it meanwhile."""
    for _ in range(5):
        speeds = replace(FAST_PROCESSOR, bus=10 ** random.uniform(9, 11))
        for rooms in (
            [room(size) for size in range(20 * GIB, GIB, -3 * GIB)],
            [room(LACKING, size) for size in range(GIB, 12 * GIB, 2 * GIB)],
        ):
            each = [placement(FILE, 0, "experts", room=one) for one in rooms]
            found = [estimate(one, chosen(one, speeds), speeds) for one in each]
            assert all(0.98 * a <= b for a, b in pairwise(found))


def test_experts_read_most_lie_on_the_gpu_and_those_read_least_with_the_processor() -> None:
    for _ in range(50):
        count = random.randint(1, 64)
        num_slots = random.randint(0, count)
        num_host = random.randint(0, count - num_slots)
        num_copies = random.randint(count - num_slots - num_host, count - num_host)
        held = HeldExperts(ExpertGroup(0, count, 1), num_slots, num_copies, num_host)
        usage = ExpertUsage(Path("none.npy"), (held,))
        usage.add(np.random.permutation(count).astype(np.int32)[None])
        found = expert_placement(held, usage)
        order = usage.by_score(0, count)
        assert list(found.resident) == order[:num_slots]
        assert list(found.host) == order[count - num_host :]
        assert len(found.pinned) == num_copies
        assert not {*found.host} & {*found.resident, *found.pinned}
        assert {*found.resident, *found.pinned, *found.host} == {*range(count)}
        assert expert_placement(held, None).resident == tuple(range(num_slots))


def test_the_processor_is_measured_with_the_type_of_the_experts() -> None:
    asked: list[T] = []
    placement(FILE, LACKING, "experts").choose(asked.append)
    assert asked == [T.Q4_K]

"""Who computes layers that a GPU has no room for: by sizes, and by what was measured."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import ValidationError

from engine.config import EngineConfig, validated
from engine.errors import NotEnoughMemoryError
from engine.gguf.types import GGMLType as T
from engine.models.config import DeltaConfig
from engine.models.model_file import open_model
from engine.runtime import bandwidth as kept
from engine.runtime import cpu_device
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.ladder import chunk_ends
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.placement import Placement, Room, main_type, part_tensors
from engine.runtime.processor_speed import measure_processor
from engine.runtime.residency import ALL_RESIDENT
from engine.session.inspect import beside_drafter
from engine.speculation.kinds import find_source, named_source
from tests.support.divided_models import GpuStandIn
from tests.support.golden_names import ARCHITECTURES
from tests.support.placements import (
    CONTEXT_LEN,
    FAST_PROCESSOR,
    GIB,
    MOE,
    MUCH,
    SLOW_PROCESSOR,
    as_measured,
    chosen,
    header,
    placement,
)
from tests.support.prompt_steps import needs_with
from tests.support.shapes import LLAMA_8B


@pytest.mark.parametrize("is_tied", [False, True])
def test_as_few_layers_as_must_be_are_the_processors(is_tied: bool) -> None:
    file = header(is_tied=is_tied)
    for _ in range(20):
        each = placement(file, random.randint(GIB // 2, 3 * GIB), "cpu")
        plan = chosen(each)
        fits = [each._fits(count) for count in range(1, LLAMA_8B.num_layers)]
        assert fits.index(True) + 1 == plan.host_layers
        assert plan.tensors == frozenset()
        assert plan.experts == ()
        assert plan.moved_bytes > 0.9 * plan.host_layers * 120 * (1 << 20)


def test_the_other_part_needs_what_the_whole_does_less_what_moved() -> None:
    each = placement(header(), 2 * GIB, "cpu")
    plan, whole = chosen(each), each.needs.plan(CONTEXT_LEN)
    later = each._later(plan.host_layers).plan(CONTEXT_LEN)
    assert later.weights_bytes == whole.weights_bytes - plan.moved_bytes
    assert later.kv_bytes == whole.kv_bytes - plan.kv_host_bytes
    assert plan.kv_host_bytes == whole.kv_bytes * plan.host_layers // LLAMA_8B.num_layers
    assert later.total_bytes <= each.room.device
    assert whole.total_bytes - plan.spared_bytes == later.total_bytes


def test_the_other_part_has_room_for_narrow_prompt_steps_only() -> None:
    each = placement(header(), 2 * GIB, "cpu")
    whole, later = each.needs, each._later(2)
    assert (whole.prefill_widths[-1], later.prefill_widths[-1]) == (512, 128)
    wide = replace(later, prefill_widths=whole.prefill_widths)
    scratch = [each.plan(CONTEXT_LEN).scratch_bytes for each in (later, wide, whole)]
    assert scratch[0] < scratch[1] - (32 << 20)
    assert scratch[1] == scratch[2]


def test_snapshots_leave_before_layers() -> None:
    mixer = DeltaConfig(16, 48, 128, 4, grouped=False)
    model = LLAMA_8B.with_layers(
        lambda index, layer: replace(layer, mixer=mixer) if index % 4 else layer
    )
    each = placement(header(model), 0, "cpu")
    later, whole = each._later(4), each.needs.plan(CONTEXT_LEN)
    assert later.num_snapshots(CONTEXT_LEN) == each.needs.num_snapshots(CONTEXT_LEN)
    snapshots = later.movable_snapshots_bytes(CONTEXT_LEN)
    assert snapshots > 100 << 20
    needed = later.plan(CONTEXT_LEN).total_bytes - snapshots
    plan = chosen(replace(each, room=Room(needed, MUCH, MUCH)))
    assert (plan.host_layers, plan.snapshots_host_bytes) == (4, snapshots)
    assert whole.total_bytes - plan.spared_bytes == needed
    assert chosen(replace(each, room=Room(needed - 1, MUCH, MUCH))).host_layers == 5


def narrow_steps_save(each: Placement) -> int:
    plans = [needs.plan(CONTEXT_LEN) for needs in (each.needs, each.needs.with_narrow_steps())]
    assert plans[0].weights_bytes == plans[1].weights_bytes
    return plans[0].total_bytes - plans[1].total_bytes


@pytest.mark.parametrize("host_layers", ["auto", "cpu", "bus"])
@pytest.mark.parametrize("is_tied", [False, True])
def test_narrow_prompt_steps_keep_all_layers_on_the_gpu(host_layers: str, is_tied: bool) -> None:
    file = header(is_tied=is_tied)
    whole = placement(file, 0)
    tables = sum(size for _, size in whole.needs.movable.tables)
    saved = narrow_steps_save(whole)
    assert (saved > 32 << 20, tables > 0) == (True, not is_tied)
    for spared in (tables + 1, tables + random.randint(1, saved), tables + saved):
        each = placement(file, spared, host_layers)
        plan = chosen(each)
        assert (plan.has_narrow_steps, plan.host_layers) == (True, 0)
        assert plan.tensors <= {"token_embd.weight"}
        planned = each.needs.plan(CONTEXT_LEN)
        assert planned.total_bytes - plan.spared_bytes <= each.room.device
        assert planned.scratch_bytes - plan.scratch_spared_bytes == (
            each.needs.with_narrow_steps().plan(CONTEXT_LEN).scratch_bytes
        )
        assert plan.main_bytes == (0 if is_tied else plan.moved_bytes)


def test_narrow_prompt_steps_leave_a_matrix_or_two_to_the_bus() -> None:
    whole = placement(header(), 0)
    tables = sum(size for _, size in whole.needs.movable.tables)
    spared = tables + narrow_steps_save(whole) + (1 << 20)
    for host_layers in ("auto", "bus"):
        each = placement(header(), spared, host_layers)
        plan = chosen(each)
        assert (plan.has_narrow_steps, plan.host_layers) == (True, 0)
        assert plan.tensors == {"blk.31.attn_output.weight", "token_embd.weight"}
        assert each.needs.plan(CONTEXT_LEN).total_bytes - plan.spared_bytes <= each.room.device


def test_prompt_steps_stay_wide_where_that_is_not_enough_or_not_needed() -> None:
    whole = placement(header(), 0)
    tables = sum(size for _, size in whole.needs.movable.tables)
    saved = narrow_steps_save(whole)
    over_bus = chosen(placement(header(), tables + 2 * saved + (64 << 20), "bus"))
    assert over_bus.tensors > {"token_embd.weight"}
    for plan in (over_bus, *(chosen(placement(header(), spared)) for spared in (0, tables))):
        assert (plan.has_narrow_steps, plan.scratch_spared_bytes) == (False, 0)
    experts = chosen(placement(header(MOE), tables + (1 << 20)))
    assert experts.experts
    assert not experts.has_narrow_steps


def test_a_prompt_comes_in_the_steps_that_are_planned(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths = (32, 128, 512)
    monkeypatch.setattr(GpuStandIn, "memory_needs", needs_with(*widths))
    config, ids = EngineConfig(context_len=600, kv_type="f32"), [*range(3, 303), *range(3, 203)]
    with open_model(golden_dir / "tiny-llama.gguf") as file:
        plan = GpuStandIn().memory_needs(file.config, file.gguf.tensors.values(), config).plan(600)
        for lacking, width in ((0, 512), (1, 128)):
            model = LoadedModel(file, config, GpuStandIn(plan.total_bytes - lacking))
            assert model.residency.host_layers == 0
            assert len(model._hidden) == width
            assert (model.scratch_bytes < plan.scratch_bytes) == (width == 128)
            assert model._plan_chunks(500) == chunk_ends(500, [w for w in widths if w <= width])
            assert model.prefill(model.sequences[0], ids, 0) == min(500, width)
            model.close()


def test_the_faster_one_does_it_and_the_bus_where_nothing_was_measured() -> None:
    each = placement(header(), 2 * GIB)
    assert chosen(each, FAST_PROCESSOR).host_layers > 0
    for found in (SLOW_PROCESSOR, replace(FAST_PROCESSOR, processor=None), None):
        over_bus = chosen(each, found)
        assert over_bus.host_layers == 0
        assert over_bus.tensors
    assert chosen(placement(header(), 2 * GIB, "cpu"), SLOW_PROCESSOR).host_layers > 0
    assert chosen(placement(header(), 2 * GIB, "bus"), FAST_PROCESSOR).host_layers == 0


def test_what_is_measured_is_the_type_of_most_of_the_layers() -> None:
    asked: list[T] = []
    placement(header(), 2 * GIB).choose(asked.append)
    assert asked == [T.Q4_K]
    assert main_type(header().gguf.tensors.values()) is T.Q4_K


@pytest.mark.parametrize("spared", [-1, 1 << 20])
def test_nothing_is_measured_where_layers_have_room(spared: int) -> None:
    def fail(_: T) -> Bandwidth:
        raise AssertionError("measured")

    plan = placement(header(), spared).choose(fail)  # a table may move for it
    assert plan is not None
    assert plan.host_layers == 0
    assert (plan == ALL_RESIDENT) == (spared < 0)


def test_experts_are_read_over_the_bus_unless_the_processor_is_faster() -> None:
    """It reads those used of whole layers; over the bus come the few that the GPU has not."""
    file = header(MOE)
    assert chosen(placement(file, 8 * GIB), replace(FAST_PROCESSOR, bus=5e10)).experts
    slow_bus = chosen(placement(file, 8 * GIB), replace(FAST_PROCESSOR, bus=5e9))
    assert slow_bus.host_layers > 0
    assert not slow_bus.experts


def test_a_processor_without_memory_leaves_it_to_the_bus() -> None:
    whole = cuda_memory_needs(LLAMA_8B, header().gguf.tensors.values(), EngineConfig())
    free = whole.plan(CONTEXT_LEN).total_bytes - 2 * GIB
    assert chosen(placement(header(), 0, room=Room(free, MUCH, GIB))).host_layers == 0
    nowhere = placement(header(), 0, room=Room(free, GIB, GIB))
    assert nowhere.choose(as_measured(FAST_PROCESSOR)) is None


def test_room_for_a_drafter_is_kept() -> None:
    alone, beside = (
        chosen(placement(header(), GIB, "cpu", drafter_bytes=size)) for size in (0, GIB)
    )
    assert beside.host_layers >= alone.host_layers + 5


def test_a_gpu_is_worth_it_where_the_processor_does_the_rest() -> None:
    each = placement(header(), 4 * GIB)
    over_bus = chosen(each, None)
    assert not over_bus.is_worthwhile(each.needs.weights_bytes)
    assert each.is_worthwhile(over_bus)  # what is measured at the load decides
    forced = placement(header(), 4 * GIB, "bus")
    assert not forced.is_worthwhile(chosen(forced, None))


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_the_tensors_of_both_parts_are_all_of_them(name: str, golden_dir: Path) -> None:
    with open_model(golden_dir / f"tiny-{name}.gguf", with_data=False) as file:
        config, tensors = file.config, list(file.gguf.tensors.values())
        cut = random.choice([c for c in range(1, config.num_layers) if config.can_be_cut(c)])
        first = part_tensors(tensors, config.part(0, cut))
        later = part_tensors(tensors, config.part(cut, config.num_layers))
        both = {each.name for each in first} & {each.name for each in later}
        assert both <= {"token_embd.weight"}
        assert {each.name for each in (*first, *later)} == {each.name for each in tensors}
        # Their keys and values are those of the whole model.
        parts = config.part(0, cut), config.part(cut, config.num_layers)
        sizes = [
            sum(shape.num_bytes("f16") for shape in part.layer_shapes(512))
            for part in (*parts, config)
        ]
        assert sizes[0] + sizes[1] == sizes[2]


def test_a_model_is_loaded_as_planned(golden_dir: Path) -> None:
    config = EngineConfig(context_len=512)
    with open_model(golden_dir / "tiny-llama.gguf") as file:
        tensors = file.gguf.tensors.values()
        needs = GpuStandIn.memory_needs(file.config, tensors, config)
        room = needs.plan(512).total_bytes - 200_000
        model = LoadedModel(file, config, GpuStandIn(room))
        assert model.residency.host_layers > 0
        assert model.weights_bytes < needs.weights_bytes
        assert model.kv_bytes < needs.plan(512).kv_bytes
        first = model._before
        assert first is not None
        taken = sum(tensor.nbytes for tensor in first._arena._tensors)
        assert taken < model.residency.main_bytes < 2 * taken + needs.weights_bytes
        model.close()
        too_small = GpuStandIn(needs.plan(512).scratch_bytes // 2)
        with pytest.raises(NotEnoughMemoryError, match="GiB of memory with a context"):
            LoadedModel(file, config, too_small)


@pytest.mark.parametrize("value", ["0", "-1", "gpu", "10000", "1.5", "expert", "experts1"])
def test_other_values_are_refused(value: str) -> None:
    with pytest.raises(ValidationError, match="host_layers"):
        validated(EngineConfig(host_layers=value))


@pytest.mark.parametrize(
    ("name", "kind", "wanted"),
    [
        ("tiny-qwen35-mtp", "mtp", "bus"),
        ("tiny-qwen35-mtp", "auto", "bus"),
        ("tiny-qwen35-mtp", "ngram", "auto"),
        ("tiny-llama", "auto", "auto"),
        ("tiny-llama", "none", "auto"),
    ],
)
def test_layers_that_a_drafter_reads_stay_with_the_gpu(
    name: str, kind: str, wanted: str, golden_dir: Path
) -> None:
    with open_model(golden_dir / f"{name}.gguf", with_data=False) as file:
        source = find_source(kind, file)
    assert beside_drafter(EngineConfig(), source).host_layers == wanted
    assert beside_drafter(EngineConfig(host_layers="cpu"), source).host_layers == "cpu"


def test_a_draft_model_may_draft_for_a_divided_one(golden_dir: Path) -> None:
    path = golden_dir / "tiny-llama.gguf"
    assert beside_drafter(EngineConfig(), named_source(str(path), path)).host_layers == "auto"


def test_what_the_processor_reaches_is_measured_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "user_cache_path", lambda _: tmp_path)
    cpu_device.CpuDevice(2)
    speed = measure_processor(T.Q4_K, 256 << 20)
    assert 1e8 < speed < 1e13
    assert kept.known_processor_speed(2, "Q4_K") is None
    kept.keep_processor_speed(2, "Q4_K", speed)
    kept.keep_processor_speed(2, "Q8_0", 2 * speed)
    kept.keep_processor_speed(3, "Q4_K", 3 * speed)
    kept.keep_bandwidth("A", Bandwidth(1e12, 1e10))
    assert kept.known_processor_speed(2, "Q4_K") == speed
    assert kept.known_processor_speed(2, "Q8_0") == 2 * speed
    assert kept.known_processor_speed(3, "Q4_K") == 3 * speed
    assert kept.known_bandwidth("A") == Bandwidth(1e12, 1e10)

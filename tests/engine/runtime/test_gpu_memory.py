"""What a model takes of a GPU, with what its allocator rounds up, against what was planned."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import EngineConfig, SpeculationConfig
from engine.gguf.types import GGMLType
from engine.kernels.cuda.operands import CudaPart
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.weight_parts import MatrixPart
from engine.models.model_file import open_model
from engine.runtime import cuda_memory, memory
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.found_device import within_cap
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS, CUDA_WIDE_PREFILL_WIDTHS
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.residency import ALL_RESIDENT, Movable, Residency
from engine.runtime.steps_behind import StepsBehind
from engine.session.inspect import drafter_needs
from engine.speculation.create import create_drafter
from engine.speculation.kinds import find_source
from engine.speculation.loaded_drafter import LoadedDrafter
from tests.support import golden_tools
from tests.support.caching_allocator import MIB, CachingAllocator
from tests.support.golden_names import ARCHITECTURES
from tests.support.kv_types import KV_TYPES
from tests.support.stand_in_gpu import MUCH, load_on_stand_in
from tests.support.synthetic_gguf import write_empty_model

DRAFTERS = Path(__file__).parents[2] / "golden" / "drafters"
GRAPHS_BYTES = 256 * MIB  # planned, and beside all tensors
DRAWN = [  # a preset, its layers, and the GiB between which caps are drawn
    ("qwen3-8b", 6, 2.2, 3.6),
    ("qwen3.6-27b", 8, 2.6, 4.8),
    ("gemma4-31b", 6, 2.6, 5.2),
    ("qwen3-30b-a3b", 4, 2.0, 3.2),
    ("gpt-oss-20b", 3, 2.4, 4.0),
]
WIDE_PRESETS = ["qwen3-8b", "qwen3.6-27b", "qwen3-30b-a3b"]
LADDERS = [(*CUDA_PREFILL_WIDTHS, *CUDA_WIDE_PREFILL_WIDTHS[:more]) for more in range(3)]
needs_presets = pytest.mark.skipif(not golden_tools.are_there(), reason="the writer is not there")


def check_taken(model: LoadedModel, allocator: CachingAllocator, room: int) -> None:
    """All tensors are in the block, which is as long as they are, and within the plan."""
    planned = model.weights_bytes + model.kv_bytes + model.scratch_bytes
    assert planned <= room
    assert model._arena.num_bytes_beside == 0
    assert planned - GRAPHS_BYTES - 2 * MIB < model._arena.num_bytes_cut
    # The block is whole segments of 2 MiB, and one is of small tables that repacking keeps.
    assert allocator.reserved <= planned - GRAPHS_BYTES + 4 * MIB


def check_drafter(
    path: Path,
    kind: str,
    num_sequences: int,
    monkeypatch: pytest.MonkeyPatch,
    context_len: int = 500,
) -> None:
    """A drafter of the model at `path` takes what is planned for it, and nothing of the model's."""
    speculation = SpeculationConfig(kind, draft_tokens=3)
    config = EngineConfig(
        context_len=context_len, num_sequences=num_sequences, speculation=speculation
    )
    model, _ = load_on_stand_in(path, config, MUCH, monkeypatch)
    before = model._arena.num_bytes_cut
    monkeypatch.setattr(LoadedModel, "warm_up", lambda *_: None)
    monkeypatch.setattr(StepsBehind, "prepare", lambda *_: None)
    with open_model(path, with_data=False) as file:
        tokens = file.metadata.tokenizer.tokens
        source = find_source(kind, file)
        planned = drafter_needs(
            file, source, config, model.device.memory_needs, context_len, is_on_cpu=False
        )
    drafter = create_drafter(speculation, source, model, tokens, lambda _: None)
    assert isinstance(drafter, LoadedDrafter)
    arena = drafter.model._arena
    assert (model._arena.num_bytes_cut, model._arena.num_bytes_beside) == (before, 0)
    assert arena.num_bytes_beside == 0
    assert len(arena._block) < arena.num_bytes_cut + 4 * MIB
    assert planned - GRAPHS_BYTES - 2 * MIB < arena.num_bytes_cut
    # Wider steps take memory that nobody needs.
    if CUDA_PREFILL_WIDTHS == model.prompt_widths == drafter.model.prompt_widths:
        assert len(arena._block) < planned - GRAPHS_BYTES + 2 * MIB


@pytest.mark.parametrize("name", [name for name in ARCHITECTURES if name != "dflash"])
@pytest.mark.parametrize("num_sequences", [1, 3])
def test_the_block_holds_all_tensors_of_every_architecture(
    name: str, num_sequences: int, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = EngineConfig(
        context_len=random.randint(40, 600),
        kv_type=random.choice(["auto", "f32", "bf16"]),
        num_sequences=num_sequences,
    )
    path = golden_dir / f"tiny-{name}.gguf"
    model, allocator = load_on_stand_in(path, config, MUCH, monkeypatch)
    check_taken(model, allocator, MUCH)


@pytest.mark.parametrize("name", [name for name in ARCHITECTURES if name != "dflash"])
def test_matrices_that_become_one_move_together(
    name: str, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[set[bool]] = []
    place_run = CudaWeights._place_run

    def placed(store: CudaWeights, kind: GGMLType, parts: Sequence[MatrixPart]) -> CudaPart:
        runs.append({part.name in store._in_host for part in parts})
        return place_run(store, kind, parts)

    def drawn(movable: Movable, *_: object) -> Residency:
        stacks = [each for layer in movable.matrices for each in layer if random.random() < 0.5]
        return Residency(frozenset[str]().union(*(each.names for each in stacks)), moved_bytes=1)

    monkeypatch.setattr(CudaWeights, "_place_run", placed)
    monkeypatch.setattr(memory, "plan_residency", drawn)
    # Those of the golden cases are float.
    monkeypatch.setattr(cuda_memory, "TILE_FORMATS", dict.fromkeys(GGMLType))
    for _ in range(4):
        config = EngineConfig(context_len=256, host_layers="bus")
        load_on_stand_in(golden_dir / f"tiny-{name}.gguf", config, MUCH, monkeypatch)
    assert {len(run) for run in runs} == {1}
    assert {True} in runs
    assert {False} in runs


@pytest.mark.parametrize(
    ("target", "drafter"),
    [
        ("qwen35-mtp", "mtp"),
        ("qwen35moe", "mtp-qwen35moe.gguf"),
        ("qwen35", "tiny-dflash.gguf"),
        ("llama", "dspark-own-tokens.gguf"),
        ("llama", "dflash2.gguf"),
        ("llama", "eagle3.gguf"),
        ("gemma4-dense", "gemma4-assistant.gguf"),
        ("llama", "tiny-qwen2.gguf"),
    ],
)
@pytest.mark.parametrize("num_sequences", [1, 16])
def test_the_block_of_a_drafter_holds_all_it_takes(
    target: str,
    drafter: str,
    num_sequences: int,
    golden_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = (folder / drafter for folder in (golden_dir, DRAFTERS))
    kind = next((str(path) for path in found if path.is_file()), drafter)
    path = golden_dir / f"tiny-{target}.gguf"
    for context_len in (500, 2500):
        check_drafter(path, kind, num_sequences, monkeypatch, context_len)


@needs_presets
def test_the_block_of_a_large_prediction_head_holds_the_rows_that_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_empty_model(tmp_path / "model.gguf", "qwen3.6-27b-mtp", "Q4_K_M", 4)
    for context_len in (500, 2500):
        check_drafter(path, "mtp", 1, monkeypatch, context_len)


def totals_by_ladder(path: Path, config: EngineConfig) -> list[int]:
    """Bytes of a load with the prompt steps of each of `LADDERS`."""
    with open_model(path, with_data=False) as file:
        needs = cuda_memory_needs(file.config, file.gguf.tensors.values(), config)
    plans = [replace(needs, prefill_widths=each).plan(config.context_len) for each in LADDERS]
    return [plan.total_bytes for plan in plans]


@needs_presets
@pytest.mark.parametrize("preset", WIDE_PRESETS)
def test_prompt_steps_are_as_wide_as_memory_allows(
    preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A GiB stays free."""
    path = write_empty_model(tmp_path / "model.gguf", preset, "Q4_K_M", 4)
    config = EngineConfig(context_len=4096)
    for widths, total in zip(LADDERS, totals_by_ladder(path, config), strict=True):
        model, allocator = load_on_stand_in(path, config, total + 1024 * MIB, monkeypatch)
        assert model.prompt_widths == widths
        check_taken(model, allocator, total)


@needs_presets
def test_a_model_with_no_room_for_wide_prompt_steps_is_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = random.choice(WIDE_PRESETS)
    path = write_empty_model(tmp_path / "model.gguf", preset, "Q4_K_M", 4)
    config = EngineConfig(context_len=4096)
    totals = totals_by_ladder(path, config)
    for room in (totals[2] + 1024 * MIB - 1, totals[1] + 1024 * MIB - 1, totals[0]):
        model, _ = load_on_stand_in(path, config, room, monkeypatch)
        assert model.prompt_widths == LADDERS[(room > totals[1] + 1024 * MIB)]
        assert model.residency == ALL_RESIDENT
    several = EngineConfig(context_len=4096, num_sequences=2)
    assert load_on_stand_in(path, several, MUCH, monkeypatch)[0].prompt_widths == LADDERS[0]
    short = EngineConfig(context_len=1500)
    assert load_on_stand_in(path, short, MUCH, monkeypatch)[0].prompt_widths == LADDERS[1]


@needs_presets
def test_a_ring_that_other_layers_read_has_room_for_the_widest_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rows are appended before those layers read; in others a step comes in blocks."""
    for preset, lent in (("gemma4-e4b", 1), ("gemma3-4b", 0)):
        path = write_empty_model(tmp_path / f"{preset}.gguf", preset, "Q8_0", 28)
        config = EngineConfig(context_len=8192)
        model, allocator = load_on_stand_in(path, config, MUCH, monkeypatch)
        check_taken(model, allocator, MUCH)
        assert model.prompt_widths[-1] == 2048
        slack = [
            layer.kv.num_rows - mixer.window
            for layer, mixer in zip(model.state.layers, model.config.attention_layers, strict=True)
            if mixer.window is not None and mixer.shared_with is None
        ]
        assert sum(rows >= 2048 for rows in slack) == lent
        assert min(slack) >= 512


@pytest.mark.parametrize(
    ("name", "host_layers"),
    [
        ("llama", "auto"),
        ("llama", "1"),
        ("qwen35", "2"),
        ("qwen35moe", "auto"),
        ("gpt-oss", "auto"),
    ],
)
def test_a_model_that_is_closed_gives_back_its_block(
    name: str, host_layers: str, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = golden_dir / f"tiny-{name}.gguf"
    config = EngineConfig(context_len=256, host_layers=host_layers)
    for _ in range(3):
        model, allocator = load_on_stand_in(path, config, MUCH, monkeypatch)
        assert allocator.reserved > 40 * MIB
        model.close()
        assert allocator.reserved <= 2 * MIB  # the tables that repacking keeps


@needs_presets
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("preset", "layers", "least", "most"), DRAWN)
def test_no_more_is_taken_than_a_cap_allows(
    preset: str,
    layers: int,
    least: float,
    most: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = write_empty_model(tmp_path / "model.gguf", preset, "Q4_K_M", layers)
    for host_layers in random.sample(("auto", "bus", "cpu", "experts"), 2):
        cap = int(random.uniform(least, most) * (1 << 30))
        config = EngineConfig(
            context_len=random.choice([512, 1000, 4096]),
            kv_type=random.choice(["auto", *KV_TYPES]),
            host_layers=host_layers,
        )
        room = within_cap(cap)
        with monkeypatch.context() as patch:
            model, allocator = load_on_stand_in(path, config, room, patch)
        check_taken(model, allocator, room)
        assert allocator.reserved + GRAPHS_BYTES + (cap - room) <= 1.01 * cap
        # While weights are repacked, before graphs take anything.
        assert allocator.peak + (cap - room) <= 1.01 * cap

"""What a model takes of a GPU, with what its allocator rounds up, against what was planned."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.config import EngineConfig, SpeculationConfig
from engine.gguf.types import GGMLType
from engine.kernels.cuda.operands import CudaPart
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.weight_parts import MatrixPart
from engine.models.model_file import open_model
from engine.runtime import cuda_memory, memory
from engine.runtime.found_device import within_cap
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.residency import Movable, Residency
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
    path: Path, kind: str, num_sequences: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drafter of the model at `path` takes what is planned for it, and nothing of the model's."""
    speculation = SpeculationConfig(kind, draft_tokens=3)
    config = EngineConfig(context_len=500, num_sequences=num_sequences, speculation=speculation)
    model, _ = load_on_stand_in(path, config, MUCH, monkeypatch)
    before = model._arena.num_bytes_cut
    monkeypatch.setattr(LoadedModel, "warm_up", lambda *_: None)
    monkeypatch.setattr(StepsBehind, "prepare", lambda *_: None)
    with open_model(path, with_data=False) as file:
        tokens = file.metadata.tokenizer.tokens
        source = find_source(kind, file)
        planned = drafter_needs(
            file, source, config, model.device.memory_needs, 500, is_on_cpu=False
        )
    drafter = create_drafter(speculation, source, model, tokens, lambda _: None)
    assert isinstance(drafter, LoadedDrafter)
    arena = drafter.model._arena
    assert (model._arena.num_bytes_cut, model._arena.num_bytes_beside) == (before, 0)
    assert arena.num_bytes_beside == 0
    assert planned - GRAPHS_BYTES - 2 * MIB < arena.num_bytes_cut
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
    check_drafter(golden_dir / f"tiny-{target}.gguf", kind, num_sequences, monkeypatch)


@needs_presets
def test_the_block_of_a_large_prediction_head_holds_the_rows_that_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_empty_model(tmp_path / "model.gguf", "qwen3.6-27b-mtp", "Q4_K_M", 4)
    check_drafter(path, "mtp", 1, monkeypatch)


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
    for host_layers in ("auto", "bus", "cpu", "experts"):
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

"""What drafts: told from the headers of a model, of the file named, and of those beside it."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.config import EngineConfig, SpeculationConfig
from engine.gguf.drafter_kind import DrafterKind
from engine.gguf.file import GGUFFile
from engine.models.model_file import open_model
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.kinds import DraftSource, find_source, named_source
from tests.golden.test_drafters import CASES
from tests.support.block_checks import BLOCK, TARGET
from tests.support.drafter_folder import write_folder
from tests.support.head_checks import HEAD, write_model
from tests.support.tiny_gguf import write_gguf


@pytest.fixture
def model(tmp_path: Path, golden_dir: Path) -> Path:
    """A model without a head of its own, in a folder with other files."""
    shutil.copy(golden_dir / f"{TARGET}.gguf", path := tmp_path / "model.gguf")
    shutil.copy(golden_dir / "tiny-llama.gguf", tmp_path / "dflash-or-not.gguf")
    shutil.copy(CASES / "mtp-qwen35moe.gguf", tmp_path / "mtp-of-another.gguf")
    (tmp_path / "eagle3-notes.gguf").write_text("notes")
    (tmp_path / "dspark-folder.gguf").mkdir()
    (tmp_path / "mtp-notes.txt").write_text("notes")
    return path


def automatic(path: Path) -> DraftSource | None:
    with open_model(path, with_data=False) as file:
        assert find_source("none", file) is None
        return find_source("auto", file)


def test_it_is_repeats_where_nothing_was_made_for_the_model(model: Path) -> None:
    assert automatic(model) == DraftSource(DrafterKind.NGRAMS, model)


@pytest.mark.parametrize("name", ["dflash-model.gguf", "DFlash-Model-Q8_0.GGUF"])
def test_it_is_a_drafter_beside_the_model(model: Path, golden_dir: Path, name: str) -> None:
    drafter = model.with_name(name)
    shutil.copy(golden_dir / f"{BLOCK}.gguf", drafter)
    assert automatic(model) == DraftSource(DrafterKind.DFLASH, drafter)


def test_a_head_comes_before_drafters_of_blocks(model: Path, golden_dir: Path) -> None:
    shutil.copy(golden_dir / f"{BLOCK}.gguf", model.with_name("dflash-model.gguf"))
    head = model.with_name("mtp-model.gguf")
    write_model(head, golden_dir / f"{HEAD}.gguf", is_right=False, has_trunk=False)
    assert automatic(model) == DraftSource(DrafterKind.HEAD, head)


def test_its_own_head_comes_first(tmp_path: Path, golden_dir: Path) -> None:
    shutil.copy(golden_dir / f"{HEAD}.gguf", path := tmp_path / "model.gguf")
    shutil.copy(golden_dir / f"{BLOCK}.gguf", tmp_path / "dflash-model.gguf")
    assert automatic(path) == DraftSource(DrafterKind.HEAD, path)


def test_a_head_that_this_architecture_has_no_use_for_is_left_alone(
    tmp_path: Path, golden_dir: Path
) -> None:
    with GGUFFile.open(golden_dir / "tiny-qwen3.gguf") as file:
        weights = {
            name: file.tensor_bytes(name).view(np.float32).reshape(tensor.shape).copy()
            for name, tensor in file.tensors.items()
        }
        metadata = {k: list(v) if isinstance(v, tuple) else v for k, v in file.metadata.items()}
    weights["blk.9.nextn.eh_proj.weight"] = np.zeros((8, 16), np.float32)
    path = write_gguf(tmp_path / "model.gguf", metadata, weights)
    assert automatic(path) == DraftSource(DrafterKind.NGRAMS, path)


def test_a_file_of_another_name_is_left_alone(model: Path, golden_dir: Path) -> None:
    shutil.copy(golden_dir / f"{BLOCK}.gguf", model.with_name("model-dflash.gguf"))
    assert automatic(model) == DraftSource(DrafterKind.NGRAMS, model)


def test_a_load_tells_once_what_an_automatic_drafter_is(
    model: Path, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(golden_dir / f"{BLOCK}.gguf", drafter := model.with_name("dflash-model.gguf"))
    opened: list[tuple[str, bool]] = []
    open_gguf = GGUFFile.open

    def count(path: Path, *, with_data: bool = True) -> GGUFFile:
        opened.append((Path(path).name, with_data))
        return open_gguf(path, with_data=with_data)

    monkeypatch.setattr(GGUFFile, "open", count)
    config = EngineConfig(
        device="cpu", context_len=256, speculation=SpeculationConfig("auto", draft_tokens=4)
    )
    session = Session.load(model, config)
    assert isinstance(session.drafter, BlockDrafter)
    session.close()
    # To tell what it is, to compare it with the model, to plan its memory; then to load it.
    assert opened.count((drafter.name, False)) == 3
    assert opened.count((drafter.name, True)) == 1
    assert opened.count(("mtp-of-another.gguf", False)) == 2


def test_a_name_says_what_it_is(tmp_path: Path, golden_dir: Path) -> None:
    model = tmp_path / "model.gguf"
    block = golden_dir / f"{BLOCK}.gguf"
    folder = write_folder(tmp_path / "folder", block)
    kinds = {
        golden_dir / "tiny-llama.gguf": DrafterKind.MODEL,
        golden_dir / f"{HEAD}.gguf": DrafterKind.MODEL,
        CASES / "mtp-qwen35moe.gguf": DrafterKind.HEAD,
        CASES / "dflash2.gguf": DrafterKind.DFLASH_2,
        CASES / "dspark.gguf": DrafterKind.DSPARK,
        CASES / "eagle3.gguf": DrafterKind.EAGLE_3,
        CASES / "gemma4-assistant.gguf": DrafterKind.ASSISTANT,
        block: DrafterKind.DFLASH,
        folder: DrafterKind.DFLASH,
    }
    for path, kind in kinds.items():
        assert named_source(str(path), model) == DraftSource(kind, path)
    assert named_source("mtp", model) == DraftSource(DrafterKind.HEAD, model)
    assert named_source("ngram", model) == DraftSource(DrafterKind.NGRAMS, model)

"""What an automatic kind is: told from the headers of a model and of the files beside it."""

import shutil
from pathlib import Path

import pytest

from engine.models.model_file import open_model
from engine.speculation.kinds import resolve_kind
from tests.golden.test_drafters import CASES
from tests.support.block_checks import BLOCK, TARGET
from tests.support.head_checks import HEAD, write_model


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


def automatic(path: Path) -> str:
    with open_model(path, with_data=False) as file:
        assert resolve_kind("none", file) == "none"
        return resolve_kind("auto", file)


def test_it_is_repeats_where_nothing_was_made_for_the_model(model: Path) -> None:
    assert automatic(model) == "ngram"


@pytest.mark.parametrize("name", ["dflash-model.gguf", "DFlash-Model-Q8_0.GGUF"])
def test_it_is_a_drafter_beside_the_model(model: Path, golden_dir: Path, name: str) -> None:
    drafter = model.with_name(name)
    shutil.copy(golden_dir / f"{BLOCK}.gguf", drafter)
    assert automatic(model) == str(drafter)


def test_a_head_comes_before_drafters_of_blocks(model: Path, golden_dir: Path) -> None:
    shutil.copy(golden_dir / f"{BLOCK}.gguf", model.with_name("dflash-model.gguf"))
    head = model.with_name("mtp-model.gguf")
    write_model(head, golden_dir / f"{HEAD}.gguf", is_right=False, has_trunk=False)
    assert automatic(model) == str(head)


def test_its_own_head_comes_first(tmp_path: Path, golden_dir: Path) -> None:
    shutil.copy(golden_dir / f"{HEAD}.gguf", path := tmp_path / "model.gguf")
    shutil.copy(golden_dir / f"{BLOCK}.gguf", tmp_path / "dflash-model.gguf")
    assert automatic(path) == "mtp"


def test_a_file_of_another_name_is_left_alone(model: Path, golden_dir: Path) -> None:
    shutil.copy(golden_dir / f"{BLOCK}.gguf", model.with_name("model-dflash.gguf"))
    assert automatic(model) == "ngram"

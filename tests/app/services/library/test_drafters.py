"""Drafters in the library: files, and the folders of safetensors that some are published in."""

import json
import os
import shutil
from pathlib import Path

import pytest

from app.services.library.entry import Origin, Verification
from app.services.library.folder import ModelFolder
from app.services.library.foreign_caches import find_foreign_caches
from app.services.library.listing import HeaderCache
from engine.errors import ModelFileError, RequestError
from engine.gguf.drafter_kind import DrafterKind
from engine.gguf.summary import ModelSummary, read_summary
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.drafter_folder import CONFIG, write_folder
from tests.support.settled import settle
from tests.support.tiny_gguf import write_gguf

DRAFTERS = Path(__file__).parents[4] / "tests" / "golden" / "drafters"
DSPARK = DRAFTERS / "dspark.gguf"


def write_drafter(folder: Path, **changes: object) -> Path:
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_folder(folder, DSPARK, **changes)
    (folder / "README.md").write_text("About it.")
    settle(folder, *folder.iterdir())
    return folder


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dspark", DrafterKind.DSPARK),
        ("dflash2", DrafterKind.DFLASH_2),
        ("eagle3", DrafterKind.EAGLE_3),
        ("gemma4-assistant", DrafterKind.ASSISTANT),
        ("mtp-qwen35moe", DrafterKind.HEAD),
    ],
)
def test_a_file_that_only_drafts_says_what_it_is_for(
    folder: ModelFolder, name: str, kind: DrafterKind
) -> None:
    shutil.copy(DRAFTERS / f"{name}.gguf", folder.folder)
    (entry,) = folder.list_models()
    assert entry.drafter is kind
    assert entry.problem == (
        f"{name}.gguf only drafts tokens for another model; choose it in the load options of that "
        "model."
    )


def test_a_folder_is_listed_like_a_file(folder: ModelFolder) -> None:
    path = write_drafter(folder.folder / "z-lab" / "Qwen3.6-27B-DFlash")
    (entry,) = folder.list_models()
    assert (entry.name, entry.path) == ("z-lab/Qwen3.6-27B-DFlash", path)
    assert (entry.title, entry.drafter) == ("Qwen3.6 27B DFlash", DrafterKind.DSPARK)
    assert (entry.architecture, entry.quantization) == ("dflash", "F32")
    assert entry.paths == (path / "config.json", path / "model-0.safetensors")
    assert entry.size == (path / "model-0.safetensors").stat().st_size
    assert folder.find("z-lab/Qwen") == folder.find(str(path)) == entry


def test_folders_of_models_are_left_alone(folder: ModelFolder) -> None:
    write_drafter(folder.folder / "whole-model")
    config = {"architectures": ["Qwen3ForCausalLM"], "hidden_size": 64}
    (folder.folder / "whole-model" / "config.json").write_text(json.dumps(config))
    (folder.folder / "config.json").write_text("[]")
    (folder.folder / "any.safetensors").write_bytes(b"any")
    assert folder.list_models() == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has none in folders")
@pytest.mark.parametrize("name", ["config.json", "more.safetensors"])
def test_a_pipe_among_its_files_does_not_hold_up_the_list(folder: ModelFolder, name: str) -> None:
    path = write_drafter(folder.folder / "drafter")
    (path / name).unlink(missing_ok=True)
    os.mkfifo(path / name)
    assert len(folder.list_models()) == (name != "config.json")


def test_a_folder_of_another_layout_says_why_it_cannot_be_used(folder: ModelFolder) -> None:
    path = write_drafter(folder.folder / "speculators")
    config = {"transformer_layer_config": CONFIG, "aux_hidden_state_layer_ids": [1, 3, 4]}
    (path / "config.json").write_text(json.dumps(config))
    (entry,) = folder.list_models()
    assert entry.drafter is None
    assert entry.problem is not None
    assert "a drafter in the layout 'speculators', which is not supported" in entry.problem
    assert entry.size == sum(each.stat().st_size for each in entry.paths)


def test_a_folder_that_is_being_written_is_not_shown_and_then_it_is(folder: ModelFolder) -> None:
    path = write_drafter(folder.folder / "drafter")
    weights = path / "model-0.safetensors"
    content = weights.read_bytes()
    weights.write_bytes(content[:-8])
    assert folder.list_models() == []
    settle(weights)
    before = folder.state()
    (entry,) = folder.list_models()
    assert entry.problem is not None
    assert "is cut short" in entry.problem
    weights.write_bytes(content)
    assert folder.state() != before
    (entry,) = folder.list_models()
    assert entry.drafter is DrafterKind.DSPARK


def test_a_watched_folder_may_be_that_of_a_drafter(folder: ModelFolder, tmp_path: Path) -> None:
    path = write_drafter(tmp_path / "Downloads" / "drafter")
    folder.extra_folders = (path, path.parent)
    (entry,) = folder.list_models()
    assert (entry.name, entry.origin, entry.path) == ("drafter", Origin.EXTRA_FOLDER, path)
    with pytest.raises(RequestError, match="not Encore's to remove"):
        folder.remove("drafter")


def test_the_models_folder_itself_may_hold_one(tmp_path: Path) -> None:
    folder = ModelFolder(write_drafter(tmp_path / "models"))
    write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    assert [entry.name for entry in folder.list_models()] == ["models", "tiny.gguf"]
    folder.remove("models")
    assert {path.name for path in folder.folder.glob("[!.]*")} == {"README.md", "tiny.gguf"}


def test_one_in_the_cache_of_hugging_face_has_the_name_of_its_repository(tmp_path: Path) -> None:
    repo = tmp_path / "hub" / "models--z-lab--Tiny-DFlash-b16"
    snapshot = repo / "snapshots" / ("3f2a" * 10)
    write_drafter(snapshot)
    blobs = repo / "blobs"
    blobs.mkdir()
    for path in list(snapshot.iterdir()):
        path.rename(blobs / path.name)
        path.symlink_to(Path("../../blobs", path.name))
    caches = find_foreign_caches(tmp_path, {"HF_HUB_CACHE": str(tmp_path / "hub")}, tmp_path)
    (entry,) = ModelFolder(tmp_path / "models", foreign_caches=caches).list_models()
    assert (entry.name, entry.path) == ("huggingface/z-lab/Tiny-DFlash-b16", snapshot)
    assert (entry.title, entry.repo_id) == ("Tiny DFlash B16", "z-lab/Tiny-DFlash-b16")
    assert entry.drafter is DrafterKind.DSPARK


def test_its_header_is_read_again_only_if_a_file_of_it_changed(
    folder: ModelFolder, tmp_path: Path
) -> None:
    path = write_drafter(folder.folder / "drafter")
    read: list[Path] = []

    def count(path: Path) -> ModelSummary:
        read.append(path)
        return read_summary(path)

    for _ in range(2):
        cache = HeaderCache(tmp_path / "headers.json", count)
        assert cache.summary(path).drafter is DrafterKind.DSPARK
        cache.save()
    assert read == [path]
    (path / "config.json").write_text(json.dumps(CONFIG | {"max_position_embeddings": 512}))
    assert cache.summary(path).context_length == 512


def test_it_is_checked(folder: ModelFolder) -> None:
    path = write_drafter(folder.folder / "drafter")
    assert folder.verify("drafter") is Verification.FIRST_TIME
    assert folder.verify("drafter") is Verification.RECORDED
    weights = path / "model-0.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"x")
    with pytest.raises(ModelFileError, match="is not what it should be"):
        folder.verify("drafter")


def test_it_is_removed_and_comes_back(folder: ModelFolder, tmp_path: Path) -> None:
    path = write_drafter(folder.folder / "z-lab" / "drafter")
    (path / "README.md").unlink()
    folder.rename("z-lab/drafter", "Mine")
    trash = tmp_path / "trash"
    trash.mkdir()
    deleted = folder.remove(
        "z-lab/drafter", lambda path: Path(shutil.move(path, trash / path.name))
    )
    assert not (folder.folder / "z-lab").exists()
    assert deleted.can_come_back
    entry = folder.bring_back(deleted, shutil.move)
    assert (entry.path, entry.title, entry.drafter) == (path, "Mine", DrafterKind.DSPARK)


def test_what_else_is_in_the_folder_stays(folder: ModelFolder) -> None:
    path = write_drafter(folder.folder / "drafter")
    model = write_gguf(path / "model.gguf", METADATA, TENSORS)
    assert len(folder.list_models()) == 2
    folder.remove("drafter")
    assert {each.name for each in path.iterdir()} == {"README.md", model.name}


def test_a_folder_cannot_be_imported(folder: ModelFolder, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="is a folder; watch it, or put it into"):
        folder.import_model(write_drafter(tmp_path / "drafter"))

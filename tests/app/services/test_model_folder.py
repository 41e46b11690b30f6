"""The models folder, on small real GGUF files."""

from pathlib import Path

import numpy as np
import pytest

from app.services.catalogue import starter_entry
from app.services.model_folder import RECORD_NAME, ModelFolder, Verification
from engine.errors import EngineError, ModelFileError, RequestError
from tests.support.tiny_gguf import write_gguf

METADATA = {
    "general.name": "Tiny",
    "general.license": "mit",
    "general.architecture": "llama",
    "llama.context_length": 256,
}
TENSORS = {"a.weight": np.ones((8, 32), np.float32), "b.weight": np.ones((4, 32), np.float32)}


@pytest.fixture
def folder(tmp_path: Path) -> ModelFolder:
    (tmp_path / "models").mkdir()
    return ModelFolder(tmp_path / "models")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    (tmp_path / "downloads").mkdir()
    return write_gguf(tmp_path / "downloads/tiny-f32.gguf", METADATA, TENSORS)


def names(folder: ModelFolder) -> list[str]:
    return [entry.name for entry in folder.list_models()]


def test_a_folder_that_is_not_there_holds_no_models(tmp_path: Path) -> None:
    assert ModelFolder(tmp_path / "nowhere").list_models() == []


def test_models_are_described(folder: ModelFolder) -> None:
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    (entry,) = folder.list_models()
    assert (entry.name, entry.path, entry.size) == ("tiny.gguf", path, path.stat().st_size)
    assert (entry.title, entry.architecture, entry.quantisation) == ("Tiny", "llama", "F32")
    assert (entry.context, entry.licence, entry.problem) == (256, "mit", None)


def test_folders_are_searched_and_what_is_not_finished_is_not_shown(folder: ModelFolder) -> None:
    for name in ("publisher/one.GGUF", ".fetch-x/two.gguf", "three.gguf.part"):
        path = folder.folder / name
        path.parent.mkdir(exist_ok=True)
        write_gguf(path, METADATA, TENSORS)
    assert names(folder) == ["publisher/one.GGUF"]


def test_the_parts_of_a_model_are_one_model(folder: ModelFolder) -> None:
    write_gguf(folder.folder / "big.gguf", METADATA, TENSORS, max_tensors_per_part=1)
    (entry,) = folder.list_models()
    assert entry.name == "big-00001-of-00002.gguf"
    assert len(entry.paths) == 2
    assert entry.size == sum(path.stat().st_size for path in folder.folder.glob("*.gguf"))


def test_a_damaged_file_is_listed_with_its_problem(folder: ModelFolder) -> None:
    (folder.folder / "picture.gguf").write_bytes(b"\x89PNG" + bytes(100))
    (entry,) = folder.list_models()
    assert entry.problem is not None
    assert "picture.gguf" in entry.problem


def test_an_imported_model_stays_where_it_is(folder: ModelFolder, elsewhere: Path) -> None:
    entry = folder.import_model(elsewhere)
    assert (entry.path, entry.is_imported) == (elsewhere, True)
    assert folder.import_model(elsewhere) == entry
    assert ModelFolder(folder.folder).list_models() == [entry]
    assert not list(folder.folder.glob("*.gguf"))
    folder.remove("tiny")
    assert names(folder) == []
    assert elsewhere.is_file()


def test_an_imported_model_that_went_away_is_listed_with_its_problem(
    folder: ModelFolder, elsewhere: Path
) -> None:
    folder.import_model(elsewhere)
    elsewhere.unlink()
    (entry,) = folder.list_models()
    assert entry.problem is not None
    folder.remove("tiny-f32.gguf")
    assert names(folder) == []


def test_a_copied_model_is_ours(folder: ModelFolder, elsewhere: Path) -> None:
    parts = write_gguf(elsewhere.with_name("big.gguf"), METADATA, TENSORS, max_tensors_per_part=1)
    second = parts.with_name("big-00002-of-00002.gguf")
    entry = folder.import_model(second, copy=True)
    assert [path.parent for path in entry.paths] == [folder.folder] * 2
    folder.remove(entry.name)
    assert list(folder.folder.glob("**/*.gguf")) == []
    assert second.is_file()


def test_only_sound_models_are_imported(folder: ModelFolder, tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("not a model")
    for path in (tmp_path / "text.gguf", tmp_path / "nothing.gguf", tmp_path):
        with pytest.raises(EngineError):
            folder.import_model(path)
    assert names(folder) == []


def test_two_models_cannot_share_a_name(folder: ModelFolder, elsewhere: Path) -> None:
    write_gguf(folder.folder / elsewhere.name, METADATA, TENSORS)
    with pytest.raises(RequestError, match="rename"):
        folder.import_model(elsewhere)


def test_a_model_argument_is_a_path_a_name_or_the_start_of_one(
    folder: ModelFolder, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.folder / "publisher").mkdir()
    for name in ("alpha-q4.gguf", "alpha-q8.gguf", "publisher/beta.gguf"):
        write_gguf(folder.folder / name, METADATA, TENSORS)
    assert folder.resolve(str(elsewhere)) == elsewhere
    monkeypatch.chdir(elsewhere.parent)
    assert folder.resolve(elsewhere.name) == elsewhere
    assert folder.resolve("ALPHA-Q4") == folder.folder / "alpha-q4.gguf"
    assert folder.resolve("beta") == folder.folder / "publisher/beta.gguf"
    with pytest.raises(RequestError, match=r"alpha-q4\.gguf, alpha-q8\.gguf"):
        folder.resolve("alpha")
    with pytest.raises(RequestError, match="no model gamma"):
        folder.resolve("gamma")


def test_no_argument_means_the_starter(folder: ModelFolder) -> None:
    with pytest.raises(RequestError, match="starter"):
        folder.resolve(None)
    (folder.folder / starter_entry().file).touch()
    assert folder.resolve(None) == folder.folder / starter_entry().file


def test_verifying_notices_a_changed_byte(folder: ModelFolder, elsewhere: Path) -> None:
    folder.import_model(elsewhere)
    assert folder.verify("tiny") is Verification.FIRST_TIME
    assert folder.verify("tiny") is Verification.RECORDED
    content = bytearray(elsewhere.read_bytes())
    content[-1] ^= 1
    elsewhere.write_bytes(content)
    with pytest.raises(ModelFileError, match="checksum"):
        folder.verify("tiny")


def test_verifying_a_file_of_the_catalogue_needs_no_record(folder: ModelFolder) -> None:
    write_gguf(folder.folder / starter_entry().file, METADATA, TENSORS)
    with pytest.raises(ModelFileError, match="checksum"):
        folder.verify(starter_entry().file)


def test_verifying_a_truncated_file_says_so(folder: ModelFolder) -> None:
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    path.write_bytes(path.read_bytes()[:-64])
    with pytest.raises(ModelFileError):
        folder.verify("tiny")


@pytest.mark.parametrize("content", [b"imported = [", b"\xff\xfe\x00"])
def test_a_damaged_record_is_named(folder: ModelFolder, content: bytes) -> None:
    (folder.folder / RECORD_NAME).write_bytes(content)
    with pytest.raises(RequestError, match=RECORD_NAME):
        folder.list_models()


def test_an_odd_record_is_read_as_far_as_it_makes_sense(folder: ModelFolder) -> None:
    (folder.folder / RECORD_NAME).write_text("sha256 = 3\n[imported]\na = 1\n", encoding="utf-8")
    assert folder.list_models() == []

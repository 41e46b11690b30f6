"""The models folder, on small real GGUF files."""

import os
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.services.catalogue import starter_entry
from app.services.library.entry import ImportMode, Origin, Verification
from app.services.library.folder import ModelFolder
from engine.errors import EngineError, RequestError
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.settled import settle
from tests.support.tiny_gguf import write_gguf


def names(folder: ModelFolder) -> list[str]:
    return [entry.name for entry in folder.list_models()]


def test_a_folder_that_is_not_there_holds_no_models(tmp_path: Path) -> None:
    assert ModelFolder(tmp_path / "nowhere").list_models() == []


def test_models_are_described(folder: ModelFolder) -> None:
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    (entry,) = folder.list_models()
    assert (entry.name, entry.path, entry.size) == ("tiny.gguf", path, path.stat().st_size)
    assert (entry.title, entry.architecture, entry.quantization) == ("Tiny", "llama", "F32")
    assert (entry.context, entry.license, entry.problem) == (256, "mit", None)
    assert (entry.num_parameters, entry.origin, entry.last_used) == (
        384,
        Origin.MODELS_FOLDER,
        None,
    )


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


def test_a_model_is_found_by_its_path(folder: ModelFolder, elsewhere: Path) -> None:
    entry = folder.import_model(elsewhere)
    assert folder.find(str(elsewhere)) == entry
    with pytest.raises(RequestError, match="There is no model"):
        folder.find(str(elsewhere.with_name("other.gguf")))


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
    entry = folder.import_model(second, ImportMode.COPY)
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


def test_a_linked_model_takes_no_room_of_its_own(folder: ModelFolder, elsewhere: Path) -> None:
    entry = folder.import_model(elsewhere, ImportMode.LINK)
    assert entry.origin is Origin.MODELS_FOLDER
    assert entry.path.samefile(elsewhere)
    folder.remove("tiny")
    assert elsewhere.is_file()


def test_a_link_to_another_disk_is_a_symbolic_one(
    folder: ModelFolder, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("another disk")

    monkeypatch.setattr(os, "link", refuse)
    entry = folder.import_model(elsewhere, ImportMode.LINK)
    assert entry.path.is_symlink()
    assert entry.path.resolve() == elsewhere
    folder.remove("tiny", dispose=lambda path: pytest.fail(f"{path} is not ours"))
    assert names(folder) == []
    assert elsewhere.is_file()


def test_a_copy_is_independent_and_shows_its_progress(folder: ModelFolder, elsewhere: Path) -> None:
    progress: list[tuple[int, int]] = []
    entry = folder.import_model(
        elsewhere, ImportMode.COPY, lambda done, total: progress.append((done, total))
    )
    assert not entry.path.samefile(elsewhere)
    assert entry.path.read_bytes() == elsewhere.read_bytes()
    size = elsewhere.stat().st_size
    assert (progress[0], progress[-1]) == ((0, size), (size, size))


def test_a_copy_that_is_broken_off_leaves_nothing(folder: ModelFolder, elsewhere: Path) -> None:
    def give_up(done_bytes: int, _total_bytes: int) -> None:
        if done_bytes:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        folder.import_model(elsewhere, ImportMode.COPY, give_up)
    assert list(folder.folder.iterdir()) == []


def test_a_copy_for_which_there_is_no_room_is_refused(
    folder: ModelFolder, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        free = 1000

    monkeypatch.setattr("shutil.disk_usage", lambda _path: Full)
    with pytest.raises(RequestError, match="make room"):
        folder.import_model(elsewhere, ImportMode.COPY)
    assert names(folder) == []


def test_a_model_used_in_place_can_be_copied_in_later(folder: ModelFolder, elsewhere: Path) -> None:
    folder.import_model(elsewhere)
    folder.verify("tiny")
    entry = folder.import_model(elsewhere, ImportMode.COPY)
    assert names(folder) == ["tiny-f32.gguf"]
    assert entry.path.parent == folder.folder
    assert folder.verify("tiny") is Verification.RECORDED


def test_a_model_without_the_suffix_is_imported_by_its_content(
    folder: ModelFolder, elsewhere: Path
) -> None:
    plain = elsewhere.rename(elsewhere.with_name("weights"))
    assert folder.import_model(plain).name == "weights"
    assert folder.import_model(plain, ImportMode.COPY).name == "weights.gguf"


def test_a_file_that_is_in_the_way_is_not_overwritten(folder: ModelFolder, elsewhere: Path) -> None:
    (folder.folder / elsewhere.name).write_bytes(b"")
    with pytest.raises(RequestError, match="rename"):
        folder.import_model(elsewhere, ImportMode.COPY)
    assert (folder.folder / elsewhere.name).read_bytes() == b""


def test_what_was_downloaded_says_where_it_is_from(folder: ModelFolder) -> None:
    path = folder.folder / "author/repo/tiny.gguf"
    path.parent.mkdir(parents=True)
    write_gguf(path, METADATA, TENSORS)
    folder.record_checksum(path, "0" * 64, "author/repo", "abc")
    (entry,) = ModelFolder(folder.folder).list_models()
    assert (entry.name, entry.repo_id, entry.revision) == (
        "author/repo/tiny.gguf",
        "author/repo",
        "abc",
    )
    folder.remove("tiny")
    assert not (folder.folder / "author").exists()


def test_the_last_use_is_remembered(folder: ModelFolder, elsewhere: Path) -> None:
    folder.import_model(elsewhere)
    own = write_gguf(folder.folder / "own.gguf", METADATA, TENSORS)
    noon = datetime(2026, 5, 4, 12, tzinfo=UTC)
    folder.record_use(elsewhere, noon)
    folder.record_use(own)
    last_used = {entry.name: entry.last_used for entry in folder.list_models()}
    assert last_used["tiny-f32.gguf"] == noon
    assert last_used["own.gguf"] is not None


def test_removing_goes_through_the_desktops_trash(folder: ModelFolder) -> None:
    write_gguf(folder.folder / "big.gguf", METADATA, TENSORS, max_tensors_per_part=1)
    trash = folder.folder.parent / "trash"
    trash.mkdir()
    folder.remove("big", lambda path: path.replace(trash / path.name) and None)
    assert len(list(trash.iterdir())) == 2
    assert names(folder) == []


def test_a_model_that_cannot_be_removed_stays_listed(folder: ModelFolder) -> None:
    write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with pytest.raises(RequestError, match="load another"):
        folder.remove("tiny", refuse)
    assert names(folder) == ["tiny.gguf"]


def test_watched_folders_are_shown_and_never_changed(folder: ModelFolder, elsewhere: Path) -> None:
    folder.extra_folders = (elsewhere.parent, folder.folder.parent / "unplugged")
    (entry,) = folder.list_models()
    assert (entry.name, entry.path) == ("downloads/tiny-f32.gguf", elsewhere)
    assert (entry.origin, entry.is_read_only) == (Origin.EXTRA_FOLDER, True)
    with pytest.raises(RequestError, match="remove it there"):
        folder.remove("tiny")
    assert elsewhere.is_file()


def test_one_file_under_several_names_is_one_model(folder: ModelFolder, elsewhere: Path) -> None:
    folder.extra_folders = (elsewhere.parent, elsewhere.parent.parent / "downloads")
    assert names(folder) == ["downloads/tiny-f32.gguf"]
    folder.import_model(elsewhere, ImportMode.LINK)
    assert names(folder) == ["tiny-f32.gguf"]


def test_models_of_the_same_name_can_be_told_apart(folder: ModelFolder, tmp_path: Path) -> None:
    for name in ("a/models", "b/models"):
        (tmp_path / name).mkdir(parents=True)
        write_gguf(tmp_path / name / "tiny.gguf", METADATA, TENSORS)
    folder.extra_folders = (tmp_path / "a/models", tmp_path / "b/models")
    first, second = folder.list_models()
    assert folder.find(first.name) == first
    assert folder.find(second.name) == second


def test_our_own_models_go_before_those_of_others(folder: ModelFolder, elsewhere: Path) -> None:
    folder.extra_folders = (elsewhere.parent,)
    own = write_gguf(folder.folder / "tiny-q8.gguf", METADATA, TENSORS)
    assert folder.resolve("tiny") == own
    assert folder.resolve("downloads/tiny") == elsewhere


def test_files_that_come_go_or_change_are_noticed(folder: ModelFolder, elsewhere: Path) -> None:
    folder.extra_folders = (elsewhere.parent,)
    settle(elsewhere)
    state = folder.state()
    assert folder.state() == state
    path = write_gguf(folder.folder / "new.gguf", METADATA, TENSORS)
    assert folder.state() != state
    state = folder.state()
    settle(path)
    assert folder.state() != state
    state = folder.state()
    elsewhere.unlink()
    assert folder.state() != state


def test_what_is_being_written_is_not_shown_until_it_is_whole(folder: ModelFolder) -> None:
    whole = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    content = whole.read_bytes()
    for beginning in (content[:100], content[:-1], bytes(len(content))):
        whole.write_bytes(beginning)
        assert names(folder) == []
    whole.write_bytes(content)
    assert names(folder) == ["tiny.gguf"]


def test_what_nobody_finishes_is_listed_with_its_problem(folder: ModelFolder) -> None:
    path = write_gguf(folder.folder / "big.gguf", METADATA, TENSORS, max_tensors_per_part=1)
    second = path.with_name("big-00002-of-00002.gguf")
    second.write_bytes(second.read_bytes()[:-8])
    settle(*folder.folder.iterdir())
    (entry,) = folder.list_models()
    assert entry.problem is not None
    assert len(entry.paths) == 2
    folder.remove("big")
    assert list(folder.folder.glob("*.gguf")) == []


def test_files_that_vanish_and_change_cost_only_themselves(folder: ModelFolder) -> None:
    steady = [
        write_gguf(folder.folder / f"steady-{number}.gguf", METADATA, TENSORS)
        for number in range(3)
    ]
    content = steady[0].read_bytes()
    restless, is_over = folder.folder / "restless.gguf", threading.Event()

    def write() -> None:
        while not is_over.is_set():
            restless.write_bytes(content)
            os.truncate(restless, 40)
            restless.unlink()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(50):
            assert set(names(folder)) - {restless.name} == {path.name for path in steady}
    finally:
        is_over.set()
        writer.join()


def test_a_picture_encoder_is_no_model(folder: ModelFolder, elsewhere: Path) -> None:
    write_gguf(folder.folder / "mmproj.gguf", {"general.architecture": "clip"}, TENSORS)
    (entry,) = folder.list_models()
    assert entry.problem is not None
    assert "belongs to" in entry.problem


def test_closing_ends_what_is_at_work(folder: ModelFolder, elsewhere: Path) -> None:
    write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)

    def close(_done_bytes: int, _total_bytes: int) -> None:
        folder.close()

    with pytest.raises(RequestError, match="closing"):
        folder.verify("tiny", close)
    assert names(folder) == []


def test_the_folder_can_be_another_one(folder: ModelFolder, tmp_path: Path) -> None:
    other = ModelFolder(tmp_path / "other")
    write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    folder.record_use(folder.folder / "tiny.gguf")
    other.folder = folder.folder
    assert other.list_models() == folder.list_models()

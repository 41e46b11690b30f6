"""Moving the models folder: everything arrives, nothing is lost on the way."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.services.library.folder import ModelFolder
from app.services.library.storage_move import StorageMove, pending_move
from engine.errors import RequestError
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.tiny_gguf import write_gguf


class _PowerCutError(BaseException):
    """The program ends here."""


def cut_after(num_bytes: int) -> Callable[[int, int], None]:
    def watch(done_bytes: int, _total_bytes: int) -> None:
        if done_bytes > num_bytes:
            raise _PowerCutError

    return watch


@pytest.fixture(params=["one disk", "two disks"])
def is_copied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether files must be copied, because the other folder is on another disk."""
    if request.param == "two disks":
        another_disk(monkeypatch)
    return bool(request.param == "two disks")


def another_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refuse)


@pytest.fixture
def filled(folder: ModelFolder, elsewhere: Path) -> ModelFolder:
    """A folder with models, a record, a download at work and other people's rubbish."""
    for name in ("a.gguf", "author/repo/b.gguf", "author/repo/c.gguf"):
        (folder.folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_gguf(folder.folder / name, {**METADATA, "general.name": name}, TENSORS)
    (folder.folder / ".downloads").mkdir()
    (folder.folder / ".downloads/d.part").write_bytes(bytes(1000))
    (folder.folder / ".copy-abandoned").mkdir()
    (folder.folder / ".copy-abandoned/e.gguf").write_bytes(b"x")
    folder.import_model(elsewhere)
    folder.verify("a.gguf")
    return folder


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "big disk/models"


def content_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.relative_to(folder).parts[0].startswith((".copy", ".moving"))
    }


def test_everything_moves(filled: ModelFolder, target: Path, is_copied: bool) -> None:
    before, entries = content_of(filled.folder), filled.list_models()
    progress: list[tuple[int, int]] = []
    move = StorageMove(filled.folder, target)
    move.copy(lambda done, total: progress.append((done, total)))
    total = sum(map(len, before.values()))
    assert progress == sorted(progress)
    assert (progress[0], progress[-1]) == ((0, total), (total, total))
    assert content_of(filled.folder) == content_of(target) == before
    filled.folder = target
    assert move.finish() == ()
    assert content_of(target) == before
    assert not (target / ".moving").exists()
    assert not list(move.source.rglob("*.gguf")) or list(move.source.rglob("*.gguf")) == [
        move.source / ".copy-abandoned/e.gguf"
    ]
    moved = filled.list_models()
    assert [entry.name for entry in moved] == [entry.name for entry in entries]
    assert [move.new_path(entry.path) for entry in entries] == [entry.path for entry in moved]


@pytest.mark.parametrize("fraction", [0.0, 0.2, 0.5, 0.8, 0.99])
def test_a_broken_off_move_loses_nothing_and_goes_on(
    filled: ModelFolder, target: Path, is_copied: bool, fraction: float
) -> None:
    before = content_of(filled.folder)
    limit = int(fraction * sum(map(len, before.values())))
    with pytest.raises(_PowerCutError):
        StorageMove(filled.folder, target).copy(cut_after(limit))
    assert content_of(filled.folder) == before
    assert all(before[name] == found for name, found in content_of(target).items())
    arrived = {name: (target / name).stat().st_ino for name in content_of(target)}

    again = StorageMove(filled.folder, target)
    again.copy()
    assert content_of(target) == before
    assert {name: (target / name).stat().st_ino for name in arrived} == arrived
    assert again.finish() == ()
    assert content_of(target) == before


def test_a_model_broken_off_half_way_is_not_copied_twice(
    filled: ModelFolder, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    another_disk(monkeypatch)
    model = filled.folder / "a.gguf"
    staged = target / ".moving/files/a.gguf"
    staged.parent.mkdir(parents=True)
    # Its second half never arrived, and a byte of the first is wrong.
    half = bytearray(model.read_bytes()[: model.stat().st_size // 2])
    half[100] ^= 1
    staged.write_bytes(half)
    place = staged.stat().st_ino
    StorageMove(filled.folder, target).copy()
    assert (target / "a.gguf").read_bytes() == model.read_bytes()
    assert (target / "a.gguf").stat().st_ino == place


def test_a_move_whose_end_was_missed_is_found_at_the_next_start(
    filled: ModelFolder, target: Path, is_copied: bool
) -> None:
    before = content_of(filled.folder)
    StorageMove(filled.folder, target).copy()
    pending = pending_move(target)
    assert pending is not None
    assert pending.source == filled.folder
    assert pending.finish() == ()
    assert content_of(target) == before
    assert pending_move(target) is None


def test_a_move_can_be_given_up(filled: ModelFolder, target: Path, is_copied: bool) -> None:
    before = content_of(filled.folder)
    (target / "mine").mkdir(parents=True)
    (target / "mine/notes.txt").write_text("not of the move")
    with pytest.raises(_PowerCutError):
        StorageMove(filled.folder, target).copy(cut_after(1500))
    StorageMove(filled.folder, target).discard()
    assert content_of(filled.folder) == before
    assert list(content_of(target)) == ["mine/notes.txt"]
    assert not (target / ".moving").exists()


def test_what_came_or_changed_meanwhile_stays(
    filled: ModelFolder, target: Path, is_copied: bool
) -> None:
    move = StorageMove(filled.folder, target)
    move.copy()
    new = write_gguf(filled.folder / "new.gguf", METADATA, TENSORS)
    changed = filled.folder / "a.gguf"
    changed.unlink()
    changed.write_bytes(b"something else")
    assert sorted(move.finish()) == [changed, new]
    assert changed.read_bytes() == b"something else"


def test_what_is_gone_from_the_new_folder_stays_in_the_old_one(
    filled: ModelFolder, target: Path, is_copied: bool
) -> None:
    move = StorageMove(filled.folder, target)
    move.copy()
    (target / "a.gguf").unlink()
    assert move.finish() == (filled.folder / "a.gguf",)


def test_a_file_that_is_there_already_is_in_the_way_unless_it_is_the_same(
    filled: ModelFolder, target: Path
) -> None:
    target.mkdir(parents=True)
    (target / "a.gguf").write_bytes((filled.folder / "a.gguf").read_bytes())
    (target / "author/repo").mkdir(parents=True)
    (target / "author/repo/b.gguf").write_bytes(b"another")
    before = content_of(filled.folder)
    with pytest.raises(RequestError, match=r"another author/repo/b\.gguf"):
        StorageMove(filled.folder, target).copy()
    assert content_of(filled.folder) == before
    (target / "author/repo/b.gguf").unlink()
    move = StorageMove(filled.folder, target)
    move.copy()
    assert move.finish() == ()
    assert content_of(target) == before


def test_symbolic_links_lead_to_the_same_place(
    filled: ModelFolder, elsewhere: Path, target: Path, is_copied: bool
) -> None:
    (filled.folder / "out.gguf").symlink_to(elsewhere)
    (filled.folder / "relative.gguf").symlink_to(Path("../downloads") / elsewhere.name)
    (filled.folder / "within.gguf").symlink_to(Path("author/repo/b.gguf"))
    (filled.folder / "disk").symlink_to(elsewhere.parent)
    move = StorageMove(filled.folder, target)
    move.copy()
    assert move.finish() == ()
    assert elsewhere.is_file()
    for name in ("out.gguf", "relative.gguf", f"disk/{elsewhere.name}"):
        assert (target / name).resolve() == elsewhere
    assert (target / "within.gguf").resolve() == target / "author/repo/b.gguf"


def test_a_full_disk_is_noticed_before_anything_is_copied(
    filled: ModelFolder, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        free = 1000

    another_disk(monkeypatch)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: Full)
    with pytest.raises(RequestError, match="make room"):
        StorageMove(filled.folder, target).copy()
    assert content_of(target) == {}


def test_a_disk_that_fails_is_named_and_nothing_is_lost(
    filled: ModelFolder, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    another_disk(monkeypatch)

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    before = content_of(filled.folder)
    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", fail)
        with pytest.raises(RequestError, match="everything is still in"):
            StorageMove(filled.folder, target).copy()
    assert content_of(filled.folder) == before
    assert content_of(target) == {}
    StorageMove(filled.folder, target).copy()
    assert content_of(target) == before


def test_places_that_cannot_be_are_refused(filled: ModelFolder, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for target in (filled.folder, filled.folder / "below", tmp_path, tmp_path / "file"):
        with pytest.raises(RequestError):
            StorageMove(filled.folder, target).copy()
    with pytest.raises(RequestError, match="no folder"):
        StorageMove(tmp_path / "nowhere", tmp_path / "target").copy()

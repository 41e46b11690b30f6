"""What is done with models, over a real library of tiny files."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.services.background.pool import wait_for_background
from app.services.library.entry import ImportMode
from app.services.library.folder import ModelFolder
from app.viewmodels.library import actions as library_actions
from app.viewmodels.library.actions import LibraryActions
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.folder_move import FolderMove
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.commands import Unload
from tests.app.conftest import Services
from tests.support.scripted_hub import ScriptedQueue
from tests.support.settled import settle
from tests.support.tiny_llama import write_tiny_llama


@dataclass
class _Wired:
    folder: ModelFolder
    models: ModelPickerViewModel
    actions: LibraryActions
    mover: FolderMove
    queues: list[ScriptedQueue]
    revealed: list[Path]
    services: Services

    def refresh(self) -> None:
        with self.services.qtbot.waitSignal(self.models.refreshed):
            self.models.refresh()

    def wait(self) -> None:
        """Until what was begun has ended and the list was read again."""
        self.services.qtbot.waitUntil(lambda: not self.actions.busy and bool(self.actions.outcome))
        self.refresh()

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.models.entries]


@pytest.fixture
def wired(services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[_Wired]:
    monkeypatch.delenv("ENCORE_MODELS", raising=False)
    services.service.start()
    path = tmp_path / "models" / "tiny.gguf"
    path.parent.mkdir()
    settle(write_tiny_llama(path))
    folder = ModelFolder(path.parent)
    settings, notices = services.settings, services.notices
    models = ModelPickerViewModel(folder, services.service, settings, notices)
    revealed: list[Path] = []
    actions = LibraryActions(folder, models, services.service, settings, notices, revealed.append)
    queues: list[ScriptedQueue] = []

    def open_queue() -> ScriptedQueue:
        queues.append(ScriptedQueue(folder.folder))
        return queues[-1]

    downloads = DownloadsViewModel(open_queue, settings, notices)
    mover = FolderMove(folder, actions, downloads, settings, notices)
    made = _Wired(folder, models, actions, mover, queues, revealed, services)
    made.refresh()
    yield made
    actions.close()
    downloads.close()
    wait_for_background()


def test_a_check_shows_its_progress_and_says_what_came_of_it(wired: _Wired) -> None:
    fractions: list[float] = []
    wired.actions.changed.connect(lambda: fractions.append(wired.actions.fraction))
    wired.actions.verify(wired.models.entries[0])
    assert wired.actions.busy == "Checking tiny…"
    wired.wait()
    assert wired.actions.outcome.startswith("tiny is sound; its checksum was recorded")
    assert max(fractions) == 1.0
    wired.actions.verify(wired.models.entries[0])
    wired.wait()
    assert "unchanged" in wired.actions.outcome
    wired.actions.dismiss()
    assert wired.actions.outcome == ""


def test_a_changed_file_is_told(wired: _Wired) -> None:
    wired.actions.verify(wired.models.entries[0])
    wired.wait()
    path = wired.models.entries[0].path
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    wired.actions.verify(wired.models.entries[0])
    wired.wait()
    assert "is not what it should be" in wired.actions.outcome


@pytest.mark.parametrize("how", list(ImportMode))
def test_every_way_of_importing_shows_the_model(
    wired: _Wired, tmp_path: Path, how: ImportMode
) -> None:
    other = write_tiny_llama(tmp_path / "other.gguf", tied=False)
    settle(other)
    wired.actions.import_file(other, how)
    wired.wait()
    assert wired.names == ["other.gguf", "tiny.gguf"]
    is_in_folder = (wired.folder.folder / "other.gguf").exists()
    assert is_in_folder == (how is not ImportMode.IN_PLACE)


def test_a_file_that_is_no_model_is_told(wired: _Wired, tmp_path: Path) -> None:
    picture = tmp_path / "picture.gguf"
    picture.write_bytes(b"\x89PNG" * 100)
    wired.actions.import_file(picture, ImportMode.COPY)
    wired.wait()
    assert "picture.gguf" in wired.actions.outcome


def test_one_thing_at_a_time(wired: _Wired, tmp_path: Path) -> None:
    wired.actions.verify(wired.models.entries[0])
    wired.actions.import_file(tmp_path / "other.gguf", ImportMode.COPY)
    assert "One thing at a time" in wired.services.texts()[0]
    wired.wait()


@pytest.fixture
def trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands in for the desktop's."""
    folder = tmp_path / "trash"
    folder.mkdir()
    monkeypatch.setattr(
        library_actions, "move_to_trash", lambda path: path.replace(folder / path.name)
    )
    monkeypatch.setattr(library_actions, "take_from_trash", Path.replace)
    return folder


def test_a_model_goes_to_the_trash_and_comes_back_with_all_that_is_known_of_it(
    wired: _Wired, trash: Path
) -> None:
    wired.actions.verify(wired.models.entries[0])
    wired.wait()
    before = wired.models.entries[0]
    wired.actions.remove(before)
    wired.wait()
    assert wired.names == []
    assert (trash / "tiny.gguf").exists()
    assert (wired.actions.outcome, wired.actions.can_undo) == ("tiny is in the trash.", True)
    wired.actions.undo_remove()
    wired.wait()
    assert (wired.actions.outcome, wired.actions.can_undo) == ("tiny is back.", False)
    assert wired.models.entries == [before]
    wired.actions.verify(wired.models.entries[0])
    wired.wait()
    assert "unchanged since it was first verified" in wired.actions.outcome


def test_a_loaded_model_is_unloaded_before_it_goes(wired: _Wired, trash: Path) -> None:
    services = wired.services
    with services.qtbot.waitSignal(services.service.model_loaded):
        wired.models.load(0)
    wired.actions.remove(wired.models.entries[0])
    wired.wait()
    services.qtbot.waitUntil(lambda: services.service.model is None)
    assert services.engine.sent_of(Unload)


def test_an_import_in_place_that_was_taken_off_comes_back(wired: _Wired, tmp_path: Path) -> None:
    other = write_tiny_llama(tmp_path / "other.gguf", tied=False)
    settle(other)
    wired.actions.import_file(other, ImportMode.IN_PLACE)
    wired.wait()
    wired.actions.remove(wired.models.entries[0])
    wired.wait()
    assert wired.actions.outcome.endswith("was taken off the list; its file stays.")
    wired.actions.undo_remove()
    wired.wait()
    assert wired.names == ["other.gguf", "tiny.gguf"]


def test_a_model_does_not_come_back_over_another_file(wired: _Wired, trash: Path) -> None:
    entry = wired.models.entries[0]
    wired.actions.remove(entry)
    wired.wait()
    entry.path.write_bytes(b"something new")
    wired.actions.undo_remove()
    wired.services.qtbot.waitUntil(lambda: "There is another" in wired.actions.outcome)
    assert entry.path.read_bytes() == b"something new"


def test_without_a_trash_nothing_is_lost(wired: _Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> Path:
        raise OSError(0, "the desktop has no trash for this disk")

    monkeypatch.setattr(library_actions, "move_to_trash", refuse)
    wired.actions.remove(wired.models.entries[0])
    wired.wait()
    assert wired.names == ["tiny.gguf"]
    assert "no trash" in wired.actions.outcome
    assert not wired.actions.can_undo


def test_a_model_is_renamed_and_gets_its_own_name_back(wired: _Wired) -> None:
    for wanted, shown in (("  My   model ", "My model"), ("", "tiny")):
        wired.actions.rename(wired.models.entries[0], wanted)
        wired.services.qtbot.waitUntil(
            lambda shown=shown: wired.models.entries[0].shown_name == shown
        )


def test_a_file_is_shown_in_the_file_manager(wired: _Wired) -> None:
    path = wired.models.entries[0].path
    wired.actions.reveal(path)
    wired.services.qtbot.waitUntil(lambda: wired.revealed == [path])


def test_folders_are_watched_and_left(wired: _Wired, tmp_path: Path) -> None:
    extra = tmp_path / "extra"
    extra.mkdir()
    settle(write_tiny_llama(extra / "third.gguf", biases=True))
    wired.actions.add_folder(extra)
    wired.actions.add_folder(extra)
    wired.services.qtbot.waitUntil(lambda: len(wired.names) == 2)
    assert wired.actions.extra_folders == (extra,)
    wired.actions.drop_folder(extra)
    wired.services.qtbot.waitUntil(lambda: wired.names == ["tiny.gguf"])


def test_a_file_that_comes_by_itself_is_noticed(wired: _Wired) -> None:
    wired.actions.watch(True)
    wired.services.qtbot.waitUntil(lambda: wired.actions._state is not None)
    settle(write_tiny_llama(wired.folder.folder / "new.gguf", fused=True))
    with wired.services.qtbot.waitSignal(wired.models.refreshed):
        wired.actions.watch(True)
    assert "new.gguf" in wired.names


def test_the_use_of_a_model_is_noted(wired: _Wired) -> None:
    entry = wired.models.entries[0]
    wired.models.load_path(entry.path)
    wired.services.qtbot.waitUntil(lambda: wired.models.entries[0].last_used is not None)


def test_the_room_that_is_left_is_said(wired: _Wired) -> None:
    wired.services.qtbot.waitUntil(lambda: bool(wired.actions.space_text))
    assert wired.actions.space_text.startswith("Models ")
    assert wired.actions.space_text.endswith("free")
    assert 0 < wired.actions.used_fraction < 1


def test_the_models_move_and_everything_follows(wired: _Wired, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    old = wired.models.entries[0].path
    wired.services.settings.set_value("last_model", str(old))
    wired.mover.move(target)
    wired.wait()
    settings = wired.services.settings
    assert wired.folder.folder == target
    assert settings.value("models_folder") == str(target)
    assert settings.value("last_model") == str(target / "tiny.gguf")
    assert [entry.path for entry in wired.models.entries] == [target / "tiny.gguf"]
    wired.services.qtbot.waitUntil(lambda: bool(wired.queues) and not old.exists())
    assert wired.queues[-1].folder == target


def test_a_move_that_fails_changes_nothing(wired: _Wired) -> None:
    inside = wired.folder.folder / "inside"
    wired.mover.move(inside)
    wired.wait()
    assert "choose another folder" in wired.actions.outcome
    assert wired.names == ["tiny.gguf"]
    assert wired.services.settings.value("models_folder") == ""
    wired.services.qtbot.waitUntil(lambda: bool(wired.queues))


def test_a_folder_that_a_variable_names_is_not_moved(
    wired: _Wired, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENCORE_MODELS", str(wired.folder.folder))
    wired.mover.move(tmp_path / "elsewhere")
    assert "ENCORE_MODELS" in wired.services.texts()[0]
    assert wired.names == ["tiny.gguf"]

"""The models at hand: listing, loading, importing, fetching."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from app.services.background.pool import wait_for_background
from app.services.library.entry import ModelEntry
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.model_role import ModelRole
from engine.commands import Load
from engine.errors import ModelFileError
from tests.app.conftest import Services


class _Folder:
    """A models folder whose content is a list."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: list[ModelEntry] = []

    def add(self, name: str, problem: str | None = None) -> ModelEntry:
        path = self.folder / name
        entry = ModelEntry(
            name,
            path,
            False,
            98_000_000,
            (path,),
            name.title(),
            "llama",
            "Q4_1",
            2048,
            "MIT",
            problem,
        )
        self.entries = [*self.entries, entry]
        return entry

    def list_models(self) -> list[ModelEntry]:
        return self.entries

    def import_model(self, path: Path) -> ModelEntry:
        if path.suffix != ".gguf":
            raise ModelFileError(f"{path.name} is not a GGUF file.")
        return self.add(path.name)


@pytest.fixture
def folder(tmp_path: Path) -> _Folder:
    return _Folder(tmp_path)


@pytest.fixture
def picker(
    services: Services, folder: _Folder, qtmodeltester: ModelTester
) -> Iterator[ModelPickerViewModel]:
    picker = ModelPickerViewModel(folder, services.service, services.settings, services.notices)
    qtmodeltester.check(picker)
    yield picker
    wait_for_background()


def _refresh(services: Services, picker: ModelPickerViewModel) -> None:
    with services.qtbot.waitSignal(picker.refreshed):
        picker.refresh()


def test_an_empty_folder_says_how_to_get_a_model(
    services: Services, picker: ModelPickerViewModel, folder: _Folder
) -> None:
    assert picker.hint == ""
    _refresh(services, picker)
    assert str(folder.folder) in picker.hint
    assert not picker.can_fetch_starter


def test_rows_show_what_is_known(
    services: Services, picker: ModelPickerViewModel, folder: _Folder
) -> None:
    folder.add("a.gguf")
    folder.add("b.gguf", problem="b.gguf is damaged.")
    _refresh(services, picker)
    good, bad = picker.index(0), picker.index(1)
    assert good.data(ModelRole.DETAILS) == "Q4_1 · 98 MB · llama · MIT"
    assert good.data(Qt.ItemDataRole.DisplayRole) == "A.Gguf"
    assert bad.data(Qt.ItemDataRole.ToolTipRole) == "b.gguf is damaged."
    assert picker.flags(good) & Qt.ItemFlag.ItemIsEnabled
    assert not picker.flags(bad) & Qt.ItemFlag.ItemIsEnabled
    picker.load(1)
    assert services.texts() == ["b.gguf is damaged."]
    assert services.engine.sent == []


def test_loading_shows_progress_and_is_remembered(
    services: Services, picker: ModelPickerViewModel, folder: _Folder
) -> None:
    folder.add("a.gguf")
    entry = folder.add("b.gguf")
    _refresh(services, picker)
    stages: list[tuple[str, float]] = []
    picker.state_changed.connect(lambda: stages.append((picker.stage, picker.fraction)))
    with services.qtbot.waitSignal(services.service.model_loaded):
        picker.load(1)
        assert picker.is_loading
        assert picker.loaded_row == 1
    assert ("reading weights", 0.5) in stages
    assert (picker.is_loading, picker.stage, picker.loaded_row) == (False, "", 1)
    assert [picker.index(row).data(ModelRole.IS_LOADED) for row in range(2)] == [False, True]
    assert picker.model_name == "B.Gguf"
    assert picker.model_line == "B.Gguf · cpu · context 4,096 · 100 MB"
    assert services.settings.value("last_model") == str(entry.path)


def test_a_load_that_fails_is_told(
    services: Services, picker: ModelPickerViewModel, folder: _Folder
) -> None:
    folder.add("a.gguf")
    _refresh(services, picker)
    services.engine.load_problem = "There is not enough memory for a.gguf."
    with services.qtbot.waitSignal(services.service.load_failed):
        picker.load(0)
    assert services.texts() == ["There is not enough memory for a.gguf."]
    assert (picker.loaded_row, picker.stage, picker.model_line) == (-1, "", "")


@pytest.mark.parametrize(
    ("names", "last", "expected"),
    [
        (["a.gguf"], "", "a.gguf"),
        (["a.gguf", "b.gguf"], "b.gguf", "b.gguf"),
        (["a.gguf", "b.gguf"], "gone.gguf", "a.gguf"),
        ([], "gone.gguf", None),
    ],
)
def test_the_start_loads_the_last_model_or_the_first(
    services: Services, picker: ModelPickerViewModel, folder: _Folder, names, last, expected
) -> None:
    for name in names:
        folder.add(name)
    services.settings.set_value("last_model", str(folder.folder / last) if last else "")
    picker.load_last()
    _refresh(services, picker)
    loads = [Path(load.path).name for load in services.engine.sent_of(Load)]
    assert loads == ([expected] if expected else [])


def test_without_a_last_model_the_one_used_last_or_the_smallest_that_chats_is_loaded(
    services: Services, picker: ModelPickerViewModel, folder: _Folder
) -> None:
    chats = replace(folder.add("chats.gguf"), size=5, has_chat_template=True)
    larger = replace(folder.add("larger.gguf"), size=9, has_chat_template=True)
    embeds = replace(folder.add("embeds.gguf"), size=1)
    used = replace(folder.add("used.gguf"), size=7, last_used=datetime(2026, 1, 2, tzinfo=UTC))
    before = replace(folder.add("before.gguf"), last_used=datetime(2026, 1, 1, tzinfo=UTC))
    for entries, expected in (
        ([larger, chats, embeds], chats),
        ([before, larger, used, chats], used),
        ([replace(used, problem="used.gguf is damaged."), before], before),
    ):
        folder.entries = entries
        begun = ModelPickerViewModel(
            *(folder, services.service, services.settings, services.notices)
        )
        services.settings.set_value("last_model", "")
        begun.load_last()
        _refresh(services, begun)
        assert Path(services.engine.sent_of(Load)[-1].path) == expected.path


def test_an_imported_file_is_loaded(
    services: Services, picker: ModelPickerViewModel, folder: _Folder
) -> None:
    with services.qtbot.waitSignals([services.service.model_loaded, picker.refreshed]):
        picker.import_file(folder.folder / "new.gguf")
    assert picker.loaded_row == 0


def test_an_import_that_fails_is_told(
    services: Services, picker: ModelPickerViewModel, folder: _Folder
) -> None:
    with services.qtbot.waitSignal(services.notices.reported):
        picker.import_file(folder.folder / "picture.png")
    assert services.texts() == ["picture.png is not a GGUF file."]


def test_the_starter_model_can_be_fetched_and_is_loaded(
    services: Services, folder: _Folder
) -> None:
    def fetch(on_progress) -> Path:
        on_progress("Hugging Face", 0.5)
        return folder.add("starter.gguf").path

    picker = ModelPickerViewModel(
        folder, services.service, services.settings, services.notices, fetch
    )
    _refresh(services, picker)
    assert picker.can_fetch_starter
    stages: list[str] = []
    picker.state_changed.connect(lambda: stages.append(picker.stage))
    with services.qtbot.waitSignals([services.service.model_loaded, picker.refreshed]):
        picker.fetch_starter()
        assert picker.is_fetching
    assert "Hugging Face" in stages
    assert not picker.is_fetching
    assert picker.loaded_row == 0
    wait_for_background()


def test_a_fetch_that_fails_is_told_and_can_be_tried_again(
    services: Services, folder: _Folder
) -> None:
    def fetch(on_progress) -> Path:
        raise ModelFileError("The Hub does not answer.")

    picker = ModelPickerViewModel(
        folder, services.service, services.settings, services.notices, fetch
    )
    _refresh(services, picker)
    with services.qtbot.waitSignal(services.notices.reported):
        picker.fetch_starter()
    assert services.texts() == ["The Hub does not answer."]
    assert picker.can_fetch_starter

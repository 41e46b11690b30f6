"""The table of models: texts, order, what is loaded."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from app.services.background.pool import wait_for_background
from app.services.library.entry import ModelEntry, Origin
from app.viewmodels.library.model_table import Column, LibraryRole, LibraryViewModel
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.gguf.drafter_kind import DrafterKind
from tests.app.conftest import Services

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)


class _Folder:
    """A models folder whose content is a list."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: list[ModelEntry] = []

    def add(self, name: str, size: int, **facts: object) -> ModelEntry:
        path = self.folder / name
        entry = ModelEntry(name, path, False, size, (path,), title=name.title())
        self.entries.append(replace(entry, **facts))
        return self.entries[-1]

    def list_models(self) -> list[ModelEntry]:
        return list(self.entries)

    def import_model(self, path: Path) -> ModelEntry:
        raise NotImplementedError


@pytest.fixture
def folder(tmp_path: Path) -> _Folder:
    return _Folder(tmp_path)


@pytest.fixture
def models(services: Services, folder: _Folder) -> Iterator[ModelPickerViewModel]:
    yield ModelPickerViewModel(folder, services.service, services.settings, services.notices)
    wait_for_background()


@pytest.fixture
def library(models: ModelPickerViewModel, qtmodeltester: ModelTester) -> LibraryViewModel:
    library = LibraryViewModel(models, lambda: NOW)
    qtmodeltester.check(library)
    return library


def _refresh(services: Services, models: ModelPickerViewModel) -> None:
    with services.qtbot.waitSignal(models.refreshed):
        models.refresh()


def _column(library: LibraryViewModel, column: Column) -> list[str]:
    return [library.index(row, column).data() for row in range(library.rowCount())]


def test_a_row_says_what_is_known(
    services: Services, models: ModelPickerViewModel, library: LibraryViewModel, folder: _Folder
) -> None:
    folder.add(
        "a",
        4_900_000_000,
        architecture="llama",
        quantization="Q4_K_M",
        num_parameters=8_030_000_000,
        context=131_072,
        origin=Origin.LM_STUDIO,
        last_used=datetime(2025, 5, 20, tzinfo=UTC),
    )
    folder.add("b", 5, problem="b is damaged.")
    _refresh(services, models)
    texts = [library.index(0, column).data() for column in Column]
    assert texts == [
        "A", "4.9 GB", "Q4_K_M", "8.0B", "131,072", "llama", "20 May", "LM Studio",
    ]  # fmt: skip
    assert library.index(1, Column.LAST_USED).data() == "never"
    spoken = library.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "B. b is damaged."
    assert library.index(1, 3).data(LibraryRole.FAULT) == "b is damaged."
    # What only drafts has no fault, and is used with its model.
    folder.add("c", 5, problem="c only drafts.", drafter=DrafterKind.DFLASH)
    _refresh(services, models)
    assert library.index(2, 0).data(LibraryRole.FAULT) == ""
    assert "c only drafts." in library.index(2, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert library.index(2, Column.LAST_USED).data() == "\N{EN DASH}"
    captions = [library.headerData(at, Qt.Orientation.Horizontal) for at in range(len(Column))]
    assert captions[:2] == ["Model", "Size"]


def test_every_column_orders_the_rows_and_the_chosen_one_is_kept(
    services: Services, models: ModelPickerViewModel, library: LibraryViewModel, folder: _Folder
) -> None:
    for name, size in (("b", 3), ("c", 1), ("a", 2)):
        folder.add(name, size)
    _refresh(services, models)
    assert _column(library, Column.NAME) == ["A", "B", "C"]
    chosen = library.index(1, 0)
    assert chosen.data() == "B"
    kept = QPersistentModelIndex(chosen)
    library.sort(Column.SIZE, Qt.SortOrder.DescendingOrder)
    assert _column(library, Column.NAME) == ["B", "A", "C"]
    assert (kept.row(), kept.data()) == (0, "B")
    _refresh(services, models)
    assert _column(library, Column.NAME) == ["B", "A", "C"]
    for column in Column:
        library.sort(column)


def test_the_loaded_model_is_marked(
    services: Services, models: ModelPickerViewModel, library: LibraryViewModel, folder: _Folder
) -> None:
    folder.add("a", 1)
    entry = folder.add("b", 1)
    _refresh(services, models)
    assert library.loaded_row == -1
    with services.qtbot.waitSignal(services.service.model_loaded):
        models.load_path(entry.path)
    assert library.loaded_row == 1
    assert library.index(1, 0).data(LibraryRole.IS_LOADED)
    assert library.row_of(entry.path) == 1


def test_other_programs_models_are_not_loaded_unasked(
    services: Services, models: ModelPickerViewModel, library: LibraryViewModel, folder: _Folder
) -> None:
    folder.add("theirs", 1, origin=Origin.OLLAMA)
    models.load_last()
    _refresh(services, models)
    assert library.rowCount() == 1
    assert not models.is_loading
    assert services.engine.sent == []


def test_a_model_on_this_machine_is_found_by_its_file(
    services: Services, models: ModelPickerViewModel, folder: _Folder
) -> None:
    entry = folder.add("tiny.gguf", 77)
    folder.add("broken.gguf", 77, problem="broken.gguf is damaged.")
    _refresh(services, models)
    assert models.find_file("tiny.gguf", 77) == entry.path
    assert models.find_file("tiny.gguf", 78) is None
    assert models.find_file("broken.gguf", 77) is None

"""The list to choose a model from: its order, the search, what fits."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from app.services.background.pool import wait_for_background
from app.services.library.folder import ModelFolder
from app.viewmodels.library.fits import Fits
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.model_role import ModelRole
from app.viewmodels.model_search import ModelSearch
from engine.commands import Load
from tests.app.conftest import Services
from tests.support.settled import settle
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, tensors

NAMES = ("Alpha", "Beta", "Gamma")


@pytest.fixture
def search(services: Services, tmp_path: Path, qtmodeltester: ModelTester) -> Iterator[ModelSearch]:
    services.service.start()
    folder = ModelFolder(tmp_path)
    for name in NAMES:
        path = tmp_path / f"{name}.gguf"
        settle(write_gguf(path, METADATA | {"general.name": name}, tensors()))
    folder.record_use(tmp_path / "Beta.gguf", datetime(2025, 1, 1, tzinfo=UTC))
    folder.record_use(tmp_path / "Gamma.gguf", datetime(2025, 2, 1, tzinfo=UTC))
    (tmp_path / "Aa.gguf").write_bytes(b"no model")
    models = ModelPickerViewModel(folder, services.service, services.settings, services.notices)
    search = ModelSearch(models, Fits(services.service, services.settings))
    with services.qtbot.waitSignal(models.refreshed):
        search.begin()
    qtmodeltester.check(search)
    yield search
    wait_for_background()


def names(search: ModelSearch) -> list[str]:
    return [search.index(row, 0).data() for row in range(search.rowCount())]


def test_what_was_used_last_stands_first_and_what_cannot_be_used_last(
    search: ModelSearch, services: Services
) -> None:
    assert names(search) == ["Gamma", "Beta", "Alpha", "Aa.gguf"]
    assert search.load(2)
    assert services.engine.sent_of(Load)[-1].path.endswith("Alpha.gguf")
    services.qtbot.waitUntil(lambda: names(search)[0] == "Alpha")
    assert search.index(0, 0).data(ModelRole.IS_LOADED)


def test_the_progress_of_a_load_leaves_the_list_alone(
    search: ModelSearch, services: Services
) -> None:
    """There are hundreds of steps: to put many models in order at each would hold up the window."""
    assert search.load(2)
    services.qtbot.waitUntil(lambda: bool(search.models.model_name))
    changes: list[str] = []
    search.layoutChanged.connect(lambda *_: changes.append("order"))
    search.dataChanged.connect(lambda *_: changes.append("data"))
    services.service.load_progressed.emit("reading weights", 0.5)
    assert search.models.fraction == 0.5
    assert changes == []


def test_every_word_must_occur_in_the_name_or_the_details(search: ModelSearch) -> None:
    search.set_text("  LLAMA alp ")
    assert names(search) == ["Alpha"]
    search.set_text("llama nothing")
    assert names(search) == []
    search.set_text("")
    assert len(names(search)) == 4


def test_each_says_whether_it_fits(search: ModelSearch, services: Services) -> None:
    services.qtbot.waitUntil(lambda: search.index(0, 0).data(ModelRole.FIT).label == "Fits")
    words = search.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words.startswith("Gamma. F32")
    assert words.endswith(", Fits")
    assert search.index(3, 0).data(ModelRole.FIT).label == ""


def test_a_model_that_cannot_be_used_is_not_loaded(search: ModelSearch) -> None:
    assert not search.load(3)
    assert not search.load(7)

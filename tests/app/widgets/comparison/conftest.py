"""The page that compares, over an engine that is slow without padding."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.engine import lendable_engine
from app.services.engine.lendable_engine import LendableEngine
from app.services.library.folder import ModelFolder
from app.services.library.listing import HeaderCache
from app.services.notices import Notices
from app.storage.comparisons import Comparisons
from app.storage.database import open_in_memory
from app.storage.settings.settings_file import SettingsFile
from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.settings import SettingsViewModel
from app.widgets.comparison.comparison_page import ComparisonPage
from tests.support.fake_engine import FakeEngine


class PadlessIsSlow(FakeEngine):
    """Without padding each token takes longer."""

    def _paced(self) -> Iterator[str]:
        for token in super()._paced():
            self._wake.wait(0.0005 if self.toggles.kvpad else 0.012)
            yield token


@pytest.fixture
def fake() -> FakeEngine:
    return PadlessIsSlow(tokens_per_second=None, num_tokens=12)


@pytest.fixture
def settings(engine: LendableEngine, tmp_path: Path) -> SettingsViewModel:
    return SettingsViewModel(SettingsFile(tmp_path / "settings.toml"), engine, Notices())


@pytest.fixture
def engine(fake: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> Iterator[LendableEngine]:
    monkeypatch.setattr(lendable_engine, "LENT_MS", 2)
    service = LendableEngine(fake.connect, Notices())
    yield service
    service.close()


@pytest.fixture
def comparison(
    engine: LendableEngine, settings: SettingsViewModel, tmp_path: Path, qtbot: QtBot
) -> Iterator[ComparisonViewModel]:
    """With a model loaded."""
    headers = HeaderCache(tmp_path / "headers.json")
    folder = ModelFolder(tmp_path / "models", (), (), headers)
    models = ModelPickerViewModel(folder, engine, settings, Notices())
    with closing(open_in_memory(tmp_path / "chats.db")) as database:
        comparisons = Comparisons(database.connection)
        made = ComparisonViewModel(engine, settings, models, comparisons, Notices())
        with qtbot.waitSignal(engine.model_loaded):
            models.load_path(tmp_path / "tiny.gguf")
        yield made
    folder.close()


@pytest.fixture
def page(comparison: ComparisonViewModel, qtbot: QtBot) -> ComparisonPage:
    shown = ComparisonPage(comparison)
    qtbot.addWidget(shown)
    shown.resize(1100, 900)
    shown.show()
    return shown

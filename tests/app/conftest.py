"""The services and view-models wired as in the program, with a fake engine and a real database."""

import gc
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.domain import Notice
from app.services.engine.lendable_engine import LendableEngine
from app.services.notices import Notices
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.storage.saved_texts import SavedTexts
from app.storage.settings.settings_file import SettingsFile
from app.viewmodels.settings import SettingsViewModel
from engine.config import EngineConfig
from tests.support.fake_engine import FakeEngine
from tests.support.hub_server import HubServer, serve_hub
from tests.support.runtime_bundle import RuntimeBundle, make_bundle


@dataclass
class Services:
    """Everything below the view-models."""

    engine: FakeEngine
    service: LendableEngine
    notices: Notices
    reported: list[Notice]
    conversations: Conversations
    settings: SettingsViewModel
    saved: SavedTexts
    qtbot: QtBot

    def load(self, config: EngineConfig | None = None) -> None:
        """Load the fake model and wait for it."""
        with self.qtbot.waitSignal(self.service.model_loaded):
            self.service.load(Path("tiny.gguf"), config or self.settings.settings.engine_config)

    def texts(self) -> list[str]:
        """What the person was told."""
        return [notice.text for notice in self.reported]


@pytest.fixture(scope="session", autouse=True)
def _clipboard_ends_empty(qapp: QGuiApplication) -> Iterator[None]:
    """Offscreen, Qt destroys what was copied after Python has ended, and crashes."""
    yield
    qapp.clipboard().clear()


@pytest.fixture(autouse=True)
def _garbage_dies_here(qapp: QCoreApplication) -> Iterator[None]:
    """A busy thread of one test must not be the one to destroy the QObjects of another."""
    gc.collect()
    gc.freeze()  # what outlived its test stays, and is not looked at again
    gc.disable()
    yield
    gc.collect()
    gc.enable()
    # What is deleted later would wait for an event loop, and the next window take on its looks too.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def _english_numbers() -> Iterator[None]:
    """Numbers look the same wherever the tests run."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def services(qtbot: QtBot, tmp_path: Path) -> Iterator[Services]:
    engine, notices = FakeEngine(), Notices()
    reported: list[Notice] = []
    notices.reported.connect(reported.append)
    service = LendableEngine(engine.connect, notices)
    settings = SettingsViewModel(SettingsFile(tmp_path / "settings.toml"), service, notices)
    with closing(open_database(tmp_path / "chats.db")) as database:
        conversations = Conversations(database.connection)
        saved = SavedTexts.below(tmp_path)
        yield Services(engine, service, notices, reported, conversations, settings, saved, qtbot)
        service.close()


@pytest.fixture
def wheel_server() -> Iterator[HubServer]:
    with serve_hub() as hub:
        yield hub


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all tests: compiled loops of the engine are kept by the path of their source."""
    return make_bundle(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def bundle(installed: Path, tmp_path: Path, wheel_server: HubServer) -> RuntimeBundle:
    """Fresh: no locks, an empty home."""
    for lock in (installed / "locks").iterdir():
        lock.unlink()
    return RuntimeBundle(installed, tmp_path / "home", wheel_server)

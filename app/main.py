"""Puts the window together: folders, storage, services, view-models, widgets. Everything is passed in here."""

import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.domain import NoticeLevel
from app.paths import assets_dir, config_dir, data_dir, log_dir, models_dir
from app.services.background import run_in_background, wait_for_background
from app.services.engine_service import CreateClient, EngineService
from app.services.garbage import GuiThreadCollector
from app.services.model_folder import ModelFolder
from app.services.notices import Notices
from app.storage.conversations import Conversations
from app.storage.database import Database, open_database
from app.storage.settings import SettingsFile
from app.viewmodels.chat import ChatViewModel
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.meter import MeterViewModel
from app.viewmodels.model_picker import FetchStarter, ModelPickerViewModel
from app.viewmodels.settings import SettingsViewModel
from app.widgets.main_window import MainWindow, ViewModels
from app.widgets.theme import Theme
from engine.client import EngineClient

logger = logging.getLogger(__name__)

_MAX_LOG_BYTES = 2 << 20
_NUM_OLD_LOGS = 3


@dataclass(frozen=True, slots=True)
class Paths:
    """Where everything is kept."""

    data: Path
    config: Path
    log: Path
    models: Path

    @staticmethod
    def default() -> "Paths":
        """This machine's own folders."""
        return Paths(data_dir(), config_dir(), log_dir(), models_dir())


@dataclass(frozen=True, slots=True)
class Parts:
    """What `build` made. The engine starts by itself once the window is painted."""

    window: MainWindow
    view_models: ViewModels
    engine: EngineService
    notices: Notices
    database: Database

    def close(self) -> None:
        """End the engine and close the files; the window has been closed before."""
        self.engine.close()
        wait_for_background()
        self.database.close()


def build(app: QApplication, paths: Paths, create_client: CreateClient | None = None) -> Parts:
    """Make the window and all it needs, without showing it. Raises StorageError.

    `create_client` makes the engine's client from its two listeners; by default a child process.
    """
    notices = Notices()
    database = open_database(paths.data / "conversations.sqlite3")
    if database.damaged_copy is not None:
        notices.report(
            f"The conversations could not be read; the damaged file is kept at {database.damaged_copy}."
        )
    conversations = Conversations(database.connection)
    conversations.recover()
    conversations.purge_deleted()
    engine = EngineService(create_client or _client_factory(paths.log), notices)
    settings = SettingsViewModel(SettingsFile(paths.config / "settings.toml"), engine, notices)
    view_models = ViewModels(
        chat=ChatViewModel(conversations, engine, settings, notices),
        conversations=ConversationListModel(conversations),
        models=ModelPickerViewModel(
            ModelFolder(paths.models),
            engine,
            settings,
            notices,
            _starter_fetcher(paths.models),
        ),
        settings=settings,
        meter=MeterViewModel(engine),
    )
    window = MainWindow(
        view_models, Theme(app), _highlight_in_background, paths.config / "window.ini"
    )
    _connect(window, view_models, engine)
    view_models.conversations.open_latest()
    return Parts(window, view_models, engine, notices, database)


def run(argv: Sequence[str]) -> int:
    """Open the window and stay until it is closed; returns the exit code."""
    paths = Paths.default()
    set_up_logging(paths.log)
    app = QApplication(list(argv))
    app.setApplicationName("Encore")
    app.setDesktopFileName("encore")
    app.setWindowIcon(QIcon(str(assets_dir() / "icons" / "encore.svg")))
    collector = GuiThreadCollector(app)
    parts = build(app, paths)
    _report_crashes(parts.notices)
    parts.window.show()
    code = app.exec()
    parts.close()
    parts.window.deleteLater()
    collector.stop()
    return code


def set_up_logging(folder: Path) -> None:
    """Log into `folder`, Qt's messages included; files rotate."""
    folder.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(
        folder / "encore.log", maxBytes=_MAX_LOG_BYTES, backupCount=_NUM_OLD_LOGS, encoding="utf-8"
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    qInstallMessageHandler(_log_qt_message)


def _client_factory(log_folder: Path) -> CreateClient:
    def create(on_event: Callable[[Any], None], on_exit: Callable[[int], None]) -> EngineClient:
        log_folder.mkdir(parents=True, exist_ok=True)
        return EngineClient(on_event, on_exit, log_path=log_folder / "engine.log")

    return create


def _connect(window: MainWindow, view_models: ViewModels, engine: EngineService) -> None:
    chat, conversations, models = (
        view_models.chat,
        view_models.conversations,
        view_models.models,
    )
    conversations.current_changed.connect(chat.open_conversation)
    chat.conversation_touched.connect(conversations.refresh)
    window.painted.connect(engine.start)
    window.painted.connect(models.refresh)
    window.painted.connect(models.load_last)
    window.visibility_changed.connect(engine.set_visible)


def _starter_fetcher(folder: Path) -> FetchStarter:
    def fetch(on_progress: Callable[[str, float], None]) -> Path:
        # Imported when it is asked for: the window must not wait for what downloads need.
        from app.services.starter_model import fetch_starter_model

        return fetch_starter_model(folder, on_progress)

    return fetch


def _highlight_in_background(work: Callable[[], Any], on_done: Callable[[Any], None]) -> None:
    def log(error: Exception) -> None:
        logger.warning("code was not coloured", exc_info=error)

    run_in_background(work, on_done, log)


_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("qt").log(_LEVELS.get(kind, logging.INFO), "%s", text)


def _report_crashes(notices: Notices) -> None:
    """An error nobody caught is logged and shown; the window stays."""

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        logger.critical("unexpected error", exc_info=(kind, error, trace))
        notices.report(
            "Something unexpected went wrong; the log in the Encore folder has the details.",
            NoticeLevel.ERROR,
        )

    sys.excepthook = report

"""Composition root: builds storage, services, view-models and widgets, and connects them."""

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.composition import (
    CONVERSATIONS_FILE,
    SETTINGS_FILE,
    Paths,
    build_beside,
    build_comparison,
    build_own_data,
    build_runtime,
    build_server,
    build_tools,
    build_updates,
    client_factory,
    connect_comparison,
    connect_desktop,
    connect_elsewhere,
    connect_tools,
    install_due_update,
    offer_load_options,
    offer_models,
    offer_update,
    redact_here,
    starter_fetcher,
    tidied,
    write_titles,
)
from app.desktop_requests import DesktopRequests
from app.domain import NoticeLevel
from app.paths import assets_dir, shared_dirs
from app.services.background.garbage import GuiThreadCollector
from app.services.background.highlighter import Highlighter
from app.services.background.pool import run_in_background, wait_for_background
from app.services.engine.engine_service import EngineService
from app.services.engine.guests import GuestRequests
from app.services.engine.lendable_engine import LendableEngine
from app.services.engine.process import CreateClient
from app.services.hub.token_store import TokenStore
from app.services.hub_access import HubAccess
from app.services.languages import install_language
from app.services.library.folder import ModelFolder, models_folder
from app.services.library.foreign_caches import ForeignCache, find_foreign_caches
from app.services.library.listing import HeaderCache
from app.services.library.reveal import reveal
from app.services.logs import report_crashes, set_up_logging
from app.services.notices import Notices
from app.services.single_instance import SingleInstance
from app.storage.conversations import Conversations
from app.storage.database import Database, StorageError, open_database, open_in_memory
from app.storage.private_files import make_private_folder, mend_private_folder, touch_private
from app.storage.saved_texts import SavedTexts
from app.storage.settings.settings_file import SettingsFile
from app.viewmodels.banner import Banner
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.endpoints.elsewhere import Elsewhere
from app.viewmodels.endpoints.endpoints import EndpointsViewModel
from app.viewmodels.library.actions import LibraryActions
from app.viewmodels.library.discover import DiscoverViewModel
from app.viewmodels.library.downloads import DownloadsViewModel, OpenQueue
from app.viewmodels.library.drafter_offers import DrafterOffers
from app.viewmodels.library.drafters import Drafters
from app.viewmodels.library.fits import Fits
from app.viewmodels.library.folder_move import FolderMove
from app.viewmodels.library.load_options import LoadOptions
from app.viewmodels.library.loaded_file import LoadedFileWatch
from app.viewmodels.library.model_details import ModelDetails
from app.viewmodels.library.model_table import LibraryViewModel
from app.viewmodels.library.offers import Offers
from app.viewmodels.library.repo_page import RepoPageViewModel
from app.viewmodels.library.verdicts import Verdicts
from app.viewmodels.logs import LogsViewModel
from app.viewmodels.meter import MeterViewModel
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.model_search import ModelSearch
from app.viewmodels.receivers import connect, while_alive
from app.viewmodels.runtime.watch import RuntimeWatch
from app.viewmodels.settings import SettingsViewModel
from app.viewmodels.shortcuts import ShortcutsViewModel
from app.viewmodels.sidebar.exchange import ExchangeViewModel
from app.viewmodels.sidebar.offers import UndoOffers
from app.viewmodels.sidebar.rows import SidebarRows
from app.viewmodels.tools.tool_servers import ToolServersViewModel
from app.widgets.library.view_models import LibraryViewModels
from app.widgets.main_window import MainWindow
from app.widgets.markdown.formula import CHILD_MODULES
from app.widgets.page import Page
from app.widgets.pages import comparison_page, runtime_pages
from app.widgets.theme import Theme
from app.widgets.view_models import ViewModels

if TYPE_CHECKING:
    from app.services.downloads.queue import DownloadQueue
    from app.services.runtime.installer import RuntimeInstaller

logger = logging.getLogger(__name__)

_STATE_FILE = "window.ini"


@dataclass(frozen=True, slots=True)
class Parts:
    """The result of `build`. The engine starts once the window is painted."""

    window: MainWindow
    view_models: ViewModels
    engine: EngineService
    notices: Notices
    database: Database
    folder: ModelFolder
    highlighter: Highlighter

    def close(self) -> None:
        """Stop the engine and the downloads and close the files, once the window is closed."""
        self.highlighter.close()
        self.folder.close()
        self.view_models.library.actions.close()
        self.view_models.library.offers.close()
        self.view_models.library.downloads.close()
        self.view_models.runtime.close()
        self.view_models.updates.close()
        self.view_models.exchange.close()
        self.view_models.server.close()
        self.view_models.tools.close()
        self.engine.close()
        wait_for_background()
        self.database.close()


def build(
    app: QApplication,
    paths: Paths,
    create_client: CreateClient | None = None,
    foreign_caches: Sequence[ForeignCache] = (),
    installer: "RuntimeInstaller | None" = None,
) -> Parts:
    """Create the window and everything it needs, without showing it.

    If nothing can be saved, the window works and reports it. `create_client` creates the engine's
    client from its two listeners; the default starts a child process. `installer` is that of the
    engine's libraries; the default is that of this Encore, which has none in a checkout.
    """
    notices = Notices()
    _keep_private(paths)
    database = _open_conversations(paths.data / CONVERSATIONS_FILE, notices)
    conversations = tidied(Conversations(database.connection, lease=database.lease), notices)
    elsewhere = Elsewhere.below(paths.config)
    guests = GuestRequests(create_client or client_factory(paths.log))
    engine = LendableEngine(elsewhere.routed(guests.connect), notices)
    settings = SettingsViewModel(SettingsFile(paths.config / SETTINGS_FILE), engine, notices)
    install_language(app, settings.settings.language)
    folder = ModelFolder(
        models_folder(settings.settings, paths.models),
        settings.settings.folders,
        foreign_caches,
        HeaderCache(paths.cache / "headers.json"),
    )
    saved = SavedTexts.below(paths.data)
    models = ModelPickerViewModel(
        *(folder, engine, settings, notices, starter_fetcher(folder, settings)),
        elsewhere.models(engine),
    )
    tool_servers = build_tools(paths)
    chat = ChatViewModel(
        *(conversations, engine, settings, notices, saved, models.name_of, tool_servers)
    )
    library = _build_library(paths, folder, models, engine, settings, notices, chat.banner)
    runtime = build_runtime(settings, notices, installer)
    listed = ConversationListModel(conversations)
    beside = build_beside(
        *(conversations, chat, listed, engine, settings, saved, models, tool_servers)
    )
    comparison = build_comparison(engine, settings, models, database, notices)
    view_models = ViewModels(
        chat=chat,
        beside=beside,
        conversations=listed,
        rows=SidebarRows(listed, conversations.folders),
        exchange=ExchangeViewModel(conversations, listed, notices),
        models=models,
        search=ModelSearch(models, library.fits),
        load_options=library.load_options,
        library=library,
        comparison=comparison,
        settings=settings,
        shortcuts=ShortcutsViewModel(settings),
        runtime=runtime,
        endpoints=EndpointsViewModel(elsewhere.store, notices),
        meter=MeterViewModel(engine),
        server=build_server(guests, engine, models, settings, folder),
        tools=ToolServersViewModel(tool_servers, notices),
        updates=build_updates(paths, settings),
        own_data=build_own_data(paths, settings, folder, notices),
        logs=LogsViewModel(paths.log, partial(redact_here, paths)),
        pages=(
            _models_page(library),
            comparison_page(comparison),
            *runtime_pages(runtime, settings),
        ),
    )
    highlighter = Highlighter(CHILD_MODULES)
    window = MainWindow(view_models, Theme(app), highlighter.run, paths.config / _STATE_FILE)
    _connect(window, view_models, engine)
    UndoOffers(chat.banner, listed, view_models.exchange)
    write_titles(window, conversations, view_models, engine)
    view_models.conversations.open_last()
    return Parts(window, view_models, engine, notices, database, folder, highlighter)


def run(argv: Sequence[str], model: Path | None = None) -> int:
    """Show the window until closed; returns the exit code. Imports and loads `model`.

    If the window is open already, it comes to the front and opens `model` instead.
    """
    paths = Paths.default()
    set_up_logging(paths.log)
    instance = SingleInstance(paths.data)
    if instance.hand_over(model):
        return 0
    if install_due_update(paths, model):
        instance.close()
        return 0
    app = QApplication(list(argv))
    app.setApplicationName("Encore")
    app.setDesktopFileName("encore")
    app.setWindowIcon(QIcon(str(assets_dir() / "icons" / "encore.svg")))
    collector = GuiThreadCollector(app)
    parts = build(app, paths, foreign_caches=find_foreign_caches())
    report_crashes(parts.notices)
    view_models = parts.view_models
    if model is not None:
        view_models.models.import_file(model)
    requests = DesktopRequests(view_models.models, view_models.runtime, parts.window, app)
    app.installEventFilter(requests)
    # A hidden window is closed last, and it may outlive a dialog.
    app.setQuitOnLastWindowClosed(False)
    parts.window.closed.connect(app.exit)
    instance.requested.connect(requests.open_again)
    parts.window.show()
    instance.listen()
    code = app.exec()
    instance.stop_listening()
    parts.close()
    instance.close()
    parts.window.deleteLater()
    collector.stop()
    return code


def _keep_private(paths: Paths) -> None:
    """Make the app's folders private, including files that earlier versions left readable."""
    for folder in (paths.data, paths.config, paths.log, paths.cache):
        with contextlib.suppress(OSError):  # writers report the error
            make_private_folder(folder)
        mend_private_folder(folder, (paths.models, *shared_dirs()))
    with contextlib.suppress(OSError):
        touch_private(paths.config / _STATE_FILE)  # Qt would create it readable by everyone


def _open_conversations(path: Path, notices: Notices) -> Database:
    try:
        database = open_database(path)
    except StorageError as error:
        notices.report(
            f"{error} After that start Encore again; nothing is kept in this window.",
            NoticeLevel.ERROR,
        )
        return open_in_memory(path)
    if database.damaged_copy is not None:
        notices.report(
            "The conversations could not be read; "
            f"the damaged file is kept at {database.damaged_copy}."
        )
    return database


def _models_page(library: LibraryViewModels) -> Page:
    return Page(
        "Models",
        "Find, download and keep models",
        "library",
        "Ctrl+L",
        "app.widgets.library.models_page:ModelsPage",
        library,
    )


def _connect(window: MainWindow, view_models: ViewModels, engine: EngineService) -> None:
    chat, conversations, models = (
        view_models.chat,
        view_models.conversations,
        view_models.models,
    )
    conversations.current_changed.connect(chat.open_conversation)
    chat.branches.created.connect(conversations.open_created)
    chat.model_offer.load_wanted.connect(models.load_path)
    conversations.hit_opened.connect(chat.branches.show_message)
    chat.conversation_touched.connect(conversations.touch)
    runtime = view_models.runtime
    runtime.ready.connect(engine.restart)
    runtime.ready.connect(models.load_last)
    runtime.removing.connect(engine.stop)
    if runtime.needs_install:
        window.painted.connect(window.offer_engine)
    window.painted.connect(runtime.start)
    watch = RuntimeWatch(runtime, chat.banner)
    window.painted.connect(watch.watch)
    window.visibility_changed.connect(watch.watch)
    LoadedFileWatch(models, engine, chat.banner)
    offer_load_options(window, view_models.library.load_options)
    drafters_changed = view_models.library.drafters.changed
    for signal in (models.refreshed, drafters_changed, engine.activity_changed):
        connect(signal, window, partial(offer_models, view_models))
    connect_elsewhere(window, view_models)
    connect_tools(window, view_models)
    window.painted.connect(models.refresh)
    window.painted.connect(view_models.library.downloads.start)
    window.painted.connect(view_models.library.mover.resume)
    window.painted.connect(view_models.library.actions.watch)
    window.painted.connect(view_models.server.start)
    window.painted.connect(view_models.updates.start)
    connect_comparison(window, view_models.comparison)
    connect_desktop(window, view_models)
    connect(view_models.updates.found, window, partial(offer_update, window, chat.banner))
    for page in view_models.pages:
        # Importing it takes longer than a person should wait for a click.
        failed = partial(logger.warning, "the page %s cannot be imported: %s", page.label)
        prepare = while_alive(window, window.prepare_page)
        window.painted.connect(partial(run_in_background, page.load, prepare, failed))
    window.visibility_changed.connect(engine.set_visible)
    window.visibility_changed.connect(view_models.library.downloads.set_visible)
    window.visibility_changed.connect(view_models.library.actions.watch)


def _build_library(
    paths: Paths,
    folder: ModelFolder,
    models: ModelPickerViewModel,
    engine: EngineService,
    settings: SettingsViewModel,
    notices: Notices,
    banner: Banner,
) -> LibraryViewModels:
    def saved_addresses() -> tuple[str, str]:
        return settings.settings.hub_endpoint, settings.settings.hub_proxy

    hub = HubAccess(saved_addresses, TokenStore(paths.config), paths.cache)
    downloads = DownloadsViewModel(_queue_opener(folder, hub), settings, notices)
    actions = LibraryActions(folder, models, engine, settings, notices, reveal)
    verdicts = Verdicts(hub, engine, settings)
    fits, drafters = Fits(engine, settings), Drafters(models, engine)
    offers = Offers(hub, fits, downloads, models, notices)
    library = LibraryViewModel(models)
    library.renamed.connect(actions.rename)
    return LibraryViewModels(
        discover=DiscoverViewModel(hub, offers),
        repo=RepoPageViewModel(hub, verdicts, downloads, models, settings, fits),
        offers=offers,
        downloads=downloads,
        library=library,
        actions=actions,
        mover=FolderMove(folder, actions, downloads, settings, notices),
        models=models,
        fits=fits,
        drafters=drafters,
        load_options=LoadOptions(
            models, drafters, DrafterOffers(offers, drafters), engine, settings
        ),
        details=ModelDetails(folder, hub, downloads, engine, settings),
        banner=banner,
    )


def _queue_opener(folder: ModelFolder, hub: HubAccess) -> OpenQueue:
    def open_queue() -> "DownloadQueue":
        # Imported late: the window must not wait for the packages of downloads.
        from app.services.downloads.queue import DownloadQueue

        return DownloadQueue(folder.folder, hub.settings, on_placed=folder.record_checksum)

    return open_queue

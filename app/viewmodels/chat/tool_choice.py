"""Which servers' tools the open chat offers to the model. Knows no widget."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.services.tools.connection import ServerState
from app.services.tools.service import ToolServers
from app.viewmodels.chat.chat_settings import ChatSettingsViewModel


@dataclass(frozen=True, slots=True)
class ToolChoiceView:
    """A server that may be chosen. `num_tools` is None while it is not known."""

    id: str
    name: str
    is_chosen: bool
    num_tools: int | None


class ToolChoice(QObject):
    """The servers that are switched on in the settings; none is chosen in a new chat.

    Signals:
        changed(): `views` changed.
        told(problem: str): a server that was chosen has no tools to offer.
    """

    changed = Signal()
    told = Signal(str)

    def __init__(
        self, servers: ToolServers | None, own: ChatSettingsViewModel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._servers = servers
        self._own = own
        own.changed.connect(self.changed)
        if servers is not None:
            servers.changed.connect(self._on_server_changed)

    @property
    def views(self) -> tuple[ToolChoiceView, ...]:
        """What may be chosen."""
        if self._servers is None:
            return ()
        chosen, views = self._own.tool_servers, []
        for server in self._servers.store.all():
            state = self._servers.state(server.id)
            num_tools = len(state.tools) if state.stage == "ready" else None
            if server.is_on:
                views.append(ToolChoiceView(server.id, server.name, server.id in chosen, num_tools))
        return tuple(views)

    def chosen_in(self, conversation_id: int) -> tuple[str, ...]:
        """The servers that a conversation offers and that may be started."""
        chosen = self._own.tool_servers_of(conversation_id)
        known = self._servers.store.all() if self._servers is not None and chosen else ()
        return tuple(one.id for one in known if one.is_on and one.id in chosen)

    def choose(self, server_id: str, *, is_chosen: bool) -> None:
        """Offer a server's tools in the open chat; it is started, so that problems show at once."""
        self._own.offer_tools(server_id, is_offered=is_chosen)
        if is_chosen and self._servers is not None:
            self._servers.connect_to(server_id, self._on_ready)

    def _on_ready(self, state: ServerState) -> None:
        if state.problem:
            self.told.emit(state.problem)

    def _on_server_changed(self, _server_id: str) -> None:
        self.changed.emit()

"""The tool servers of the window: started when a chat wants their tools, ended when they rest."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.tools.connection import Access, OnEnded, ServerState, ToolConnection
from app.services.tools.messages import CallEnded, SignOut
from app.services.tools.problems import off_problem
from app.services.tools.process import ToolProcess
from app.services.tools.server import ToolServer
from app.services.tools.store import ToolServerStore

IDLE_SECONDS = 600.0
_LOOK_MS = 30_000

OnReady = Callable[[ServerState], None]


@dataclass(frozen=True, slots=True)
class Call:
    """A call in progress."""

    server_id: str
    call_id: str


class ToolServers(QObject):
    """Nothing is started that is not switched on, and wanted.

    Signals:
        changed(server_id: str): the state of a server.
        signed_in(notice: str): new tokens are kept; the notice is about their place, "" for none.
    """

    changed = Signal(str)
    signed_in = Signal(str)

    def __init__(self, store: ToolServerStore, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.store = store
        self._clock = clock
        self._connections: dict[str, ToolConnection] = {}
        self._waiting: dict[str, list[OnReady]] = {}
        self._tests: list[ToolConnection] = []
        self._sign_ins: dict[str, ToolConnection] = {}
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.end_idle)

    def state(self, server_id: str) -> ServerState:
        """What is known of a server."""
        connection = self._connections.get(server_id)
        return ServerState() if connection is None else connection.state

    def connect_to(self, server_id: str, on_ready: OnReady) -> None:
        """Have a server ready, started if need be; `on_ready` gets its tools or what is wrong."""
        server = self.store.find(server_id)
        if server is None or not server.is_on:
            name = server.name if server is not None else server_id
            on_ready(ServerState("failed", problem=off_problem(name)))
            return
        connection = self._connections.get(server_id)
        if connection is not None and connection.state.stage == "ready":
            on_ready(connection.state)
            return
        self._waiting.setdefault(server_id, []).append(on_ready)
        if connection is None or connection.state.stage != "starting":
            self._end(server_id)
            on_changed = partial(self._on_changed, server_id)
            self._connections[server_id] = ToolConnection(
                server, self._access(server_id), on_changed
            )
            self._timer.start()
            self.changed.emit(server_id)

    def connect_to_all(
        self, server_ids: Sequence[str], on_ready: Callable[[dict[str, ServerState]], None]
    ) -> None:
        """Have several servers ready, as `connect_to` does; `on_ready` is called once."""
        states: dict[str, ServerState] = {}

        def note(server_id: str, state: ServerState) -> None:
            states[server_id] = state
            if len(states) == len(wanted):
                on_ready({one: states[one] for one in wanted})

        wanted = tuple(dict.fromkeys(server_ids))
        if not wanted:
            on_ready({})
        for server_id in wanted:
            self.connect_to(server_id, partial(note, server_id))

    def call(self, server_id: str, tool: str, arguments: str, on_ended: OnEnded) -> Call:
        """Call a tool of a server that is ready. `on_ended` is called once, later."""
        connection = self._connections.get(server_id)
        if connection is None or connection.state.stage != "ready":
            ended = CallEnded("", "The server has ended.", is_error=True)
            QTimer.singleShot(0, self, partial(on_ended, ended))
            return Call(server_id, "")
        return Call(server_id, connection.call(tool, arguments, on_ended))

    def cancel(self, call: Call) -> None:
        """Give up a call; its `on_ended` is not called."""
        connection = self._connections.get(call.server_id)
        if connection is not None:
            connection.cancel(call.call_id)

    def test(self, server: ToolServer, key: str | None, on_ready: OnReady) -> None:
        """Start a server once, for its tools, and end it; `key` None is the one it has."""
        access = Access(lambda: key) if key is not None else self._access(server.id)
        self._try(server, access, on_ready)

    def sign_in(
        self, server: ToolServer, open_browser: Callable[[str], None], on_ready: OnReady
    ) -> None:
        """Have a person sign in with a browser; the server is ended once it has told its tools."""
        self._end(server.id)
        earlier = self._sign_ins.get(server.id)
        if earlier in self._tests:
            earlier.close()
            self._tests.remove(earlier)
        access = replace(self._access(server.id), open_browser=open_browser)
        self._sign_ins[server.id] = self._try(server, access, on_ready)

    def sign_out(self, server_id: str) -> None:
        """Forget the tokens of a server, and have it forget them. Waits; raises EngineError."""
        kept = self.store.sign_in(server_id)
        self.store.keep_sign_in(server_id, "")
        if kept:
            process = ToolProcess(lambda _report: None, lambda _code: None)
            process.send(SignOut(kept))

    def _try(self, server: ToolServer, access: Access, on_ready: OnReady) -> ToolConnection:

        def ended() -> None:
            if connection.state.stage in ("ready", "failed"):
                state = connection.state
                connection.close()
                self._tests.remove(connection)
                on_ready(state)

        connection = ToolConnection(server, access, ended)
        self._tests.append(connection)
        return connection

    def end(self, server_id: str) -> None:
        """End a server, because it changed, or was switched off."""
        self._end(server_id)
        self._tell_waiting(server_id, ServerState("failed", problem=off_problem(server_id)))
        self.changed.emit(server_id)

    def end_idle(self) -> None:
        """End the servers that nobody has asked for a while."""
        for server_id, connection in list(self._connections.items()):
            if not connection.is_busy and self._clock() - connection.used >= IDLE_SECONDS:
                self._end(server_id)
                self.changed.emit(server_id)

    def close(self) -> None:
        """End everything; their processes see to it that nothing stays behind."""
        self._timer.stop()
        self._waiting.clear()
        for connection in (*self._connections.values(), *self._tests):
            connection.close()
        self._connections.clear()
        self._tests.clear()

    def _access(self, server_id: str) -> Access:
        find_key = partial(self.store.key, server_id)
        find_sign_in = partial(self.store.sign_in, server_id)
        keep = partial(self.store.keep_sign_in, server_id)
        return Access(find_key, find_sign_in, keep, self.signed_in.emit)

    def _end(self, server_id: str) -> None:
        connection = self._connections.pop(server_id, None)
        if connection is not None:
            connection.close()

    def _on_changed(self, server_id: str) -> None:
        state = self.state(server_id)
        if state.stage != "starting":
            self._tell_waiting(server_id, state)
        self.changed.emit(server_id)

    def _tell_waiting(self, server_id: str, state: ServerState) -> None:
        for on_ready in self._waiting.pop(server_id, []):
            on_ready(state)

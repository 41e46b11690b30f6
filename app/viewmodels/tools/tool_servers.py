"""The tool servers in the settings: added, changed, tested, switched, removed. Knows no widget."""

import shlex
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.notices import Notices
from app.services.tools.config_import import read_config
from app.services.tools.connection import ServerState
from app.services.tools.server import AUTHORIZATION, ToolServer, checked, is_open
from app.services.tools.service import ToolServers
from app.viewmodels.formatting import plural
from engine.errors import EngineError

_MAX_SUMMARY = 120

SignInState = Literal["none", "offered", "done"]


@dataclass(frozen=True, slots=True)
class ToolDraft:
    """What a person has entered. `key` None: the kept one. `server_id` "" is a new one.

    `arguments` has one a line, `environment` a line `NAME=value` for each variable.
    """

    name: str
    kind: Literal["command", "address"]
    command: str = ""
    arguments: str = ""
    environment: str = ""
    address: str = ""
    header: str = AUTHORIZATION
    key: str | None = None
    server_id: str = ""
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class ToolServerView:
    """A tool server, ready to draw. `status` says what is known of it, "" if it rests.

    `sign_in`: whether a person may sign in to it, or has.
    """

    draft: ToolDraft
    place: str
    has_key: bool
    status: str
    sign_in: SignInState = "none"

    @property
    def id(self) -> str:
        """Its id."""
        return self.draft.server_id


class ToolServersViewModel(QObject):
    """Starts a server only in `test`.

    Signals:
        changed(): `views` changed.
        tested(draft: ToolDraft, sentence: str, tools: tuple[str, ...]): what `test` found, or why
            it found nothing.
        saved(draft: ToolDraft, problem: str): `save` ended; `problem` says why it failed, "" if not.
        imported(problem: str): `read_in` ended, in the same way.
        browser_wanted(address: str): a person who signs in has to see this page.
    """

    changed = Signal()
    tested = Signal(object, str, object)
    saved = Signal(object, str)
    imported = Signal(str)
    browser_wanted = Signal(str)

    def __init__(self, servers: ToolServers, notices: Notices) -> None:
        super().__init__()
        self._servers = servers
        self._notices = notices
        self._sign_ins: dict[str, str] = {}  # what is known of the last one
        servers.changed.connect(self._on_server_changed)
        servers.signed_in.connect(self._on_signed_in)

    @property
    def views(self) -> tuple[ToolServerView, ...]:
        """All of them, in the order in which they were added."""
        return tuple(map(self._view, self._servers.store.all()))

    def warning(self, address: str) -> str:
        """What a person should know of an address; "" for nothing."""
        if not is_open(address.strip()):
            return ""
        return self.tr("What goes to this address and comes from it travels unencrypted.")

    def save(self, draft: ToolDraft) -> None:
        """Keep what was entered; `saved` follows."""

        def kept(notice: str) -> None:
            self._report_place(notice)
            self._servers.end(draft.server_id)
            self.saved.emit(draft, "")

        def failed(error: Exception) -> None:
            self.saved.emit(draft, str(error))

        run_in_background(lambda: self._servers.store.save(_server(draft), draft.key), kept, failed)

    def switch(self, server_id: str, *, is_on: bool) -> None:
        """Let chats have a server started, or not."""
        try:
            self._servers.store.switch(server_id, is_on=is_on)
        except EngineError as error:
            self._on_error(error)
        self._servers.end(server_id)

    def remove(self, server_id: str) -> None:
        """Forget a server and its key."""

        def removed(_result: object) -> None:
            self._servers.end(server_id)

        run_in_background(partial(self._servers.store.remove, server_id), removed, self._on_error)

    def sign_in(self, server_id: str) -> None:
        """Have the person sign in to a server with a browser."""
        server = self._servers.store.find(server_id)
        if server is None:
            return

        def ended(state: ServerState) -> None:
            self._sign_ins[server_id] = state.problem or self.tr("You are signed in.")
            self.changed.emit()

        self._sign_ins[server_id] = self.tr("Waiting until you have signed in with the browser…")
        self._servers.sign_in(server, self.browser_wanted.emit, ended)
        self.changed.emit()

    def sign_out(self, server_id: str) -> None:
        """Forget that the person has signed in to a server."""
        self._sign_ins.pop(server_id, None)

        def signed_out(_result: object) -> None:
            self._servers.end(server_id)

        run_in_background(partial(self._servers.sign_out, server_id), signed_out, self._on_error)

    def test(self, draft: ToolDraft) -> None:
        """Start the server once, for its tools; `tested` follows."""

        def ended(state: ServerState) -> None:
            tools = tuple(_summary(tool.name, tool.description) for tool in state.tools)
            self.tested.emit(draft, state.problem or self._found(state), tools)

        try:
            self._servers.test(checked(_server(draft)), draft.key, ended)
        except EngineError as error:
            self.tested.emit(draft, str(error), ())

    def read_in(self, text: str) -> None:
        """Add the servers of a list that another program keeps, switched off; `imported` follows."""

        def keep() -> str:
            notices = [self._servers.store.save(one, key or None) for one, key in read_config(text)]
            return next(filter(None, notices), "")

        def kept(notice: str) -> None:
            self._report_place(notice)
            self.changed.emit()
            self.imported.emit("")

        def failed(error: Exception) -> None:
            self.changed.emit()
            self.imported.emit(str(error))

        run_in_background(keep, kept, failed)

    def close(self) -> None:
        """End all servers."""
        self._servers.close()

    def _view(self, server: ToolServer) -> ToolServerView:
        draft = ToolDraft(
            name=server.name,
            kind=server.kind,
            command=server.command,
            arguments="\n".join(server.arguments),
            environment="\n".join(f"{key}={value}" for key, value in server.environment.items()),
            address=server.address,
            header=server.header,
            server_id=server.id,
            is_on=server.is_on,
        )
        state = self._servers.state(server.id)
        status = self._status(state) or self._sign_ins.get(server.id, "")
        offers = server.kind == "address" and not server.has_key
        sign_in: SignInState = "done" if server.is_signed_in else "offered" if offers else "none"
        return ToolServerView(draft, server.place, server.has_key, status, sign_in)

    def _status(self, state: ServerState) -> str:
        match state.stage:
            case "starting":
                return self.tr("Starting…")
            case "ready":
                return self._found(state)
            case "failed":
                return state.problem
            case "idle":
                return ""

    def _found(self, state: ServerState) -> str:
        words = plural("ToolServersViewModel", "It has %n tools.", len(state.tools))
        if state.num_left_out:
            words += " " + plural(
                "ToolServersViewModel", "%n are left out, which cannot be used.", state.num_left_out
            )
        return words

    def _report_place(self, notice: str) -> None:
        if notice:
            self._notices.report(notice, NoticeLevel.INFO)

    def _on_signed_in(self, notice: str) -> None:
        self._report_place(notice)
        self.changed.emit()

    def _on_server_changed(self, _server_id: str) -> None:
        self.changed.emit()

    def _on_error(self, error: Exception) -> None:
        self._notices.report(str(error), NoticeLevel.ERROR)


def _server(draft: ToolDraft) -> ToolServer:
    """What was entered, not checked yet."""
    command, arguments = draft.command.strip(), [one for one in draft.arguments.splitlines() if one]
    if not arguments and " " in command and not Path(command).exists():
        command, *arguments = _split(command)
    lines = [line for line in draft.environment.splitlines() if line.strip()]
    pairs = (line.partition("=") for line in lines)
    return ToolServer(
        *(draft.server_id, draft.name, draft.kind, command, tuple(arguments)),
        environment={name.strip() if sign else "": value.strip() for name, sign, value in pairs},
        address=draft.address,
        header=draft.header,
        is_on=draft.is_on,
    )


def _split(line: str) -> list[str]:
    """A command line as a person would copy it, its words."""
    try:
        return shlex.split(line) or [line]
    except ValueError:  # a quotation mark is missing
        return line.split()


def _summary(name: str, description: str) -> str:
    line = next((line.strip() for line in description.splitlines() if line.strip()), "")
    text = f"{name}: {line}" if line else name
    return text if len(text) <= _MAX_SUMMARY else f"{text[:_MAX_SUMMARY]}…"

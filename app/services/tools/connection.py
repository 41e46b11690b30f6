"""One tool server that is wanted: started, asked, ended. Everything here is on the GUI thread."""

import logging
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from app.services.background.pool import gui_caller, run_in_background
from app.services.tools.messages import (
    BrowserWanted,
    CallEnded,
    CallTool,
    CancelCall,
    Connect,
    ConnectFailed,
    Report,
    Said,
    SignedIn,
    Tool,
    ToolsListed,
)
from app.services.tools.problems import (
    CALL_SECONDS,
    CONNECT_SECONDS,
    SIGN_IN_SECONDS,
    connect_problem,
    signed_in_page,
)
from app.services.tools.process import ToolProcess
from app.services.tools.server import ToolServer, headers, is_web_address
from engine.safe_text import clean_line

_log = logging.getLogger(__name__)

_TOO_LARGE = 4  # the exit code of app.services.tools.host, which needs packages of its own

FindKey = Callable[[], str | None]


@dataclass(frozen=True, slots=True)
class Access:
    """How a server is authorized; the functions may wait for the keyring, on any thread.

    `on_kept` gets a notice about the place of new tokens, "" for none. `open_browser` is given
    where a person has asked to sign in anew.
    """

    find_key: FindKey
    find_sign_in: Callable[[], str] = lambda: ""
    keep_sign_in: Callable[[str], str] = lambda _kept: ""
    on_kept: Callable[[str], None] = lambda _notice: None
    open_browser: Callable[[str], None] | None = None


OnEnded = Callable[[CallEnded], None]


@dataclass(frozen=True, slots=True)
class ServerState:
    """What is known of a server; `problem`: why it failed. `num_left_out` tools are unusable."""

    stage: Literal["idle", "starting", "ready", "failed"] = "idle"
    tools: tuple[Tool, ...] = ()
    num_left_out: int = 0
    problem: str = ""


class ToolConnection:
    """Starts at once. `on_changed` is called whenever `state` changed, and never after `close`."""

    def __init__(self, server: ToolServer, access: Access, on_changed: Callable[[], None]) -> None:
        self.server = server
        self.state = ServerState("starting")
        self.used = time.monotonic()
        self._access = access
        self._on_changed = on_changed
        self._hand_over = gui_caller()
        self._process: ToolProcess | None = None
        self._calls: dict[str, OnEnded] = {}
        self._is_closed = False
        run_in_background(self._launch, self._on_launched, self._on_not_launched)

    @property
    def is_busy(self) -> bool:
        """Whether it starts, or a call is in progress."""
        return self.state.stage == "starting" or bool(self._calls)

    def call(self, tool: str, arguments: str, on_ended: OnEnded) -> str:
        """Call a tool of a server that is ready; returns the id of the call."""
        call_id = uuid.uuid4().hex
        self.used = time.monotonic()
        self._calls[call_id] = on_ended
        assert self._process is not None
        self._process.send(CallTool(call_id, tool, arguments, CALL_SECONDS))
        return call_id

    def cancel(self, call_id: str) -> None:
        """Give up a call; `on_ended` is not called."""
        if self._calls.pop(call_id, None) is not None and self._process is not None:
            self._process.send(CancelCall(call_id))

    def close(self) -> None:
        """End the server. Calls in progress end as errors."""
        self._is_closed = True
        self._on_changed = _nothing
        if self._process is not None:
            self._process.close()
        self._fail_calls()

    def _launch(self) -> ToolProcess:
        """In the background: the keyring may wait for a person, and starting takes a while."""
        server = self.server
        access, is_elsewhere = self._access, server.kind == "address"
        may_ask = access.open_browser is not None
        sent = headers(server, access.find_key()) if is_elsewhere and not may_ask else {}
        connect = Connect(
            SIGN_IN_SECONDS if may_ask else CONNECT_SECONDS,
            *(server.command, server.arguments, server.environment, server.address, sent),
            sign_in=access.find_sign_in() if is_elsewhere and not sent else "",
            may_ask=may_ask,
            page=signed_in_page(),
        )
        process = ToolProcess(self._pass_on, self._pass_end_on)
        process.send(connect)
        return process

    def _pass_on(self, report: Report) -> None:
        self._hand_over(partial(self._take, report))

    def _pass_end_on(self, code: int) -> None:
        self._hand_over(partial(self._on_ended, code))

    def _on_launched(self, process: ToolProcess) -> None:
        self._process = process
        if self._is_closed:
            process.close()

    def _on_not_launched(self, error: Exception) -> None:
        self._set_failed(ConnectFailed("foreign", str(error)))

    def _take(self, report: Report) -> None:
        match report:
            case ToolsListed():
                self._set_state(ServerState("ready", report.tools, report.num_left_out))
            case ConnectFailed():
                self._set_failed(report)
            case CallEnded():
                self.used = time.monotonic()
                on_ended = self._calls.pop(report.call_id, None)
                if report.is_lost:
                    self._set_state(ServerState())  # what is called next starts it anew
                if on_ended is not None:
                    on_ended(report)
            case BrowserWanted():
                self._open_browser(report.address)
            case SignedIn():
                keep = partial(self._access.keep_sign_in, report.kept)
                run_in_background(keep, self._access.on_kept, self._on_not_kept)
            case Said():
                _log.info("tool server %s: %s", self.server.name, report.line)

    def _open_browser(self, address: str) -> None:
        if not is_web_address(address):
            self._set_failed(ConnectFailed("refused", clean_line(address, 200)))
        elif self._access.open_browser is not None:
            self._access.open_browser(address)

    def _on_not_kept(self, error: Exception) -> None:
        _log.warning("signing in to %s was not kept: %s", self.server.name, error)

    def _on_ended(self, code: int) -> None:
        if self._is_closed:
            return
        if code == _TOO_LARGE:
            self._set_failed(ConnectFailed("large"))
        elif self.state.stage == "starting":
            self._set_failed(ConnectFailed("ended"))
        elif self.state.stage == "ready":
            self._set_state(ServerState())
        self._fail_calls()

    def _fail_calls(self) -> None:
        calls, self._calls = self._calls, {}
        for call_id, on_ended in calls.items():
            on_ended(CallEnded(call_id, "The server ended before it answered.", is_error=True))

    def _set_failed(self, failed: ConnectFailed) -> None:
        problem = connect_problem(self.server.name, failed)
        _log.warning("%s", problem)
        self._set_state(ServerState("failed", problem=problem))

    def _set_state(self, state: ServerState) -> None:
        if not self._is_closed:
            self.state = state
            self._on_changed()


def _nothing() -> None:
    """Replaces a listener that must not be called any more."""

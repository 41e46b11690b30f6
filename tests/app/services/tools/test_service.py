"""Real MCP servers over both transports: started when wanted, ended in time, whatever they do."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from app.services.tools import connection
from app.services.tools.connection import ServerState
from app.services.tools.messages import CallEnded
from app.services.tools.server import ToolServer
from app.services.tools.service import IDLE_SECONDS
from tests.support.no_secrets import hide_secrets
from tests.support.tool_servers import ROOT, real_server, servers_with

PATIENCE_MS = 90_000  # a busy machine takes its time to start Python twice


class Asking:
    """The servers of a window, and what came of asking them."""

    def __init__(self, qtbot: QtBot, folder: Path, *listed: ToolServer) -> None:
        self.qtbot = qtbot
        self.servers, self.ids = servers_with(folder, *listed)
        self.states: list[ServerState] = []
        self.ended: list[CallEnded] = []

    def connect(self) -> ServerState:
        num_known = len(self.states)
        self.servers.connect_to(self.ids[0], self.states.append)
        self.qtbot.waitUntil(lambda: len(self.states) > num_known, timeout=PATIENCE_MS)
        return self.states[-1]

    def call(self, tool: str, arguments: str = "{}") -> CallEnded:
        num_known = len(self.ended)
        self.servers.call(self.ids[0], tool, arguments, self.ended.append)
        self.qtbot.waitUntil(lambda: len(self.ended) > num_known, timeout=PATIENCE_MS)
        return self.ended[-1]


@pytest.fixture
def asking(
    qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Asking]:
    """With the server that behaves as `request` says."""
    hide_secrets(monkeypatch, tmp_path)
    asking = Asking(qtbot, tmp_path, real_server(*getattr(request, "param", ())))
    qtbot.waitUntil(lambda: not _children(), timeout=PATIENCE_MS)  # of other tests
    yield asking
    asking.servers.close()


def _children() -> list[psutil.Process]:
    return [child for child in psutil.Process().children(recursive=True) if _is_of_a_server(child)]


def _is_of_a_server(child: psutil.Process) -> bool:
    try:
        words = child.cmdline() if child.status() != psutil.STATUS_ZOMBIE else []
    except psutil.NoSuchProcess:  # it has just ended
        return False
    return any("tools.host" in word or "mcp_server" in word for word in words)


def test_a_server_is_started_when_wanted_asked_and_ended(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asking.servers.state(asking.ids[0]) == ServerState()
    state = asking.connect()
    assert state.stage == "ready"
    assert "add" in [tool.name for tool in state.tools]
    assert asking.call("add", '{"a": 2, "b": 3}') == CallEnded(asking.ended[-1].call_id, "5")
    # It has what was entered for it, and nothing secret of ours.
    assert asking.call("environment", '{"name": "CITY"}').text == "Zürich"
    assert asking.call("environment", '{"name": "PYTHON_KEYRING_BACKEND"}').text == "(not set)"
    assert asking.call("fail").is_error
    assert "102 bytes" in asking.call("picture").text
    # A call that is given up does not keep the next one waiting.
    call = asking.servers.call(asking.ids[0], "wait", '{"seconds": 60}', asking.ended.append)
    asking.servers.cancel(call)
    assert asking.call("add", '{"a": 1, "b": 1}').text == "2"
    monkeypatch.setattr(connection, "CALL_SECONDS", 0.2)
    assert asking.call("wait", '{"seconds": 60}').is_silent
    asking.servers.end_idle()
    assert asking.servers.state(asking.ids[0]).stage == "ready"
    asking.servers._clock = lambda: time.monotonic() + IDLE_SECONDS
    asking.servers.end_idle()
    assert asking.servers.state(asking.ids[0]) == ServerState()
    asking.qtbot.waitUntil(lambda: not _children(), timeout=PATIENCE_MS)


def test_a_server_that_is_switched_off_is_not_started(qtbot: QtBot, tmp_path: Path) -> None:
    asking = Asking(qtbot, tmp_path, real_server(is_on=False))
    assert "switched off" in asking.connect().problem
    assert asking.servers.state(asking.ids[0]) == ServerState()


def test_a_program_that_is_not_there_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    asking = Asking(qtbot, tmp_path, ToolServer("", "Files", "command", "no-such-x", is_on=True))
    state = asking.connect()
    assert state.stage == "failed"
    assert "“no-such-x” is not on this computer" in state.problem
    asking.servers.close()


@pytest.mark.parametrize(
    ("asking", "words"),
    [
        (["dies-at-once"], "no licence was found"),
        (["flood"], "did not tell its tools"),
    ],
    indirect=["asking"],
)
def test_a_server_that_fails_at_its_start_is_told_of_and_gone(
    asking: Asking, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 60.0 if "licence" in words else 3.0)
    state = asking.connect()
    assert state.stage == "failed"
    assert words in state.problem
    asking.qtbot.waitUntil(lambda: not _children(), timeout=PATIENCE_MS)


@pytest.mark.parametrize("asking", [["stays"]], indirect=True)
def test_a_server_that_does_not_want_to_end_is_ended(asking: Asking) -> None:
    asking.connect()
    asking.servers.close()
    asking.qtbot.waitUntil(lambda: not _children(), timeout=PATIENCE_MS)


def test_nothing_stays_behind_when_the_window_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from PySide6.QtCore import QCoreApplication\n"
        "from tests.support.tool_servers import real_server, servers_with\n"
        "app = QCoreApplication([])\n"
        "servers, ids = servers_with(Path(sys.argv[1]), real_server('stays'))\n"
        "servers.connect_to(ids[0], lambda state: print(state.stage, flush=True))\n"
        "app.exec()\n"
    )
    window = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert window.stdout is not None
    assert window.stdout.readline().strip() == b"ready"
    left = psutil.Process(window.pid).children(recursive=True)
    assert len(left) == 2
    window.kill()
    window.wait()
    window.stdout.close()
    _, alive = psutil.wait_procs(left, timeout=PATIENCE_MS / 1000)
    assert not alive


@pytest.fixture
def http_server() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tests.support.mcp_server", "--http", str(port)]
    process = subprocess.Popen([*command, "--key", "sesame"], cwd=ROOT)
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/mcp"
    process.kill()
    process.wait()


def test_a_server_elsewhere_is_asked_with_its_key(
    qtbot: QtBot, tmp_path: Path, http_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_secrets(monkeypatch, tmp_path)
    asking = Asking(
        qtbot, tmp_path, ToolServer("", "Web", "address", address=http_server, is_on=True)
    )
    assert "wants a key" in asking.connect().problem
    (server,) = asking.servers.store.all()
    asking.servers.store.save(server, "sesame")
    asking.servers.end(server.id)
    assert asking.connect().stage == "ready"
    assert asking.call("add", '{"a": 2, "b": 3}').text == "5"
    asking.servers.close()

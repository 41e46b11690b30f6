"""Signing in to an MCP server with a browser, against a server that wants it; and signing out."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlsplit
from urllib.request import urlopen

import pytest
import uvicorn
from pytestqt.qtbot import QtBot

from app.services.tools import connection, service
from app.services.tools.connection import ServerState
from app.services.tools.server import ToolServer
from app.services.tools.store import KEYS_NAME
from tests.support.authorization_server import Authorization
from tests.support.mcp_server import create_server
from tests.support.no_secrets import hide_secrets
from tests.support.tool_servers import servers_with
from tests.support.tool_threads import ToolThread

if TYPE_CHECKING:
    from app.services.tools.messages import CallEnded

PATIENCE_MS = 60_000


@pytest.fixture
def guarded() -> Iterator[Authorization]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    authorization = Authorization(
        create_server(()).streamable_http_app(), f"http://127.0.0.1:{port}"
    )
    server = uvicorn.Server(uvicorn.Config(authorization, port=port, log_level="critical"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield authorization
    server.should_exit = True
    thread.join()


class Browser:
    """Opens addresses as a person's would, and keeps what it is shown."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    def open(self, address: str) -> None:
        threading.Thread(target=self._open, args=(address,)).start()

    def _open(self, address: str) -> None:
        wanted = dict(parse_qsl(urlsplit(address).query))
        port = urlsplit(wanted["redirect_uri"]).port
        for said in (b"", b"GET http://[ HTTP/1.1\r\n\r\n", b"GET /callback?state\xff\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", port)) as early:  # as browsers do
                early.sendall(said)
        with pytest.raises(HTTPError, match="404"):  # any page may go there, without the state
            urlopen(f"{wanted['redirect_uri']}?code=evil&state=evil")
        with urlopen(address) as reply:
            self.pages.append(reply.read().decode())


def test_a_person_signs_in_to_a_server_and_out(
    qtbot: QtBot, tmp_path: Path, guarded: Authorization, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_secrets(monkeypatch, tmp_path)
    for module in (connection, service):
        monkeypatch.setattr(module, "ToolProcess", ToolThread)
    listed = ToolServer("", "Web", "address", address=guarded.origin + "/mcp", is_on=True)
    servers, (server_id,) = servers_with(tmp_path, listed)
    store, browser = servers.store, Browser()
    states: list[ServerState] = []

    def next_state() -> ServerState:
        qtbot.waitUntil(lambda: bool(states), timeout=PATIENCE_MS)
        return states.pop()

    def sign_in() -> ServerState:
        servers.sign_in(store.all()[0], browser.open, states.append)
        return next_state()

    def connect() -> ServerState:
        servers.connect_to(server_id, states.append)
        return next_state()

    # The first time the server says no; the second time it lets the person in.
    problem = sign_in().problem
    assert "could not be signed in to Web" in problem
    assert "The owner said no." in problem
    assert not store.all()[0].is_signed_in
    assert sign_in().stage == "ready"
    qtbot.waitUntil(lambda: store.all()[0].is_signed_in, timeout=PATIENCE_MS)
    assert browser.pages == ["You may close this page and go on in Encore."] * 2
    # Another process goes on with what is kept, and renews it, without a browser.
    before = store.sign_in(server_id)
    assert connect().stage == "ready"
    calls: list[CallEnded] = []
    servers.call(server_id, "add", '{"a": 2, "b": 3}', calls.append)
    qtbot.waitUntil(lambda: bool(calls), timeout=PATIENCE_MS)
    assert calls[0].text == "5"
    assert guarded.told == {"registered": 2, "renewed": 1}
    qtbot.waitUntil(lambda: store.sign_in(server_id) != before, timeout=PATIENCE_MS)
    servers.end(server_id)
    servers.sign_out(server_id)
    assert store.sign_in(server_id) == ""
    assert not (tmp_path / KEYS_NAME).exists()
    qtbot.waitUntil(lambda: guarded.told.get("revoked") == 2, timeout=PATIENCE_MS)
    # Nothing but the request itself is sent unasked.
    assert "wants you to sign in" in connect().problem
    assert guarded.told == {"registered": 2, "renewed": 1, "revoked": 2}
    assert len(browser.pages) == 2
    servers.close()

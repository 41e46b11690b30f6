"""The rows of tool servers in the settings."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.notices import Notices
from app.services.tools import service
from app.services.tools.messages import SignOut
from app.services.tools.server import ToolServer
from app.viewmodels.tools.tool_servers import ToolServersViewModel
from app.widgets.settings.tools_section import ToolsSection
from tests.support.no_secrets import hide_secrets
from tests.support.tool_servers import real_server, servers_with


def test_a_person_may_sign_in_to_an_address_without_a_key_and_out(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_secrets(monkeypatch, tmp_path)
    ordered: list[object] = []

    class Process:
        def __init__(self, *_listeners: object) -> None:
            self.send = ordered.append

    monkeypatch.setattr(service, "ToolProcess", Process)
    address = ToolServer("", "Web", "address", address="https://example.com/mcp")
    servers, (_, web, keyed) = servers_with(tmp_path, real_server(), address, address)
    servers.store.save(servers.store.all()[2], "sesame")
    section = ToolsSection(ToolServersViewModel(servers, Notices()))
    qtbot.addWidget(section)
    assert [row.sign_in.isVisibleTo(section) for row in section.rows] == [False, True, False]
    button = section.rows[1].sign_in
    assert button.text() == "Sign in…"
    assert button.accessibleName() == "Sign in to Web with the browser"
    servers.signed_in.emit(servers.store.keep_sign_in(web, "{}"))
    assert button.text() == "Sign out"
    # What is at another address was not signed in to.
    assert servers.store.sign_in(keyed) == ""
    button.click()
    qtbot.waitUntil(lambda: button.text() == "Sign in…")
    assert ordered == [SignOut("{}")]
    assert servers.store.sign_in(web) == ""
    servers.close()


def test_a_server_that_moves_is_signed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hide_secrets(monkeypatch, tmp_path)
    address = ToolServer("", "Web", "address", address="https://example.com/mcp")
    servers, (web,) = servers_with(tmp_path, address)
    store = servers.store
    store.keep_sign_in(web, "{}")
    store.save(store.all()[0])
    assert store.sign_in(web) == "{}"
    store.save(ToolServer(web, "Web", "address", address="https://evil.example/mcp"))
    assert store.sign_in(web) == ""
    assert not store.all()[0].is_signed_in

"""What may be entered as a tool server, where it is kept, and lists of other programs."""

import json
import stat
import sys
import time
from pathlib import Path

import pytest

from app.services.tools.config_import import read_config
from app.services.tools.server import ToolServer, ToolServerError, checked, headers
from app.services.tools.store import FILE_NAME, KEYS_NAME, ToolServerStore
from tests.support.no_secrets import hide_secrets


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ToolServerStore:
    hide_secrets(monkeypatch, tmp_path)
    return ToolServerStore(tmp_path)


def _http(address: str = "https://tools.example/mcp", **more: object) -> ToolServer:
    return ToolServer("", "Web", "address", address=address, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "server",
    [
        ToolServer("", " ", "command", "npx"),
        ToolServer("", "Files", "command", "  "),
        ToolServer("", "Files", "command", "np\0x"),
        ToolServer("", "Files", "command", "npx", environment={"A=B": "1"}),
        _http("tools.example"),
        _http("ftp://tools.example"),
        _http("https://me:secret@tools.example/mcp"),
        _http("https://tools.example:port/mcp"),
        _http(header="Bad header"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(server: ToolServer) -> None:
    with pytest.raises(ToolServerError) as refused:
        checked(server)
    assert str(refused.value).endswith(".")


def test_a_name_cannot_deceive() -> None:
    assert "\u202e" not in checked(ToolServer("", "a\u202eb\n", "command", "npx")).name


def test_a_server_comes_back_switched_as_it_was(store: ToolServerStore, tmp_path: Path) -> None:
    store.save(ToolServer("", "Files", "command", "npx", ("-y", "files"), {"ROOT": "/home"}))
    (kept,) = ToolServerStore(tmp_path).all()
    assert (kept.command, kept.arguments, kept.environment) == (
        *("npx", ("-y", "files")),
        {"ROOT": "/home"},
    )
    assert not kept.is_on
    store.switch(kept.id, is_on=True)
    assert ToolServerStore(tmp_path).all()[0].is_on
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    store.remove(kept.id)
    assert ToolServerStore(tmp_path).all() == ()


def test_a_key_is_not_in_the_list_and_goes_to_its_own_address_alone(
    store: ToolServerStore, tmp_path: Path
) -> None:
    store.save(_http(), "sesame")
    (kept,) = store.all()
    assert store.key(kept.id) == "sesame"
    assert "sesame" not in (tmp_path / FILE_NAME).read_text()
    assert headers(kept, "sesame") == {"Authorization": "Bearer sesame"}
    store.save(ToolServer(kept.id, "Web", "address", address="https://other.example/mcp"))
    assert store.key(kept.id) is None
    assert not (tmp_path / KEYS_NAME).exists()


def test_a_file_that_cannot_be_read_is_an_empty_list(
    store: ToolServerStore, tmp_path: Path
) -> None:
    (tmp_path / FILE_NAME).write_text("[{}")
    assert store.all() == ()


def test_the_list_of_another_program_is_taken_over_switched_off() -> None:
    config = {
        "mcpServers": {
            "files": {"command": "npx", "args": ["-y", "files", 7], "env": {"A": "b"}},
            "web": {"url": "https://x.example/mcp", "headers": {"Authorization": "Bearer t"}},
            "broken": {"args": []},
        },
        "theme": "dark",
    }
    (files, no_key), (web, key) = read_config(json.dumps(config))
    assert (files.command, files.arguments, no_key) == ("npx", ("-y", "files", "7"), "")
    assert (web.address, web.kind, key) == ("https://x.example/mcp", "address", "Bearer t")
    assert not files.is_on
    assert not web.is_on


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"servers": {"a": {"command": "a"}}}),  # VS Code
        json.dumps({"a": {"command": "a"}}),  # the inner part alone
        json.dumps({"command": "a", "name": "a"}),  # one server
        json.dumps({"mcp": {"servers": {"a": {"command": "a"}}}, "editor.fontSize": 14}),
    ],
)
def test_other_forms_are_understood(text: str) -> None:
    assert [server.name for server, _ in read_config(text)] == ["a"]


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"mcpServers": {}}', "[" * 100_000])
def test_what_is_no_list_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ToolServerError):
        read_config(text)


def test_comments_and_trailing_commas_of_editors_are_no_part_of_it() -> None:
    text = """// Settings // of an editor
    {
      /* "theme": "dark", */
      "context_servers": {
        "a": {"command": "a", "args": ["http://x//y", "/* kept */", ",]", "\\\\",], "env": {},},
        // "b": {"command": "b"},
      },
    } // the end"""
    ((server, _),) = read_config(text)
    assert (server.name, server.arguments) == ("a", ("http://x//y", "/* kept */", ",]", "\\"))


@pytest.mark.parametrize("part", ['\\"', "/*", "//", '"', ",", "/* ", "*/"])
def test_hostile_text_is_refused_at_once(part: str) -> None:
    begun = time.perf_counter()
    for first in ('"', "/*", "{", ""):
        for last in ("", "\\"):
            with pytest.raises(ToolServerError):
                read_config(first + part * (999_000 // len(part)) + last)
    assert time.perf_counter() - begun < 10

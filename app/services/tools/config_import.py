"""Reads the list of MCP servers that other programs keep: JSON with `mcpServers`, or the like.

Editors allow comments and trailing commas in it.
"""

import json
import re
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from app.services.tools.server import AUTHORIZATION, ToolServer, ToolServerError, checked

MAX_CONFIG_LEN = 1_000_000
# What programs call the list: most, then VS Code; Zed.
_LISTS = ("mcpServers", "servers", "context_servers")
# A string is matched to skip it. What is not ended ends with the text, so that time is linear.
_STRING = r'"(?:\\.?|[^"\\])*(?:"|\Z)'
_COMMENTS = re.compile(rf"({_STRING})|//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TRAILING_COMMAS = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)


def read_config(text: str) -> list[tuple[ToolServer, str]]:
    """The servers of `text`, switched off, each with its key, "" for none.

    Raises `ToolServerError` if there are none, or one cannot be kept.
    """
    try:
        content = json.loads(_plain_json(text[: MAX_CONFIG_LEN + 1]))
    except (ValueError, RecursionError) as error:
        raise ToolServerError(
            _words("That is no JSON: copy all of it, from the first brace to the last.")
        ) from error
    found = [_server(name, entry) for name, entry in _entries(content).items()]
    if not found:
        raise ToolServerError(_words("No servers are in it: look for “mcpServers”."))
    return found


def _plain_json(text: str) -> str:
    """JSON without the comments and trailing commas that editors allow."""
    uncommented = _COMMENTS.sub(lambda found: found[1] or " ", text)
    return _TRAILING_COMMAS.sub(lambda found: found[1] or "", uncommented)


def _entries(content: Any) -> dict[str, dict[str, Any]]:
    """The descriptions of servers by name; a list that stands alone counts, too."""
    if not isinstance(content, dict):
        return {}
    if isinstance(content.get("mcp"), dict):  # the settings of VS Code
        content = content["mcp"]
    listed = next(
        (content[name] for name in _LISTS if isinstance(content.get(name), dict)), content
    )
    if _is_entry(listed):
        return {str(listed.get("name", "")) or _words("Tools"): listed}
    return {str(name): entry for name, entry in listed.items() if _is_entry(entry)}


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(value.get(name), str) for name in ("command", "url", "serverUrl", "httpUrl")
    )


def _server(name: str, entry: dict[str, Any]) -> tuple[ToolServer, str]:
    if isinstance(entry.get("command"), str):
        server = ToolServer(
            *("", name, "command", entry["command"]),
            arguments=tuple(map(_text, _items(entry.get("args")))),
            environment={key: _text(value) for key, value in _mapping(entry.get("env")).items()},
        )
        return checked(server), ""
    address = next(_text(entry[key]) for key in ("url", "serverUrl", "httpUrl") if key in entry)
    given = {key: _text(value) for key, value in _mapping(entry.get("headers")).items()}
    header = next((key for key in given if key.lower() == AUTHORIZATION.lower()), "")
    header = header or next(iter(given), AUTHORIZATION)
    server = checked(ToolServer("", name, "address", address=address, header=header))
    return replace(server, header=header), given.get(header, "").strip()


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _words(text: str) -> str:
    return QCoreApplication.translate("Tools", text)

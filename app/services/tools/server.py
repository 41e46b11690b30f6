"""What a tool server is, and what a person may enter for one. Starts nothing."""

import re
from typing import Literal
from urllib.parse import urlsplit
from uuid import uuid4

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from app.services.endpoints.endpoint import is_loopback
from app.services.http_address import split_http_address
from engine.errors import EngineError
from engine.safe_text import clean_line

Kind = Literal["command", "address"]

AUTHORIZATION = "Authorization"
_MAX_NAME_LEN = 60
_MAX_LEN = 4000
_MAX_WORDS = 200
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_VARIABLE = re.compile(r"[^=\x00-\x1f\x7f]{1,200}")


class ToolServerError(EngineError):
    """A tool server cannot be kept, started or asked; the message says what to do."""


class ToolServer(Struct, frozen=True):
    """A server of tools. It is started only while `is_on`, and a chat wants its tools.

    `command`, `arguments` and `environment` are of one that runs here and speaks over its standard
    streams; `address` is of one that speaks HTTP, which gets its key, if `has_key`, in `header`;
    else tokens, once a person has signed in.
    """

    id: str
    name: str
    kind: Kind
    command: str = ""
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = {}
    address: str = ""
    header: str = AUTHORIZATION
    has_key: bool = False
    is_signed_in: bool = False
    is_on: bool = False

    @property
    def place(self) -> str:
        """What runs, or where it is."""
        return self.address or " ".join((self.command, *self.arguments))


def checked(server: ToolServer) -> ToolServer:
    """`server` as it is kept; a new one gets an id. Raises `ToolServerError`."""
    name = clean_line(server.name, _MAX_NAME_LEN)
    if not name:
        raise ToolServerError(_words("Give the server a name, as it is to be called in the list."))
    server_id = server.id or uuid4().hex[:12]
    if server.kind == "address":
        address, header = clean_address(server.address), clean_header(server.header)
        return ToolServer(
            *(server_id, name, server.kind), address=address, header=header, is_on=server.is_on
        )
    command = server.command.strip()
    words = (command, *server.arguments, *server.environment.values())
    if not command or len(words) > _MAX_WORDS or not all(map(_is_word, words)):
        raise ToolServerError(
            _words("That is no command: enter the program that starts the server, such as npx.")
        )
    bad = next((one for one in server.environment if not _VARIABLE.fullmatch(one)), None)
    if bad is not None:
        sentence = _words("“%1” is no variable: write NAME=value, one a line.")
        raise ToolServerError(sentence.replace("%1", clean_line(bad, _MAX_NAME_LEN)))
    return ToolServer(
        *(server_id, name, server.kind, command, server.arguments, server.environment),
        is_on=server.is_on,
    )


def clean_address(text: str) -> str:
    """The address that a person means by `text`. Raises `ToolServerError` if it is none."""
    text = text.strip()
    parts = split_http_address(text, _MAX_LEN)
    if parts is None:
        raise ToolServerError(_words("That is no address: enter one like https://example.com/mcp."))
    if parts.username or parts.password or parts.fragment:
        raise ToolServerError(
            _words("The address may have no password: the key has its own field.")
        )
    return text


def clean_header(text: str) -> str:
    """The header that carries the key. Raises `ToolServerError` if it could not be one."""
    header = text.strip() or AUTHORIZATION
    if not _HEADER.fullmatch(header):
        raise ToolServerError(_words("That is no header: enter a name like Authorization."))
    return header


def clean_key(text: str) -> str:
    """`text` as a key. Raises `ToolServerError` if it could not stand in a header."""
    key = text.strip()
    if not key.isascii() or not key.isprintable():
        raise ToolServerError(_words("That is no key: a key has no accented letters."))
    return key


def headers(server: ToolServer, key: str | None) -> dict[str, str]:
    """The headers of each request to a server; a bare key is a bearer's."""
    if not key:
        return {}
    is_bare = server.header.lower() == AUTHORIZATION.lower() and " " not in key
    return {server.header: f"Bearer {key}" if is_bare else key}


def is_web_address(address: str) -> bool:
    """Whether a browser may be sent to `address`, where a person will enter a password."""
    parts = urlsplit(address)
    is_here = parts.scheme == "http" and is_loopback(parts.hostname or "")
    return (parts.scheme == "https" and bool(parts.hostname)) or is_here


def is_open(address: str) -> bool:
    """Whether what travels to `address` can be read on the way."""
    parts = urlsplit(address)
    return parts.scheme == "http" and not is_loopback(parts.hostname or "")


def _is_word(text: str) -> bool:
    return len(text) <= _MAX_LEN and "\0" not in text


def _words(text: str) -> str:
    return QCoreApplication.translate("Tools", text)

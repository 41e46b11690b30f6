"""What an endpoint is, its address, and how a model of it is named among paths. Asks nobody."""

import ipaddress
from typing import Any
from urllib.parse import quote, unquote, urlsplit
from uuid import uuid4

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from app.services.http_address import split_http_address
from engine.errors import EngineError
from engine.safe_text import clean_line

_PREFIX = "endpoint"
_MAX_ADDRESS_LEN = 2000
_MAX_NAME_LEN = 60
# What people copy along with the address.
_OPERATIONS = ("/chat/completions", "/completions", "/models")

PRESETS: tuple[tuple[str, str], ...] = (
    ("llama.cpp", "http://127.0.0.1:8080/v1"),
    ("vLLM", "http://127.0.0.1:8000/v1"),
    ("Ollama", "http://127.0.0.1:11434/v1"),
    ("LM Studio", "http://127.0.0.1:1234/v1"),
    ("Encore", "http://127.0.0.1:11435/v1"),
)
"""Names and addresses of servers as they come."""


class EndpointError(EngineError):
    """An endpoint could not be asked, or did not answer; the message says what to do."""


class Endpoint(Struct, frozen=True):
    """A server. `address` is the one that `/models` and `/chat/completions` are below.

    `has_key`: a key is kept for it; without one, the keyring need not be opened.
    """

    id: str
    name: str
    address: str
    has_key: bool = False

    @property
    def host(self) -> str:
        """The host's name or number."""
        return urlsplit(self.address).hostname or ""

    @property
    def is_local(self) -> bool:
        """Whether it is on this computer, so that no proxy may stand in between."""
        return is_loopback(self.host)


class EndpointModel(Struct, frozen=True):
    """A model of an endpoint."""

    endpoint_id: str
    model: str

    @property
    def path(self) -> str:
        """What stands in the place of a file's path: a single name on every system."""
        return f"{_PREFIX}:{self.endpoint_id}:{quote(self.model, safe='')}"


class ListedModel(Struct, frozen=True):
    """A model that an endpoint offers. `context_len` is in tokens, None if it does not say."""

    id: str
    context_len: int | None = None

    @property
    def name(self) -> str:
        """Its id; of a path, as some servers have it, the file's name."""
        is_path = self.id.startswith(("/", "\\", ".")) or self.id[1:3] == ":\\"
        return self.id.replace("\\", "/").rstrip("/").rpartition("/")[2] if is_path else self.id


def parse_endpoint_path(path: Any) -> EndpointModel | None:
    """The model that `path` names; None if it is the path of a file."""
    prefix, _, rest = str(path).partition(":")
    endpoint_id, _, model = rest.partition(":")
    if prefix != _PREFIX or not endpoint_id or not model:
        return None
    return EndpointModel(endpoint_id, unquote(model))


def is_loopback(host: str) -> bool:
    """Whether `host` is this computer."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def clean_address(text: str) -> str:
    """The address that a person means by `text`. Raises `EndpointError` if it is none."""
    text = text.strip()
    if "://" not in text:
        text = f"{_guess_scheme(text)}://{text}"
    text = text.rstrip("/")
    parts = split_http_address(text, _MAX_ADDRESS_LEN)
    if parts is None:
        raise EndpointError(_words("That is no address: enter one like http://127.0.0.1:8080."))
    if parts.username or parts.password or parts.query or parts.fragment:
        raise EndpointError(
            _words("The address may have no password and no parameters: the key has its own field.")
        )
    path = parts.path
    for operation in _OPERATIONS:
        path = path.removesuffix(operation)
    return f"{parts.scheme}://{parts.netloc}{path.rstrip('/') or '/v1'}"


def clean_key(text: str) -> str:
    """`text` as a key. Raises `EndpointError` if it could not stand in a header."""
    key = text.strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise EndpointError(_words("That is no key: a key has no spaces and no accented letters."))
    return key


def create_endpoint(name: str, address: str, endpoint_id: str = "") -> Endpoint:
    """A checked endpoint; a new one gets an id. Raises `EndpointError`."""
    name = clean_line(name, _MAX_NAME_LEN)
    if not name:
        raise EndpointError(_words("Give the engine a name, as it is to be called in the list."))
    return Endpoint(endpoint_id or uuid4().hex[:12], name, clean_address(address))


def _guess_scheme(text: str) -> str:
    """Servers at home are rarely encrypted, those with a name in the world are."""
    host = urlsplit(f"//{text}").hostname or "" if text.isascii() else ""
    try:
        is_number = bool(ipaddress.ip_address(host))
    except ValueError:
        is_number = False
    is_near = is_number or is_loopback(host) or "." not in host or host.endswith(".local")
    return "http" if is_near else "https"


def _words(text: str) -> str:
    return QCoreApplication.translate("Endpoints", text)

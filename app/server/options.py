"""How the server listens and what it allows. Knows no engine."""

import hmac
import ipaddress
import socket
from dataclasses import dataclass

from app.storage.api_key import digest_of

LOOPBACK = "127.0.0.1"
MAX_WAITING = 16


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options of one server.

    `port` 0 is any free one. `key_digest` is the `digest_of` the API key, None for no key.
    `allowed_origins` are web pages that may use the server; `max_waiting` is how many answers may
    wait beside those that the model writes at once.
    """

    host: str = LOOPBACK
    port: int = 0
    key_digest: str | None = None
    allowed_origins: tuple[str, ...] = ()
    max_waiting: int = MAX_WAITING

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this computer can connect."""
        return is_loopback(self.host)

    def accepts_key(self, key: str) -> bool:
        """Whether `key` is the API key; compared in constant time."""
        return self.key_digest is None or hmac.compare_digest(digest_of(key), self.key_digest)

    def is_own_name(self, host: str) -> bool:
        """Whether a request for `host`, as in its Host header, is meant for this server.

        A web page can make its own domain name lead here, never an address.
        """
        name = _without_port(host.strip().lower())
        if name == "localhost" or name.endswith(".localhost"):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return not self.is_loopback and name in self._own_names
        return address.is_loopback or not self.is_loopback

    @property
    def _own_names(self) -> set[str]:
        name = socket.gethostname().lower()
        return {self.host.lower(), name, f"{name}.local"} - {""}


def is_loopback(host: str) -> bool:
    """Whether `host` is this computer as only its own programs see it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    name, colon, port = host.rpartition(":")
    return name if colon and (port.isdecimal() or not port) else host

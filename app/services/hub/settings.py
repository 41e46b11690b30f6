"""How the Hub is reached: endpoint, token, proxy, offline or not; and the one place where HTTP clients are made."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from engine.errors import EngineError

if TYPE_CHECKING:
    import httpx2

HUB = "https://huggingface.co"

_TRUE = frozenset({"1", "ON", "YES", "TRUE"})
_DEFAULT_PORTS = {"http": 80, "https": 443}
# Someone without a network should not wait long; a slow line may stall for a while.
_CONNECT_SECONDS = 10.0
_TIMEOUT_SECONDS = 30.0


class HubError(EngineError):
    """The Hub could not be asked, or refused; the message says what to do."""


class OfflineError(HubError):
    """The network is switched off by the person."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} needs the network, which is off: unset HF_HUB_OFFLINE to switch it on."
        )


@dataclass(frozen=True, slots=True)
class HubSettings:
    """How the Hub is reached. `proxy` None: the system's own; secrets stay out of the repr."""

    endpoint: str = HUB
    token: str | None = field(default=None, repr=False)
    proxy: str | None = field(default=None, repr=False)
    is_offline: bool = False


def resolve_hub_settings(
    saved_endpoint: str = "",
    saved_proxy: str = "",
    token: str | None = None,
    environment: Mapping[str, str] = os.environ,
) -> HubSettings:
    """What counts now: `HF_ENDPOINT`, `HF_TOKEN` and `HF_HUB_OFFLINE` win over what is saved."""
    return HubSettings(
        endpoint=_as_address(environment.get("HF_ENDPOINT", "").strip() or saved_endpoint) or HUB,
        token=clean_token(environment.get("HF_TOKEN")) or clean_token(token),
        proxy=_as_address(saved_proxy, "http") or None,
        is_offline=environment.get("HF_HUB_OFFLINE", "").strip().upper() in _TRUE,
    )


def client_options(settings: HubSettings) -> dict[str, Any]:
    """Arguments of `httpx2.Client`: proxy, timeouts, user agent. Certificates are the system's, by default.

    Never the token: a header of the whole client would follow a redirect to another host.
    """
    import httpx2

    return {
        "proxy": settings.proxy,
        "timeout": httpx2.Timeout(_TIMEOUT_SECONDS, connect=_CONNECT_SECONDS),
        "headers": {"User-Agent": f"encore; python/{sys.version_info[0]}.{sys.version_info[1]}"},
    }


def create_http_client(settings: HubSettings, **options: Any) -> "httpx2.Client":
    """A client as `settings` say; `options` win. Raises `HubError` for a proxy that is no address."""
    import httpx2

    try:
        return httpx2.Client(**{**client_options(settings), **options})
    except (ValueError, ImportError, httpx2.InvalidURL) as error:
        # ImportError: a SOCKS proxy, for which a further package would be needed.
        raise HubError(
            "The proxy cannot be used; give the address of an HTTP proxy, like http://host:8080."
        ) from error


def auth_headers(settings: HubSettings, url: str) -> dict[str, str]:
    """The token as a header, only where `url` has the scheme, host and port of the endpoint."""
    if settings.token is None or _origin(url) != _origin(settings.endpoint):
        return {}
    return {"Authorization": f"Bearer {settings.token}"}


def require_online(settings: HubSettings, what: str) -> None:
    """Raise `OfflineError` ("`what` needs the network, …") when the network is switched off."""
    if settings.is_offline:
        raise OfflineError(what)


def gated_sentence(settings: HubSettings, repo_id: str) -> str:
    """What to do before a gated repository can be had."""
    page = f"{settings.endpoint}/{repo_id}"
    if settings.token:
        return f"{repo_id} is gated: accept its terms at {page} with the account of your token."
    return (
        f"{repo_id} is gated: accept its terms at {page}, make a token at"
        f" {settings.endpoint}/settings/tokens and put it into the settings, or into HF_TOKEN."
    )


def clean_token(text: str | None) -> str | None:
    """`text` as a token; None when it is empty or could not stand in a header."""
    token = (text or "").strip()
    is_token = token.isascii() and token.isprintable() and not any(map(str.isspace, token))
    return token if token and is_token else None


def host_of(url: str) -> str:
    """The host and port in `url`, in lower case; "" when it is no address."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def _as_address(text: str, scheme: str = "https") -> str:
    """`text` without its last slash, with a scheme; "" stays."""
    text = text.strip().rstrip("/")
    return f"{scheme}://{text}" if text and "://" not in text else text


def _origin(url: str) -> tuple[str, str | None, int | None]:
    """Scheme, host and port; of what is no address, all that is there, as it stands."""
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname, parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return "", url, None

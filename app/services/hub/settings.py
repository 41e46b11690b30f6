"""How the Hub is reached: endpoint, token, proxy, offline or not. Makes no requests."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from engine.errors import EngineError

HUB = "https://huggingface.co"

_TRUE = frozenset({"1", "ON", "YES", "TRUE"})


class HubError(EngineError):
    """The Hub could not be asked, or refused; the message says what to do."""


class UnreachableError(HubError):
    """This machine has no way to the Hub."""


class OfflineError(UnreachableError):
    """The network is switched off by the person."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} needs the network, which is off: unset HF_HUB_OFFLINE to switch it on."
        )


@dataclass(frozen=True, slots=True)
class HubSettings:
    """How the Hub is reached. `proxy` None: the system's own; secrets stay out of the repr.

    `patience_seconds`: the longest that one answer may take in all, however it trickles.
    """

    endpoint: str = HUB
    token: str | None = field(default=None, repr=False)
    proxy: str | None = field(default=None, repr=False)
    is_offline: bool = False
    patience_seconds: float = 60.0


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

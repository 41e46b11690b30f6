"""Parses what a user pastes: a repository's name or a URL. Makes no requests."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from app.services.hub.names import is_repo_id
from app.services.hub.settings import HUB, HubError, host_of

_HOSTS = frozenset({"huggingface.co", "www.huggingface.co", "hf.co", "hf-mirror.com"})
_VIEWS = frozenset({"blob", "resolve", "raw", "tree"})
_OTHER_KINDS = {"datasets": "data set", "spaces": "Space", "collections": "collection"}


@dataclass(frozen=True, slots=True)
class HubAddress:
    """A repository; `path` if one file was named, `revision` if a version was.

    `label` is a quantization named as in `hf.co/author/name:Q4_K_M`.
    """

    repo_id: str
    revision: str | None = None
    path: str | None = None
    label: str | None = None


def parse_address(text: str, endpoint: str = HUB) -> HubAddress | None:
    """Parse `text`; None when it is a search query rather than an address.

    Accepts author/name, author/name:LABEL and URLs of the Hub, a mirror or `endpoint`,
    down to one file (…/blob/REVISION/FILE, …/resolve/REVISION/FILE).
    Raises `HubError` for other URLs.
    """
    text = text.strip().strip("<>\"'")
    if not text or any(map(str.isspace, text)):
        return None
    plain, _, label = text.partition(":")
    if is_repo_id(plain) and "/" not in label:
        return HubAddress(plain, label=label or None)
    author, _, rest_of_path = text.partition("/")
    name, _, file = rest_of_path.partition("/")
    if is_repo_id(f"{author}/{name}") and file.lower().endswith(".gguf"):
        return HubAddress(f"{author}/{name}", path=file)
    rest = _path_on_hub(text, endpoint)
    return None if rest is None else _parse_path(rest, text)


def _path_on_hub(text: str, endpoint: str) -> str | None:
    """The path of the URL; None when `text` is not a URL."""
    hosts = _HOSTS | {host_of(endpoint)}
    if "://" not in text:
        host, slash, _ = text.partition("/")
        if not slash or host.lower() not in hosts:
            return None
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise HubError(f"{text} is no address; paste one like {HUB}/author/name.") from error
    if parts.scheme not in ("http", "https") or host_of(text) not in hosts:
        raise HubError(f"{text} is not on the Hub; paste an address like {HUB}/author/name.")
    return parts.path


def _parse_path(path: str, text: str) -> HubAddress:
    segments = [unquote(segment) for segment in path.split("/") if segment]
    if segments[:2] == ["api", "models"]:
        segments = segments[2:]
    if segments and segments[0] in _OTHER_KINDS:
        kind = _OTHER_KINDS[segments[0]]
        raise HubError(f"{text} is a {kind}, not a model; paste the address of a model.")
    name, _, label = "/".join(segments[:2]).partition(":")
    if not is_repo_id(name):
        raise HubError(f"{text} names no repository; paste an address like {HUB}/author/name.")
    view, rest = (segments[2], segments[3:]) if len(segments) > 2 else ("", [])
    if view not in _VIEWS or not rest:
        return HubAddress(name, label=label or None)
    # Revisions of pull requests and conversions have three parts.
    num_parts = 3 if rest[0] == "refs" else 1
    file = "/".join(rest[num_parts:])
    is_file = view != "tree" and file.lower().endswith(".gguf")
    return HubAddress(name, "/".join(rest[:num_parts]), file if is_file else None)

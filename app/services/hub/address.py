"""Names of repositories and files: what a user pastes, and whether untrusted ones are sound.

A sound name can be stored and shown by every system. Makes no requests.
"""

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from app.services.hub.settings import HUB, HubError, host_of

_MAX_PATH_LEN, _MAX_DEPTH = 512, 8
_MAX_NAME_BYTES = 240  # file systems allow 255; we append suffixes
_FORBIDDEN = frozenset('\\:*?"<>|')
# Controls, formatting, surrogates, private and unassigned characters, line separators.
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file, whatever follows the first dot
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)
# Part of a repository's name; huggingface_hub/utils/_validators.py.
_REPO_NAME = re.compile(r"(?![-.])(?!.*(--|\.\.))[\w.-]{1,96}(?<![-.])", re.ASCII)

_HOSTS = frozenset({"huggingface.co", "www.huggingface.co", "hf.co", "hf-mirror.com"})
_VIEWS = frozenset({"blob", "resolve", "raw", "tree"})
_OTHER_KINDS = {"datasets": "data set", "spaces": "Space", "collections": "collection"}


def is_repo_id(text: str) -> bool:
    """Whether `text` is author/name as the Hub allows it."""
    parts = text.split("/")
    return len(parts) == 2 and all(map(_REPO_NAME.fullmatch, parts)) and not text.endswith(".git")


def is_sound_repo_id(text: str) -> bool:
    """Whether `text` is author/name, both usable as folder names."""
    return is_repo_id(text) and all(map(_is_sound_name, text.split("/")))


def is_sound_path(path: str) -> bool:
    """Whether `path` stays in its repository and every system can store and show it."""
    names = path.split("/")
    is_short = len(path) <= _MAX_PATH_LEN and len(names) <= _MAX_DEPTH
    return is_short and all(map(_is_sound_name, names))


def fold_path(path: str) -> str:
    """Equal for paths that are one file where case and Unicode normalization do not count."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _is_sound_name(name: str) -> bool:
    if not name or name.startswith(".") or name[-1] in ". " or name[0] == " ":
        return False
    if any(char in _FORBIDDEN or unicodedata.category(char) in _UNSEEN_CATEGORIES for char in name):
        return False
    return len(name.encode()) <= _MAX_NAME_BYTES and not _is_device(name)


def _is_device(name: str) -> bool:
    return name.partition(".")[0].rstrip(" ").casefold() in _DEVICES


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

"""Checks untrusted names of repositories and files: can every system store and display them?"""

import re
import unicodedata

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

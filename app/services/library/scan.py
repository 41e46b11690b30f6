"""Walks a folder for GGUF files that are whole as far as names tell. Opens none of them."""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

_MAX_DEPTH = 10
_HIDDEN_ON_WINDOWS = getattr(stat, "FILE_ATTRIBUTE_HIDDEN", 0)
# What download programs put beside, or before the name of, a file that is not finished.
_UNFINISHED_SUFFIXES = (".aria2", ".part", ".crdownload")
_UNFINISHED_PREFIXES = ("downloading_",)


def gguf_files(folder: Path) -> Iterator[Path]:
    """Every `*.gguf` below `folder` that is not hidden, empty or visibly unfinished, in no order.

    Links are followed, each folder is entered once. What cannot be read, or goes away meanwhile, is
    left out.
    """
    visited: set[tuple[int, int]] = set()
    pending = [(folder, 0)]
    while pending:
        current, depth = pending.pop()
        entries = _entries(current, visited)
        names = {entry.name for entry in entries}
        for entry in entries:
            with contextlib.suppress(OSError):
                if _is_hidden(entry):
                    continue
                if entry.is_dir():
                    if depth < _MAX_DEPTH:
                        pending.append((Path(entry.path), depth + 1))
                elif _is_model_name(entry.name, names) and _is_file_with_content(entry):
                    yield Path(entry.path)


def identity(path: Path) -> tuple[int, int] | None:
    """The same for all names and links of one file; None when it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def is_folder(path: Path) -> bool:
    """Whether a folder is there and can be looked at; never raises."""
    return os.path.isdir(path)  # noqa: PTH112  Path.is_dir raises where permission is lacking


def _entries(folder: Path, visited: set[tuple[int, int]]) -> list[os.DirEntry[str]]:
    place = identity(folder)
    if place is None or place in visited:
        return []
    visited.add(place)
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _is_hidden(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith((".", "$")):
        return True
    attributes = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    return bool(attributes & _HIDDEN_ON_WINDOWS)


def _is_model_name(name: str, names: set[str]) -> bool:
    if not name.lower().endswith(".gguf") or name.startswith(_UNFINISHED_PREFIXES):
        return False
    return not any(name + suffix in names for suffix in _UNFINISHED_SUFFIXES)


def _is_file_with_content(entry: os.DirEntry[str]) -> bool:
    status = entry.stat()
    return stat.S_ISREG(status.st_mode) and status.st_size > 0

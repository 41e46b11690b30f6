"""Finds the models in a folder, and measures the space that they take. Opens none."""

import contextlib
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.services.library.entry import ModelEntry, Origin

_MAX_DEPTH = 10
_HIDDEN_ON_WINDOWS = getattr(stat, "FILE_ATTRIBUTE_HIDDEN", 0)
# Suffixes and prefixes of unfinished downloads.
_UNFINISHED_SUFFIXES = (".aria2", ".part", ".crdownload")
_UNFINISHED_PREFIXES = ("downloading_",)

_STAT_BLOCK_BYTES = 512


def find_models(folder: Path) -> Iterator[Path]:
    """All `*.gguf` below `folder` that are not hidden, empty or unfinished by name, unordered.

    Of folders, with `folder` itself, those with the safetensors of a drafter, known from their
    config.json. Follows links and enters each folder once. Skips unreadable files and those that
    disappear.
    """
    # Imported here: the window must not wait for it.
    from engine.gguf.drafter_folder import is_drafter_folder

    visited: set[tuple[int, int]] = set()
    pending = [(folder, 0)]
    while pending:
        current, depth = pending.pop()
        entries = _entries(current, visited)
        names = {entry.name for entry in entries}
        if any(name.endswith(".safetensors") for name in names) and is_drafter_folder(current):
            yield current
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
    """Equal for all names and links of one file; None if missing."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def is_folder(path: Path) -> bool:
    """Whether a readable folder is there; never raises."""
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


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """Disk space in bytes, on the disk of `folder`.

    `models_bytes` counts the models in the folder, `unfinished_bytes` partial downloads there,
    `elsewhere_bytes` the models used in place, on any disk. None: unknown.
    """

    folder: Path
    models_bytes: int
    unfinished_bytes: int
    elsewhere_bytes: int
    free_bytes: int | None
    total_bytes: int | None


def measure_disk_space(folder: Path, entries: Iterable[ModelEntry]) -> DiskSpace:
    """Add up `entries`, each file once, and query the disk of `folder` or its nearest parent."""
    own = elsewhere = 0
    seen: set[tuple[int, int]] = set()
    for entry in entries:
        for path in entry.paths:
            place = identity(path)
            if place is None or place in seen:
                continue
            seen.add(place)
            if entry.origin is Origin.MODELS_FOLDER and not path.is_symlink():
                own += path.stat().st_size
            else:
                elsewhere += path.stat().st_size
    there = next((each for each in (folder, *folder.parents) if each.is_dir()), None)
    try:
        usage = shutil.disk_usage(there) if there else None
    except OSError:
        usage = None
    return DiskSpace(
        folder,
        own,
        _unfinished_bytes(folder),
        elsewhere,
        usage.free if usage else None,
        usage.total if usage else None,
    )


def _unfinished_bytes(folder: Path) -> int:
    """The allocated bytes of hidden folders in `folder`, whose files may be sparse."""
    num_bytes = 0
    for hidden in folder.glob(".*"):
        for current, _, names in os.walk(hidden):
            for name in names:
                try:
                    status = Path(current, name).stat()
                except OSError:
                    continue
                blocks = getattr(status, "st_blocks", None)
                num_bytes += status.st_size if blocks is None else blocks * _STAT_BLOCK_BYTES
    return num_bytes

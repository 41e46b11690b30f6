"""Imports model files into the models folder by link or copy, each atomically."""

import contextlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from app.domain import size_in_words
from app.services.library.entry import ModelEntry
from app.services.library.foreign_caches import digest_in_name
from app.services.library.verification import CHUNK_BYTES, OnProgress, ProgressCounter, no_progress
from engine.errors import RequestError

RESERVE_BYTES = 256 << 20
"""Bytes left free on a disk for other programs and our records."""

_PREFIX = ".copy-"
_ABANDONED_SECONDS = 3600
_UNSAFE = re.compile(r"[^\w.+-]+")


def names_in_folder(paths: Sequence[Path], listed_name: str | None = None) -> dict[str, Path]:
    """File names in the models folder for `paths`, the parts of one model.

    A missing suffix is added; a blob is named after its listed name.
    """
    names: dict[str, Path] = {}
    for path in paths:
        name = path.name
        if path.suffix.lower() != ".gguf":
            if listed_name and digest_in_name(path):
                name = _UNSAFE.sub("-", listed_name.partition("/")[2])
            name += ".gguf"
        names[name] = path
    return names


def check_names(names: Iterable[str], folder: Path, entries: Iterable[ModelEntry]) -> None:
    """Raises `RequestError` when a model of ours or a file in `folder` has one of the names."""
    taken = {Path(entry.name).name for entry in entries if not entry.is_read_only}
    for name in names:
        if name in taken or os.path.lexists(folder / name):
            raise RequestError(f"There is another model called {name}; rename one of the two.")


def link_files(sources: Mapping[str, Path], folder: Path) -> None:
    """Create hard links in `folder` to `sources`, by name; symbolic ones across disks.

    Raises OSError, and `RequestError` if neither works.
    """
    with temporary_folder(folder, _PREFIX) as temporary:
        for name, source in sources.items():
            _link(source, temporary / name)
        _move_all(sources, temporary, folder)


def copy_files(
    sources: Mapping[str, Path], folder: Path, on_progress: OnProgress = no_progress
) -> None:
    """Copy `sources` into `folder`, by name. Raises OSError, `RequestError` if the disk is full."""
    total_bytes = sum(source.stat().st_size for source in sources.values())
    free_bytes = shutil.disk_usage(folder).free
    if free_bytes < total_bytes + RESERVE_BYTES:
        raise RequestError(
            f"{next(iter(sources))} needs {size_in_words(total_bytes)}, but the disk of {folder} has "
            f"{size_in_words(free_bytes)} free; make room, or use the file where it is."
        )
    counter = ProgressCounter(total_bytes, on_progress)
    with temporary_folder(folder, _PREFIX) as temporary:
        for name, source in sources.items():
            _copy(source, temporary / name, counter.add)
        _move_all(sources, temporary, folder)


def _link(source: Path, target: Path) -> None:
    original = source.resolve(strict=True)
    try:
        os.link(original, target)
    except OSError:
        try:
            target.symlink_to(original)
        except OSError as error:
            raise RequestError(
                f"{source.name} cannot be linked from another disk here "
                f"({error.strerror or error}); copy it, or use it where it is."
            ) from error


def _copy(source: Path, target: Path, on_bytes: Callable[[int], None]) -> None:
    with source.open("rb") as reader, target.open("wb") as writer:
        while chunk := reader.read(CHUNK_BYTES):
            writer.write(chunk)
            on_bytes(len(chunk))
        writer.flush()
        os.fsync(writer.fileno())
    shutil.copystat(source, target)


def _move_all(names: Iterable[str], temporary: Path, folder: Path) -> None:
    for name in names:
        (temporary / name).replace(folder / name)


@contextlib.contextmanager
def temporary_folder(folder: Path, prefix: str) -> Iterator[Path]:
    """A hidden temporary folder beside the models; also removes those that a crash left behind."""
    for old in folder.glob(f"{prefix}*"):
        ages = [time.time() - each.stat().st_mtime for each in (old, *old.iterdir())]
        if min(ages) > _ABANDONED_SECONDS:
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=folder) as name:
        yield Path(name)

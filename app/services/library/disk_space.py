"""Measures the disk space of models. Opens no file."""

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.services.library.entry import ModelEntry, Origin
from app.services.library.scan import identity

_STAT_BLOCK_BYTES = 512


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

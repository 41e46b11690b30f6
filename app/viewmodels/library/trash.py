"""Moves files to the desktop's trash, and back from it."""

import shutil
from pathlib import Path

from PySide6.QtCore import QFile

_INFO_FOLDER, _INFO_SUFFIX = "info", ".trashinfo"
_CONTENT_PREFIX, _INFO_PREFIX = "$R", "$I"


def move_to_trash(path: Path) -> Path:
    """Move a file to the trash; returns where it is there. Raises OSError."""
    file = QFile(str(path))
    if not file.moveToTrash():
        raise OSError(0, "the desktop has no trash for this disk; delete it in the file manager")
    return Path(file.fileName())


def take_from_trash(place: Path, path: Path) -> None:
    """Move the file at `place` in the trash to `path`. Raises OSError."""
    shutil.move(place, path)
    _note_of(place).unlink(missing_ok=True)


def _note_of(place: Path) -> Path:
    """What the desktop keeps beside a file in its trash, so that it can be restored."""
    if place.name.startswith(_CONTENT_PREFIX):  # Windows
        return place.with_name(_INFO_PREFIX + place.name.removeprefix(_CONTENT_PREFIX))
    return place.parent.parent / _INFO_FOLDER / (place.name + _INFO_SUFFIX)

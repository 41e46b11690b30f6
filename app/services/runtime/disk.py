"""The disk that the libraries go to: its free room, and what antivirus programs hold."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

_PATIENCE_SECONDS = 30.0
_RETRY_SECONDS = 0.25

T = TypeVar("T")


def free_bytes(folder: Path) -> int:
    """The free room of the disk of `folder`, which need not exist yet."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def patiently(act: Callable[[], T], patience_seconds: float = _PATIENCE_SECONDS) -> T:
    """`act()`, tried again while something is denied: antivirus programs hold new files on Windows.

    Raises the last OSError.
    """
    leave_at = time.monotonic() + patience_seconds
    while True:
        try:
            return act()
        except PermissionError:
            if time.monotonic() >= leave_at:
                raise
            time.sleep(_RETRY_SECONDS)


def flush_to_disk(folder: Path) -> None:
    """Let the files in `folder` survive a power cut. Raises OSError."""
    if hasattr(os, "sync"):
        os.sync()  # at once: one by one, thousands of files take minutes
        return
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("r+b") as file:
                os.fsync(file.fileno())

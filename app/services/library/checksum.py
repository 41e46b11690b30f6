"""SHA-256 of large files, with progress. An exception that `on_progress` raises ends the work and is passed on."""

import hashlib
from collections.abc import Callable
from pathlib import Path

OnProgress = Callable[[int, int], None]
"""Called with the bytes done and the bytes in all, on the thread that works."""

CHUNK_BYTES = 4 << 20


def no_progress(_done_bytes: int, _total_bytes: int) -> None:
    """For whoever does not watch."""


def file_sha256(path: Path, on_bytes: Callable[[int], None] = lambda _num_bytes: None) -> str:
    """The SHA-256 of `path` in hex; `on_bytes` gets the length of each piece read. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            on_bytes(len(chunk))
    return digest.hexdigest()


class ProgressCounter:
    """Adds up pieces of work for an `OnProgress`."""

    def __init__(self, total_bytes: int, on_progress: OnProgress) -> None:
        self._total_bytes = total_bytes
        self._on_progress = on_progress
        self._done_bytes = 0
        on_progress(0, total_bytes)

    def add(self, num_bytes: int) -> None:
        """So much more is done."""
        self._done_bytes = min(self._done_bytes + num_bytes, self._total_bytes)
        self._on_progress(self._done_bytes, self._total_bytes)

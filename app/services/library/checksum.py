"""SHA-256 of large files, with progress. Exceptions of `on_progress` abort and propagate."""

import hashlib
from collections.abc import Callable
from pathlib import Path

OnProgress = Callable[[int, int], None]
"""Called with the bytes done and the total, on the working thread."""

CHUNK_BYTES = 4 << 20


def no_progress(_done_bytes: int, _total_bytes: int) -> None:
    """The default that ignores progress."""


def file_sha256(path: Path, on_bytes: Callable[[int], None] = lambda _num_bytes: None) -> str:
    """The SHA-256 of `path` in hex; `on_bytes` gets the length of each chunk. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            on_bytes(len(chunk))
    return digest.hexdigest()


class ProgressCounter:
    """Adds up bytes for an `OnProgress`."""

    def __init__(self, total_bytes: int, on_progress: OnProgress) -> None:
        self._total_bytes = total_bytes
        self._on_progress = on_progress
        self._done_bytes = 0
        on_progress(0, total_bytes)

    def add(self, num_bytes: int) -> None:
        """Count `num_bytes` more as done."""
        self._done_bytes = min(self._done_bytes + num_bytes, self._total_bytes)
        self._on_progress(self._done_bytes, self._total_bytes)

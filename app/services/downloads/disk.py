"""Checks disk space and describes disk errors."""

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain import size_in_words
from app.services.downloads.errors import DownloadError

_MEGABYTE = 1_000_000
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC})


def require_room(folder: Path, needed_bytes: int, reserve_bytes: int, what: str) -> None:
    """Raise `DownloadError` unless `folder` has `needed_bytes` and the reserve free."""
    free = shutil.disk_usage(folder).free
    missing = needed_bytes + reserve_bytes - free
    if missing > 0:
        enough = -(-missing // _MEGABYTE) * _MEGABYTE
        raise DownloadError(
            f"The disk of {folder} has too little room for {what}: free {size_in_words(enough)} "
            "more, then try again; what was fetched is kept."
        )


def unallocated_bytes(path: Path, size: int) -> int:
    """The disk space still to be allocated for a file of `size` bytes."""
    return max(0, size - allocated_bytes(path)) if path.exists() else size


def allocated_bytes(path: Path) -> int:
    """The disk space that a file takes."""
    status = path.stat()
    # Without block counts, a file takes its whole length from the start.
    num_blocks: int | None = getattr(status, "st_blocks", None)
    return status.st_size if num_blocks is None else num_blocks * 512


@contextmanager
def disk_told_plainly(folder: Path, what: str) -> Iterator[None]:
    """Turn disk errors into a `DownloadError`."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise DownloadError(
                f"The disk of {folder} is full: free some room for {what}, then try again; "
                "what was fetched is kept."
            ) from error
        if error.errno == errno.EFBIG:
            raise DownloadError(
                f"The disk of {folder} cannot hold a file as large as {what}; "
                "move the models to another disk."
            ) from error
        raise DownloadError(
            f"{what} cannot be written to {folder}: {error.strerror or error}."
        ) from error

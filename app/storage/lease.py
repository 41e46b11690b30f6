"""Tracks the processes that have the conversations open, by file locks that end with them."""

import contextlib
import logging
import uuid
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from app.storage.private_files import PRIVATE_FILE, make_private_folder

_log = logging.getLogger(__name__)

_SUFFIX = ".lock"
_OPENING = "opening"
_OPENING_SECONDS = 20.0


class Lease:
    """Marks this process as alive in `folder`; `owner` identifies it.

    Create it, and call `has_others`, within `opening`. On file systems without locks, all other
    processes count as ended.
    """

    def __init__(self, folder: Path) -> None:
        """Raises OSError when the folder is unusable."""
        make_private_folder(folder)
        self.owner = uuid.uuid4().hex
        self._folder = folder
        self._lock = _lock_of(folder, self.owner)
        _take(self._lock)

    def is_alive(self, owner: str | None) -> bool:
        """Whether the process with the id `owner` is alive; False for None."""
        if owner is None or owner == self.owner:
            return owner is not None
        if not _path_of(self._folder, owner).is_file():
            return False
        lock = _lock_of(self._folder, owner)
        try:
            if not _take(lock):
                return True
            lock.release()
        except OSError:
            _log.warning("cannot tell whether %s is alive", owner, exc_info=True)
        return False

    def has_others(self) -> bool:
        """Whether another process is alive; removes the lock files of ended ones."""
        has_others = False
        for path in self._folder.glob(f"*{_SUFFIX}"):
            if path.stem in (self.owner, _OPENING):
                continue
            if self.is_alive(path.stem):
                has_others = True
            else:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
        return has_others

    def release(self) -> None:
        """Release the lock: this process owns nothing any more."""
        self._lock.release()
        with contextlib.suppress(OSError):
            _path_of(self._folder, self.owner).unlink(missing_ok=True)


@contextlib.contextmanager
def opening(folder: Path) -> Iterator[None]:
    """Lets one process at a time open, check and migrate. Raises OSError after a timeout."""
    make_private_folder(folder)
    lock = _lock_of(folder, _OPENING)
    if not _take(lock, _OPENING_SECONDS):
        raise TimeoutError("another window has been opening them for too long")
    try:
        yield
    finally:
        lock.release()


def _path_of(folder: Path, name: str) -> Path:
    return folder / f"{name}{_SUFFIX}"


def _lock_of(folder: Path, name: str) -> FileLock:
    return FileLock(_path_of(folder, name), mode=PRIVATE_FILE, thread_local=False)


def _take(lock: FileLock, timeout_seconds: float = 0.0) -> bool:
    """False when another process holds the lock. Raises OSError."""
    try:
        lock.acquire(timeout=timeout_seconds)
    except Timeout:
        return False
    except NotImplementedError:
        # Versions of the library differ here; without locks there is no protection.
        _log.warning("%s is on a file system without locks", lock.lock_file)
    return True

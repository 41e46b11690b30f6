"""The part file: has its full size from the start and is filled by many threads.

A sidecar records written bytes. A killed program loses `MAX_UNRECORDED_BYTES` per writer at most.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from app.services.downloads.errors import StoppedError
from app.services.downloads.ranges import Range, RangeSet
from app.services.downloads.sidecar import Identity, Sidecar, read_sidecar

MAX_UNRECORDED_BYTES = 64 << 10
# For slow connections.
_MAX_UNRECORDED_SECONDS = 0.5
_SYNC_BYTES = 16 << 20
_SYNC_SECONDS = 1.0

_log = logging.getLogger(__name__)


def sidecar_path(part: Path) -> Path:
    """The path of a part file's sidecar."""
    return part.with_suffix(".ranges")


def read_done_bytes(part: Path) -> int:
    """The number of bytes in the part file, according to its sidecar."""
    saved = read_sidecar(sidecar_path(part))
    return saved[1].num_bytes if saved is not None and part.is_file() else 0


def discard(part: Path) -> None:
    """Make the next transfer start over; it overwrites the bytes."""
    sidecar_path(part).unlink(missing_ok=True)


class PartFile:
    """A part file open for writing. Existing bytes are kept if they belong to the same remote file.

    `was_replaced` says that they did not and were dropped. `on_sync` is called now and then by a
    writing thread, and may raise. The constructor and writing raise `OSError`.
    """

    def __init__(
        self, path: Path, identity: Identity, on_sync: Callable[[], None] = lambda: None
    ) -> None:
        self.path, self.identity = path, identity
        self.generation = 0
        saved = _read_saved(path)
        is_same = saved is not None and saved[0] == identity
        self.was_replaced = saved is not None and not is_same and saved[1].num_bytes > 0
        self._ranges = saved[1] if saved is not None and is_same else RangeSet()
        self._on_sync = on_sync
        self._lock = threading.Lock()
        self._writers: list[PartWriter] = []
        self._done_bytes = self._ranges.num_bytes
        self._unsynced_bytes = 0
        self._synced_at = time.monotonic()
        self._is_syncing = False
        if not is_same:
            discard(path)
        with path.open("ab") as file:
            file.truncate(identity.size)
            os.fsync(file.fileno())
        self._sidecar = Sidecar(sidecar_path(path), identity, self._ranges)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def done_bytes(self) -> int:
        """The number of bytes written."""
        return self._done_bytes

    def prefix(self) -> tuple[int, int]:
        """How often the file was restarted, and how many contiguous bytes it has from its start."""
        with self._lock:
            return self.generation, self._ranges.prefix_bytes

    def missing(self) -> list[Range]:
        """The missing ranges, in order."""
        with self._lock:
            return self._ranges.missing(self.identity.size)

    def create_writer(self) -> "PartWriter":
        """A writer for one thread."""
        writer = PartWriter(self)
        with self._lock:
            self._writers.append(writer)
        return writer

    def clear(self) -> None:
        """Start over with an empty file."""
        with self._lock:
            self._ranges, self._done_bytes = RangeSet(), 0
            self.generation += 1
            self._sidecar.rewrite(self._ranges, self._ranges)

    def close(self) -> None:
        """Record written bytes and close the files; threads that still write get `StoppedError`."""
        with self._lock:
            writers, self._writers = self._writers, []
        for writer in writers:
            writer.close()
        with self._lock:
            self._sidecar.close()

    def record(self, start: int, end: int, descriptor: int) -> None:
        """Note that a writer, given by its file descriptor, wrote these bytes."""
        with self._lock:
            self._sidecar.append(start, end)
            self._ranges.add(start, end)
            self._done_bytes = self._ranges.num_bytes
            self._unsynced_bytes += end - start
            is_due = (
                not self._is_syncing
                and self._unsynced_bytes >= _SYNC_BYTES
                and time.monotonic() - self._synced_at >= _SYNC_SECONDS
            )
            if not is_due:
                return
            self._is_syncing = True
            generation, synced = self.generation, RangeSet(self._ranges)
            self._unsynced_bytes = 0
        try:
            self._sync(descriptor, generation, synced)
        finally:
            self._is_syncing = False
            self._synced_at = time.monotonic()

    def _sync(self, descriptor: int, generation: int, synced: RangeSet) -> None:
        self._on_sync()
        os.fsync(descriptor)
        with self._lock:
            if generation != self.generation:
                return
            try:
                self._sidecar.rewrite(synced, self._ranges)
            except PermissionError:
                # On Windows a virus scanner may hold it; the old sidecar stays in use.
                _log.info("the sidecar of %s could not be replaced", self.path, exc_info=True)


class PartWriter:
    """Writes on one thread; another thread may close it."""

    def __init__(self, part: PartFile) -> None:
        self._part = part
        self._file = part.path.open("r+b", buffering=0)
        self._lock = threading.Lock()
        self._start = self._end = 0
        self._recorded_at = time.monotonic()

    def write(self, offset: int, data: bytes) -> None:
        """Write `data` at `offset`; raises `OSError`, or `StoppedError` after `close`."""
        with self._lock:
            if self._file.closed:
                raise StoppedError
            if offset != self._end:
                self._record()
                self._file.seek(offset)
                self._start = self._end = offset
            view = memoryview(data)
            while view:
                num_bytes = self._file.write(view)
                view = view[num_bytes:]
            self._end += len(data)
            num_bytes, seconds = self._end - self._start, time.monotonic() - self._recorded_at
            if num_bytes >= MAX_UNRECORDED_BYTES or seconds >= _MAX_UNRECORDED_SECONDS:
                self._record()

    def flush(self) -> None:
        """Record the written bytes."""
        with self._lock:
            if not self._file.closed:
                self._record()

    def close(self) -> None:
        """Record the written bytes, if possible, and close the file."""
        with self._lock:
            try:
                if not self._file.closed:
                    self._record()
            except OSError:
                _log.info(
                    "%s: the last bytes could not be recorded", self._part.path, exc_info=True
                )
            finally:
                self._file.close()

    def _record(self) -> None:
        start, self._start = self._start, self._end
        self._recorded_at = time.monotonic()
        if start < self._end:
            self._part.record(start, self._end, self._file.fileno())


def _read_saved(path: Path) -> tuple[Identity, RangeSet] | None:
    """The saved state, if part file and sidecar belong together."""
    saved = read_sidecar(sidecar_path(path))
    if saved is None or not path.is_file() or path.stat().st_size != saved[0].size:
        return None
    return saved

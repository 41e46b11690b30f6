"""The part file: as long as the whole from the start, filled from many threads, with a sidecar of what is there.

Knows no network. Of what a killed program wrote, each writer loses `MAX_UNRECORDED_BYTES` at most.
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
# Where bytes trickle.
_MAX_UNRECORDED_SECONDS = 0.5
_SYNC_BYTES = 16 << 20
_SYNC_SECONDS = 1.0

_log = logging.getLogger(__name__)


def sidecar_path(part: Path) -> Path:
    """Where the sidecar of a part file is."""
    return part.with_suffix(".ranges")


def read_done_bytes(part: Path) -> int:
    """How many bytes of the part file are there, as its sidecar says."""
    saved = read_sidecar(sidecar_path(part))
    return saved[1].num_bytes if saved is not None and part.is_file() else 0


def discard(part: Path) -> None:
    """Let the next transfer begin anew; the bytes stay until it does."""
    sidecar_path(part).unlink(missing_ok=True)


class PartFile:
    """Open for writing. What is there already is kept when it is of the same file on the server.

    `was_replaced` says that it was not, so that bytes were lost. `on_sync` is called now and then by a
    thread that writes, and may raise. Raises `OSError`, here and while writing.
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
        """How many bytes are there."""
        return self._done_bytes

    def prefix(self) -> tuple[int, int]:
        """How often the file began anew, and how many bytes are there from its beginning."""
        with self._lock:
            return self.generation, self._ranges.prefix_bytes

    def missing(self) -> list[Range]:
        """What is not there yet, in order."""
        with self._lock:
            return self._ranges.missing(self.identity.size)

    def create_writer(self) -> "PartWriter":
        """A handle for one thread."""
        writer = PartWriter(self)
        with self._lock:
            self._writers.append(writer)
        return writer

    def clear(self) -> None:
        """Begin anew: nothing is there."""
        with self._lock:
            self._ranges, self._done_bytes = RangeSet(), 0
            self.generation += 1
            self._sidecar.rewrite(self._ranges, self._ranges)

    def close(self) -> None:
        """Record what was written and let go of the files; a thread that still writes is told `StoppedError`."""
        with self._lock:
            writers, self._writers = self._writers, []
        for writer in writers:
            writer.close()
        with self._lock:
            self._sidecar.close()

    def record(self, start: int, end: int, descriptor: int) -> None:
        """Note that a writer, by its file descriptor, wrote these bytes."""
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
                # Windows, while a virus scanner looks at it; the old one goes on.
                _log.info("the sidecar of %s could not be replaced", self.path, exc_info=True)


class PartWriter:
    """Writes in one thread; may be closed by another."""

    def __init__(self, part: PartFile) -> None:
        self._part = part
        self._file = part.path.open("r+b", buffering=0)
        self._lock = threading.Lock()
        self._start = self._end = 0
        self._recorded_at = time.monotonic()

    def write(self, offset: int, data: bytes) -> None:
        """Put `data` at `offset`; raises `OSError`, or `StoppedError` when the part file was closed."""
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
        """Record what was written."""
        with self._lock:
            if not self._file.closed:
                self._record()

    def close(self) -> None:
        """Record what was written, if that is possible, and let go of the file."""
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
    """What is there, if part file and sidecar belong together."""
    saved = read_sidecar(sidecar_path(path))
    if saved is None or not path.is_file() or path.stat().st_size != saved[0].size:
        return None
    return saved

"""The part file: has its full size from the start and is filled by many threads.

Its sidecar identifies the remote file and records the bytes written. A killed program loses
`MAX_UNRECORDED_BYTES` per writer at most.

The sidecar is a line of JSON, then a line "start end" per written range, and a line "synced" once
everything above it is synced to disk. Lines are appended after their bytes, so never ahead.
Unsynced ranges count until the machine restarts: a power cut loses little, a crash nothing.
"""

import logging
import os
import threading
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

import msgspec
import psutil

from app.services.downloads.errors import StoppedError
from app.storage.private_files import replace_privately

Range = tuple[int, int]
"""Start and end (exclusive) of a byte range."""

FORMAT = 1
_SYNCED = "synced"
# Setting the clock shifts the boot time; at worst a few bytes are fetched twice.
_SAME_START_SECONDS = 5
MAX_UNRECORDED_BYTES = 64 << 10
# For slow connections.
_MAX_UNRECORDED_SECONDS = 0.5
_SYNC_BYTES = 16 << 20
_SYNC_SECONDS = 1.0
_log = logging.getLogger(__name__)


class RangeSet:
    """Bytes of a file as sorted ranges that neither overlap nor touch."""

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in ranges:
            self.add(start, end)

    def __iter__(self) -> Iterator[Range]:
        return zip(self._starts, self._ends, strict=True)

    @property
    def num_bytes(self) -> int:
        """The number of bytes in the set."""
        return sum(self._ends) - sum(self._starts)

    @property
    def prefix_bytes(self) -> int:
        """The number of contiguous bytes from the start of the file."""
        return self._ends[0] if self._starts and self._starts[0] == 0 else 0

    def add(self, start: int, end: int) -> None:
        """Add the bytes from `start` up to `end`; raises `ValueError` for an invalid range."""
        if not 0 <= start < end:
            raise ValueError(f"{start}-{end} is no range of bytes")
        # Ranges first to last - 1 overlap or touch the new one.
        first = bisect_left(self._ends, start)
        last = bisect_right(self._starts, end)
        if first < last:
            start = min(start, self._starts[first])
            end = max(end, self._ends[last - 1])
        self._starts[first:last] = [start]
        self._ends[first:last] = [end]

    def missing(self, size: int) -> list[Range]:
        """The gaps of a file of `size` bytes, in order."""
        gaps = []
        position = 0
        for start, end in self:
            if start > position:
                gaps.append((position, min(start, size)))
            position = end
        if position < size:
            gaps.append((position, size))
        return [gap for gap in gaps if gap[0] < gap[1]]


@dataclass(frozen=True, slots=True)
class Identity:
    """A file on the server: its size, and the tag that changes with its content ("" if unknown)."""

    size: int
    etag: str


class _Header(msgspec.Struct):
    size: int
    etag: str
    machine_start: int
    format: int = FORMAT


class Sidecar:
    """A sidecar open for appending; replaces a file at `path`. `synced` is on disk."""

    def __init__(self, path: Path, identity: Identity, synced: RangeSet) -> None:
        self._path = path
        header = _Header(identity.size, identity.etag, _machine_start())
        self._header = msgspec.json.encode(header).decode()
        self._file: IO[bytes] | None = None
        self.rewrite(synced, RangeSet())

    def append(self, start: int, end: int) -> None:
        """Note that these bytes are written."""
        if self._file is None:
            # An earlier `rewrite` could not replace the file.
            self._file = self._path.open("ab", buffering=0)
        self._file.write(b"%d %d\n" % (start, end))

    def rewrite(self, synced: RangeSet, written: RangeSet) -> None:
        """Replace the file by a short one: `synced` is on disk, `written` is written.

        Raises `OSError`; the old file then stays in use.
        """
        lines = [self._header, *_lines(synced), _SYNCED, *_lines(written), ""]
        self.close()
        replace_privately(self._path, "\n".join(lines).encode())
        self._file = self._path.open("ab", buffering=0)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def read_sidecar(path: Path) -> tuple[Identity, RangeSet] | None:
    """The contents of the sidecar at `path`; None when it is missing or unreadable."""
    try:
        first, *lines = path.read_bytes().split(b"\n")
        header = msgspec.json.decode(first, type=_Header)
    except (OSError, msgspec.DecodeError):
        return None
    if header.format != FORMAT:
        return None
    written, synced = RangeSet(), RangeSet()
    # The last line is empty, or was being written when the program ended.
    for line in lines[:-1]:
        if line == _SYNCED.encode():
            synced = RangeSet(written)
        elif not _add_line(written, line, header.size):
            break
    is_same_start = abs(header.machine_start - _machine_start()) <= _SAME_START_SECONDS
    return Identity(header.size, header.etag), written if is_same_start else synced


def _lines(ranges: RangeSet) -> list[str]:
    return [f"{start} {end}" for start, end in ranges]


def _add_line(ranges: RangeSet, line: bytes, size: int) -> bool:
    """False when the line is damaged."""
    try:
        start, end = map(int, line.split())
        if end > size:
            return False
        ranges.add(start, end)
    except ValueError:
        return False
    return True


def _machine_start() -> int:
    return int(psutil.boot_time())


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

    def __exit__(self, *_: object) -> None:
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

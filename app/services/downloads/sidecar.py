"""The sidecar of a part file: identifies the remote file and lists the bytes written.

A line of JSON, then a line "start end" per written range, and a line "synced" once everything
above it is synced to disk. Lines are appended after their bytes, so they never run ahead.
Unsynced ranges count until the machine restarts: a power cut loses little, a crash nothing.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec
import psutil

from app.services.downloads.ranges import RangeSet
from app.storage.private_files import replace_privately

FORMAT = 1
_SYNCED = "synced"
# Setting the clock shifts the boot time; at worst a few bytes are fetched twice.
_SAME_START_SECONDS = 5


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

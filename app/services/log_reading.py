"""Reads log files as they grow, entry by entry. Knows nothing of who writes them."""

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from io import SEEK_END
from pathlib import Path

_FIRST_BYTES = 512 << 10  # of a file that is read for the first time
_MAX_BYTES = 1 << 20  # at once
_MAX_LINE = 4_000
_HEADER = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (DEBUG|INFO|WARNING|ERROR|CRITICAL) ")
_LEVELS = logging.getLevelNamesMapping()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line. One without a header, as of a traceback, has `time` and `level` of its entry."""

    origin: str
    time: str
    level: int
    text: str


class LogReader:
    """The lines of one file, each once; a file that began anew is read from its beginning."""

    def __init__(self, path: Path, origin: str) -> None:
        self._path = path
        self._origin = origin
        self._offset: int | None = None
        self._rest = b""
        self._time, self._level = "", logging.INFO

    def read(self) -> list[LogLine]:
        """The whole lines written since the last call; none of a file that cannot be read."""
        try:
            content = self._read_new()
        except OSError:
            return []
        *lines, self._rest = (self._rest + content).split(b"\n")
        return [self._line(line.decode("utf-8", "replace").rstrip("\r")) for line in lines]

    def _read_new(self) -> bytes:
        with self._path.open("rb") as file:
            size = file.seek(0, SEEK_END)
            is_first = self._offset is None
            if self._offset is None:
                self._offset = max(0, size - _FIRST_BYTES)
            elif size < self._offset:  # rotated
                self._offset, self._rest = 0, b""
            start = file.seek(self._offset)
            content = file.read(_MAX_BYTES)
            self._offset = start + len(content)
        # The first line may have lost its beginning.
        return content.partition(b"\n")[2] if is_first and start else content

    def _line(self, text: str) -> LogLine:
        header = _HEADER.match(text)
        if header is not None:
            self._time, self._level = header[1], _LEVELS[header[2]]
        shown = text if len(text) <= _MAX_LINE else f"{text[:_MAX_LINE]}…"
        return LogLine(self._origin, self._time, self._level, shown)


def read_all(readers: Iterable[LogReader]) -> list[LogLine]:
    """What several files have got since the last call, by time."""
    lines = [line for reader in readers for line in reader.read()]
    return sorted(lines, key=lambda line: line.time)

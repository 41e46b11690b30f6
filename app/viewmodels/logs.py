"""The logs of the window and the engine, as they are written, with a filter. Draws nothing."""

import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.log_reading import LogLine, LogReader, read_all

MAX_LINES = 5_000
_LOOK_MS = 500
WINDOW, ENGINE = "encore", "engine"
_FILES = {WINDOW: "encore.log", ENGINE: "engine.log"}


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line, ready to draw; `look` is "danger", "caution" or "" for an ordinary one."""

    text: str
    look: str


class LogsViewModel(QObject):
    """The latest lines of the logs in `folder`; `redact` takes out what nobody should see.

    Signals:
        reset(): `rows` are others.
        added(rows: list[LogRow]): these came to the end of `rows`.
    """

    reset = Signal()
    added = Signal(object)

    def __init__(
        self,
        folder: Path,
        redact: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.folder = folder
        self._redact = redact
        self._readers: tuple[LogReader, ...] = ()
        self._all = deque[LogLine](maxlen=MAX_LINES)
        self._level, self._origin = 0, ""
        self._words: tuple[str, ...] = ()
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)

    @property
    def rows(self) -> list[LogRow]:
        """The lines that the filter leaves, the newest last."""
        return self._fitting(self._all)

    @property
    def num_lines(self) -> int:
        """The lines without the filter."""
        return len(self._all)

    def open(self) -> None:
        """Read the logs, and go on while they are written."""
        self._readers = tuple(LogReader(self.folder / file, name) for name, file in _FILES.items())
        self._all.clear()
        self._all.extend(read_all(self._readers))
        self.reset.emit()
        self._timer.start()

    def close(self) -> None:
        """Read no further."""
        self._timer.stop()

    def look(self) -> None:
        """Read what was written since."""
        lines = read_all(self._readers)
        self._all.extend(lines)
        fitting = self._fitting(lines)
        if fitting:
            self.added.emit(fitting)

    def filter(self, *, level: int, origin: str, text: str) -> None:
        """Leave lines from `level` on, of `origin` ("" for all), with all the words of `text`."""
        self._level, self._origin = level, origin
        self._words = tuple(text.casefold().split())
        self.reset.emit()

    def text_to_share(self) -> str:
        """The lines that the filter leaves, without names and secrets."""
        return self._redact("\n".join(row.text for row in self.rows))

    def _fitting(self, lines: Iterable[LogLine]) -> list[LogRow]:
        return [LogRow(line.text, _look(line.level)) for line in lines if self._fits(line)]

    def _fits(self, line: LogLine) -> bool:
        if line.level < self._level or self._origin not in ("", line.origin):
            return False
        text = line.text.casefold()
        return all(word in text for word in self._words)


def _look(level: int) -> str:
    if level >= logging.ERROR:
        return "danger"
    return "caution" if level >= logging.WARNING else ""

"""What both command lines write to a terminal besides plain lines: reasoning, progress."""

import sys
from typing import TextIO

from engine.safe_text import TextCleaner


class ReasoningWriter:
    """Writes the reasoning of one answer to `stream`, faint on a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        # Old Windows consoles print the escape codes.
        can_be_faint = stream.isatty() and sys.platform != "win32"
        self._begin, self._end = ("\x1b[2m", "\x1b[0m\n\n") if can_be_faint else ("", "\n\n")
        self._is_open = False
        self._cleaner = TextCleaner()

    def write(self, text: str) -> None:
        """More of it, cleaned."""
        self._put(("" if self._is_open else self._begin) + self._cleaner.clean(text))
        self._is_open = True

    def end(self) -> None:
        """End it, if it has begun; an answer may reason again."""
        if self._is_open:
            self._put(self._end)
        self._is_open = False

    def _put(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def show_progress(stream: TextIO, text: str) -> None:
    """Replace the last line of a terminal; writes nothing to a file."""
    if stream.isatty():
        stream.write(f"\r{text:<60}\r")
        stream.flush()

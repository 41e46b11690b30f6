"""How the commands write: untrusted text on a line of its own, exact JSON, progress."""

from typing import TextIO

from engine.safe_text import clean_line, to_json

_MINUTE, _HOUR = 60, 3600


def write_line(stream: TextIO, text: str, indent: str = "") -> None:
    """Write `text` as one line, so that it cannot look like two."""
    stream.write(f"{indent}{clean_line(text)}\n")


def write_json(stream: TextIO, content: object) -> None:
    """Write `content`, with all its fields."""
    stream.write(to_json(content, enc_hook=str) + "\n")


def describe_license(name: str | None) -> str:
    """The license of a model, in words."""
    return f"license {name}" if name else "license not stated"


class ProgressLine:
    """Rewrites one line on a terminal; elsewhere a line for each new step."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._width = 0
        self._step: object = None

    def show(self, line: str, step: object) -> None:
        """Show `line`; where lines are kept, only if `step` is another one than before."""
        if self._is_terminal:
            self._stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        elif step != self._step:
            self._stream.write(line + "\n")
        self._step = step
        self._stream.flush()

    def end(self) -> None:
        """End the rewritten line."""
        if self._is_terminal and self._width:
            self._stream.write("\n")
            self._stream.flush()
            self._width = 0


def describe_time(seconds: float) -> str:
    """A duration for the user: 45 s, 12 min, 3 h 05 min."""
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < _HOUR:
        return f"{round(seconds / _MINUTE)} min"
    hours, rest = divmod(round(seconds), _HOUR)
    return f"{hours} h {rest // _MINUTE:02d} min"

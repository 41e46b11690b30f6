"""Shows a download's progress on a terminal, or line by line in a log."""

from typing import TextIO

from app.services.downloads.download import Download, DownloadState
from engine.safe_text import clean_line

_LOG_STEP = 0.1
_GIGABYTE, _MEGABYTE = 1e9, 1e6
_MINUTE, _HOUR = 60, 3600


class DownloadProgress:
    """Rewrites one line on a terminal; elsewhere a line per tenth and per new problem."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._width = 0
        self._shown: tuple[DownloadState, int, str | None] | None = None

    def show(self, download: Download) -> None:
        """Show the progress."""
        total = download.total_bytes
        fraction = download.done_bytes / total if total else 0.0
        now = download.state, int(fraction / _LOG_STEP), download.problem
        line = describe_progress(download)
        if self._is_terminal:
            self._stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        elif now != self._shown:
            self._stream.write(line + "\n")
        self._shown = now
        self._stream.flush()

    def end(self) -> None:
        """End the rewritten line."""
        if self._is_terminal and self._width:
            self._stream.write("\n")
            self._stream.flush()
            self._width = 0


def describe_progress(download: Download) -> str:
    """The progress of a download in one line, without unknown values."""
    total = download.total_bytes
    percent = f"{download.done_bytes / total:4.0%} of {describe_size(total)}" if total else ""
    speed, seconds = download.bytes_per_second, download.seconds_left
    is_running = download.state is DownloadState.RUNNING
    facts = [
        percent,
        "" if is_running else download.state.value,
        f"{describe_size(int(speed))}/s" if is_running and speed else "",
        f"{describe_time(seconds)} left" if is_running and seconds is not None else "",
        clean_line(download.problem or "").rstrip("."),
    ]
    return "  " + " · ".join(fact for fact in facts if fact)


def describe_size(num_bytes: int) -> str:
    """A size for the user: 2.50 GB, 98 MB."""
    if num_bytes >= _GIGABYTE:
        return f"{num_bytes / _GIGABYTE:.2f} GB"
    return f"{num_bytes / _MEGABYTE:.{0 if num_bytes >= 10 * _MEGABYTE else 1}f} MB"


def describe_time(seconds: float) -> str:
    """A duration for the user: 45 s, 12 min, 3 h 05 min."""
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < _HOUR:
        return f"{round(seconds / _MINUTE)} min"
    hours, rest = divmod(round(seconds), _HOUR)
    return f"{hours} h {rest // _MINUTE:02d} min"

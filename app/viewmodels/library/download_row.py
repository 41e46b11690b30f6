"""One download, ready to draw: progress in words and possible actions."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.services.downloads.download import Download, DownloadState
from app.viewmodels import formatting

ACTIVE = frozenset({DownloadState.WAITING, DownloadState.RUNNING, DownloadState.CHECKING})


@dataclass(frozen=True, slots=True)
class DownloadRow:
    """One download, ready to draw. `problem` is a sentence or ""; `fraction` is 0..1."""

    id: str
    title: str
    state: str
    status: str
    fraction: float
    problem: str
    path: Path | None
    can_pause: bool
    can_resume: bool
    can_retry: bool
    can_move_up: bool
    is_done: bool


def create_row(download: Download, at: int) -> DownloadRow:
    """The row of `download` at position `at` of the queue."""
    state, total = download.state, download.total_bytes
    return DownloadRow(
        id=download.id,
        title=download.title,
        state=state.value,
        status=_status(download),
        fraction=download.done_bytes / total if total else 0.0,
        problem=download.problem or "",
        path=download.paths[0] if download.paths else None,
        can_pause=state in (DownloadState.WAITING, DownloadState.RUNNING),
        can_resume=state is DownloadState.PAUSED,
        can_retry=state is DownloadState.FAILED,
        can_move_up=state in ACTIVE and at > 0,
        is_done=state is DownloadState.DONE,
    )


def _status(download: Download) -> str:
    """The progress in one line."""
    done, total = formatting.size(download.done_bytes), formatting.size(download.total_bytes)
    so_far = _translate("%1 of %2").replace("%1", done).replace("%2", total)
    match download.state:
        case DownloadState.DONE:
            return _translate("%1 · downloaded and checked").replace("%1", total)
        case DownloadState.CHECKING:
            return _translate("%1 · checking that it is whole").replace("%1", total)
        case DownloadState.WAITING:
            return _translate("%1 · waits its turn").replace("%1", total)
        case DownloadState.PAUSED:
            return _translate("%1 · paused").replace("%1", so_far)
        case DownloadState.FAILED:
            return _translate("%1 · stopped").replace("%1", so_far)
    speed = download.bytes_per_second
    parts = (
        so_far,
        formatting.byte_rate(speed) if speed else _translate("connecting"),
        formatting.time_left(download.seconds_left),
    )
    return " · ".join(part for part in parts if part)


def _translate(text: str) -> str:
    return QCoreApplication.translate("Downloads", text)

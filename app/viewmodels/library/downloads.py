"""The downloads, ready to draw, with actions. Polls the queue in the background."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QThreadPool, QTimer, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.downloads.download import Download, DownloadState
from app.services.engine.sentences import translated
from app.services.hub.files import HubFile
from app.services.notices import Notices
from app.viewmodels import formatting
from app.viewmodels.settings import SettingsViewModel

if TYPE_CHECKING:
    # Importing the queue would delay the first frame.
    from app.services.downloads.queue import DownloadQueue

ACTIVE = frozenset({DownloadState.WAITING, DownloadState.RUNNING, DownloadState.CHECKING})

VISIBLE_MS, HIDDEN_MS = 250, 1000
OpenQueue = Callable[[], "DownloadQueue"]


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
        problem=translated(download.problem or ""),
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
    return formatting.line(parts)


def _translate(text: str) -> str:
    return QCoreApplication.translate("Downloads", text)


class DownloadsViewModel(QObject):
    """Running, waiting and finished downloads.

    `open_queue` creates the queue, on a background thread; call `start()` after the first paint.

    Signals:
        changed(): `summary`, `fraction`, `num_active` or `limit` changed, or a row did.
        finished(row: DownloadRow): a download completed.
        failed(row: DownloadRow): a download stopped for a reason that `row.problem` gives.
    """

    changed = Signal()
    finished = Signal(object)
    failed = Signal(object)

    def __init__(
        self, open_queue: OpenQueue, settings: SettingsViewModel, notices: Notices
    ) -> None:
        super().__init__()
        self._rows: list[DownloadRow] = []
        self._open_queue = open_queue
        self._settings = settings
        self._notices = notices
        self._queue: DownloadQueue | None = None
        self._opened: DownloadQueue | None = None
        self._is_opening = self._is_looking = self._is_closed = False
        # One thread keeps the actions in order; the disk may block it.
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._due: list[tuple[str, tuple[HubFile, ...]]] = []
        self._added: set[str] = set()
        self._downloads: tuple[Download, ...] = ()
        self._timer = QTimer(self, interval=VISIBLE_MS)
        self._timer.timeout.connect(self.refresh)
        settings.value_changed.connect(self._on_setting_changed)

    @property
    def rows(self) -> Sequence[DownloadRow]:
        """All rows, in queue order."""
        return self._rows

    @property
    def num_active(self) -> int:
        """Downloads that run, are checked or wait."""
        return sum(download.state in ACTIVE for download in self._downloads)

    @property
    def has_finished(self) -> bool:
        """Whether `remove_finished` would remove rows."""
        return any(row.is_done for row in self._rows)

    @property
    def limit(self) -> int:
        """The limit of all downloads together in MB per second, 0 for none."""
        return self._settings.settings.download_limit

    def set_limit(self, megabytes: int) -> None:
        """Limit all downloads together; 0 for no limit."""
        self._settings.set_value("download_limit", megabytes)

    @property
    def fraction(self) -> float:
        """Progress of all active downloads together, 0..1."""
        active = [download for download in self._downloads if download.state in ACTIVE]
        total = sum(download.total_bytes for download in active)
        return sum(download.done_bytes for download in active) / total if total else 0.0

    @property
    def summary(self) -> str:
        """All active downloads in brief: "2 downloads · 43 % · 12.0 MB/s"; "" if none."""
        if not self.num_active:
            return ""
        speeds = [download.bytes_per_second or 0.0 for download in self._downloads]
        parts = [
            self._count_words(self.num_active),
            f"{self.fraction * 100:.0f} %",
            formatting.byte_rate(sum(speeds)) if any(speeds) else "",
        ]
        return formatting.line(parts)

    def _count_words(self, count: int) -> str:
        if count == 1:
            return self.tr("1 download")
        return self.tr("%1 downloads").replace("%1", formatting.count(count))

    def start(self) -> None:
        """Open the queue in the background; its downloads continue."""
        if self._queue is None and not self._is_opening:
            self._is_opening = True
            run_in_background(self._open, self._on_opened, self._on_open_failed, self._pool)

    def rest(self, then: Callable[[], None]) -> None:
        """Stop all downloads and call `then` when nothing writes; `start` continues them."""
        queue, self._queue = self._queue, None
        self._opened = None
        self._timer.stop()

        def on_closed(_result: object) -> None:
            then()

        close = _nothing if queue is None else queue.close
        run_in_background(close, on_closed, self._on_error, self._pool)

    def close(self) -> None:
        """Stop; unfinished downloads continue at the next start."""
        self._is_closed = True
        self._timer.stop()
        self._pool.waitForDone()
        self._queue, opened, self._opened = None, self._opened, None
        if opened is not None:
            opened.close()

    def set_visible(self, is_visible: bool) -> None:  # noqa: FBT001  a Qt-style setter
        """Set whether the window is visible; a hidden one polls less often."""
        self._timer.setInterval(VISIBLE_MS if is_visible else HIDDEN_MS)

    def add(self, title: str, files: Sequence[HubFile]) -> None:
        """Append a model to the queue."""
        self._due.append((title, tuple(files)))
        self._add_due()
        self.start()

    def row_of_files(self, files: Sequence[HubFile]) -> DownloadRow | None:
        """The download of exactly these files, if there is one."""
        wanted = tuple(files)
        for download, row in zip(self._downloads, self._rows, strict=True):
            if download.files == wanted:
                return row
        return None

    def pause(self, id_: str) -> None:
        """Pause a download; fetched bytes stay."""
        self._act(lambda queue: queue.pause(id_))

    def resume(self, id_: str) -> None:
        """Continue a paused download, or retry a failed one."""
        self._act(lambda queue: queue.resume(id_))

    def cancel(self, id_: str) -> None:
        """Cancel a download and delete its bytes."""
        self._act(lambda queue: queue.cancel(id_))

    def move_up(self, id_: str) -> None:
        """Move a download up by one."""
        position = next((at for at, row in enumerate(self._rows) if row.id == id_), 0)
        self._act(lambda queue: queue.move(id_, max(0, position - 1)))

    def remove_finished(self) -> None:
        """Remove finished downloads from the list; the files stay."""
        self._act(lambda queue: queue.remove_finished())

    def refresh(self) -> None:
        """Poll the queue now."""
        queue = self._queue
        if queue is not None and not self._is_looking:
            self._is_looking = True
            run_in_background(queue.downloads, self._on_seen, self._on_error, self._pool)

    def _on_seen(self, downloads: tuple[Download, ...]) -> None:
        self._is_looking = False
        if self._queue is None:
            return
        before, self._downloads = self._downloads, downloads
        if downloads == before:
            return
        self._rows = [create_row(download, at) for at, download in enumerate(downloads)]
        self.changed.emit()
        self._tell_ended(before)

    def _tell_ended(self, before: Sequence[Download]) -> None:
        state_before = {download.id: download.state for download in before}
        for download, row in zip(self._downloads, self._rows, strict=True):
            is_known = row.id in state_before or row.id in self._added
            if not is_known or state_before.get(row.id) is download.state:
                continue
            if download.state is DownloadState.DONE:
                self.finished.emit(row)
            elif download.state is DownloadState.FAILED:
                self.failed.emit(row)

    def _open(self) -> "DownloadQueue":
        queue = self._open_queue()
        self._opened = queue  # for `close`, which may run before `_on_opened`
        queue.set_rate_limit(self._settings.settings.download_bytes_per_second)
        queue.start()
        return queue

    def _on_opened(self, queue: "DownloadQueue") -> None:
        if self._is_closed:
            return
        self._queue, self._is_opening, self._is_looking = queue, False, False
        self._limit_rate()  # it may have changed meanwhile
        self._add_due()
        self.refresh()
        self._timer.start()

    def _on_open_failed(self, error: Exception) -> None:
        self._is_opening = False
        self._due.clear()
        self._on_error(error)

    def _add_due(self) -> None:
        if self._queue is None:
            return
        due, self._due = self._due, []
        for title, files in due:
            self._add(self._queue, title, files)

    def _add(self, queue: "DownloadQueue", title: str, files: tuple[HubFile, ...]) -> None:
        run_in_background(
            lambda: queue.add(title, files), self._on_added, self._on_error, self._pool
        )

    def _on_added(self, id_: str) -> None:
        self._added.add(id_)
        self.refresh()

    def _act(self, act: Callable[["DownloadQueue"], object]) -> None:
        queue = self._queue
        if queue is not None:
            run_in_background(lambda: act(queue), self._on_acted, self._on_error, self._pool)

    def _on_acted(self, _result: object) -> None:
        self.refresh()

    def _on_error(self, error: Exception) -> None:
        self._is_looking = False
        self._notices.report(str(error), NoticeLevel.ERROR)

    def _on_setting_changed(self, name: str) -> None:
        if name == "download_limit":
            self._limit_rate()
            self.changed.emit()

    def _limit_rate(self) -> None:
        limit = self._settings.settings.download_bytes_per_second
        self._act(lambda queue: queue.set_rate_limit(limit))


def _nothing() -> None:
    """Replaces closing when there is no queue."""

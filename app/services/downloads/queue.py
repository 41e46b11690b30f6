"""The queue of downloads: schedules them and applies the user's commands. Without Qt.

One thread schedules; each running download has a thread. Of several processes with a queue on one
folder, the holder of a download's lock runs it; the system releases the lock on a crash.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from filelock import Timeout

from app.services.catalogue import starter_entry
from app.services.downloads.context import RateLimiter
from app.services.downloads.disk import disk_told_plainly
from app.services.downloads.download import Download, DownloadState, TransferOptions
from app.services.downloads.errors import DownloadError, StoppedError, TemporaryDownloadError
from app.services.downloads.record import (
    FOLDER_NAME,
    DownloadFolder,
    Record,
    SavedState,
    create_record,
    download_id,
    saved_downloads,
    target_path,
)
from app.services.downloads.run import DownloadRun, Entry, OnPlaced
from app.services.downloads.web_file import WebFile
from app.services.hub.files import HubFile
from app.services.hub.settings import HubSettings
from app.services.library.folder import ModelFolder
from engine.errors import EngineError

_ELSEWHERE = "Another Encore window or command is downloading this."
_ELSEWHERE_SECONDS = 2.0
_LOOK_SECONDS = 0.5
_CLOSE_SECONDS = 5.0
_ENDED = frozenset({DownloadState.PAUSED, DownloadState.FAILED, DownloadState.DONE})

_log = logging.getLogger(__name__)


class DownloadQueue:
    """Downloads into the models folder `folder`; every method may be called from any thread.

    `hub` is called for each download, so that a new token or mirror takes effect. `on_placed` is
    called on a queue thread with each finished file of the Hub; by default the models folder saves
    its checksum. Methods that change something raise `DownloadError`.
    """

    def __init__(
        self,
        folder: Path,
        hub: Callable[[], HubSettings],
        *,
        options: TransferOptions | None = None,
        on_placed: OnPlaced | None = None,
    ) -> None:
        self._models, self._hub = folder, hub
        self._options = options or TransferOptions()
        self._on_placed = on_placed or ModelFolder(folder).record_checksum
        self._limiter = RateLimiter(self._options.bytes_per_second_limit)
        self._changed = threading.Condition(threading.RLock())
        self._is_closing = False
        self._threads: list[threading.Thread] = []
        self._entries: dict[str, Entry] = {}
        with disk_told_plainly(folder, FOLDER_NAME):
            for saved, record in saved_downloads(folder):
                with contextlib.suppress(DownloadError):
                    entry = self._create_entry(saved, record)
                    entry.is_ours = False
                    self._entries[entry.id] = entry

    def start(self, *, resume_saved: bool = True) -> None:
        """Start working; also on unfinished downloads of the last run, if `resume_saved`."""
        with self._changed:
            for entry in self._entries.values() if resume_saved else ():
                entry.is_ours = True
                if entry.record.is_temporary:
                    entry.not_before = time.monotonic()
            self._start_thread(self._schedule, "downloads")

    def close(self) -> None:
        """Stop all work; the next `start` continues it."""
        with self._changed:
            self._is_closing = True
            threads = list(self._threads)
            for entry in self._entries.values():
                if entry.run is not None:
                    entry.run.stop()
            self._changed.notify_all()
        leave_at = time.monotonic() + _CLOSE_SECONDS
        for thread in threads:
            thread.join(max(0.0, leave_at - time.monotonic()))

    def add(self, title: str, files: Sequence[HubFile | WebFile], *, first: bool = False) -> str:
        """Queue the files of a model as one download and return its id; resumes a known one.

        Or files at plain addresses; a known download of the same files goes on at the new ones.
        """
        if not files:
            raise DownloadError(f"{title} has no files to download; choose another model.")
        with self._changed:
            folder = DownloadFolder(self._models / FOLDER_NAME / download_id(files))
            known = self._entries.get(folder.id)
            if known is not None and not known.is_cancelled:
                self._renew_addresses(known, files)
                self.resume(folder.id)
                if first:
                    self.move(folder.id, 0)
                return folder.id
            entry = self._create_entry(
                folder, create_record(title, files, self._rank(0 if first else None))
            )
            with disk_told_plainly(self._models, title):
                folder.write(entry.record)
            if known is not None:
                # Just cancelled and still ending: revive it.
                known.is_cancelled, known.record = False, entry.record
            else:
                self._entries[entry.id] = entry
            self._changed.notify_all()
            return folder.id

    def pause(self, download_id: str) -> None:
        """Pause it until `resume`."""
        with self._changing(download_id) as entry:
            if entry.record.state is not SavedState.DONE:
                entry.change(SavedState.PAUSED)
                if entry.run is not None:
                    entry.run.stop()

    def resume(self, download_id: str) -> None:
        """Continue a download that is paused or failed, or whose finished files are gone."""
        with self._changed:
            entry = self._find(download_id)
            entry.is_ours = True
            is_done = entry.record.state is SavedState.DONE
            if is_done and all(path.is_file() for path in entry.paths):
                return
            if entry.record.state is not SavedState.WAITING:
                with self._changing(download_id):
                    entry.change(SavedState.WAITING)
            self._changed.notify_all()

    def cancel(self, download_id: str) -> None:
        """Remove it and its fetched bytes; a finished model stays."""
        with self._changing(download_id) as entry:
            entry.is_cancelled = True
            if entry.run is not None:
                entry.run.stop()
            else:
                entry.folder.delete_files()
                del self._entries[download_id]
        if entry.run is None:
            entry.folder.delete_folder()

    def move(self, download_id: str, position: int) -> None:
        """Move it to `position` in the list; earlier ones run first."""
        with self._changed:
            entry = self._find(download_id)
            rank = self._rank(position, without=entry)
            with disk_told_plainly(self._models, entry.record.title):
                entry.record = msgspec.structs.replace(entry.record, rank=rank)
                entry.folder.write(entry.record)
            self._changed.notify_all()

    def downloads(self) -> tuple[Download, ...]:
        """Snapshots of all downloads, in order."""
        with self._changed:
            return tuple(entry.describe() for entry in self._in_order())

    def remove_finished(self) -> None:
        """Remove finished downloads from the list; the models stay."""
        for download in self.downloads():
            if download.state is DownloadState.DONE:
                self.cancel(download.id)

    def set_rate_limit(self, bytes_per_second: int | None) -> None:
        """Limit the rate of all downloads together; None for no limit."""
        self._limiter.set_rate(bytes_per_second)

    def wait(self, download_id: str, timeout: float | None = None) -> Download:
        """Wait until it is done, failed or paused, or `timeout` seconds; returns its snapshot."""
        until = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while True:
                download = self._find(download_id).describe()
                left = None if until is None else until - time.monotonic()
                if download.state in _ENDED or (left is not None and left <= 0):
                    return download
                self._changed.wait(left)

    def _schedule(self) -> None:
        with self._changed:
            while not self._is_closing:
                now = time.monotonic()
                self._choose(now)
                times = [
                    entry.not_before - now
                    for entry in self._entries.values()
                    if entry.not_before is not None and entry.run is None
                ]
                if any(entry.is_fetching for entry in self._entries.values()):
                    # The change to checking is not signaled.
                    times.append(_LOOK_SECONDS)
                self._changed.wait(max(0.0, min(times)) if times else None)

    def _choose(self, now: float) -> None:
        """Run the first `num_parallel` downloads, stop others; checking does not count."""
        room = self._options.num_parallel
        num_free = room - sum(entry.is_fetching for entry in self._entries.values())
        for entry in self._in_order():
            if entry.is_fetching:
                if room <= 0 and entry.run is not None:
                    entry.run.stop()
                room -= 1
            elif entry.run is None and entry.is_runnable(now) and room > 0:
                room -= 1
                if num_free > 0:
                    num_free -= 1
                    self._begin(entry)

    def _begin(self, entry: Entry) -> None:
        entry.not_before = entry.trouble = None
        run = DownloadRun(
            entry.record.all_files,
            entry.paths,
            entry.folder,
            self._options,
            self._limiter,
            lambda: self._claimed_bytes(entry),
        )
        entry.run = run
        self._start_thread(lambda: self._work(entry, run), f"download {entry.record.title}")

    def _work(self, entry: Entry, run: DownloadRun) -> None:
        """Run a download to its end; runs on its thread."""
        try:
            with entry.folder.locked():
                self._run_locked(entry, run)
        except Timeout:
            with self._changed:
                entry.trouble = _ELSEWHERE
                entry.not_before = time.monotonic() + _ELSEWHERE_SECONDS
        except OSError as error:
            _log.warning("%s", entry.record.title, exc_info=True)
            self._settle(entry, SavedState.FAILED, f"{entry.record.title} cannot be kept: {error}.")
        finally:
            with self._changed:
                entry.run = None
                entry.idle_bytes = entry.folder.done_bytes(len(entry.record.all_files))
                if entry.is_cancelled:
                    del self._entries[entry.id]
                self._changed.notify_all()
        if entry.is_cancelled:
            entry.folder.delete_folder()

    def _run_locked(self, entry: Entry, run: DownloadRun) -> None:
        title = entry.record.title
        try:
            if not self._has_ended_elsewhere(entry):
                run.run(self._hub(), self._on_placed)
                self._settle(entry, SavedState.DONE)
        except StoppedError:
            pass
        except EngineError as error:
            is_temporary = isinstance(error, TemporaryDownloadError)
            self._settle(entry, SavedState.FAILED, str(error), is_temporary=is_temporary)
        except Exception:  # noqa: BLE001  the edge of the thread
            _log.exception("%s could not be downloaded", title)
            problem = (
                f"{title} could not be downloaded because of a fault in this program; see its log."
            )
            self._settle(entry, SavedState.FAILED, problem)
        with self._changed:
            if entry.is_cancelled:
                entry.folder.delete_files()

    def _has_ended_elsewhere(self, entry: Entry) -> bool:
        """Whether another process finished, paused or removed it meanwhile; the lock is held."""
        with self._changed:
            # Read under the lock, so that a concurrent pause is not mistaken for an earlier one.
            record = entry.folder.read()
            if record is None:
                entry.is_cancelled = True
            elif record.state in (SavedState.PAUSED, SavedState.DONE):
                entry.record = record
            else:
                if entry.record.state is not SavedState.WAITING:
                    entry.change(SavedState.WAITING)
                return False
            return True

    def _settle(
        self,
        entry: Entry,
        state: SavedState,
        problem: str | None = None,
        *,
        is_temporary: bool = False,
    ) -> None:
        """Save how a run ended, unless the user decided otherwise meanwhile."""
        with self._changed:
            is_overruled = state is SavedState.FAILED and entry.record.state is SavedState.PAUSED
            if entry.is_cancelled or is_overruled:
                return
            try:
                entry.change(state, problem, is_temporary=is_temporary)
            except OSError as error:
                # Usually a full disk; the record on it leads to another try.
                _log.warning("the end of %s could not be kept: %s", entry.record.title, error)
                entry.record = entry.changed(state, problem, is_temporary=is_temporary)
            if is_temporary and self._options.revive_seconds is not None:
                entry.not_before = time.monotonic() + self._options.revive_seconds

    @contextlib.contextmanager
    def _changing(self, download_id: str) -> Iterator[Entry]:
        """A download that this process runs, or whose lock is held meanwhile."""
        with self._changed, contextlib.ExitStack() as stack:
            entry = self._find(download_id)
            lock = contextlib.nullcontext() if entry.run is not None else entry.folder.locked()
            with disk_told_plainly(self._models, entry.record.title):
                try:
                    stack.enter_context(lock)
                except Timeout as error:
                    raise DownloadError(
                        f"{entry.record.title} is being downloaded by another Encore window or "
                        "command; stop it there."
                    ) from error
                yield entry
            self._changed.notify_all()

    def _find(self, download_id: str) -> Entry:
        entry = self._entries.get(download_id)
        if entry is None or entry.is_cancelled:
            raise DownloadError("This download is no longer in the list.")
        return entry

    def _in_order(self, without: Entry | None = None) -> list[Entry]:
        entries = [
            entry
            for entry in self._entries.values()
            if entry is not without and not entry.is_cancelled
        ]
        return sorted(entries, key=lambda entry: (entry.record.rank, entry.id))

    def _rank(self, position: int | None, without: Entry | None = None) -> float:
        """A rank that puts a download at `position`, None for the end."""
        ranks = [entry.record.rank for entry in self._in_order(without)]
        if not ranks:
            return 0.0
        position = len(ranks) if position is None else max(0, min(position, len(ranks)))
        if position == 0:
            return ranks[0] - 1
        if position == len(ranks):
            return ranks[-1] + 1
        return (ranks[position - 1] + ranks[position]) / 2

    def _renew_addresses(self, entry: Entry, files: Sequence[HubFile | WebFile]) -> None:
        """Let the next run fetch `files`, the same ones, from where they are now."""
        new = create_record(entry.record.title, files, entry.record.rank)
        if new.web_files != entry.record.web_files:
            with disk_told_plainly(self._models, entry.record.title):
                entry.record = msgspec.structs.replace(entry.record, web_files=new.web_files)
                entry.folder.write(entry.record)

    def _create_entry(self, folder: DownloadFolder, record: Record) -> Entry:
        starter = starter_entry()
        paths = tuple(
            target_path(self._models, file, starter.hub_repo, starter.file)
            for file in record.all_files
        )
        return Entry(folder, record, paths, idle_bytes=folder.done_bytes(len(paths)))

    def _claimed_bytes(self, asking: Entry) -> int:
        with self._changed:
            others = [entry.run for entry in self._entries.values() if entry is not asking]
            return sum(
                run.progress.total_bytes - run.progress.done_bytes
                for run in others
                if run is not None
            )

    def _start_thread(self, work: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()

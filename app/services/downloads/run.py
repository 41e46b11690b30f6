"""One download: its place in the queue, and its run: files fetched, verified, put in place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx2
import msgspec

from app.services.downloads.context import Progress, RateLimiter, TransferContext
from app.services.downloads.disk import disk_told_plainly
from app.services.downloads.download import Download, DownloadState, TransferOptions
from app.services.downloads.record import DownloadFolder, Record, SavedState
from app.services.downloads.stop import StopSignal
from app.services.downloads.transfer import Transfer
from app.services.downloads.web_file import WebFile
from app.services.hub.client import HubClient
from app.services.hub.files import HubFile
from app.services.hub.settings import HubSettings
from app.services.library.verification import file_sha256

OnPlaced = Callable[[Path, str, str, str], None]
"""Called with a finished file from the Hub, its SHA-256, its repository and revision."""


class DownloadRun:
    """Runs on one thread; `stop` and `progress` are for other threads. Call `run` once."""

    def __init__(
        self,
        files: Sequence[HubFile | WebFile],
        targets: Sequence[Path],
        folder: DownloadFolder,
        options: TransferOptions,
        limiter: RateLimiter,
        claimed_bytes: Callable[[], int],
    ) -> None:
        self._files, self._targets, self._folder = files, targets, folder
        self._options, self._limiter, self._claimed_bytes = options, limiter, claimed_bytes
        self._stop = StopSignal()
        self.progress = Progress(sum(file.size for file in files))

    def stop(self) -> None:
        """Stop soon; fetched bytes are kept."""
        self._stop.set()

    def run(self, settings: HubSettings, on_placed: OnPlaced) -> None:
        """Fetch, verify and place all files. Raises `EngineError`, `StoppedError`."""
        what = self._files[0].name
        with (
            disk_told_plainly(self._folder.models, what),
            HubClient(settings, **_client_options(self._options)) as client,
        ):
            context = TransferContext(
                self._folder.models,
                settings,
                client,
                self._options,
                self._limiter,
                self._stop,
                self.progress,
                self._claimed_bytes,
            )
            checksums = [
                self._make_whole(index, file, context) for index, file in enumerate(self._files)
            ]
        self._stop.check()
        self._place(checksums, on_placed)

    def _make_whole(
        self, index: int, file: HubFile | WebFile, context: TransferContext
    ) -> str | None:
        """Fetch one file unless it is there; returns its checksum, if computed or known."""
        self.progress.begin(file.size)
        whole, part = self._folder.whole_path(index), self._folder.part_path(index)
        if whole.exists():
            self.progress.current_size = whole.stat().st_size
            checksum = file.sha256
        elif self._is_in_place(file, self._targets[index]):
            checksum = file.sha256
        else:
            self.progress.state = DownloadState.RUNNING
            checksum = Transfer(file, part, context).run()
            part.replace(whole)
            part.with_suffix(".ranges").unlink(missing_ok=True)
        self.progress.end()
        return checksum

    def _is_in_place(self, file: HubFile | WebFile, target: Path) -> bool:
        """Whether the target already has these contents; a file that differs is fetched again."""
        if not target.is_file() or target.stat().st_size != file.size:
            return False
        if file.sha256 is None:
            return True
        progress, done_bytes = self.progress, 0
        progress.state = DownloadState.CHECKING
        progress.current_bytes = lambda: done_bytes

        def count(num_bytes: int) -> None:
            nonlocal done_bytes
            self._stop.check()
            done_bytes += num_bytes

        return file_sha256(target, count) == file.sha256

    def _place(self, checksums: Sequence[str | None], on_placed: OnPlaced) -> None:
        """Move the files into place, the first part last: a model appears only when complete."""
        for index in reversed(range(len(self._files))):
            file, target = self._files[index], self._targets[index]
            whole, checksum = self._folder.whole_path(index), checksums[index]
            with disk_told_plainly(target.parent, target.name):
                target.parent.mkdir(parents=True, exist_ok=True)
                if whole.exists():
                    whole.replace(target)
            if checksum is not None and isinstance(file, HubFile):
                on_placed(target, checksum, file.repo_id, file.revision)


def _client_options(options: TransferOptions) -> dict[str, object]:
    return {
        "timeout": httpx2.Timeout(
            options.stall_seconds, connect=options.connect_seconds, pool=None
        ),
        "limits": httpx2.Limits(
            max_connections=None, max_keepalive_connections=2 * options.num_segments
        ),
    }


@dataclass(slots=True)
class Entry:
    """`record` is the saved state, `run` the running download, if any.

    `is_ours`: this queue may run it. `is_cancelled`: to be deleted when its run has ended.
    `not_before` is the monotonic time of the next try. `trouble` says what delays it.
    """

    folder: DownloadFolder
    record: Record
    paths: tuple[Path, ...]
    is_ours: bool = True
    run: DownloadRun | None = None
    is_cancelled: bool = False
    not_before: float | None = None
    trouble: str | None = None
    idle_bytes: int = 0

    @property
    def id(self) -> str:
        """The id of the download."""
        return self.folder.id

    @property
    def is_fetching(self) -> bool:
        """Whether it uses the network."""
        run = self.run
        return run is not None and run.progress.state is not DownloadState.CHECKING

    def changed(
        self, state: SavedState, problem: str | None = None, *, is_temporary: bool = False
    ) -> Record:
        """A copy of the record in another state."""
        return msgspec.structs.replace(
            self.record, state=state, problem=problem, is_temporary=is_temporary
        )

    def change(
        self, state: SavedState, problem: str | None = None, *, is_temporary: bool = False
    ) -> None:
        """Save another state; raises `OSError`."""
        record = self.changed(state, problem, is_temporary=is_temporary)
        self.folder.write(record)
        self.record = record
        self.not_before = self.trouble = None

    def is_runnable(self, now: float) -> bool:
        """Whether it waits for its turn, or has failed and waited long enough."""
        if not self.is_ours or self.is_cancelled:
            return False
        is_waiting = self.record.state is SavedState.WAITING
        if self.not_before is None:
            return is_waiting
        return now >= self.not_before

    def describe(self) -> Download:
        """A snapshot for callers of the queue."""
        record, run = self.record, self.run
        total_bytes = sum(file.size for file in record.all_files)
        done_bytes, speed, seconds_left = self.idle_bytes, None, None
        state, problem = DownloadState(record.state.value), record.problem or self.trouble
        if run is not None and state is DownloadState.WAITING:
            progress = run.progress
            state, problem = progress.state, progress.trouble or progress.notice
            done_bytes, total_bytes = progress.done_bytes, progress.total_bytes
            speed = progress.meter.read(done_bytes)
            seconds_left = (total_bytes - done_bytes) / speed if speed else None
        elif state is DownloadState.DONE:
            done_bytes = total_bytes
        return Download(
            id=self.id,
            title=record.title,
            files=record.all_files,
            state=state,
            done_bytes=done_bytes,
            total_bytes=total_bytes,
            bytes_per_second=speed,
            seconds_left=seconds_left,
            problem=problem,
            paths=self.paths,
        )

"""One entry of the queue. Has no threads or locks; the queue's lock guards it."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.services.downloads.download import Download, DownloadState
from app.services.downloads.record import DownloadFolder, Record, SavedState
from app.services.downloads.run import DownloadRun


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
        total_bytes = sum(file.size for file in record.files)
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
            files=record.files,
            state=state,
            done_bytes=done_bytes,
            total_bytes=total_bytes,
            bytes_per_second=speed,
            seconds_left=seconds_left,
            problem=problem,
            paths=self.paths,
        )

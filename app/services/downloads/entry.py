"""One entry of the queue, as the queue keeps it. Knows no threads; the queue holds its lock around everything here."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.services.downloads.download import Download, DownloadState
from app.services.downloads.record import DownloadFolder, Record, SavedState
from app.services.downloads.run import DownloadRun


@dataclass(slots=True)
class Entry:
    """`record` is what is kept, `run` what is going on, if anything is.

    `is_ours`: this queue may run it. `is_cancelled`: to be deleted when its run has ended. Not before
    `not_before`, on the monotonic clock, is it tried again. `trouble` says what holds it up.
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
        """What the queue calls it."""
        return self.folder.id

    @property
    def is_fetching(self) -> bool:
        """Whether it keeps the network busy."""
        run = self.run
        return run is not None and run.progress.state is not DownloadState.CHECKING

    def changed(
        self, state: SavedState, problem: str | None = None, *, is_temporary: bool = False
    ) -> Record:
        """The record in another state."""
        return msgspec.structs.replace(
            self.record, state=state, problem=problem, is_temporary=is_temporary
        )

    def change(
        self, state: SavedState, problem: str | None = None, *, is_temporary: bool = False
    ) -> None:
        """Keep another state; raises `OSError`."""
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
        """It, for others."""
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

"""One download: fetches and verifies its files in turn, then moves all into place."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx2

from app.services.downloads.context import Progress, TransferContext
from app.services.downloads.disk import disk_told_plainly
from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.pace import RateLimiter
from app.services.downloads.record import DownloadFolder
from app.services.downloads.stop import StopSignal
from app.services.downloads.transfer import Transfer
from app.services.hub.client import HubClient
from app.services.hub.files import HubFile
from app.services.hub.settings import HubSettings

_BLOCK_BYTES = 1 << 20

OnPlaced = Callable[[Path, str, str, str], None]
"""Called with a finished file, its SHA-256, its repository and revision."""


class DownloadRun:
    """Runs on one thread; `stop` and `progress` are for other threads. Call `run` once."""

    def __init__(
        self,
        files: Sequence[HubFile],
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

    def _make_whole(self, index: int, file: HubFile, context: TransferContext) -> str | None:
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

    def _is_in_place(self, file: HubFile, target: Path) -> bool:
        """Whether the target already has these contents; a file that differs is fetched again."""
        if not target.is_file() or target.stat().st_size != file.size:
            return False
        if file.sha256 is None:
            return True
        progress, done_bytes = self.progress, 0
        progress.state = DownloadState.CHECKING
        progress.current_bytes = lambda: done_bytes
        digest = hashlib.sha256()
        with target.open("rb") as content:
            while block := content.read(_BLOCK_BYTES):
                self._stop.check()
                digest.update(block)
                done_bytes += len(block)
        return digest.hexdigest() == file.sha256

    def _place(self, checksums: Sequence[str | None], on_placed: OnPlaced) -> None:
        """Move the files into place, the first part last: a model appears only when complete."""
        for index in reversed(range(len(self._files))):
            file, target = self._files[index], self._targets[index]
            whole, checksum = self._folder.whole_path(index), checksums[index]
            with disk_told_plainly(target.parent, target.name):
                target.parent.mkdir(parents=True, exist_ok=True)
                if whole.exists():
                    whole.replace(target)
            if checksum is not None:
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

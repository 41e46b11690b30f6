"""Fetches one file into its part file over several connections, and verifies it."""

import errno
import hashlib
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

from app.services.downloads.connection import Connection, Retries, SegmentPlan
from app.services.downloads.context import RateLimiter, TransferContext
from app.services.downloads.disk import require_room, unallocated_bytes
from app.services.downloads.download import DownloadState
from app.services.downloads.errors import (
    AttemptFailedError,
    DownloadError,
    FileChangedError,
    NoRangesError,
    StoppedError,
)
from app.services.downloads.part_file import PartFile, discard
from app.services.downloads.source import RemoteFile, create_source
from app.services.downloads.stop import StopSignal
from app.services.downloads.web_file import WebFile
from app.services.hub.files import HubFile

# Fits the CPU cache between reading and hashing.
_BLOCK_BYTES = 256 << 10
_POLL_SECONDS = 0.1
# Faster than any network, but leaves CPU time to others.
_FOLLOWING_BYTES_PER_SECOND = 250_000_000

_MAX_CHANGES = 3
# On a stop, threads that still wait for a server are abandoned after this.
_LEAVE_SECONDS = 1.0
_log = logging.getLogger(__name__)


class FollowingChecksum:
    """A thread that hashes the file in order, while recent bytes are still in the page cache."""

    def __init__(self, part: PartFile, stop: StopSignal) -> None:
        self._part, self._stop = part, StopSignal(stop)
        self._limiter = RateLimiter(_FOLLOWING_BYTES_PER_SECOND)
        self._result: str | None = None
        self._error: OSError | None = None
        self._thread = threading.Thread(target=self._run, name="download checksum", daemon=True)
        self.done_bytes = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def finish(self) -> str:
        """The checksum in hex, once the file is complete; raises `OSError`, `StoppedError`."""
        self._limiter.set_rate(None)
        self._thread.join()
        if self._error is not None:
            raise self._error
        if self._result is None:
            raise StoppedError
        return self._result

    def _run(self) -> None:
        try:
            self._result = self._follow()
        except StoppedError:
            pass
        except OSError as error:
            self._error = error

    def _follow(self) -> str:
        digest, generation = hashlib.sha256(), 0
        buffer = memoryview(bytearray(_BLOCK_BYTES))
        with self._part.path.open("rb", buffering=0) as file:
            while self.done_bytes < self._part.identity.size:
                self._stop.check()
                present, prefix_bytes = self._part.prefix()
                if present != generation:
                    digest, generation, self.done_bytes = hashlib.sha256(), present, 0
                    file.seek(0)
                num_bytes = min(_BLOCK_BYTES, prefix_bytes - self.done_bytes)
                if num_bytes <= 0:
                    self._stop.wait(_POLL_SECONDS)
                    continue
                block = buffer[: file.readinto(buffer[:num_bytes])]
                if not block:
                    raise OSError(errno.EIO, "another program shortened it")
                digest.update(block)
                self.done_bytes += len(block)
                self._limiter.take(len(block), self._stop)
        return digest.hexdigest()


class Transfer:
    """The transfer of one file; call `run` once."""

    def __init__(self, file: HubFile | WebFile, path: Path, context: TransferContext) -> None:
        self._file, self._path, self._context = file, path, context
        self._source = create_source(file, context.settings, context.client, context.stop)

    def run(self) -> str | None:
        """Fetch missing bytes; returns the verified SHA-256, None if it is not known.

        Raises `DownloadError`, `OfflineError`, `StoppedError`, `OSError`.
        """
        for _ in range(_MAX_CHANGES):
            try:
                return self._fetch_and_check(self._locate())
            except FileChangedError:
                self._tell_change()
                self._source.forget()
                discard(self._path)
        raise DownloadError(
            f"{self._file.name} keeps changing on the server; try again later, or look it up again."
        )

    def _locate(self) -> RemoteFile:
        """Find the URL, with retries."""
        context = self._context
        retries = self._create_retries(lambda: 0)
        num_failures = 0
        while True:
            try:
                remote = self._source.current()
            except AttemptFailedError as error:
                num_failures += 1
                retries.wait_after(error, num_failures, 1, context.stop)
            else:
                context.progress.trouble = None
                return remote

    def _fetch_and_check(self, remote: RemoteFile) -> str | None:
        context, size = self._context, remote.identity.size
        self._require_room(unallocated_bytes(self._path, size))
        with (
            PartFile(self._path, remote.identity, lambda: self._require_room(0)) as part,
            FollowingChecksum(part, context.stop) as checksum,
        ):
            progress = context.progress
            progress.current_bytes = lambda: part.done_bytes
            progress.current_size = size
            if part.was_replaced:
                self._tell_change()
            self._fill(part)
            progress.trouble = None
            progress.current_bytes = lambda: checksum.done_bytes
            progress.state = DownloadState.CHECKING
            digest = checksum.finish()
        return self._check(digest, remote.sha256)

    def _fill(self, part: PartFile) -> None:
        """Fetch all missing bytes, in parallel if the server supports ranges."""
        retries = self._create_retries(lambda: part.done_bytes)
        try:
            while missing := part.missing():
                plan = SegmentPlan(missing, self._context.options)
                work = partial(Connection.fetch_segments, plan=plan)
                self._run_connections(plan.num_connections, part, retries, work)
        except NoRangesError:
            _log.info("%s: the server sends whole files only", self._file.name)
            self._run_connections(1, part, retries, Connection.fetch_whole)

    def _run_connections(
        self,
        num_connections: int,
        part: PartFile,
        retries: Retries,
        work: Callable[[Connection], None],
    ) -> None:
        """Run `num_connections` threads; the first error stops all and is raised."""
        stop = StopSignal(self._context.stop)
        errors: list[BaseException] = []
        lock = threading.Lock()

        def run(connection: Connection) -> None:
            try:
                work(connection)
            except BaseException as error:  # noqa: BLE001  the edge of the thread
                with lock:
                    errors.append(error)
                stop.set()

        threads = [
            threading.Thread(
                target=partial(run, Connection(self._source, part, self._context, retries, stop)),
                name=f"download {self._file.name}",
                daemon=True,
            )
            for _ in range(num_connections)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive() and not stop.is_set:
                thread.join(0.1)
        leave_at = time.monotonic() + _LEAVE_SECONDS
        for thread in threads:
            thread.join(max(0.0, leave_at - time.monotonic()))
        with lock:
            if errors:
                raise errors[0]
        self._context.stop.check()

    def _check(self, digest: str, told_sha256: str | None) -> str | None:
        expected = self._file.sha256 or told_sha256
        if expected is None:
            return None
        if digest != expected:
            # The bytes stay until another try overwrites them.
            discard(self._path)
            raise DownloadError(
                f"{self._file.name} arrived damaged: its checksum is {digest[:12]}…, not "
                f"{expected[:12]}…; try again to fetch it anew."
            )
        return digest

    def _require_room(self, needed_bytes: int) -> None:
        context = self._context
        require_room(
            context.folder,
            needed_bytes + (context.claimed_bytes() if needed_bytes else 0),
            context.options.reserve_bytes,
            self._file.name,
        )

    def _create_retries(self, done_bytes: Callable[[], int]) -> Retries:
        def tell(trouble: str) -> None:
            self._context.progress.trouble = trouble

        return Retries(self._file.name, self._context.options, done_bytes, tell)

    def _tell_change(self) -> None:
        sentence = f"{self._file.name} changed on the server, so its download started over."
        _log.warning("%s", sentence)
        self._context.progress.notice = sentence

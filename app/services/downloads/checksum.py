"""SHA-256 of a file during its download: hashes the contiguous bytes from the start."""

import errno
import hashlib
import threading
from types import TracebackType
from typing import Self

from app.services.downloads.errors import StoppedError
from app.services.downloads.pace import RateLimiter
from app.services.downloads.part_file import PartFile
from app.services.downloads.stop import StopSignal

# Fits the CPU cache between reading and hashing.
_BLOCK_BYTES = 256 << 10
_POLL_SECONDS = 0.1
# Faster than any network, but leaves CPU time to others.
_FOLLOWING_BYTES_PER_SECOND = 250_000_000


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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

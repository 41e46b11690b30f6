"""What all parts of one download share: its progress, its pace, its limits."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.errors import AttemptFailedError
from app.services.downloads.stop import StopSignal
from app.services.hub.client import HubClient
from app.services.hub.settings import HubSettings

_WINDOW_SECONDS = 5.0
_SAMPLE_SECONDS = 0.25
_SLICE_SECONDS = 0.25
# What may pass at once after a pause: enough for a steady flow, too little to notice.
_BURST_SECONDS = 0.1


class RateLimiter:
    """Limits the byte rate of all threads together; None means no limit."""

    def __init__(self, bytes_per_second: int | None) -> None:
        self._lock = threading.Lock()
        self.set_rate(bytes_per_second)

    def set_rate(self, bytes_per_second: int | None) -> None:
        """Change the rate, also for waiting threads."""
        with self._lock:
            self._rate = bytes_per_second
            self._free_at = time.monotonic()

    @property
    def bytes_per_second(self) -> int | None:
        """The current limit."""
        return self._rate

    def take(self, num_bytes: int, stop: StopSignal) -> float:
        """Wait until `num_bytes` may pass; returns the seconds waited. Raises `StoppedError`."""
        with self._lock:
            rate = self._rate
            if rate is None:
                return 0.0
            began_at = time.monotonic()
            until = max(self._free_at, began_at - _BURST_SECONDS) + num_bytes / rate
            self._free_at = until
        while (left := until - time.monotonic()) > 0 and self._rate == rate:
            stop.wait(min(left, _SLICE_SECONDS))
        return time.monotonic() - began_at


class SpeedMeter:
    """Bytes per second over the last few seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._samples: deque[tuple[float, int]] = deque()

    def read(self, done_bytes: int) -> float | None:
        """The speed at `done_bytes`, None while unknown. Call it repeatedly."""
        now = time.monotonic()
        with self._lock:
            samples = self._samples
            if samples and done_bytes < samples[-1][1]:
                samples.clear()
            if not samples or now - samples[-1][0] >= _SAMPLE_SECONDS:
                samples.append((now, done_bytes))
            while len(samples) > 2 and now - samples[1][0] >= _WINDOW_SECONDS:
                samples.popleft()
            since, bytes_then = samples[0]
        seconds = now - since
        return (done_bytes - bytes_then) / seconds if seconds >= _SAMPLE_SECONDS else None


class StallWatch:
    """Detects connections that are too slow; time spent in the rate limiter does not count."""

    def __init__(self, options: TransferOptions, host: str) -> None:
        self._options, self._host = options, host
        self._restart()

    def note(self, num_bytes: int, held_back_seconds: float) -> None:
        """Note arrived bytes. Raises `AttemptFailedError` when they are too few for the time."""
        self._bytes += num_bytes
        self._held_back_seconds += held_back_seconds
        seconds = time.monotonic() - self._since - self._held_back_seconds
        if seconds < self._options.stall_seconds:
            return
        if self._bytes < self._options.slowest_bytes_per_second * seconds:
            raise AttemptFailedError(f"{self._host} sends next to nothing")
        self._restart()

    def _restart(self) -> None:
        self._since = time.monotonic()
        self._bytes = 0
        self._held_back_seconds = 0.0


def _none() -> int:
    return 0


@dataclass(slots=True)
class Progress:
    """Written by the threads of one download, read by others; each field is updated atomically.

    `whole_bytes` counts complete files, `later_bytes` files that have not started.
    `current_bytes` returns how much of the current file, of `current_size` bytes, is fetched or,
    while CHECKING, checked. `trouble` is temporary, `notice` stays until the download ends.
    """

    later_bytes: int
    whole_bytes: int = 0
    current_size: int = 0
    current_bytes: Callable[[], int] = _none
    state: DownloadState = DownloadState.RUNNING
    trouble: str | None = None
    notice: str | None = None
    meter: SpeedMeter = field(default_factory=SpeedMeter)

    @property
    def done_bytes(self) -> int:
        """Bytes fetched, of all files."""
        return self.whole_bytes + self.current_bytes()

    @property
    def total_bytes(self) -> int:
        """Size of all files."""
        return self.whole_bytes + self.current_size + self.later_bytes

    def begin(self, size: int) -> None:
        """Start a file of `size` bytes."""
        self.later_bytes -= size
        self.current_size, self.current_bytes = size, _none
        self.state = DownloadState.RUNNING

    def end(self) -> None:
        """Complete the current file."""
        size, self.current_size, self.current_bytes = self.current_size, 0, _none
        self.whole_bytes += size


@dataclass(frozen=True, slots=True)
class TransferContext:
    """Passed down. `claimed_bytes` returns the space in `folder` that other downloads need."""

    folder: Path
    settings: HubSettings
    client: HubClient
    options: TransferOptions
    limiter: RateLimiter
    stop: StopSignal
    progress: Progress
    claimed_bytes: Callable[[], int] = _none

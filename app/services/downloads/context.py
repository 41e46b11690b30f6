"""State shared by all parts of one download, and its progress."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.pace import RateLimiter, SpeedMeter
from app.services.downloads.stop import StopSignal
from app.services.hub.client import HubClient
from app.services.hub.settings import HubSettings


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

"""What every part of one download shares, and how far it is. Knows no network."""

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
    """Written by the threads of one download, read by others; every value is whole at any moment.

    `whole_bytes` are those of files that are complete, `later_bytes` of those whose turn has not come;
    `current_bytes` says how much of the one in hand, of `current_size`, is fetched or, while CHECKING,
    checked. `trouble` passes, `notice` stays until the download ends.
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
        """Of all files."""
        return self.whole_bytes + self.current_bytes()

    @property
    def total_bytes(self) -> int:
        """Of all files."""
        return self.whole_bytes + self.current_size + self.later_bytes

    def begin(self, size: int) -> None:
        """The turn of a file of `size` bytes has come."""
        self.later_bytes -= size
        self.current_size, self.current_bytes = size, _none
        self.state = DownloadState.RUNNING

    def end(self) -> None:
        """The file in hand is complete."""
        size, self.current_size, self.current_bytes = self.current_size, 0, _none
        self.whole_bytes += size


@dataclass(frozen=True, slots=True)
class TransferContext:
    """Passed down. Models go to `folder`; other downloads still need `claimed_bytes` of room there."""

    folder: Path
    settings: HubSettings
    client: HubClient
    options: TransferOptions
    limiter: RateLimiter
    stop: StopSignal
    progress: Progress
    claimed_bytes: Callable[[], int] = _none

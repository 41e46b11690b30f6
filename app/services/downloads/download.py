"""The public view of a download, and the options of transfers."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.services.downloads.web_file import WebFile
from app.services.hub.files import HubFile


class DownloadState(StrEnum):
    """The state of a download; the first three continue automatically."""

    WAITING = "waiting"
    RUNNING = "running"
    CHECKING = "checking"
    PAUSED = "paused"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Download:
    """A snapshot of one download in the queue; unknown values are None.

    `done_bytes` of `total_bytes` are fetched or, while CHECKING, checked. `problem` is a sentence:
    why it FAILED, what delays it, or a notice. `paths` is where the finished files are (DONE) or
    will be.
    """

    id: str
    title: str
    files: tuple[HubFile | WebFile, ...]
    state: DownloadState
    done_bytes: int
    total_bytes: int
    bytes_per_second: float | None
    seconds_left: float | None
    problem: str | None
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class TransferOptions:
    """How files are fetched; times in seconds on the monotonic clock.

    A connection is closed when nothing arrived for `stall_seconds`, or less than
    `slowest_bytes_per_second` over that time, and reopened after a wait that doubles from
    `backoff_seconds` to `max_backoff_seconds`. After `max_failures` in a row per connection, with
    less than `min_progress_bytes` gained in total, the download has FAILED; it is retried after
    `revive_seconds` (None: never). `reserve_bytes` of the disk stay free.
    """

    num_segments: int = 8
    num_parallel: int = 2
    min_segment_bytes: int = 1 << 20
    max_segment_bytes: int = 32 << 20
    connect_seconds: float = 10.0
    stall_seconds: float = 20.0
    slowest_bytes_per_second: int = 128
    backoff_seconds: float = 1.0
    max_backoff_seconds: float = 60.0
    max_failures: int = 8
    min_progress_bytes: int = 1 << 20
    revive_seconds: float | None = 300.0
    reserve_bytes: int = 1 << 30
    bytes_per_second_limit: int | None = None

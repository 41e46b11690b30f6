"""A Hub of this machine and queues that fetch from it, with waits too short to notice."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.services.downloads.download import Download, DownloadState, TransferOptions
from app.services.downloads.queue import DownloadQueue
from app.services.hub.settings import HubSettings
from tests.support.hub_server import HubServer, ServedFile, serve_hub

KB, MB = 1 << 10, 1 << 20
TIMEOUT = 20

OPTIONS = TransferOptions(
    min_segment_bytes=64 * KB,
    connect_seconds=2.0,
    stall_seconds=2.0,
    backoff_seconds=0.01,
    max_backoff_seconds=0.05,
    max_failures=3,
    min_progress_bytes=32 * KB,
    revive_seconds=None,
    reserve_bytes=0,
)

MakeQueue = Callable[..., DownloadQueue]

CONTENT = random.Random(0).randbytes(2 * MB)
WHOLE = {"somebody/tiny/tiny.gguf": CONTENT}


def some_bytes(num_bytes: int, seed: int = 1) -> bytes:
    """Bytes that no compression and no shift leaves the same."""
    return random.Random(seed).randbytes(num_bytes)


@pytest.fixture
def hub() -> Iterator[HubServer]:
    with serve_hub() as server:
        yield server


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def make_queue(hub: HubServer, models: Path) -> Iterator[MakeQueue]:
    """Makes queues on the models folder; `settings` and options may differ."""
    queues = []

    def make(settings: HubSettings | None = None, **changes: Any) -> DownloadQueue:
        queue = DownloadQueue(
            models, lambda: settings or hub.settings, options=replace(OPTIONS, **changes)
        )
        queues.append(queue)
        return queue

    yield make
    for queue in queues:
        queue.close()
    hub.close()


@pytest.fixture
def queue(make_queue: MakeQueue) -> DownloadQueue:
    """One that has been started."""
    queue = make_queue()
    queue.start()
    return queue


def fetch(hub: HubServer, queue: DownloadQueue) -> Download:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    return queue.wait(queue.add("Tiny", [file]), TIMEOUT)


def assert_failed_plainly(download: Download, models: Path, *words: str) -> None:
    """One sentence; the bytes are kept; nothing shows up in the library."""
    assert download.state is DownloadState.FAILED
    assert download.problem is not None
    for word in words:
        assert word in download.problem
    assert download.problem.endswith(".")
    assert "\n" not in download.problem
    assert "Traceback" not in download.problem
    assert len(kept_parts(models)) == 1
    assert files_in_library(models) == {}


def files_in_library(models: Path) -> dict[str, bytes]:
    """What the library would see: no hidden files."""
    return {
        path.relative_to(models).as_posix(): path.read_bytes()
        for path in models.rglob("*")
        if path.is_file() and not any(p.startswith(".") for p in path.relative_to(models).parts)
    }


def kept_parts(models: Path) -> list[Path]:
    """The part files, finished ones that wait for others included."""
    return sorted((models / ".downloads").glob("*/*.part")) + sorted(
        (models / ".downloads").glob("*/*.whole")
    )

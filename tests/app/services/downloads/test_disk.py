"""Room on the disk: asked for before, watched meanwhile, and what happens when there is none."""

import errno
import os
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from app.services.downloads.download import DownloadState
from app.services.downloads.part_file import PartWriter
from app.services.downloads.queue import DownloadQueue
from tests.app.services.downloads.conftest import (
    CONTENT,
    KB,
    MB,
    TIMEOUT,
    WHOLE,
    MakeQueue,
    assert_failed_plainly,
    fetch,
    files_in_library,
)
from tests.support.hub_server import HubServer, ServedFile


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_too_little_room_is_said_before_anything_is_fetched(
    hub: HubServer, make_queue: MakeQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = make_queue(reserve_bytes=5 * MB)
    queue.start()
    free = 4 * MB
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10 * MB, 10 * MB - free, free))
    download = fetch(hub, queue)
    assert download.state is DownloadState.FAILED
    assert download.problem is not None
    assert "too little room for tiny.gguf: free 4 MB more" in download.problem
    assert hub.asked_of("storage") == []
    free = 8 * MB
    queue.resume(download.id)
    assert queue.wait(download.id, TIMEOUT).state is DownloadState.DONE


def test_what_is_on_the_disk_already_needs_no_more_room(
    hub: HubServer, make_queue: MakeQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = make_queue()
    queue.start()
    hub.hold_at(2 * MB - 200 * KB)
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    download_id = queue.add("Tiny", [file])
    hub.wait_sent(2 * MB - 200 * KB)
    queue.pause(download_id)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(9 * MB, 8 * MB, MB))
    hub.hold_at(None)
    queue.resume(download_id)
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE


def test_the_reserve_is_watched_while_it_runs(
    hub: HubServer, make_queue: MakeQueue, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.downloads.part_file._SYNC_BYTES", 256 * KB)
    monkeypatch.setattr("app.services.downloads.part_file._SYNC_SECONDS", 0.0)
    queue = make_queue(reserve_bytes=MB)
    queue.start()
    hub.faults.all_bytes_per_second = 2.0 * MB
    real = shutil.disk_usage

    def fill_the_disk() -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(9 * MB, 9 * MB - KB, KB))

    hub.call_at(MB // 4, fill_the_disk)
    assert_failed_plainly(fetch(hub, queue), models, "too little room", "try again")
    monkeypatch.setattr(shutil, "disk_usage", real)
    queue.resume(queue.downloads()[0].id)
    assert queue.wait(queue.downloads()[0].id, TIMEOUT).state is DownloadState.DONE


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, ("is full", "try again")),
        (errno.EFBIG, ("cannot hold a file as large", "another disk")),
        (errno.EIO, ("cannot be written",)),
    ],
)
def test_a_disk_that_refuses(
    hub: HubServer,
    queue: DownloadQueue,
    models: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    words: tuple[str, ...],
) -> None:
    real, num_writes = PartWriter.write, 0

    def write(writer: PartWriter, offset: int, data: bytes) -> None:
        nonlocal num_writes
        num_writes += 1
        if num_writes > 8:
            raise OSError(code, os.strerror(code))
        real(writer, offset, data)

    with monkeypatch.context() as disk_now:
        disk_now.setattr(PartWriter, "write", write)
        download = fetch(hub, queue)
        assert_failed_plainly(download, models, *words)
    queue.resume(download.id)
    assert queue.wait(download.id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_room_that_others_still_need_is_counted(
    hub: HubServer, make_queue: MakeQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = make_queue(num_parallel=2)
    queue.start()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(9 * MB, 6 * MB, 3 * MB))
    hub.hold_at(0)
    first = queue.add("a", [hub.put("a", ServedFile.large(CONTENT))])
    hub.wait_asked(8)
    second = queue.wait(queue.add("b", [hub.put("b", ServedFile.large(CONTENT[::-1]))]), TIMEOUT)
    assert second.state is DownloadState.FAILED
    hub.hold_at(None)
    assert queue.wait(first, TIMEOUT).state is DownloadState.DONE

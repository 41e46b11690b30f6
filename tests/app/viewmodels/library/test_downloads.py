"""The downloads as they are shown, and what is done to them reaches the queue."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication

from app.services.downloads.download import DownloadState
from app.viewmodels.library.downloads import DownloadsViewModel
from engine.errors import RequestError
from tests.app.conftest import Services
from tests.support.scripted_hub import ScriptedQueue, create_model

if TYPE_CHECKING:
    from app.viewmodels.library.downloads import DownloadRow


@pytest.fixture
def queue(tmp_path: Path) -> ScriptedQueue:
    return ScriptedQueue(tmp_path)


@pytest.fixture
def downloads(services: Services, queue: ScriptedQueue) -> Iterator[DownloadsViewModel]:
    downloads = DownloadsViewModel(lambda: queue, services.settings, services.notices)
    yield downloads
    downloads.close()


def _start(services: Services, downloads: DownloadsViewModel, num_rows: int) -> None:
    downloads.start()
    services.qtbot.waitUntil(lambda: len(downloads.rows) == num_rows)


def test_each_state_says_how_far_it_is_and_what_can_be_done(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    half = {"done_bytes": 1_000_000_000}
    queue.put("run", DownloadState.RUNNING, bytes_per_second=25e6, seconds_left=40.0, **half)
    queue.put("wait", DownloadState.WAITING)
    queue.put("check", DownloadState.CHECKING, done_bytes=2_000_000_000)
    queue.put("rest", DownloadState.PAUSED, **half)
    queue.put("fail", DownloadState.FAILED, problem="The disk is full.", **half)
    queue.put("done", DownloadState.DONE, done_bytes=2_000_000_000)
    _start(services, downloads, 6)
    run, wait, check, rest, fail, done = downloads.rows
    assert run.status == "1.0 GB of 2.0 GB · 25.0 MB/s · 40 s left"
    assert (run.fraction, run.can_pause, run.can_move_up) == (0.5, True, False)
    assert (wait.can_pause, wait.can_move_up) == (True, True)
    assert "whole" in check.status
    assert (rest.can_resume, rest.can_pause, rest.can_retry) == (True, False, False)
    assert (fail.can_retry, fail.problem) == (True, "The disk is full.")
    assert (done.is_done, done.path) == (True, queue.folder / "somebody/tiny-GGUF/done.gguf")
    assert downloads.num_active == 3
    assert downloads.summary == "3 downloads · 50 % · 25.0 MB/s"


def test_actions_reach_the_queue_in_order(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    for name in ("one", "two"):
        queue.put(name, DownloadState.RUNNING)
    _start(services, downloads, 2)
    downloads.pause("one")
    downloads.resume("one")
    downloads.move_up("two")
    downloads.cancel("one")
    services.qtbot.waitUntil(lambda: [row.id for row in downloads.rows] == ["two"])
    assert queue.calls == [
        ("pause", "one"),
        ("resume", "one"),
        ("move", "two", 0),
        ("cancel", "one"),
    ]


def test_what_is_added_before_the_queue_is_open_waits_for_it(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    model = create_model("Q4_K_M")
    downloads.add("tiny Q4_K_M", model.files)
    services.qtbot.waitUntil(lambda: len(downloads.rows) == 1)
    assert queue.is_started
    row = downloads.row_of_files(model.files)
    assert row is not None
    assert row.title == "tiny Q4_K_M"
    assert downloads.row_of_files(create_model("BF16").files) is None


def test_the_end_of_a_download_is_told_once_and_old_ones_not_at_all(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    ended: list[DownloadRow] = []
    downloads.finished.connect(ended.append)
    queue.put("old", DownloadState.DONE)
    queue.put("new", DownloadState.RUNNING)
    _start(services, downloads, 2)
    queue.put("new", DownloadState.DONE)
    services.qtbot.waitUntil(lambda: bool(ended))
    downloads.pause("old")
    services.qtbot.waitUntil(lambda: downloads.rows[0].can_resume)
    assert [row.id for row in ended] == ["new"]


def test_one_that_ends_before_it_was_ever_seen_is_told_too(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    def add_done(title: str, files, *, first: bool = False) -> str:
        queue.put(title, DownloadState.DONE)
        return title

    queue.add = add_done
    with services.qtbot.waitSignal(downloads.finished):
        downloads.add("quick", create_model("Q2_K").files)


def test_finished_ones_can_be_cleared(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    queue.put("done", DownloadState.DONE)
    _start(services, downloads, 1)
    assert downloads.has_finished
    assert downloads.summary == ""
    downloads.remove_finished()
    services.qtbot.waitUntil(lambda: len(downloads.rows) == 0)


def test_a_refusal_of_the_queue_is_told(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    queue.problem = RequestError("The disk cannot be written to.")
    downloads.add("tiny", create_model("Q2_K").files)
    services.qtbot.waitUntil(lambda: services.texts() == ["The disk cannot be written to."])


def test_the_limit_follows_the_settings(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    services.settings.set_value("download_limit", 3)
    downloads.start()
    services.qtbot.waitUntil(lambda: queue.is_started)
    assert queue.limits[0] == 3_000_000
    services.settings.set_value("download_limit", 0)
    services.qtbot.waitUntil(lambda: queue.limits[-1] is None)


def test_closing_leaves_the_rest_for_the_next_start(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    queue.put("run", DownloadState.RUNNING)
    _start(services, downloads, 1)
    downloads.close()
    assert queue.is_closed
    assert queue.items["run"].state is DownloadState.RUNNING


def test_closing_while_it_opens_leaves_nothing_running(
    downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    downloads.start()
    downloads.close()
    assert queue.is_started == queue.is_closed
    QCoreApplication.processEvents()
    assert len(downloads.rows) == 0


def test_it_rests_and_goes_on(
    services: Services, downloads: DownloadsViewModel, queue: ScriptedQueue
) -> None:
    queue.put("run", DownloadState.RUNNING)
    _start(services, downloads, 1)
    rested: list[bool] = []
    downloads.rest(lambda: rested.append(queue.is_closed))
    services.qtbot.waitUntil(lambda: rested == [True])
    queue.is_started = False
    downloads.start()
    services.qtbot.waitUntil(lambda: queue.is_started)

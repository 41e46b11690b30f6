"""Everything that goes wrong on the way: success in the end, or one sentence with the part file kept."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.services.downloads import part_file
from app.services.downloads.download import DownloadState
from app.services.downloads.queue import DownloadQueue
from app.services.hub.files import HubFile
from app.services.hub.settings import HubSettings
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
    some_bytes,
)
from tests.hostile.hub.reply import Reply
from tests.hostile.hub.server import serve_hostile_hub
from tests.support.hub_server import COMMIT, HubServer, ServedFile


def test_cut_connections(hub: HubServer, queue: DownloadQueue, models: Path) -> None:
    hub.faults.cuts.extend([10 * KB, 100 * KB, 0, 50 * KB, 1, 200 * KB, 128 * KB, 77, 64 * KB])
    assert fetch(hub, queue).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE
    assert sum(end - start for start, end in hub.sent) < len(CONTENT) + 9 * 64 * KB


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_servers_that_fail_for_a_while(
    hub: HubServer, queue: DownloadQueue, models: Path, status: int
) -> None:
    hub.faults.hub_answers.extend([(status, {}), (status, {})])
    hub.faults.storage_answers.extend([(status, {})] * 5)
    assert fetch(hub, queue).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_servers_that_fail_for_good(hub: HubServer, queue: DownloadQueue, models: Path) -> None:
    hub.faults.storage_answers.extend([(503, {})] * 1000)
    assert_failed_plainly(fetch(hub, queue), models, "tiny.gguf", "503", "try again")


def test_retry_after_is_heeded_by_all(hub: HubServer, make_queue: MakeQueue) -> None:
    queue = make_queue(num_segments=2)
    queue.start()
    hub.faults.storage_answers.extend([(429, {"Retry-After": "1"})])
    began_at = time.monotonic()
    assert fetch(hub, queue).state is DownloadState.DONE
    assert time.monotonic() - began_at >= 1.0


def test_a_person_is_told_of_trouble_that_passes(hub: HubServer, queue: DownloadQueue) -> None:
    hub.faults.hub_answers.append((429, {"Retry-After": "1"}))
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    download_id = queue.add("Tiny", [file])
    hub.wait_for(lambda: hub.asked != [])
    problem = queue.wait(download_id, 0.5).problem
    assert problem == "127.0.0.1 asks to slow down; trying again in 1 s."
    download = queue.wait(download_id, TIMEOUT)
    assert (download.state, download.problem) == (DownloadState.DONE, None)


def test_signed_addresses_that_expire(hub: HubServer, queue: DownloadQueue, models: Path) -> None:
    hub.faults.signature_uses = 3
    assert fetch(hub, queue).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE
    assert len(hub.asked_of("hub")) > 1


def test_addresses_that_expire_while_the_machine_sleeps(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    """All connections are dead on waking, and so is the address."""

    def sleep_and_wake() -> None:
        hub.expire_signatures()
        hub.faults.cuts.extend([0] * 8)

    hub.call_at(MB, sleep_and_wake)
    assert fetch(hub, queue).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_silent_servers_are_left_after_a_while(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    queue = make_queue(stall_seconds=0.2)
    queue.start()
    hub.faults.is_silent = True
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    download_id = queue.add("Tiny", [file])
    hub.wait_asked(8)
    hub.faults.is_silent = False
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_servers_that_stay_silent(hub: HubServer, make_queue: MakeQueue, models: Path) -> None:
    queue = make_queue(stall_seconds=0.1, num_segments=2)
    queue.start()
    hub.faults.is_silent = True
    assert_failed_plainly(fetch(hub, queue), models, "stopped sending")


def test_slow_loris(hub: HubServer, make_queue: MakeQueue, models: Path) -> None:
    queue = make_queue(stall_seconds=0.2, slowest_bytes_per_second=1000, num_segments=4)
    queue.start()
    hub.faults.trickle_seconds = 0.02
    assert_failed_plainly(fetch(hub, queue), models, "sends next to nothing")


def test_a_server_that_cannot_be_reached(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    queue = make_queue(replace(hub.settings, endpoint="http://127.0.0.1:9"))
    queue.start()
    download = fetch(hub, queue)
    assert download.state is DownloadState.FAILED
    assert download.problem is not None
    assert "127.0.0.1 cannot be reached" in download.problem


def test_what_failed_for_now_is_tried_again_by_itself(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    queue = make_queue(revive_seconds=0.05, num_segments=1)
    queue.start()
    hub.faults.storage_answers.extend([(503, {})] * 3)
    download = fetch(hub, queue)
    assert download.state is DownloadState.FAILED
    hub.wait_sent(len(CONTENT))
    assert queue.wait(download.id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_what_failed_for_now_goes_on_at_the_next_start(
    hub: HubServer, make_queue: MakeQueue
) -> None:
    queue = make_queue(num_segments=1)
    queue.start()
    hub.faults.storage_answers.extend([(503, {})] * 3)
    download = fetch(hub, queue)
    assert download.state is DownloadState.FAILED
    queue.close()
    again = make_queue()
    again.start()
    hub.wait_sent(len(CONTENT))
    assert again.wait(download.id, TIMEOUT).state is DownloadState.DONE


def test_without_ranges_one_stream_from_the_beginning(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    hub.faults.has_ranges = False
    assert fetch(hub, queue).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_without_ranges_a_cut_stream_begins_again(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    queue = make_queue(num_segments=1)
    queue.start()
    hub.faults.has_ranges = False
    hub.faults.cuts.extend([0, 300 * KB, 900 * KB])
    assert fetch(hub, queue).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_without_ranges_and_always_cut_it_ends(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    hub.faults.has_ranges = False
    hub.faults.cuts.extend([300 * KB] * 1000)
    assert_failed_plainly(fetch(hub, queue), models, "was cut")


def test_wrong_bytes_never_reach_the_library(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    hub.faults.lie_at = 123_456
    download = fetch(hub, queue)
    assert_failed_plainly(download, models, "arrived damaged", "try again")
    hub.faults.lie_at = None
    queue.resume(download.id)
    assert queue.wait(download.id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


@pytest.mark.parametrize("num_bytes", [3 * MB, MB, 2 * MB], ids=["grows", "shrinks", "same size"])
def test_a_file_that_changes_while_it_is_fetched(
    hub: HubServer, queue: DownloadQueue, models: Path, num_bytes: int
) -> None:
    """The Hub gave no checksum, so the new one is as good; the old bytes are not mixed in."""
    new = some_bytes(num_bytes, seed=2)
    file = hub.put("tiny.gguf", ServedFile.small(CONTENT))
    hub.faults.cuts.extend([64 * KB] * 8)
    hub.call_at(300 * KB, lambda: hub.put("tiny.gguf", ServedFile.small(new)) and None)
    hub.hold_at(400 * KB)
    download_id = queue.add("Tiny", [file])
    hub.wait_sent(400 * KB)
    queue.pause(download_id)
    hub.hold_at(None)
    queue.resume(download_id)
    download = queue.wait(download_id, TIMEOUT)
    assert download.state is DownloadState.DONE
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": new}


def test_a_change_is_said_plainly(hub: HubServer, queue: DownloadQueue) -> None:
    file = hub.put("tiny.gguf", ServedFile.small(CONTENT))
    hub.hold_at(MB)
    download_id = queue.add("Tiny", [file])
    hub.wait_sent(MB)
    queue.pause(download_id)
    hub.put("tiny.gguf", ServedFile.small(some_bytes(3 * MB, seed=2)))
    hub.hold_at(hub.sent_bytes + MB)
    queue.resume(download_id)
    hub.wait_for(lambda: hub.sent_bytes >= (hub._hold_at or 0))
    download = queue.downloads()[0]
    assert download.problem == "tiny.gguf changed on the server, so its download started over."
    assert download.total_bytes == 3 * MB
    hub.hold_at(None)
    assert queue.wait(download_id, TIMEOUT).problem is None


@pytest.mark.parametrize("num_bytes", [3 * MB, MB, 2 * MB], ids=["grown", "shrunk", "same size"])
def test_another_file_than_the_one_that_was_chosen_is_refused(
    hub: HubServer, queue: DownloadQueue, models: Path, num_bytes: int
) -> None:
    """The Hub had given a checksum: what it has now is something else."""
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    hub.hold_at(MB)
    download_id = queue.add("Tiny", [file])
    hub.wait_sent(MB)
    queue.pause(download_id)
    hub.put("tiny.gguf", ServedFile.large(some_bytes(num_bytes, seed=2)))
    hub.hold_at(None)
    queue.resume(download_id)
    assert_failed_plainly(
        queue.wait(download_id, TIMEOUT), models, "was replaced on the Hub", "look the model up"
    )


def test_storage_and_hub_that_never_agree(
    hub: HubServer, queue: DownloadQueue, models: Path
) -> None:
    served = ServedFile.large(CONTENT)
    file = hub.put("tiny.gguf", served)
    hub.put("tiny.gguf", replace(served, content=CONTENT[:MB]))
    hub.faults.promised_size = len(CONTENT)
    assert_failed_plainly(
        queue.wait(queue.add("Tiny", [file]), TIMEOUT), models, "keeps changing on the server"
    )


def test_a_clock_that_jumps(
    hub: HubServer, make_queue: MakeQueue, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Years forward, then back, and again between two starts."""
    queue = make_queue()
    queue.start()
    now = time.time
    hub.call_at(MB // 4, lambda: monkeypatch.setattr(time, "time", lambda: now() + 1e8))
    hub.call_at(MB // 2, lambda: monkeypatch.setattr(time, "time", lambda: now() - 1e9))
    hub.hold_at(MB)
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    download_id = queue.add("Tiny", [file])
    hub.wait_sent(MB)
    queue.close()
    # What the system says of its start moves with the clock.
    started = part_file._machine_start()
    monkeypatch.setattr(part_file, "_machine_start", lambda: started - 10**9)
    hub.hold_at(None)
    again = make_queue()
    again.start()
    assert again.wait(download_id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == WHOLE


def test_a_byte_for_each_request_is_no_progress(make_queue: MakeQueue) -> None:
    content = some_bytes(MB)
    found = Reply(200, (("X-Linked-Size", str(MB)), ("X-Linked-ETag", '"x"')))
    with serve_hostile_hub() as served:
        served.script.replies = {"resolve": found, "file": Reply(body=content, length="1")}
        queue = make_queue(HubSettings(served.hub))
        queue.start()
        file = HubFile("somebody/tiny", COMMIT, "tiny.gguf", MB, None)
        download = queue.wait(queue.add("Tiny", [file]), TIMEOUT)
    assert download.state is DownloadState.FAILED
    assert "next to nothing" in (download.problem or "")

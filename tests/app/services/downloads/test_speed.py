"""Many connections against a server that limits each: judged by bytes, and generously by time."""

import threading
import time

import pytest

from app.services.downloads.download import DownloadState
from tests.app.services.downloads.conftest import MB, MakeQueue, some_bytes
from tests.support.hub_server import HubServer, ServedFile


def seconds_to_fetch(hub: HubServer, make_queue: MakeQueue, num_segments: int) -> float:
    queue = make_queue(num_segments=num_segments)
    queue.start()
    content = some_bytes(2 * MB, seed=num_segments)
    file = hub.put(f"{num_segments}.gguf", ServedFile.large(content))
    began_at = time.monotonic()
    assert queue.wait(queue.add("Tiny", [file]), 20).state is DownloadState.DONE
    return time.monotonic() - began_at


@pytest.mark.alone
def test_eight_connections_beat_one_where_each_is_limited(
    hub: HubServer, make_queue: MakeQueue
) -> None:
    hub.faults.connection_bytes_per_second = 1.0 * MB
    assert seconds_to_fetch(hub, make_queue, 8) < seconds_to_fetch(hub, make_queue, 1) / 2


def test_all_connections_are_busy_at_the_same_time(hub: HubServer, make_queue: MakeQueue) -> None:
    hub.hold_at(0)
    queue = make_queue(num_segments=8)
    queue.start()
    queue.add("Tiny", [hub.put("tiny.gguf", ServedFile.large(some_bytes(2 * MB)))])
    hub.wait_asked(8)
    names = [thread.name for thread in threading.enumerate()]
    assert names.count("download tiny.gguf") == 8
    hub.hold_at(None)

"""Files at plain addresses: fetched, resumed and checked as those of the Hub are."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.services.downloads.download import DownloadState
from app.services.downloads.errors import DownloadError
from tests.app.services.downloads.conftest import (
    CONTENT,
    MB,
    TIMEOUT,
    MakeQueue,
    assert_failed_plainly,
    files_in_library,
    some_bytes,
)
from tests.support.hub_server import HubServer

OTHER = some_bytes(100_000, seed=2)


def test_arrive_together(hub: HubServer, make_queue: MakeQueue, models: Path) -> None:
    files = [hub.put_plain("one-1.0+cpu.whl", CONTENT, "a/b/"), hub.put_plain("two.whl", OTHER)]
    queue = make_queue()
    queue.start()
    download = queue.wait(queue.add("Libraries", files), TIMEOUT)
    assert download.state is DownloadState.DONE
    assert download.files == tuple(files)
    assert files_in_library(models) == {"one-1.0+cpu.whl": CONTENT, "two.whl": OTHER}
    assert hub.asked_of("hub") == []


def test_go_on_after_a_restart_and_a_cut(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    file = hub.put_plain("one.whl", CONTENT)
    hub.hold_at(MB)
    first = make_queue()
    first.start()
    download_id = first.add("Libraries", [file])
    hub.wait_sent(MB)
    first.close()
    hub.hold_at(None)
    hub.faults.cuts.append(100_000)
    second = make_queue()
    second.start()
    assert second.wait(download_id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == {"one.whl": CONTENT}
    assert hub.sent_bytes < len(CONTENT) + MB


def test_go_on_at_another_address(hub: HubServer, make_queue: MakeQueue, models: Path) -> None:
    file = hub.put_plain("one.whl", CONTENT)
    gone = replace(file, url=f"{hub.storage_address}/plain/gone.whl")
    queue = make_queue()
    queue.start()
    download = queue.wait(queue.add("Libraries", [gone]), TIMEOUT)
    assert download.state is DownloadState.FAILED
    assert download.problem == (
        "127.0.0.1 does not give out one.whl; check the address of the mirror, if one is set, or "
        "try again later."
    )
    download = queue.wait(queue.add("Libraries", [file]), TIMEOUT)
    assert download.state is DownloadState.DONE
    assert len(queue.downloads()) == 1
    assert files_in_library(models) == {"one.whl": CONTENT}


def test_with_other_bytes_are_refused(hub: HubServer, make_queue: MakeQueue, models: Path) -> None:
    file = hub.put_plain("one.whl", CONTENT)
    hub.faults.lie_at = 1000
    queue = make_queue()
    queue.start()
    download = queue.wait(queue.add("Libraries", [file]), TIMEOUT)
    assert_failed_plainly(download, models, "one.whl arrived damaged", "try again")


def test_of_another_size_are_refused(hub: HubServer, make_queue: MakeQueue, models: Path) -> None:
    file = replace(hub.put_plain("one.whl", CONTENT), size=len(CONTENT) - 1)
    queue = make_queue()
    queue.start()
    download = queue.wait(queue.add("Libraries", [file]), TIMEOUT)
    assert_failed_plainly(download, models, "another file under the name one.whl")


def test_names_stay_in_the_folder(hub: HubServer, make_queue: MakeQueue) -> None:
    for name in ("../one.whl", "a/one.whl", ".hidden", "con.whl"):
        file = replace(hub.put_plain("one.whl", OTHER), name=name)
        with pytest.raises(DownloadError, match="name"):
            make_queue().add("Libraries", [file])

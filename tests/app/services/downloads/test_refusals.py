"""What the Hub refuses, in words; who gets to see the token; and working without a network."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.services.downloads.download import Download, DownloadState
from tests.app.services.downloads.conftest import MB, MakeQueue, files_in_library, some_bytes
from tests.support.hub_server import TOKEN, HubServer, ServedFile

TIMEOUT = 20
CONTENT = some_bytes(MB)


def fetch(
    hub: HubServer,
    make_queue: MakeQueue,
    token: str | None = None,
    served: ServedFile | None = None,
) -> Download:
    queue = make_queue(replace(hub.settings, token=token))
    queue.start()
    file = hub.put("tiny.gguf", served or ServedFile.large(CONTENT))
    return queue.wait(queue.add("Tiny", [file]), TIMEOUT)


def test_a_gated_model_says_what_to_accept_and_where(hub: HubServer, make_queue: MakeQueue) -> None:
    gated = ServedFile.large(CONTENT, is_gated=True)
    for token in (None, "hf_other"):
        download = fetch(hub, make_queue, token, gated)
        assert download.state is DownloadState.FAILED
        assert download.problem is not None
        assert "somebody/tiny is gated: accept its terms" in download.problem
        assert f"{hub.hub_address}/somebody/tiny" in download.problem
        assert "token" in download.problem


def test_with_the_right_token_it_is_one_call_to_go_on(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    gated = ServedFile.large(CONTENT, is_gated=True)
    assert fetch(hub, make_queue, None, gated).state is DownloadState.FAILED
    queue = make_queue(replace(hub.settings, token=TOKEN))
    queue.start()
    (download,) = queue.downloads()
    assert download.state is DownloadState.FAILED
    queue.resume(download.id)
    assert queue.wait(download.id, TIMEOUT).state is DownloadState.DONE
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}


def test_the_token_goes_to_the_hub_and_nowhere_else(hub: HubServer, make_queue: MakeQueue) -> None:
    assert fetch(hub, make_queue, TOKEN).state is DownloadState.DONE
    assert {asked.headers.get("authorization") for asked in hub.asked_of("hub")} == {
        f"Bearer {TOKEN}"
    }
    assert hub.asked_of("storage")
    for asked in hub.asked_of("storage"):
        assert TOKEN not in str(asked)


def test_nor_to_where_the_hubs_own_file_is_moved(hub: HubServer, make_queue: MakeQueue) -> None:
    """A small file, served by the Hub itself, whose request for bytes is sent to another host."""
    served = ServedFile.small(CONTENT)
    hub.put("tiny.gguf", served)
    hub.faults.is_moving_small_files = True
    assert fetch(hub, make_queue, TOKEN, served).state is DownloadState.DONE
    assert hub.asked_of("storage")
    for asked in hub.asked_of("storage"):
        assert TOKEN not in str(asked)


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (401, "RepoNotFound", "does not exist or is private"),
        (404, "RepoNotFound", "does not exist or is private"),
        (404, "EntryNotFound", "is no longer in somebody/tiny"),
        (404, "RevisionNotFound", "look the model up again"),
        (404, "", "cannot be downloaded from somebody/tiny"),
        (401, "", "needs a token"),
        (403, "", "You may not read somebody/tiny"),
        (451, "", "answered 451"),
    ],
)
def test_refusals_in_words(
    hub: HubServer, make_queue: MakeQueue, status: int, code: str, words: str
) -> None:
    hub.faults.hub_answers.append((status, {"X-Error-Code": code} if code else {}))
    download = fetch(hub, make_queue)
    assert download.state is DownloadState.FAILED
    assert download.problem is not None
    assert words in download.problem
    assert len(hub.asked) == 1


def test_a_token_that_is_not_accepted(hub: HubServer, make_queue: MakeQueue) -> None:
    hub.faults.hub_answers.append((401, {}))
    problem = fetch(hub, make_queue, "hf_old").problem
    assert problem is not None
    assert "does not accept your token" in problem


def test_renamed_repositories_are_followed(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    hub.faults.hub_answers.append((307, {"Location": "/somebody/new-name/resolve/main/tiny.gguf"}))
    hub.put("tiny.gguf", ServedFile.large(CONTENT), "somebody/new-name")
    assert fetch(hub, make_queue).state is DownloadState.DONE
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}


def test_addresses_that_lead_round_in_circles(hub: HubServer, make_queue: MakeQueue) -> None:
    hub.faults.hub_answers.extend([(307, {"Location": "/again"})] * 50)
    problem = fetch(hub, make_queue).problem
    assert problem is not None
    assert "in circles" in problem


def test_files_that_the_hub_serves_itself(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    assert fetch(hub, make_queue, served=ServedFile.small(CONTENT)).state is DownloadState.DONE
    assert hub.asked_of("storage") == []
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}


def test_offline_it_says_so_and_asks_nobody(hub: HubServer, make_queue: MakeQueue) -> None:
    queue = make_queue(replace(hub.settings, is_offline=True))
    queue.start()
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    download = queue.wait(queue.add("Tiny", [file]), TIMEOUT)
    assert download.problem is not None
    assert download.problem.startswith("Downloading tiny.gguf needs the network, which is off")
    assert hub.asked == []


@pytest.mark.parametrize("endpoint", ["nonsense", "ftp://hub.example", "http://"])
def test_an_endpoint_that_is_no_address(
    hub: HubServer, make_queue: MakeQueue, endpoint: str
) -> None:
    queue = make_queue(replace(hub.settings, endpoint=endpoint))
    queue.start()
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    problem = queue.wait(queue.add("Tiny", [file]), TIMEOUT).problem
    assert problem is not None
    assert "address" in problem

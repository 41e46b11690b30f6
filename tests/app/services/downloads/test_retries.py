"""When to try again."""

import time
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from app.services.downloads.answers import read_retry_after
from app.services.downloads.connection import Retries
from app.services.downloads.download import TransferOptions
from app.services.downloads.errors import (
    AttemptFailedError,
    StoppedError,
    TemporaryDownloadError,
)
from app.services.downloads.stop import StopSignal

OPTIONS = TransferOptions(
    backoff_seconds=1.0, max_backoff_seconds=8.0, max_failures=3, min_progress_bytes=100
)
CUT = AttemptFailedError("the connection to hub.example was cut")


class RecordedStop(StopSignal):
    """Waits for nothing and remembers how long it should have."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)


class Transfer:
    """Retries of a transfer, with all that they see and say."""

    def __init__(self, **changes: Any) -> None:
        self.done_bytes = 0
        self.troubles: list[str] = []
        self.stop = RecordedStop()
        self.retries = Retries(
            "m.gguf", replace(OPTIONS, **changes), lambda: self.done_bytes, self.troubles.append
        )

    def fail(
        self, num_in_row: int = 1, error: AttemptFailedError = CUT, connections: int = 1
    ) -> float:
        self.retries.wait_after(error, num_in_row, connections, self.stop)
        return self.stop.waits[-1]


def test_waits_double_up_to_a_limit_and_differ_by_chance() -> None:
    transfer = Transfer(max_failures=1000)
    for num_in_row, longest in [(1, 1), (2, 2), (3, 4), (4, 8), (5, 8), (500, 8)]:
        waits = {transfer.fail(num_in_row) for _ in range(20)}
        assert len(waits) > 1
        assert all(longest / 2 <= wait <= longest for wait in waits)


def test_a_person_reads_what_is_wrong_and_when_it_goes_on() -> None:
    transfer = Transfer()
    transfer.fail(error=AttemptFailedError("hub.example asks to slow down", wait_seconds=30))
    assert transfer.troubles == ["Hub.example asks to slow down; trying again in 30 s."]


def test_too_many_failures_end_it_with_a_sentence() -> None:
    transfer = Transfer()
    transfer.fail(1)
    transfer.fail(2)
    with pytest.raises(
        TemporaryDownloadError, match=r"m.gguf could not be fetched: .* was cut; .*"
    ):
        transfer.fail(3)


def test_bytes_gained_make_good_for_failures() -> None:
    transfer = Transfer()
    for _ in range(10):
        transfer.fail()
        transfer.done_bytes += 100


def test_a_trickle_does_not() -> None:
    transfer = Transfer()
    for _ in range(2):
        transfer.fail()
        transfer.done_bytes += 10
    with pytest.raises(TemporaryDownloadError):
        transfer.fail()


def test_each_connection_may_fail_so_often() -> None:
    transfer = Transfer()
    for _ in range(23):
        transfer.fail(connections=8)
    with pytest.raises(TemporaryDownloadError):
        transfer.fail(connections=8)


def test_all_connections_wait_as_long_as_the_server_asked_one_of_them() -> None:
    transfer = Transfer()
    transfer.fail(error=AttemptFailedError("hub.example asks to slow down", wait_seconds=0.2))
    began_at = time.monotonic()
    transfer.retries.wait_turn(StopSignal())
    assert time.monotonic() - began_at >= 0.1


def test_a_wait_ends_when_it_is_stopped() -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(StoppedError):
        Transfer().retries.wait_after(CUT, 1, 1, stop)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({}, 0),
        ({"Retry-After": "soon"}, 0),
        ({"Retry-After": "-3"}, 0),
        # The clock of this machine does not matter: both times are the server's.
        (
            {
                "Retry-After": "Thu, 01 Jan 1998 00:00:30 GMT",
                "Date": "Thu, 01 Jan 1998 00:00:00 GMT",
            },
            30,
        ),
        (
            {
                "Retry-After": "Thu, 01 Jan 1998 00:00:00 GMT",
                "Date": "Thu, 01 Jan 1998 00:00:30 GMT",
            },
            0,
        ),
        ({"Retry-After": "Thu, 01 Jan 1998 00:00:30 GMT"}, 0),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float) -> None:
    assert read_retry_after(httpx2.Response(429, headers=headers)) == seconds

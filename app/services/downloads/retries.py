"""Decides when to retry and when to give up. Makes no requests."""

import random
import threading
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime

import httpx2

from app.services.downloads.download import TransferOptions
from app.services.downloads.errors import AttemptFailedError, TemporaryDownloadError
from app.services.downloads.stop import StopSignal

_LONGEST_WAIT_SECONDS = 3600.0


class Retries:
    """The failures of one transfer, over all its connections.

    `done_bytes` returns the progress; gaining `min_progress_bytes` resets the count of failures.
    `on_trouble` is called with a sentence before each wait.
    """

    def __init__(
        self,
        file_name: str,
        options: TransferOptions,
        done_bytes: Callable[[], int],
        on_trouble: Callable[[str], None],
    ) -> None:
        self._file_name, self._options = file_name, options
        self._done_bytes, self._on_trouble = done_bytes, on_trouble
        self._lock = threading.Lock()
        self._num_failures = 0
        self._best_bytes = done_bytes()
        self._closed_until = 0.0

    def wait_turn(self, stop: StopSignal) -> None:
        """Before each request: wait as long as the server asked. Raises `StoppedError`."""
        while (seconds := self._closed_until - time.monotonic()) > 0:
            stop.wait(seconds * random.uniform(1.0, 1.2))

    def wait_after(
        self, error: AttemptFailedError, num_in_row: int, num_connections: int, stop: StopSignal
    ) -> None:
        """Wait after the `num_in_row`-th failure of a connection in a row, longer each time.

        Raises `TemporaryDownloadError` after too many failures, `StoppedError`.
        """
        with self._lock:
            done_bytes = self._done_bytes()
            if done_bytes >= self._best_bytes + self._options.min_progress_bytes:
                self._best_bytes, self._num_failures = done_bytes, 0
            self._num_failures += 1
            if self._num_failures >= self._options.max_failures * num_connections:
                raise TemporaryDownloadError(
                    f"{self._file_name} could not be fetched: {error}; what is there is kept, "
                    "press Retry to go on with it."
                ) from error
            if error.wait_seconds > 0:
                asked_for = min(error.wait_seconds, _LONGEST_WAIT_SECONDS)
                self._closed_until = max(self._closed_until, time.monotonic() + asked_for)
            closed_seconds = self._closed_until - time.monotonic()
        seconds = max(self._backoff_seconds(num_in_row), closed_seconds)
        clause = f"{error}"
        self._on_trouble(f"{clause[:1].upper()}{clause[1:]}; trying again in {seconds:.0f} s.")
        stop.wait(seconds)

    def _backoff_seconds(self, num_in_row: int) -> float:
        """Exponential backoff with jitter, so that connections do not return all at once."""
        options = self._options
        longest = min(
            options.backoff_seconds * 2.0 ** min(num_in_row - 1, 32), options.max_backoff_seconds
        )
        return longest * random.uniform(0.5, 1.0)


def read_retry_after(response: httpx2.Response) -> float:
    """The seconds of Retry-After, 0 without it; a date is relative to the server's own clock."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isdecimal() and text.isascii():
        return float(text)
    try:
        then = parsedate_to_datetime(text)
        now = parsedate_to_datetime(response.headers.get("Date", ""))
        return max(0.0, (then - now).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return 0.0

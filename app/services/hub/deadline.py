"""Limits the total time of a server's answers, however slowly it sends its bytes.

A socket timeout restarts with each byte; these limits do not.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpcore2

_until = ContextVar("until", default=math.inf)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Reads of this thread from watched connections take at most `seconds` in total within it.

    Of nested limits the earliest counts. A later read raises `httpcore2.ReadTimeout`.
    """
    token = _until.set(min(_until.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _until.reset(token)


def watch_connection(event: str, info: dict[str, Any]) -> None:
    """httpcore2's `trace` of a request: applies limits to connections that it opens."""
    if event.endswith(("connect_tcp.complete", "start_tls.complete")):
        stream: httpcore2.NetworkStream = info["return_value"]
        stream.read = _LimitedReads(stream).read  # type: ignore[method-assign]


class _LimitedReads:
    """Replaces the `read` of a stream."""

    def __init__(self, stream: httpcore2.NetworkStream) -> None:
        self._read = stream.read

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """As `httpcore2.NetworkStream.read`."""
        until = _until.get()
        if until == math.inf:
            return self._read(max_bytes, timeout)
        left = until - time.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("it takes too long")
        return self._read(max_bytes, left if timeout is None else min(left, timeout))

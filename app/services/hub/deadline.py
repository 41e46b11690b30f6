"""A limit for what a server may take in all, however it spreads its bytes over the time. Knows no HTTP.

A timeout of a socket begins anew with each byte; these limits do not.
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
    """Within it, the reads of this thread from watched connections take no longer than `seconds` together.

    Of nested limits the earliest counts. A read beyond it raises `httpcore2.ReadTimeout`.
    """
    token = _until.set(min(_until.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _until.reset(token)


def watch_connection(event: str, info: dict[str, Any]) -> None:
    """To be httpcore2's `trace` of a request: lets limits count for connections that the request opens."""
    if event.endswith(("connect_tcp.complete", "start_tls.complete")):
        stream: httpcore2.NetworkStream = info["return_value"]
        stream.read = _LimitedReads(stream).read  # type: ignore[method-assign]


class _LimitedReads:
    """Reads from a stream, in place of the stream's own method."""

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

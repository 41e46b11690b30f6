"""Reads response bodies in large pieces, because the CPU cost is per piece."""

import time
from collections.abc import Iterator
from typing import Any

import httpcore2
import httpx2

from app.services.downloads.pace import RateLimiter
from app.services.hub.replies import parse_count

# A killed program loses the piece being read, so pieces grow only on fast connections.
_START_BYTES, _MAX_BYTES = 64 << 10, 256 << 10
_MOMENT_SECONDS = 0.005


def iter_pieces(response: httpx2.Response, limiter: RateLimiter) -> Iterator[bytes]:
    """The bytes of the body as they arrive, in pieces within `limiter`'s rate."""
    pieces = response.iter_raw()
    first = next(pieces, b"")
    yield first
    length = parse_count(response.headers.get("Content-Length", ""))
    stream = response.extensions.get("network_stream")
    # The first piece holds what was read with the headers; the rest comes from the stream.
    if stream is not None and length is not None and length > len(first):
        stream.read = _Gatherer(stream, length - len(first), limiter).read
    yield from pieces


class _Gatherer:
    """Reads the rest of a body, `num_left` bytes, joining what arrives within `_MOMENT_SECONDS`."""

    def __init__(self, stream: Any, num_left: int, limiter: RateLimiter) -> None:
        self._stream, self._num_left, self._limiter = stream, num_left, limiter
        self._read_some = stream.read
        self._piece_bytes = _START_BYTES

    def read(self, _max_bytes: int, timeout: float | None = None) -> bytes:
        """Replaces the stream's own method."""
        limit = self._limiter.bytes_per_second
        most = _MAX_BYTES if limit is None else max(1 << 10, int(limit * _MOMENT_SECONDS))
        num_wanted = min(self._num_left, self._piece_bytes, most)
        piece = self._gather(num_wanted, timeout)
        is_fast = len(piece) == num_wanted
        self._piece_bytes = min(2 * num_wanted, _MAX_BYTES) if is_fast else _START_BYTES
        self._num_left -= len(piece)
        if self._num_left == 0:
            # The connection may be reused once the body is read.
            self._stream.read = self._read_some
        return piece

    def _gather(self, num_wanted: int, timeout: float | None) -> bytes:
        some = self._read_some(num_wanted, timeout)
        pieces, until = [some], time.monotonic() + _MOMENT_SECONDS
        num_wanted -= len(some)
        while some and num_wanted > 0 and (seconds := until - time.monotonic()) > 0:
            try:
                some = self._read_some(num_wanted, seconds)
            except (httpcore2.ReadTimeout, httpcore2.ReadError):
                # If the connection was cut, the next read raises again.
                break
            pieces.append(some)
            num_wanted -= len(some)
        return b"".join(pieces)

"""Bodies in large pieces: the same bytes, sooner or later, and a connection that others can use afterwards."""

from collections.abc import Iterator

import httpcore2
import httpx2
import pytest

from app.services.downloads.connection import iter_pieces
from app.services.downloads.context import RateLimiter
from tests.app.services.downloads.conftest import KB, MB, some_bytes
from tests.support.hub_server import HubServer, ServedFile

CONTENT = some_bytes(4 * MB)


class Stream(httpcore2.NetworkStream):
    """Of a fast network, in little bits; silent once after `pause_at` bytes."""

    def __init__(self, content: bytes, pause_at: int = -1) -> None:
        self._content, self._position, self._pause_at = content, 0, pause_at

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._position == self._pause_at:
            self._pause_at = -1
            raise httpcore2.ReadTimeout
        start = self._position
        self._position += min(max_bytes, 16 * KB)
        return self._content[start : self._position]


def respond(stream: Stream, size: int) -> httpx2.Response:
    """A response that reads its body as httpcore2 does."""

    class Body(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            while piece := stream.read(64 * KB, 20.0):
                yield piece

    headers = {"Content-Length": str(size)}
    return httpx2.Response(
        206, headers=headers, stream=Body(), extensions={"network_stream": stream}
    )


def test_what_comes_fast_comes_in_large_pieces() -> None:
    pieces = list(iter_pieces(respond(Stream(CONTENT), len(CONTENT)), RateLimiter(None)))
    assert b"".join(pieces) == CONTENT
    assert max(map(len, pieces)) == 256 * KB


def test_what_is_there_does_not_wait_for_more() -> None:
    response = respond(Stream(CONTENT, pause_at=48 * KB), len(CONTENT))
    pieces = list(iter_pieces(response, RateLimiter(None)))
    assert b"".join(pieces) == CONTENT
    assert list(map(len, pieces[:2])) == [16 * KB, 32 * KB]


def test_silence_is_told() -> None:
    response = respond(Stream(CONTENT, pause_at=16 * KB), len(CONTENT))
    with pytest.raises(httpcore2.ReadTimeout):
        list(iter_pieces(response, RateLimiter(None)))


def test_a_limit_keeps_pieces_small() -> None:
    pieces = list(iter_pieces(respond(Stream(CONTENT), len(CONTENT)), RateLimiter(MB)))
    assert b"".join(pieces) == CONTENT
    assert max(map(len, pieces[1:])) < 16 * KB


def test_the_connection_serves_the_next_request(hub: HubServer) -> None:
    hub.put("tiny.gguf", ServedFile.small(CONTENT))
    address = f"{hub.hub_address}/somebody/tiny/resolve/main/tiny.gguf"
    ports = set()
    with httpx2.Client() as client:
        for _ in range(3):
            with client.stream("GET", address) as response:
                network = response.extensions["network_stream"]
                ports.add(network.get_extra_info("client_addr"))
                before = network.read
                assert b"".join(iter_pieces(response, RateLimiter(None))) == CONTENT
                assert network.read == before
    assert len(ports) == 1

"""What one connection may take: time for a head, time without reading, and turns of the loop."""

import asyncio
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.server.api_error import invalid

HEAD_SECONDS = 15.0
STALLED_SECONDS = 60.0
LINGER_SECONDS = 10.0
READ_BYTES = 8 << 10
"""What is read of a connection before others have their turn, where the loop lets one choose."""
MAX_CHUNKS = 16_384
"""Of a body; a chunk takes as long as thousands of its bytes."""


class _FewChunks(h11.Connection):
    """Raises RemoteProtocolError for a body in too many chunks."""

    _num_chunks = 0

    def next_event(self) -> Any:
        """As of the base class."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._num_chunks = 0
        elif isinstance(event, h11.Data) and event.chunk_start:
            self._num_chunks += 1
            if self._num_chunks > MAX_CHUNKS:
                raise h11.RemoteProtocolError("too many chunks")
        return event


class TimedConnection(H11Protocol):
    """Cuts connections that would otherwise be held open for nothing."""

    head_seconds = HEAD_SECONDS
    stalled_seconds = STALLED_SECONDS

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = _FewChunks(h11.SERVER)
        self._is_refused = False
        self._head_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        setattr(transport, "max_size", READ_BYTES)  # noqa: B010  no method of asyncio's sets it
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Bytes have arrived."""
        if not self._is_refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, or not as it should be; the rest of it is thrown away."""
        if self._is_refused:
            return
        self._is_refused = True
        if self.cycle is not None:  # what is being done for the client is not wanted any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = msgspec.json.encode(invalid(f"{msg.rstrip('.')}.", code="invalid_http").body)
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(body)),
                (b"connection", b"close"),
            ]
            answer = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        # A client reads the answer once it has sent all; a closed connection would be an error.
        if self.transport.can_write_eof():
            self.transport.write_eof()
        _cancel(self._head_timer)
        self._head_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def on_response_complete(self) -> None:
        """The next request may come over the same connection."""
        self._expect_head()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The client reads more slowly than the answer grows."""
        super().pause_writing()
        self._stall_timer = self.loop.call_later(self.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read on."""
        super().resume_writing()
        _cancel(self._stall_timer)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        super().connection_lost(exc)
        _cancel(self._head_timer)
        _cancel(self._stall_timer)

    def _expect_head(self) -> None:
        _cancel(self._head_timer)
        self._head_timer = self.loop.call_later(self.head_seconds, self._cut_if_silent)

    def _cut_if_silent(self) -> None:
        is_before_first = self.cycle is None
        if is_before_first or self.cycle.response_complete:
            self.transport.abort()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()

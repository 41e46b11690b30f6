"""Time limits of one connection: for the head of a request, and for a client that stops reading."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0
STALLED_SECONDS = 60.0


class TimedConnection(H11Protocol):
    """Cuts connections that would otherwise be held open for nothing."""

    head_seconds = HEAD_SECONDS
    stalled_seconds = STALLED_SECONDS

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._expect_head()

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

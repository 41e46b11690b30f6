"""Reads the body of a request, and works for its client while that waits. Knows no answer."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope, Send

from app.server.api_error import ApiError, invalid
from engine.freed_memory import trim_heap

MAX_BODY_BYTES = 4 << 20
MAX_READ_BYTES, DRAIN_SECONDS = 8 * MAX_BODY_BYTES, 1.0
"""What is thrown away of a larger one, and how long: a client sends all, then reads the refusal."""
BODY_SECONDS = 30.0
_SMALL_BYTES = 64 << 10  # are read in a few milliseconds
_TRIM_SECONDS = 10.0  # after a large body: what it took is free by then, mostly

JSON_TYPE = "application/json"

T = TypeVar("T")


async def serve_while_wanted(
    scope: Scope,
    receive: Receive,
    send: Send,
    read: Callable[[bytes], T],
    work: Callable[[T, Send], Awaitable[None]],
    turn: asyncio.Lock,
) -> bool:
    """Do the `work` that the body, once `read`, asks for, which is given how to send its reply.

    Large bodies are read in `turn`, on a thread, so that others are served meanwhile.
    False if the client went away before it had all of that. What is wrong with the body is said.
    """
    try:
        content = await _read_content(Request(scope, receive))
        wanted = await _in_turn(content, read, turn)
    except ClientDisconnect:
        return True
    except ApiError as refusal:
        await refusal.response()(scope, receive, send)
        return True
    reply = _Reply(send)
    return await _finish_unless_gone(work(wanted, reply.send), receive, reply)


async def receive_nothing() -> dict[str, str]:
    """For responses that read nothing."""
    return {"type": "http.disconnect"}


async def _in_turn(content: bytes, read: Callable[[bytes], T], turn: asyncio.Lock) -> T:
    if len(content) <= _SMALL_BYTES:
        return read(content)
    asyncio.get_running_loop().call_later(_TRIM_SECONDS, trim_heap)
    async with turn:
        return await asyncio.to_thread(_read_at_once, content, read)


def _read_at_once(content: bytes, read: Callable[[bytes], T]) -> T:
    """Read without the collector, which would look through all of it over and over meanwhile."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return read(content)
    finally:
        if was_enabled:
            gc.enable()


async def _read_content(request: Request) -> bytes:
    """The body. Raises `ApiError` if it is too large or slow, `ClientDisconnect` if it is cut."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON_TYPE:
        # Web pages may send other types anywhere without asking first.
        raise invalid(f"The Content-Type must be {JSON_TYPE}.", code="invalid_content_type")
    announced = request.headers.get("content-length", "")
    too_large = ApiError(413, f"A body may have at most {MAX_BODY_BYTES >> 20} MB.")
    most = MAX_BODY_BYTES if "expect" in request.headers else MAX_READ_BYTES
    if announced.isdecimal() and int(announced) > most:
        raise too_large
    content, num_more = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_SECONDS) as limit:
            async for piece in request.stream():
                if len(content) > MAX_BODY_BYTES:
                    num_more += len(piece)
                    if num_more > MAX_READ_BYTES:
                        break
                    continue
                content += piece
                if len(content) > MAX_BODY_BYTES:
                    limit.reschedule(asyncio.get_running_loop().time() + DRAIN_SECONDS)
    except TimeoutError:
        if len(content) <= MAX_BODY_BYTES:
            raise ApiError(408, "The body did not arrive in time.") from None
    if len(content) > MAX_BODY_BYTES:
        raise too_large
    return bytes(content)


class _Reply:
    """Notes whether all of a reply was sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.is_complete = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.is_complete = True
        await self._send(message)


async def _finish_unless_gone(work: Awaitable[None], receive: Receive, reply: _Reply) -> bool:
    """Do `work`, or stop it when the client goes away before the end of `reply`; whether it was
    done."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_for_end(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        # A client has "gone", too, once it has all of its reply.
        if working.done() or reply.is_complete:
            await working
            return True
        return False
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _wait_for_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

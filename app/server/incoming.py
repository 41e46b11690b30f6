"""Reads the body of a request, and works for its client while that waits. Knows no answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope, Send

from app.server.api_error import ApiError, invalid

MAX_BODY_BYTES = 4 << 20
BODY_SECONDS = 30.0

JSON_TYPE = "application/json"

T = TypeVar("T")


async def serve_while_wanted(
    scope: Scope,
    receive: Receive,
    send: Send,
    read: Callable[[bytes], T],
    work: Callable[[T, Send], Awaitable[None]],
) -> bool:
    """Do the `work` that the body, once `read`, asks for, which is given how to send its reply.

    False if the client went away before it had all of that. What is wrong with the body is said.
    """
    try:
        wanted = read(await _read_content(Request(scope, receive)))
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


async def _read_content(request: Request) -> bytes:
    """The body. Raises `ApiError` if it is too large or slow, `ClientDisconnect` if it is cut."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON_TYPE:
        # Web pages may send other types anywhere without asking first.
        raise invalid(f"The Content-Type must be {JSON_TYPE}.", code="invalid_content_type")
    announced = request.headers.get("content-length", "")
    too_large = ApiError(413, f"A body may have at most {MAX_BODY_BYTES >> 20} MB.")
    if announced.isdecimal() and int(announced) > MAX_BODY_BYTES:
        raise too_large
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                content += piece
                if len(content) > MAX_BODY_BYTES:
                    raise too_large
    except TimeoutError:
        raise ApiError(408, "The body did not arrive in time.") from None
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

"""Reads the body of a request, and works for its client while that waits. Knows no answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

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
    work: Callable[[T], Awaitable[None]],
) -> bool:
    """Do the `work` that the body, once `read`, asks for; False if the client went away meanwhile.

    What is wrong with the body is said.
    """
    try:
        wanted = read(await _read_content(Request(scope, receive)))
    except ClientDisconnect:
        return True
    except ApiError as refusal:
        await refusal.response()(scope, receive, send)
        return True
    return await _finish_unless_gone(work(wanted), receive)


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


async def _finish_unless_gone(work: Awaitable[None], receive: Receive) -> bool:
    """Do `work`, or stop it when the client goes away; whether it was done."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_for_end(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            working.result()
            return True
        return False
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _wait_for_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

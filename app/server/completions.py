"""The endpoints that answer: body in, reply out at once or as server-sent events."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.server.admission import Admission
from app.server.answers import Answers
from app.server.api_error import ApiError, invalid
from app.server.bodies import Body, read_body
from app.server.engine import ServedEngine
from app.server.jobs import Job
from app.server.metrics import Metrics
from app.server.models import ServedModels
from app.server.replies import Form, Reply
from engine.config import SamplingParams
from engine.events import Finished

_log = logging.getLogger(__name__)

MAX_BODY_BYTES = 4 << 20
BODY_SECONDS = 30.0

_JSON_TYPE = "application/json"
_EVENT_STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
]
_DONE = b"data: [DONE]\n\n"
_COMMENT = b":\n\n"  # clients skip it
SILENT_SECONDS = 10.0
"""A stream is never silent for longer, however long a prompt is: proxies give up on those."""

B = TypeVar("B", bound=Body)
CreateJob = Callable[[B, SamplingParams], Job]


@dataclass(frozen=True, slots=True)
class Desk:
    """What all endpoints share."""

    engine: ServedEngine
    models: ServedModels
    admission: Admission
    metrics: Metrics


class Completions(Generic[B]):
    """One endpoint: `kind` is its body, `create_job` and `form` what is made of it."""

    def __init__(self, desk: Desk, kind: type[B], create_job: CreateJob[B], form: Form) -> None:
        self._desk = desk
        self._kind = kind
        self._create_job = create_job
        self._form = form

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; its answers are cancelled as soon as the client goes away."""
        try:
            content = await _read_content(Request(scope, receive))
            job = self._create_job(read_body(content, self._kind), self._desk.engine.sampling)
        except ClientDisconnect:
            return
        except ApiError as refusal:
            await refusal.response()(scope, receive, send)
            return
        if not await _finish_unless_gone(self._serve(job, scope, send), receive):
            self._desk.metrics.cancelled.inc()

    async def _serve(self, job: Job, scope: Scope, send: Send) -> None:
        stream = _EventStream(send)
        try:
            async with stream.kept_alive():
                await self._answer(job, stream, scope, send)
        except ApiError as refusal:
            if stream.has_begun:
                await stream.send_data(refusal.body)
                await stream.end()
            else:
                await refusal.response()(scope, _receive_nothing, send)

    async def _answer(self, job: Job, stream: "_EventStream", scope: Scope, send: Send) -> None:
        desk = self._desk
        loaded = desk.engine.model
        num_at_once = 1 if loaded is None else loaded.num_sequences
        with desk.admission.enter(len(job.commands), num_at_once):
            async with desk.models.use(job.model) as model, Answers(desk.engine, job) as answers:
                reply = Reply(job, self._form, model)
                async for number, event in answers:
                    if isinstance(event, Finished):
                        desk.metrics.count(event)
                    chunks = reply.add(number, event)
                    if job.is_stream:
                        for chunk in chunks:
                            await stream.send_data(chunk)
        if not job.is_stream:
            content = msgspec.json.encode(reply.whole())
            await Response(content, media_type=_JSON_TYPE)(scope, _receive_nothing, send)
            return
        if job.has_usage_chunk:
            await stream.send_data(reply.usage_chunk())
        await stream.end()


class _EventStream:
    """Server-sent events; the status line goes with the first, so that errors before have one."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._last_sent = 0.0
        self.has_begun = self.has_ended = False

    @asynccontextmanager
    async def kept_alive(self) -> AsyncIterator[None]:
        """Send comments while a stream that has begun is silent."""
        commenting = asyncio.ensure_future(self._comment())
        try:
            yield
        finally:
            commenting.cancel()
            await asyncio.gather(commenting, return_exceptions=True)

    async def send_data(self, data: object) -> None:
        """Send one event."""
        await self._send_bytes(b"data: " + msgspec.json.encode(data) + b"\n\n", more=True)
        # Where many wait to be sent, the loop still has to notice that a client has gone.
        await asyncio.sleep(0)

    async def end(self) -> None:
        """Send the mark that ends every stream of this API."""
        self.has_ended = True
        await self._send_bytes(_DONE, more=False)

    async def _comment(self) -> None:
        clock = asyncio.get_running_loop().time
        while not self.has_ended:
            silent = clock() - self._last_sent
            if self.has_begun and silent >= SILENT_SECONDS:
                await self._send_bytes(_COMMENT, more=True)
                silent = 0.0
            await asyncio.sleep(SILENT_SECONDS - silent if self.has_begun else SILENT_SECONDS)

    async def _send_bytes(self, content: bytes, *, more: bool) -> None:
        if not self.has_begun:
            self.has_begun = True
            start = {"type": "http.response.start", "status": 200, "headers": _EVENT_STREAM}
            await self._send(start)
        self._last_sent = asyncio.get_running_loop().time()
        await self._send({"type": "http.response.body", "body": content, "more_body": more})


async def _read_content(request: Request) -> bytes:
    """The body. Raises `ApiError` if it is too large or slow, `ClientDisconnect` if it is cut."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _JSON_TYPE:
        # Web pages may send other types anywhere without asking first.
        raise invalid(f"The Content-Type must be {_JSON_TYPE}.", code="invalid_content_type")
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


async def _receive_nothing() -> dict[str, str]:
    """For responses that read nothing."""
    return {"type": "http.disconnect"}

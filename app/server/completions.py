"""The endpoints that answer: body in, reply out at once or as server-sent events."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.server.admission import Admission
from app.server.answers import Answers
from app.server.api_error import ApiError
from app.server.bodies import Body, read_body
from app.server.engine import ServedEngine
from app.server.incoming import JSON_TYPE, receive_nothing, serve_while_wanted
from app.server.jobs import Job
from app.server.metrics import Metrics
from app.server.models import ServedModels
from app.server.response_bodies import ResponseBody
from engine.config import SamplingParams
from engine.events import Event, Finished

_log = logging.getLogger(__name__)

_EVENT_STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
]
_COMMENT = b":\n\n"  # clients skip it
SILENT_SECONDS = 10.0
"""A stream is never silent for longer, however long a prompt is: proxies give up on those."""

B = TypeVar("B", bound=Body | ResponseBody)
CreateJob = Callable[[B, SamplingParams], Job]


class Replying(Protocol):
    """Builds the reply to one job from its events."""

    end_mark: bytes
    """What a stream ends with."""

    def add(self, number: int, event: Event) -> list[dict[str, Any]]:
        """Take note of an event of an answer; the chunks that a stream sends for it."""
        ...

    def closing(self) -> list[dict[str, Any]]:
        """The chunks that a stream sends once every answer is finished."""
        ...

    def refused(self, refusal: ApiError) -> dict[str, Any]:
        """The chunk that a stream sends in place of what was still to come."""
        ...

    def whole(self) -> dict[str, Any]:
        """The reply in one piece, once every answer is finished."""
        ...


CreateReply = Callable[[Job, str], Replying]


@dataclass(frozen=True, slots=True)
class Desk:
    """What all endpoints share."""

    engine: ServedEngine
    models: ServedModels
    admission: Admission
    metrics: Metrics
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a large body is read."""

    def enter(self, num_answers: int) -> AbstractContextManager[None]:
        """Hold places for the answers of a request, as `Admission.enter`."""
        loaded = self.engine.model
        return self.admission.enter(num_answers, 1 if loaded is None else loaded.num_sequences)


class Completions(Generic[B]):
    """One endpoint: `kind` is its body, `create_job` and `create_reply` what is made of it.

    The latter is given the name of the model.
    """

    def __init__(
        self, desk: Desk, kind: type[B], create_job: CreateJob[B], create_reply: CreateReply
    ) -> None:
        self._desk = desk
        self._kind = kind
        self._create_job = create_job
        self._create_reply = create_reply

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; its answers are cancelled as soon as the client goes away."""
        work = partial(self._serve, scope)
        turn = self._desk.reading
        if not await serve_while_wanted(scope, receive, send, self._read, work, turn):
            self._desk.metrics.cancelled.inc()

    def _read(self, content: bytes) -> Job:
        """Raises `ApiError`."""
        return self._create_job(read_body(content, self._kind), self._desk.engine.sampling)

    async def _serve(self, scope: Scope, job: Job, send: Send) -> None:
        stream = _EventStream(send)
        try:
            async with stream.kept_alive():
                await self._answer(job, stream, scope, send)
        except ApiError as refusal:
            await refusal.response()(scope, receive_nothing, send)

    async def _answer(self, job: Job, stream: "_EventStream", scope: Scope, send: Send) -> None:
        desk = self._desk
        with desk.enter(len(job.commands)):
            async with (
                desk.models.use(job.model) as model,
                Answers(desk.engine, job.commands) as answers,
            ):
                reply = self._create_reply(job, model)
                try:
                    await self._collect(answers, reply, stream if job.is_stream else None)
                except ApiError as refusal:
                    if not stream.has_begun:
                        raise
                    await stream.send_data(reply.refused(refusal))
                    await stream.end(reply.end_mark)
                    return
        if job.is_stream:
            for chunk in reply.closing():
                await stream.send_data(chunk)
            await stream.end(reply.end_mark)
            return
        content = msgspec.json.encode(reply.whole())
        await Response(content, media_type=JSON_TYPE)(scope, receive_nothing, send)

    async def _collect(
        self, answers: Answers, reply: Replying, stream: "_EventStream | None"
    ) -> None:
        """Let `reply` have all events, and `stream` what is to be sent for them."""
        async for number, event in answers:
            if isinstance(event, Finished):
                self._desk.metrics.count(event)
            chunks = reply.add(number, event)
            if stream is not None:
                for chunk in chunks:
                    await stream.send_data(chunk)


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

    async def send_data(self, data: dict[str, Any]) -> None:
        """Send one event, which is named by its type, if it has one."""
        name = f"event: {data['type']}\n".encode() if "type" in data else b""
        await self._send_bytes(name + b"data: " + msgspec.json.encode(data) + b"\n\n", more=True)
        # Where many wait to be sent, the loop still has to notice that a client has gone.
        await asyncio.sleep(0)

    async def end(self, mark: bytes) -> None:
        """Send `mark`, and nothing after it."""
        self.has_ended = True
        await self._send_bytes(mark, more=False)

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

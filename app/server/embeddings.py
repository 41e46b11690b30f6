"""The endpoint for embeddings: texts in, their vectors out.

https://platform.openai.com/docs/api-reference/embeddings
"""

import base64
import struct
import uuid
from functools import partial

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.server.answers import Answers
from app.server.api_error import ApiError, invalid
from app.server.bodies import EmbeddingBody, read_body
from app.server.completions import Desk
from app.server.incoming import JSON_TYPE, receive_nothing, serve_while_wanted
from app.server.jobs import count_prompts, prompts_of
from engine.commands import MAX_TEXTS, Embed
from engine.events import Embedded

_FLOAT_BYTES = 4


class Embeddings:
    """The endpoint; a request counts as one answer, however many texts it has."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; what is not computed yet is dropped once the client goes away."""
        work = partial(self._serve, scope)
        turn = self._desk.reading
        if not await serve_while_wanted(scope, receive, send, _read, work, turn):
            self._desk.metrics.cancelled.inc()

    async def _serve(self, scope: Scope, body: EmbeddingBody, send: Send) -> None:
        try:
            response = await self._reply(body)
        except ApiError as refusal:
            response = refusal.response()
        await response(scope, receive_nothing, send)

    async def _reply(self, body: EmbeddingBody) -> Response:
        desk = self._desk
        if count_prompts(body.input) > MAX_TEXTS:
            raise invalid(f"One request may have at most {MAX_TEXTS} texts.", "input")
        prompts = tuple(prompts_of(body.input, "input"))
        command = Embed(f"embd-{uuid.uuid4().hex}", prompts, body.dimensions)
        with desk.enter(1):
            async with (
                desk.models.use(body.model or None) as model,
                Answers(desk.engine, [command]) as answers,
            ):
                (embedded,) = [event async for _, event in answers if isinstance(event, Embedded)]
        desk.metrics.count_prompt(embedded.num_tokens)
        return Response(msgspec.json.encode(_whole(embedded, body, model)), media_type=JSON_TYPE)


def _read(content: bytes) -> EmbeddingBody:
    return read_body(content, EmbeddingBody)


def _whole(embedded: Embedded, body: EmbeddingBody, model: str) -> dict[str, object]:
    """The reply."""
    form = _base64 if body.encoding_format == "base64" else _floats
    return {
        "object": "list",
        "data": [
            {"object": "embedding", "index": index, "embedding": form(vector)}
            for index, vector in enumerate(embedded.embeddings)
        ],
        "model": model,
        "usage": {"prompt_tokens": embedded.num_tokens, "total_tokens": embedded.num_tokens},
    }


def _base64(vector: bytes) -> str:
    return base64.b64encode(vector).decode()


def _floats(vector: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(vector) // _FLOAT_BYTES}f", vector)

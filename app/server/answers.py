"""The answers to one request: the engine's events in order, on the server's loop. Knows no HTTP."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from functools import partial
from types import TracebackType

from app.server.api_error import ApiError, invalid
from app.server.engine import ServedEngine
from app.services.engine.guests import BusyError
from engine.commands import Embed, Generate
from engine.errors import EngineError, RequestError
from engine.events import Embedded, Event, Failed, Finished

RETRY_SECONDS = 5


class Answers:
    """Asks for all answers to `commands`; what is left of them when it is closed is cancelled.

    `async with Answers(engine, commands) as answers`: iterate over (number of the answer, event),
    until each has its `Finished` or `Embedded`, once. Raises `ApiError` when one fails.
    """

    def __init__(self, engine: ServedEngine, commands: Sequence[Generate | Embed]) -> None:
        self._engine = engine
        self._commands = commands
        self._queue: asyncio.Queue[tuple[int, Event]] = asyncio.Queue()
        self._open = dict(enumerate(command.request_id for command in commands))

    async def __aenter__(self) -> "Answers":
        loop = asyncio.get_running_loop()
        for number, command in enumerate(self._commands):
            put = partial(self._put, loop, number)
            try:
                self._engine.guests.ask(command, put)
            except RequestError as error:
                self._cancel()
                raise invalid(str(error)) from error
            except EngineError as error:
                self._cancel()
                raise api_error_of(error) from error
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._cancel()

    async def __aiter__(self) -> AsyncIterator[tuple[int, Event]]:
        while self._open:
            number, event = await self._queue.get()
            if isinstance(event, Failed):
                del self._open[number]
                raise _error_of_failed(event)
            if isinstance(event, Finished | Embedded):
                del self._open[number]
                if isinstance(event, Finished) and event.reason == "cancelled":
                    raise ApiError(
                        503, "The answer was stopped; ask again.", retry_after=RETRY_SECONDS
                    )
            yield number, event

    def _put(self, loop: asyncio.AbstractEventLoop, number: int, event: Event) -> None:
        """On the client's reader thread."""
        with contextlib.suppress(RuntimeError):  # the server was stopped meanwhile
            loop.call_soon_threadsafe(self._queue.put_nowait, (number, event))

    def _cancel(self) -> None:
        for request_id in self._open.values():
            self._engine.guests.cancel(request_id)


def api_error_of(error: EngineError) -> ApiError:
    """What a client is told when the engine did not take its request."""
    if isinstance(error, BusyError):
        return ApiError(503, str(error), retry_after=RETRY_SECONDS)
    return ApiError(503, str(error))


def _error_of_failed(event: Failed) -> ApiError:
    if event.context_full:
        return invalid(event.message, "messages", "context_length_exceeded")
    if event.is_refused:
        return invalid(event.message)
    return ApiError(503, event.message)

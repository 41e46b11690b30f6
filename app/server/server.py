"""The server as a thread: listens from `start` to `stop`, and on nothing before."""

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import closing

import uvicorn

from app.server.admission import Admission
from app.server.application import create_application
from app.server.completions import Desk
from app.server.connection import TimedConnection
from app.server.engine import ServedEngine
from app.server.metrics import Metrics
from app.server.models import ListModels, ServedModels
from app.server.options import ServerOptions
from engine.errors import EngineError

MAX_CONNECTIONS = 64
_STOP_SECONDS = 1
_ALL_ADDRESSES = ("0.0.0.0", "::", "")


class ServerError(EngineError):
    """The server cannot listen; the message says why."""


class LocalServer:
    """Serves one engine over HTTP. Any thread may call its methods, one at a time.

    `idle_seconds` is how long a model that a request had loaded stays without another one, 0 for
    always.
    """

    def __init__(
        self,
        options: ServerOptions,
        engine: ServedEngine,
        list_models: ListModels,
        idle_seconds: Callable[[], float],
    ) -> None:
        self._options = options
        self._engine = engine
        self._list_models = list_models
        self._idle_seconds = idle_seconds
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._port = 0

    @property
    def address(self) -> str:
        """The base address for clients; "" while nothing listens."""
        if self._thread is None:
            return ""
        host = self._options.host
        if host in _ALL_ADDRESSES:
            host = socket.gethostname()
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self._port}/v1"

    def start(self) -> None:
        """Listen. Raises `ServerError` when the address is taken or not this computer's."""
        if self._thread is not None:
            return
        listener = _bind(self._options)
        self._port = listener.getsockname()[1]
        models = ServedModels(self._engine, self._list_models, self._idle_seconds)
        metrics = Metrics()
        admission = Admission(self._options.max_waiting, metrics)
        desk = Desk(self._engine, models, admission, metrics)
        config = uvicorn.Config(
            create_application(self._options, desk),
            http=TimedConnection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MAX_CONNECTIONS,
            timeout_graceful_shutdown=_STOP_SECONDS,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._run, args=(self._server, listener, models), name="server", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Cancel what is in progress and listen no more."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._engine.guests.end_all("The server was stopped.")
            self._thread.join()
        self._server = self._thread = None

    def _run(self, server: uvicorn.Server, listener: socket.socket, models: ServedModels) -> None:
        """The server's thread."""

        async def serve() -> None:
            await server.serve([listener])
            models.close()

        with closing(listener):
            asyncio.run(serve())


def _bind(options: ServerOptions) -> socket.socket:
    try:
        family = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((options.host, options.port), family=family, backlog=128)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]  # what Python adds is said
        raise ServerError(
            f"Nothing can listen on port {options.port} of {options.host} "
            f"({reason}); choose another port or address."
        ) from error

"""The engine process of a server without a window."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from app.services.engine.guests import GuestRequests
from app.services.engine.process import CreateClient
from engine.commands import Load, Unload
from engine.config import EngineConfig, SamplingParams
from engine.errors import EngineError
from engine.events import Event, Loaded, LoadFailed, ModelInfo, Notice, Unloaded

_log = logging.getLogger(__name__)

OnModel = Callable[[str], None]


class OwnEngine:
    """Starts the process with the first model, and again when it has died.

    `usual_model` is meant by requests that name none, until one was loaded: then that is.
    `config_for` says how the model at a path is loaded. `say` gets a line for each model that is
    loaded, on any thread.
    """

    def __init__(
        self,
        create_client: CreateClient,
        config_for: Callable[[Path], EngineConfig],
        sampling: SamplingParams,
        usual_model: Path | None,
        say: OnModel,
    ) -> None:
        self.guests = GuestRequests(create_client)
        self._client = self.guests.connect(self._on_event, self._on_exit)
        self._config_for = config_for
        self._say = say
        self.sampling = sampling
        self.usual_model = usual_model
        self._model: ModelInfo | None = None
        self._loads: deque[Future[ModelInfo]] = deque()  # the engine serves them in order

    @property
    def model(self) -> ModelInfo | None:
        """The loaded model."""
        return self._model

    async def load(self, path: Path) -> ModelInfo:
        """Load the model at `path`. Raises `EngineError`."""
        loading: Future[ModelInfo] = Future()
        # A new process may have to be waited for.
        await asyncio.to_thread(self._client.start)
        self._loads.append(loading)
        self._model = None
        if not self._client.send(Load(str(path), self._config_for(path))):
            self._fail_loads("The engine is not running; try again in a moment.")
        # A client that goes away must not make the process forget what it loads.
        return await asyncio.shield(asyncio.wrap_future(loading))

    def unload(self, path: Path) -> None:
        """Free the model at `path` if it is the loaded one."""
        if self._model is not None and Path(self._model.path) == path:
            self._say(f"{self._model.name} was unloaded: no request for a while.")
            self._model = None
            self._client.send(Unload())

    def close(self) -> None:
        """End the process."""
        self._client.close()

    def _on_event(self, event: Event) -> None:
        """On the client's reader thread."""
        match event:
            case Loaded(model=model):
                self._model = model
                self.usual_model = Path(model.path)
                self._say(f"{model.name} · {model.device} · {model.context_len} tokens")
                self._loads.popleft().set_result(model)
            case LoadFailed(message=message):
                self._loads.popleft().set_exception(EngineError(message))
            case Unloaded():
                self._model = None
            case Notice(message=message):
                self._say(message)

    def _on_exit(self, returncode: int) -> None:
        """On the client's reader thread."""
        _log.info("the engine ended with code %d", returncode)
        self._model = None
        self._fail_loads("The engine ended while it loaded the model; see its log.")

    def _fail_loads(self, message: str) -> None:
        while self._loads:
            self._loads.popleft().set_exception(EngineError(message))

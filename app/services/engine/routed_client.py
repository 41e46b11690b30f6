"""The engine here and those elsewhere behind one client; the loaded model says which."""

import threading
from collections.abc import Callable

from app.services.endpoints.client import EndpointClient, gone_sentence
from app.services.endpoints.endpoint import EndpointModel, parse_endpoint_path
from app.services.endpoints.listing_cache import ListingCache
from app.services.endpoints.store import EndpointStore
from app.services.engine.process import CreateClient
from engine.commands import (
    Cancel,
    Command,
    Configure,
    CountTokens,
    Generate,
    Inspect,
    Load,
    Unload,
)
from engine.errors import EngineError
from engine.events import (
    Event,
    InspectFailed,
    Loaded,
    LoadFailed,
    LoadProgress,
    TokensCounted,
    Unloaded,
)


class RoutedClient:
    """Has the interface of `engine.client.EngineClient`.

    A model elsewhere is loaded by naming it, without a request; what the engine here had loaded is
    freed. The engine here goes on inspecting files. Where it cannot be started, models elsewhere
    work all the same, and the reason is told once a model here is wanted.
    """

    def __init__(
        self,
        create_client: CreateClient,
        store: EndpointStore,
        listings: ListingCache,
        on_event: Callable[[Event], None],
        on_exit: Callable[[int], None],
    ) -> None:
        self._on_event = on_event
        self._on_exit = on_exit
        self._here = create_client(self._on_event_here, self._on_exit_here)
        self._elsewhere = EndpointClient(store, listings, on_event)
        self._lock = threading.Lock()
        self._model: EndpointModel | None = None
        # Loads that the engine here has not answered yet: a load elsewhere is told after them.
        self._num_loading = 0
        self._waiting: list[Loaded | LoadFailed] = []
        self._problem = ""

    def start(self) -> None:
        """Start the engine here, if it can be started."""
        try:
            self._here.start()
            self._problem = ""
        except EngineError as error:
            self._problem = str(error)

    def send(self, command: Command) -> bool:
        """Pass a command on to the engine that it is for; False if that one is not running."""
        match command:
            case Load():
                return self._load(command)
            case Cancel():
                self._elsewhere.cancel(command.request_id)
                self._here.send(command)
                return True
            case Inspect():
                return self._inspect(command)
        model = self._model
        return self._here.send(command) if model is None else self._send_elsewhere(command, model)

    def close(self) -> None:
        """End all answers, and the engine here."""
        self._elsewhere.close()
        self._here.close()

    def _send_elsewhere(self, command: Command, model: EndpointModel) -> bool:
        match command:
            case Generate():
                self._elsewhere.generate(model, command)
            case CountTokens():
                self._on_event(TokensCounted(command.request_id))
            case Unload():
                self._model = None
                self._on_event(Unloaded())
            case Configure():
                pass  # nothing of it is known elsewhere
        return True

    def _load(self, command: Load) -> bool:
        model = parse_endpoint_path(command.path)
        if model is None:
            return self._load_here(command)
        info = self._elsewhere.describe(model)
        loaded = LoadFailed(command.path, gone_sentence()) if info is None else Loaded(info)
        with self._lock:
            self._model = model if info is not None else None
            is_free = self._num_loading == 0
            if not is_free:
                self._waiting.append(loaded)
        self._here.send(Unload())
        if is_free:
            self._on_event(loaded)
        return True

    def _load_here(self, command: Load) -> bool:
        with self._lock:
            self._model = None
            self._num_loading += 1
            replaced, self._waiting = self._waiting, []
        for loaded in replaced:
            self._on_event(loaded)
        self.start()  # what kept it from starting may be over
        if self._here.send(command):
            return True
        with self._lock:
            self._num_loading -= 1
        if not self._problem:
            return False
        self._on_event(LoadFailed(command.path, self._problem))
        return True

    def _inspect(self, command: Inspect) -> bool:
        if self._here.send(command):
            return True
        if self._problem:
            self._on_event(InspectFailed(command.request_id, self._problem))
        return bool(self._problem)

    def _on_event_here(self, event: Event) -> None:
        """On the reader thread of the engine here."""
        if isinstance(event, LoadProgress | Unloaded) and self._model is not None:
            return
        self._on_event(event)
        if isinstance(event, Loaded | LoadFailed):
            for loaded in self._take_waiting():
                self._on_event(loaded)

    def _take_waiting(self) -> list[Loaded | LoadFailed]:
        """What is to be told once the engine here has nothing more to load."""
        with self._lock:
            self._num_loading -= 1
            if self._num_loading:
                return []
            waiting, self._waiting = self._waiting, []
            return waiting

    def _on_exit_here(self, returncode: int) -> None:
        """On the reader thread, too: everything begins anew with the process."""
        with self._lock:
            self._num_loading, self._waiting = 0, []
        self._elsewhere.close()
        self._on_exit(returncode)

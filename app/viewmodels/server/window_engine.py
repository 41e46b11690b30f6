"""The window's engine, lent to the server: one process, one model in memory."""

from concurrent.futures import Future
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.services.endpoints.endpoint import parse_endpoint_path
from app.services.engine.guests import BusyError, GuestRequests
from app.services.engine.lendable_engine import LendableEngine
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.settings import SettingsViewModel
from engine.config import SamplingParams
from engine.errors import EngineError
from engine.events import ModelInfo

RETRY_MS = 200

# For other programs, and like all that the engine says of errors in English.
_MEASURING = "A comparison is measuring with the engine; ask again when it is done."
_CHANGED = "The model was changed in the window; ask again."


class WindowEngine(QObject):
    """An `app.server.engine.ServedEngine`. Requests never disturb an answer of the window.

    A request for another model loads it in the window, as if it had been chosen there, once no
    answer is in progress. Properties are read on the server's thread.
    """

    _load_asked = Signal(object, object)
    _unload_asked = Signal(object)

    def __init__(
        self,
        guests: GuestRequests,
        engine: LendableEngine,
        models: ModelPickerViewModel,
        settings: SettingsViewModel,
    ) -> None:
        super().__init__()
        self.guests = guests
        self._engine = engine
        self._models = models
        self._settings = settings
        self._was_lent = False
        self._waiting: list[tuple[Path, Future[ModelInfo]]] = []
        self._loading: tuple[Path, Future[ModelInfo]] | None = None
        self._timer = QTimer(self, interval=RETRY_MS)
        self._timer.timeout.connect(self._go_on)
        queued = Qt.ConnectionType.QueuedConnection
        self._load_asked.connect(self._on_load_asked, queued)
        self._unload_asked.connect(self._on_unload_asked, queued)
        engine.activity_changed.connect(self._on_activity_changed)
        engine.model_loaded.connect(self._on_loaded)
        engine.load_failed.connect(self._on_load_failed)
        engine.model_unloaded.connect(self._on_unloaded)

    @property
    def model(self) -> ModelInfo | None:
        """The model loaded here; None as soon as it is to be unloaded."""
        is_here = self._engine.wanted is not None and not self._engine.endpoint
        return self._engine.model if is_here else None

    @property
    def sampling(self) -> SamplingParams:
        """The settings' sampling."""
        return self._settings.settings.sampling

    @property
    def usual_model(self) -> Path | None:
        """The model used last in the window."""
        last = self._settings.settings.last_model
        return Path(last) if last and parse_endpoint_path(last) is None else None

    async def load(self, path: Path) -> ModelInfo:
        """Load the model at `path` in the window. Raises `EngineError`. On the server's loop."""
        import asyncio  # the server has imported it; a window without one does not wait for it

        loading: Future[ModelInfo] = Future()
        self._load_asked.emit(path, loading)
        return await asyncio.shield(asyncio.wrap_future(loading))

    def unload(self, path: Path) -> None:
        """Free the model at `path` unless the window uses it. On the server's loop."""
        self._unload_asked.emit(path)

    def _on_load_asked(self, path: Path, loading: "Future[ModelInfo]") -> None:
        self._waiting.append((path, loading))
        self._go_on()

    def _go_on(self) -> None:
        """Begin the next load if nothing is in the way."""
        if self._engine.is_lent:
            self._refuse_waiting(_MEASURING)
        is_free = not (self._engine.is_loading or self._engine.is_answering or self._loading)
        if self._waiting and is_free:
            path, loading = self._waiting.pop(0)
            if self.model is not None and Path(self.model.path) == path:
                loading.set_result(self.model)
            else:
                self._loading = path, loading
                self._models.load_path(path)
        if self._waiting:
            self._timer.start()
        else:
            self._timer.stop()

    def _refuse_waiting(self, message: str) -> None:
        while self._waiting:
            self._waiting.pop()[1].set_exception(BusyError(message))

    def _on_activity_changed(self) -> None:
        if self._engine.is_lent != self._was_lent:
            self._was_lent = self._engine.is_lent
            if self._was_lent:
                self.guests.hold(_MEASURING)
            else:
                self.guests.resume()
        elif self._engine.is_loading:
            self.guests.end_all(_CHANGED)

    def _on_loaded(self, model: ModelInfo) -> None:
        if self._loading is None:
            return
        (path, loading), self._loading = self._loading, None
        if Path(model.path) == path:
            loading.set_result(model)
        else:
            loading.set_exception(BusyError(_CHANGED))

    def _on_load_failed(self, message: str) -> None:
        if self._loading is not None:
            (_, loading), self._loading = self._loading, None
            loading.set_exception(EngineError(message))

    def _on_unloaded(self) -> None:
        if not self._engine.is_loading:
            self._on_load_failed("The engine ended while it loaded the model; ask again.")

    def _on_unload_asked(self, path: Path) -> None:
        model = self.model
        is_used = self._engine.is_answering or self._engine.is_lent or not self.guests.is_empty
        if model is not None and Path(model.path) == path and not is_used:
            self._models.unload()

"""The engine for the view-models: signals out, commands in, restarts after a crash."""

import logging
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from app.domain import NoticeLevel
from app.services.engine.inquiries import Inquiries
from app.services.engine.mergers import MeterMerger, TextMerger
from app.services.engine.process import CreateClient, Exited
from app.services.engine.quiet_requests import QuietRequests
from app.services.notices import Notices, StandingNotice
from engine.commands import Cancel, Configure, Generate, Load, Unload
from engine.config import EngineConfig, SpeculationConfig, Toggles
from engine.errors import EngineError
from engine.events import (
    EngineReady,
    Event,
    Failed,
    Finished,
    GpusFound,
    Inspected,
    InspectFailed,
    Loaded,
    LoadFailed,
    LoadProgress,
    MeterUpdate,
    ModelInfo,
    Notice,
    ReasoningDelta,
    Started,
    TextDelta,
    TokensCounted,
    Unloaded,
)

_log = logging.getLogger(__name__)

FRAME_MS = 16
IDLE_MS = 250
_MAX_DEATHS = 3
_DEATHS_WITHIN_SECONDS = 60.0


OnInspected = Callable[[Inspected | InspectFailed], None]


class EngineService(QObject):
    """Owns the engine process. All signals arrive on the GUI thread, text and meters once a frame.

    The client's reader thread only appends to a deque. A timer drains it, joins text and keeps
    the newest meter. `create_client(on_event, on_exit)` creates an engine.client.EngineClient.
    `quiet` has requests that no signal tells of.

    Signals:
        engine_started(ready: EngineReady): the process answers.
        gpus_found(): `gpu_names` names cuda:0, cuda:1 and so on.
        load_progressed(stage: str, fraction: float)
        model_loaded(model: ModelInfo)
        load_failed(message: str)
        model_unloaded(): no model is loaded, also after the engine died.
        answer_started(started: Started)
        reasoning_arrived(request_id: str, text: str)
        text_arrived(request_id: str, text: str, drafted: Spans)
        meter_arrived(request_id: str, meter: Meter, reasons: tuple[str, ...]): `reasons` are those
            of recaptures since the last signal, oldest first; the engine may omit some.
        answer_finished(finished: Finished)
        answer_failed(failed: Failed)
        engine_died(will_restart: bool): all answers in progress are lost.
        activity_changed(): `model`, `is_loading` or `is_available` changed.
    """

    engine_started = Signal(object)
    gpus_found = Signal()
    load_progressed = Signal(str, float)
    model_loaded = Signal(object)
    load_failed = Signal(str)
    model_unloaded = Signal()
    answer_started = Signal(object)
    reasoning_arrived = Signal(str, str)
    text_arrived = Signal(str, str, object)
    meter_arrived = Signal(str, object, object)
    answer_finished = Signal(object)
    answer_failed = Signal(object)
    engine_died = Signal(bool)
    activity_changed = Signal()
    is_lent = False
    """Whether a comparison has the engine for itself."""

    def __init__(
        self,
        create_client: CreateClient,
        notices: Notices,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.gpu_names: tuple[str, ...] = ()
        self._notices = notices
        self._clock = clock
        self._pending: deque[Event | Exited] = deque()
        self._client = create_client(self._pending.append, self._append_exit)
        self.quiet = QuietRequests(self._client.send)
        self._deaths: deque[float] = deque(maxlen=_MAX_DEATHS)
        self._death = StandingNotice(notices)
        self._is_started = False
        self._is_visible = True
        self._num_loading = 0
        self._wanted: Load | None = None
        self._model: ModelInfo | None = None
        self._requests: set[str] = set()
        self.inquiries = Inquiries(self._client.send, self._adjust_timer, self)
        self._meters = MeterMerger()
        self._text = TextMerger()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.drain)

    @property
    def model(self) -> ModelInfo | None:
        """The loaded model."""
        return self._model

    @property
    def endpoint(self) -> str:
        """The name of the engine elsewhere that answers, "" for the one here or none."""
        return self._model.endpoint if self._model is not None else ""

    @property
    def wanted(self) -> Load | None:
        """What is loaded, or will be after a restart."""
        return self._wanted

    @property
    def is_loading(self) -> bool:
        """Whether a model is being loaded."""
        return self._num_loading > 0

    @property
    def is_available(self) -> bool:
        """Whether a question sent now will be answered, perhaps after loading."""
        return self._is_started and (self._model is not None or self.is_loading)

    def start(self) -> None:
        """Start the process; call it once the window is painted."""
        if self._is_started:
            return
        try:
            self._client.start()
        except EngineError as error:
            self._notices.report(str(error), NoticeLevel.ERROR)
            return
        self._is_started = True
        self._adjust_timer()

    def restart(self) -> None:
        """Start the process anew, with its model: its libraries have changed."""
        self.stop()
        self.start()
        if self._is_started and self._wanted is not None:
            self._send_load(self._wanted)

    def stop(self) -> None:
        """End the process; `restart` starts it again with its model."""
        if not self._is_started:
            return
        self.drain()
        self._is_started = False  # so that this end is no crash
        self._client.close()
        self._pending.clear()
        had_requests = bool(self._requests)
        self._forget_process()
        if had_requests:
            self.engine_died.emit(True)

    def load(self, path: Path, config: EngineConfig) -> None:
        """Load a model in place of the current one; starts an engine that had been given up."""
        self._deaths.clear()
        self._death.withdraw()
        self.start()
        self._send_load(Load(str(path), config))

    def reload(self, config: EngineConfig) -> None:
        """Reload the model with other settings."""
        if self._wanted is not None:
            self.load(Path(self._wanted.path), config)

    def unload(self) -> None:
        """Free the loaded model; nothing is loaded after a restart either."""
        self._wanted = None
        self._cancel_all()
        self._client.send(Unload())

    def generate(self, command: Generate) -> bool:
        """Request an answer; False without an engine. Raises RequestError for a bad command."""
        if not self._client.send(command):
            return False
        self._requests.add(command.request_id)
        self._adjust_timer()
        return True

    def cancel(self, request_id: str) -> None:
        """Stop an answer; shows what has arrived first."""
        self.drain()
        self._client.send(Cancel(request_id))

    def configure(
        self, toggles: Toggles | None = None, speculation: SpeculationConfig | None = None
    ) -> None:
        """Change the loaded model from its next token on, and the configuration of a restart."""
        if self._wanted is None:
            return
        command = Configure(toggles, speculation)
        config = replace(self._wanted.config, **command.changes)
        self._wanted = replace(self._wanted, config=config)
        self._client.send(command)

    def inspect(self, path: Path, configs: tuple[EngineConfig, ...], on_done: OnInspected) -> None:
        """Ask what a file contains and needs with each of `configs`, also during an answer.

        `on_done` is called once, later, on the GUI thread; not if the service is closed before.
        """
        self.inquiries.inspect(path, configs, on_done)

    def set_visible(self, is_visible: bool) -> None:  # noqa: FBT001  a Qt-style setter
        """Set whether the window is visible; a hidden one is updated less often."""
        self._is_visible = is_visible
        self._adjust_timer()

    def close(self) -> None:
        """Show what has arrived and end the process."""
        self._timer.stop()
        self.drain()
        self._is_started = False
        self._client.close()
        self._pending.clear()
        self.inquiries.clear()

    def drain(self) -> None:
        """Emit everything that has arrived: text joined, meters merged, the rest in order."""
        for _ in range(len(self._pending)):
            event = self._pending.popleft()
            if self.quiet.take(event):
                continue
            if isinstance(event, MeterUpdate):
                self._meters.add(event)
            elif isinstance(event, TextDelta | ReasoningDelta):
                self._emit_text(self._text.add(event))
            else:
                self._emit_text(self._text.take())
                self._emit_meter()
                self._handle(event)
        self._emit_text(self._text.take())
        self._emit_meter()

    def _append_exit(self, returncode: int) -> None:
        # Runs on the reader thread.
        self._pending.append(Exited(returncode))

    def _emit_text(self, delta: TextDelta | ReasoningDelta | None) -> None:
        if isinstance(delta, TextDelta):
            self.text_arrived.emit(delta.request_id, delta.text, delta.drafted)
        elif delta is not None:
            self.reasoning_arrived.emit(delta.request_id, delta.text)

    def _emit_meter(self) -> None:
        merged = self._meters.take()
        if merged is not None:
            self.meter_arrived.emit(*merged)

    def _handle(self, event: Event | Exited) -> None:
        match event:
            case Exited():
                self._on_exited(event.returncode)
            case Started():
                self._meters.begin(event.request_id)
                self.answer_started.emit(event)
            case Finished() | Failed():
                self._on_answer_ended(event)
            case Inspected() | InspectFailed() | TokensCounted():
                self.inquiries.answer(event)
                self._adjust_timer()
            case Notice():
                self._notices.report(event.message)
            case EngineReady():
                self.engine_started.emit(event)
            case GpusFound():
                self.gpu_names = event.names
                self.gpus_found.emit()
            case _:
                self._on_model_event(event)

    def _on_answer_ended(self, event: Finished | Failed) -> None:
        self._requests.discard(event.request_id)
        self._adjust_timer()
        if isinstance(event, Failed):
            self.answer_failed.emit(event)
            return
        self._meters.add(MeterUpdate(event.request_id, event.meter))
        self._emit_meter()
        self.answer_finished.emit(event)

    def _on_model_event(self, event: Event) -> None:
        match event:
            case LoadProgress():
                self.load_progressed.emit(event.stage, event.fraction)
            case Loaded():
                if self._is_last_load():
                    self._death.withdraw()
                    self._set_model(event.model)
                    self.model_loaded.emit(event.model)
            case LoadFailed():
                if self._is_last_load():
                    self._wanted = None
                    self._set_model(None)
                    self.load_failed.emit(event.message)
            case Unloaded():
                self._set_model(None)
                self.model_unloaded.emit()

    def _is_last_load(self) -> bool:
        """Note that a load ended; False when a later one is in progress and will replace it."""
        self._num_loading = max(0, self._num_loading - 1)
        return self._num_loading == 0

    def _on_exited(self, returncode: int) -> None:
        if not self._is_started:
            return
        _log.error("the engine ended with code %d", returncode)
        self._is_started = False
        self._forget_process()
        will_restart = self._may_restart()
        self.engine_died.emit(will_restart)
        if will_restart:
            self._restart()
        else:
            self._death.withdraw()
            self._death.tell(
                QCoreApplication.translate(
                    "Engine",
                    "The engine stopped three times within a minute and was not restarted. "
                    "Choose a model to try again.",
                )
            )

    def _forget_process(self) -> None:
        """Note that nothing of what was in the process is there any more."""
        self._requests.clear()
        self._num_loading = 0
        self.inquiries.fail()
        self._set_model(None)
        self.model_unloaded.emit()

    def _may_restart(self) -> bool:
        now = self._clock()
        self._deaths.append(now)
        recent = [died for died in self._deaths if now - died < _DEATHS_WITHIN_SECONDS]
        return len(recent) < _MAX_DEATHS

    def _restart(self) -> None:
        self.start()
        if not self._is_started:
            return
        if self._wanted is not None:
            self._send_load(self._wanted)
        self._death.tell(
            QCoreApplication.translate(
                "Engine", "The engine stopped unexpectedly. It was restarted; you can go on."
            ),
            NoticeLevel.WARNING,
        )

    def _send_load(self, load: Load) -> None:
        self._wanted = load
        self._cancel_all()
        if not self._client.send(load):
            return
        self._num_loading += 1
        self._set_model(None)

    def _cancel_all(self) -> None:
        # The engine takes commands in order: a long answer would delay later ones.
        for request_id in tuple(self._requests):
            self._client.send(Cancel(request_id))

    def _set_model(self, model: ModelInfo | None) -> None:
        self._model = model
        self._adjust_timer()
        self.activity_changed.emit()

    def _adjust_timer(self) -> None:
        is_active = bool(self._requests) or not self.inquiries.is_empty or self.is_loading
        interval = FRAME_MS if self._is_visible and is_active else IDLE_MS
        if self._is_started and (not self._timer.isActive() or self._timer.interval() != interval):
            self._timer.start(interval)

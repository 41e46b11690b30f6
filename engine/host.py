"""The engine process: threads for commands and inspection; the main thread owns the session."""

import faulthandler
import logging
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.commands import Cancel, Close, Command, Configure, Generate, Inspect, Load, Unload
from engine.config import EngineConfig
from engine.errors import (
    ContextFullError,
    DeviceLostError,
    EngineError,
    ModelFileError,
    RequestError,
    UnsupportedModelError,
)
from engine.events import (
    Confinement,
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
    Meter,
    Notice,
    Unloaded,
)
from engine.runtime.found_device import find_gpu_names
from engine.runtime.freed_memory import give_back_freed_memory
from engine.runtime.library_versions import library_versions
from engine.runtime.memory_watch import MemoryWatch, bytes_before_plan
from engine.session.token_hash import fnv1a64
from engine.wire import LOG_VARIABLE, FrameReader, WireError, decode_command, encode_event

if TYPE_CHECKING:
    from engine.session.session import Session

logger = logging.getLogger(__name__)

OnProgress = Callable[[str, float], None]
OnPlan = Callable[[int], None]
LoadSession = Callable[[Path, EngineConfig, OnProgress, OnPlan], "Session"]

_GRACE_SECONDS = 0.8
_GIB = 1 << 30


class _ClosingError(Exception):
    """Raised out of a load when the host is closing."""


class Host:
    """Serves the commands that arrive on `source` and writes events to `sink`.

    Cancel and Configure act at once on the command thread; Inspect on its own thread, during a
    running answer; all others run in order on the thread that called `run`. An error in a command
    is reported and does not end the loop.
    """

    def __init__(
        self,
        source: FileIO,
        sink: FileIO,
        load_session: LoadSession | None = None,
        confinement: Confinement | None = None,
    ) -> None:
        self._frames = FrameReader(source)
        self._sink = sink
        self._load_session = load_session or _load_session
        self._confinement = confinement or Confinement()
        self._queue: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._inspections: queue.SimpleQueue[Inspect | None] = queue.SimpleQueue()
        self._sink_lock = threading.Lock()
        self._closing = threading.Event()
        self._done = threading.Event()
        # Guards the fields below, which several threads use.
        self._lock = threading.Lock()
        self._session: Session | None = None
        # A list: an id may be reused before its first request is served.
        self._waiting: list[Generate] = []
        self._running: str | None = None
        self._is_cancelled = False
        self._loads_waiting = 0
        self._after_load = Configure()
        self._memory = MemoryWatch(self._on_memory_exceeded)
        # The main thread's work, and the event for its failure.
        self._work: tuple[str, Callable[[str], Event]] = ("The engine", Notice)

    def run(self) -> None:
        """Serve until Close or the end of the input."""
        self._emit(EngineReady(library_versions(), self._confinement))
        threading.Thread(target=self._read_commands, name="commands", daemon=True).start()
        inspector = threading.Thread(target=self._inspect_files, name="inspect", daemon=True)
        inspector.start()
        try:
            while (command := self._queue.get()) is not None and not self._closing.is_set():
                self._serve(command)
            self._close_session()
            self._inspections.put(None)
            inspector.join()
        finally:
            self._memory.close()
            self._done.set()

    # The command thread

    def _read_commands(self) -> None:
        try:
            while (payload := self._frames.read()) is not None:
                if not self._accept(payload):
                    break
        except (WireError, OSError):
            logger.exception("Commands can no longer be read.")
        self._begin_closing()
        if not self._done.wait(_GRACE_SECONDS):
            logger.warning("The work in hand does not stop; leaving it.")
            os._exit(0)  # as requested: nothing needs saving

    def _accept(self, payload: bytes) -> bool:
        """Handle one command; False if it is the last."""
        try:
            command = decode_command(payload)
            if isinstance(command, Close):
                return False
            self._dispatch(command)
        except Exception as error:  # noqa: BLE001  the edge of the thread
            self._emit(Notice(_explain(error, "A command", "Close other programs.")))
        return True

    def _dispatch(self, command: Command) -> None:
        """Act on Cancel and Configure; queue the others for their threads."""
        match command:
            case Cancel():
                self._cancel(command.request_id)
            case Configure():
                self._configure(command)
            case Inspect():
                self._inspections.put(command)
            case Generate():
                with self._lock:
                    self._waiting.append(command)
                self._queue.put(command)
            case Load():
                with self._lock:
                    self._loads_waiting += 1
                    self._after_load = Configure()
                self._queue.put(command)
            case _:
                self._queue.put(command)

    def _cancel(self, request_id: str) -> None:
        with self._lock:
            session = self._session
            kept = [waiting for waiting in self._waiting if waiting.request_id != request_id]
            num_cancelled = len(self._waiting) - len(kept)
            self._waiting = kept
            is_running = request_id == self._running
            self._is_cancelled |= is_running
        for _ in range(num_cancelled):
            self._emit(Finished(request_id, "cancelled", "", (), fnv1a64(()), Meter()))
        if is_running and session is not None:
            session.cancel(request_id)

    def _configure(self, command: Configure) -> None:
        """Configure the loaded model and the one being loaded."""
        with self._lock:
            if self._loads_waiting:
                self._after_load = replace(self._after_load, **command.changes)
            self._configure_session(command)

    def _configure_session(self, command: Configure) -> None:
        if self._session is None:
            return
        try:
            self._session.configure(command)
        except EngineError as error:
            self._emit(Notice(str(error)))

    def _begin_closing(self) -> None:
        self._closing.set()
        with self._lock:
            session, running = self._session, self._running
        if session is not None and running is not None:
            session.cancel(running)
        self._queue.put(None)

    # The inspecting thread

    def _inspect_files(self) -> None:
        # On this thread: a driver may be slow.
        names = find_gpu_names()
        if names:
            self._emit(GpusFound(names))
        while (command := self._inspections.get()) is not None and not self._closing.is_set():
            self._emit(self._inspect(command))

    def _inspect(self, command: Inspect) -> Inspected | InspectFailed:
        with self._lock:
            loaded = self._session.info if self._session is not None else None
        path = Path(command.path)
        try:
            # Imported here: the process answers before numpy is loaded.
            from engine.session.inspect import inspect_for

            reports = inspect_for(path, command.configs, loaded)
        except Exception as error:  # noqa: BLE001  the edge of the thread
            message = _explain(error, f"Inspecting {path.name}", "Close other programs.")
            is_unusable = isinstance(error, ModelFileError | UnsupportedModelError)
            return InspectFailed(command.request_id, message, is_unusable)
        return Inspected(command.request_id, reports)

    # The decode thread

    def _serve(self, command: Command) -> None:
        match command:
            case Load():
                self._load(command)
            case Generate():
                self._generate(command)
            case Unload():
                self._close_session()
                give_back_freed_memory()
                self._emit(Unloaded())

    def _load(self, command: Load) -> None:
        self._close_session()
        give_back_freed_memory()
        path = Path(command.path)
        report = partial(self._report_progress, command.path)
        self._work = (f"Loading {path.name}", partial(LoadFailed, command.path))
        try:
            report("starting", 0.0)
            self._memory.begin(bytes_before_plan(path, command.config))
            with self._memory.working():
                session = self._load_session(path, command.config, report, self._memory.plan)
        except _ClosingError:
            return
        except Exception as error:  # noqa: BLE001  the edge of the process
            message = _explain(error, f"Loading {path.name}", "Choose a smaller model or context.")
            self._emit(LoadFailed(command.path, message))
            _end_if_lost(error)
            session = None
        with self._lock:
            self._loads_waiting -= 1
            self._session = session
            self._configure_session(self._after_load)
        if session is None:
            give_back_freed_memory()
            return
        self._emit(Loaded(session.info))
        for notice in session.notices:
            self._emit(Notice(notice))

    def _report_progress(self, path: str, stage: str, fraction: float) -> None:
        if self._closing.is_set():
            raise _ClosingError
        self._emit(LoadProgress(path, stage, fraction))

    def _generate(self, command: Generate) -> None:
        request_id = command.request_id
        with self._lock:
            if command not in self._waiting:
                return
            self._waiting.remove(command)
            self._running, self._is_cancelled = request_id, False
        self._work = ("The answer", partial(Failed, request_id))
        try:
            with self._memory.working():
                self._forward_answer(command)
        except Exception as error:  # noqa: BLE001  the edge of the process
            message = _explain(error, "The answer", "Choose a smaller context.")
            self._emit(Failed(request_id, message, isinstance(error, ContextFullError)))
            _end_if_lost(error)
        finally:
            with self._lock:
                self._running = None

    def _forward_answer(self, command: Generate) -> None:
        session = self._session
        if session is None:
            raise RequestError("No model is loaded; choose one first.")
        for event in session.generate(command):
            self._emit(event)
            # Again: the first cancel may have come before the session knew the request.
            if self._is_cancelled or self._closing.is_set():
                session.cancel(command.request_id)

    def _on_memory_exceeded(self, taken_bytes: int, planned_bytes: int) -> None:
        """On the watch's thread: the main thread cannot be stopped, so the process ends."""
        subject, failed = self._work
        logger.error("%s took %d bytes, %d were planned.", subject, taken_bytes, planned_bytes)
        self._emit(
            failed(
                f"{subject} took far more memory than the {planned_bytes / _GIB:.1f} GiB that the"
                " model should need, so it was ended; the file may be damaged: download it again or"
                " choose another model."
            )
        )
        os._exit(1)

    def _close_session(self) -> None:
        with self._lock:
            session, self._session = self._session, None
        if session is not None:
            session.close()

    def _emit(self, event: Event) -> None:
        """Write `event`; begin to close if the reader is gone."""
        view = memoryview(encode_event(event))
        try:
            with self._sink_lock:
                while view:
                    view = view[self._sink.write(view) :]
        except OSError:
            if not self._closing.is_set():
                logger.warning("Nobody reads our events; closing.")
                self._closing.set()
                self._queue.put(None)


def serve(load_session: LoadSession | None = None, confinement: Confinement | None = None) -> None:
    """Serve on stdin and stdout until the client closes, then end the process.

    `confinement` is that of this process, for `EngineReady`.
    """
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    faulthandler.enable()
    # Ctrl-C in a terminal is for the window, whose end closes our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if confinement and confinement.reason:
        logger.warning("The engine is not fully confined (%s).", confinement.reason)
    source, sink = _take_standard_streams()
    with sink:
        Host(source, sink, load_session, confinement).run()
    # Skip the libraries' cleanup, which can take seconds.
    logging.shutdown()
    os._exit(0)


def _take_standard_streams() -> tuple[FileIO, FileIO]:
    """Reserve stdin and stdout for frames: stray prints, in C too, go to stderr."""
    source = FileIO(os.dup(0), "rb")
    sink = FileIO(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def _load_session(
    path: Path, config: EngineConfig, on_progress: OnProgress, on_plan: OnPlan
) -> "Session":
    # Imported here: the process answers before torch is loaded.
    from engine.session.session import Session

    return Session.load(path, config, on_progress, on_plan)


def _end_if_lost(error: Exception) -> None:
    """End the process if the device is lost; the client starts another."""
    if isinstance(error, DeviceLostError):
        logger.error("The device is lost.", exc_info=error)
        os._exit(1)


def _explain(error: Exception, subject: str, remedy: str) -> str:
    """One plain sentence for the user; unexpected errors are logged with a traceback."""
    if isinstance(error, EngineError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"{subject} needs more memory than there is. {remedy}"
    logger.error("%s failed.", subject, exc_info=error)
    log = os.environ.get(LOG_VARIABLE)
    place = f"see the log at {log}" if log else "the engine's log says more"
    return f"{subject} failed unexpectedly; {place}."

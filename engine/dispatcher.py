"""Commands in, events out to whoever asked. Knows no transport."""

import contextlib
import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine import session_loader
from engine.commands import (
    Cancel,
    Close,
    Command,
    Configure,
    CountTokens,
    Embed,
    Generate,
    Inspect,
    Load,
    Unload,
)
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
    Embedded,
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
    TokensCounted,
    Unloaded,
)
from engine.freed_memory import give_back_freed_memory
from engine.runtime.found_device import find_gpu_names
from engine.runtime.library_versions import library_versions
from engine.runtime.memory_watch import MemoryWatch, bytes_before_plan
from engine.scheduler.scheduler import Place, Scheduler, Task
from engine.session.token_hash import fnv1a64
from engine.session_loader import OnPlan, OnProgress
from engine.wire import LOG_VARIABLE

if TYPE_CHECKING:
    from engine.session.session import Session

logger = logging.getLogger(__name__)

Audience = Callable[[Event], None]
"""Receives events, on any thread."""
LoadSession = Callable[[Path, EngineConfig, OnProgress, OnPlan], "Session"]

_GIB = 1 << 30


class _ClosingError(Exception):
    """Raised out of a load when the engine is closing."""


class _Answer:
    """A request for an answer, waiting or running."""

    def __init__(self, command: Generate | Embed, audience: Audience) -> None:
        self.command = command
        self.audience = audience
        self.steps: Iterator[list[Event]] | None = None
        self.is_cancelled = False


class Dispatcher:
    """Serves the commands of its audiences; each receives the events of its own requests.

    What concerns the model goes to all. Cancel acts at once, Configure and CountTokens between two
    steps, Inspect on its own thread during a running answer. Answers run side by side, as many as
    the model has sequences for; the others wait in order, those for guests behind the rest. Load
    and Unload come after all commands before them, on the thread that called `run`. An error in a
    command is reported and does not end the loop.
    """

    def __init__(
        self, load_session: LoadSession | None = None, confinement: Confinement | None = None
    ) -> None:
        self._load_session = load_session or session_loader.load_session
        self._confinement = confinement or Confinement()
        self._scheduler = Scheduler(self._prepare)
        self._audiences: list[Audience] = []
        self._inspections: queue.SimpleQueue[tuple[Inspect, Audience] | None] = queue.SimpleQueue()
        self._is_closing = False
        # Guards the fields below, which several threads use.
        self._lock = threading.Lock()
        self._session: Session | None = None
        # Answers do not know their tasks: their prompts are freed at once, not by a collection.
        self._answers: dict[_Answer, Task] = {}
        self._loads: dict[int, list[Configure]] = {}  # changes since each unfinished Load
        self._memory = MemoryWatch(self._on_memory_exceeded)
        # The decode thread's work: its name, and how its failure is told.
        self._work: tuple[str, Callable[[str], None]] = ("The engine", self._notify)

    def join(self, audience: Audience) -> None:
        """Tell `audience` of the engine and of its model from now on."""
        self._audiences.append(audience)
        audience(EngineReady(library_versions(), self._confinement))

    def run(self) -> None:
        """Serve until `close`; the calling thread becomes the decode thread."""
        inspector = threading.Thread(target=self._inspect_files, name="inspect", daemon=True)
        inspector.start()
        try:
            self._scheduler.run()
            self._close_session()
            self._inspections.put(None)
            inspector.join()
        finally:
            self._memory.close()

    @property
    def is_answering(self) -> bool:
        """Whether an answer has begun and not ended. Any thread."""
        with self._lock:
            return any(answer.steps is not None for answer in self._answers)

    def close(self) -> None:
        """Stop the work in hand as soon as it can be stopped. Any thread."""
        self._is_closing = True
        with self._lock:
            for answer in self._answers:
                answer.is_cancelled = True
        self._scheduler.close()

    def dispatch(self, command: Command, audience: Audience) -> None:
        """Serve `command`, whose events go to `audience`. Any thread; returns at once."""
        match command:
            case Cancel():
                self._cancel(command.request_id, audience)
            case Configure():
                self._configure(command)
            case Inspect():
                self._inspections.put((command, audience))
            case Generate() | Embed():
                self._submit_answer(_Answer(command, audience))
            case CountTokens():
                step = partial(self._count_tokens, command, audience)
                fail = partial(self._fail_count, command, audience)
                self._scheduler.submit(Task(step, fail, Place.BETWEEN))
            case Load():
                with self._lock:
                    self._loads[id(command)] = []
                step, fail = partial(self._load, command), partial(self._fail_load, command)
                self._scheduler.submit(Task(step, fail))
            case Unload():
                step, fail = partial(self._unload, command), partial(self._fail_unload, command)
                self._scheduler.submit(Task(step, fail))
            case Close():
                self.close()

    def _submit_answer(self, answer: _Answer) -> None:
        step, fail = partial(self._step_answer, answer), partial(self._fail_answer, answer)
        place = Place.SIDE_BY_SIDE if answer.command.for_guest else Place.AHEAD
        task = Task(step, fail, place)
        with self._lock:
            self._answers[answer] = task
        self._scheduler.submit(task)

    def _cancel(self, request_id: str, audience: Audience) -> None:
        with self._lock:
            wanted = [
                answer
                for answer in self._answers
                if answer.command.request_id == request_id and answer.audience == audience
            ]
            for answer in wanted:
                answer.is_cancelled = True
            waiting = [self._answers.pop(answer) for answer in wanted if answer.steps is None]
        for task in waiting:
            self._scheduler.withdraw(task)
            audience(Finished(request_id, "cancelled", "", (), fnv1a64(()), Meter()))

    def _configure(self, command: Configure) -> None:
        """Configure the loaded model and those to be loaded."""
        with self._lock:
            for changes in self._loads.values():
                changes.append(command)
        self._scheduler.between_steps(partial(self._configure_session, command))

    # The inspecting thread

    def _inspect_files(self) -> None:
        # On this thread: a driver may be slow.
        names = find_gpu_names()
        if names:
            self._tell_all(GpusFound(names))
        while (request := self._inspections.get()) is not None and not self._is_closing:
            command, audience = request
            audience(self._inspect(command))

    def _inspect(self, command: Inspect) -> Inspected | InspectFailed:
        with self._lock:
            loaded = self._session.info if self._session is not None else None
        path = Path(command.path)
        try:
            # Imported here: the process answers before numpy is loaded.
            from engine.session.inspect import inspect_for

            reports = inspect_for(path, command.configs, loaded)
        except Exception as error:  # noqa: BLE001  the edge of the thread
            message = explain(error, f"Inspecting {path.name}", "Close other programs.")
            is_unusable = isinstance(error, ModelFileError | UnsupportedModelError)
            return InspectFailed(command.request_id, message, is_unusable)
        return Inspected(command.request_id, reports)

    # The decode thread

    def _load(self, command: Load) -> bool:
        self._close_session()
        give_back_freed_memory()
        path = Path(command.path)
        report = partial(self._report_progress, command.path)
        self._work = (f"Loading {path.name}", partial(self._tell_load_failed, command.path))
        report("starting", 0.0)
        self._memory.begin(bytes_before_plan(path, command.config))
        with self._memory.working():
            session = self._load_session(path, command.config, report, self._memory.plan)
        with self._lock:
            changes = self._loads.pop(id(command))
            self._session = session
        self._scheduler.num_places = session.info.num_sequences
        for change in changes:
            self._configure_session(change)
        self._tell_all(Loaded(session.info))
        for notice in session.notices:
            self._notify(notice)
        return False

    def _fail_load(self, command: Load, error: Exception) -> None:
        with self._lock:
            del self._loads[id(command)]
        if isinstance(error, _ClosingError):
            return
        name = Path(command.path).name
        message = explain(error, f"Loading {name}", "Choose a smaller model or context.")
        self._tell_load_failed(command.path, message)
        _end_if_lost(error)
        give_back_freed_memory()

    def _report_progress(self, path: str, stage: str, fraction: float) -> None:
        if self._is_closing:
            raise _ClosingError
        self._tell_all(LoadProgress(path, stage, fraction))

    def _tell_load_failed(self, path: str, message: str) -> None:
        self._tell_all(LoadFailed(path, message))

    def _prepare(self) -> bool:
        session = self._session
        if session is None:
            if self._load_session is session_loader.load_session:
                with contextlib.suppress(Exception):  # a load tells what is wrong
                    session_loader.import_session()
            return False
        with self._memory.working():
            return session.prepare()

    def _count_tokens(self, command: CountTokens, audience: Audience) -> bool:
        session = self._session
        counted = session.count_tokens(command) if session else TokensCounted(command.request_id)
        audience(counted)
        return False

    def _fail_count(self, command: CountTokens, audience: Audience, error: Exception) -> None:
        logger.error("Counting tokens failed.", exc_info=error)
        audience(TokensCounted(command.request_id))

    def _unload(self, _command: Unload) -> bool:
        self._close_session()
        give_back_freed_memory()
        self._tell_all(Unloaded())
        return False

    def _fail_unload(self, _command: Unload, error: Exception) -> None:
        self._notify(explain(error, "Unloading the model", "Close other programs."))

    def _step_answer(self, answer: _Answer) -> bool:
        """Run one step of an answer and send its events; whether there are more."""
        with self._lock:
            if answer not in self._answers:
                return False
            if answer.steps is None:
                answer.steps = self._begin_answer(answer)
        with self._memory.working():
            events = next(answer.steps)
        is_finished = any(isinstance(event, Finished | Embedded) for event in events)
        if is_finished:
            with self._lock:
                del self._answers[answer]
            answer.steps = None  # knows the answer, and would keep its form until a collection
        for event in events:
            answer.audience(event)
        return not is_finished

    def _begin_answer(self, answer: _Answer) -> Iterator[list[Event]]:
        self._work = ("The answer", self._tell_answers_failed)
        if self._session is None:
            raise EngineError("No model is loaded; choose one first.")
        command, is_cancelled = answer.command, lambda: answer.is_cancelled
        if isinstance(command, Embed):
            return self._session.embed(command, is_cancelled)
        return self._session.steps(command, is_cancelled)

    def _fail_answer(self, answer: _Answer, error: Exception) -> None:
        with self._lock:
            del self._answers[answer]
        message = explain(error, "The answer", "Choose a smaller context.")
        is_full, is_refused = (isinstance(error, kind) for kind in (ContextFullError, RequestError))
        answer.audience(Failed(answer.command.request_id, message, is_full, is_refused))
        if isinstance(error, DeviceLostError):
            self._tell_answers_failed(message)
        _end_if_lost(error)

    def _tell_answers_failed(self, message: str) -> None:
        """The process ends: tell all whose answers run or wait."""
        with self._lock:
            answers = tuple(self._answers)
        for answer in answers:
            answer.audience(Failed(answer.command.request_id, message))

    def _configure_session(self, command: Configure) -> None:
        if self._session is None:
            return
        try:
            self._session.configure(command)
        except Exception as error:  # noqa: BLE001  the edge between two steps
            self._notify(explain(error, "Changing the settings", "Choose a smaller context."))

    def _close_session(self) -> None:
        with self._lock:
            session, self._session = self._session, None
        if session is not None:
            session.close()

    def _on_memory_exceeded(self, taken_bytes: int, planned_bytes: int) -> None:
        """On the watch's thread: the decode thread cannot be stopped, so the process ends."""
        subject, tell = self._work
        logger.error("%s took %d bytes, %d were planned.", subject, taken_bytes, planned_bytes)
        tell(
            f"{subject} took far more memory than the {planned_bytes / _GIB:.1f} GiB that the"
            " model should need, so it was ended; the file may be damaged: download it again or"
            " choose another model."
        )
        os._exit(1)

    def _notify(self, message: str) -> None:
        self._tell_all(Notice(message))

    def _tell_all(self, event: Event) -> None:
        for audience in self._audiences:
            audience(event)


def _end_if_lost(error: Exception) -> None:
    """End the process if the device is lost; the client starts another."""
    if isinstance(error, DeviceLostError):
        logger.error("The device is lost.", exc_info=error)
        os._exit(1)


def explain(error: Exception, subject: str, remedy: str) -> str:
    """One plain sentence for the user; unexpected errors are logged with a traceback."""
    if isinstance(error, EngineError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"{subject} needs more memory than there is. {remedy}"
    logger.error("%s failed.", subject, exc_info=error)
    log = os.environ.get(LOG_VARIABLE)
    place = f"see the log at {log}" if log else "the engine's log says more"
    return f"{subject} failed unexpectedly; {place}."

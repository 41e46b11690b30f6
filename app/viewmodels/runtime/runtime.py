"""The engine's libraries: what fits, what is installed, and an installation in progress."""

import time
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.downloads.errors import StoppedError
from app.services.engine.sentences import translated
from app.services.notices import Notices
from app.services.runtime.progress import InstallProgress, OnProgress, Stage
from app.services.runtime.store import Runtime, RuntimeStore
from app.viewmodels.runtime.offer import (
    Offer,
    create_offers,
    describe_machine,
    describe_progress,
    describe_runtime,
)

if TYPE_CHECKING:
    # Importing them would delay the first frame.
    from app.services.downloads.stop import StopSignal
    from app.services.runtime.choice import Choice
    from app.services.runtime.installer import RuntimeInstaller
    from app.services.runtime.machine import Machine

_SHOW_SECONDS = 0.1

OpenInstaller = Callable[[], "RuntimeInstaller"]
FindMachine = Callable[[Path], "Machine"]
Operation = Callable[["RuntimeInstaller", "StopSignal", OnProgress], str]
"""Runs on the pool; returns a sentence about what was done."""


def _find_machine(folder: Path) -> "Machine":
    from app.services.runtime.machine import this_machine

    return this_machine(folder)


class Phase(StrEnum):
    """What the page shows."""

    IDLE = "idle"
    RUNNING = "running"
    PAUSED = "paused"
    FAILED = "failed"


class RuntimeViewModel(QObject):
    """Wiring: RuntimeViewModel(store, open_installer, notices). `store` is None in a checkout.

    `open_installer` runs on a background thread. Call `start()` once the window is painted.

    Signals:
        changed(): any property changed.
        ready(): the engine can start, or must start anew with other libraries.
        removing(): the engine must end: its libraries go.
    """

    changed = Signal()
    ready = Signal()
    removing = Signal()
    _machine_found = Signal(object)
    _progressed = Signal(object)

    def __init__(
        self,
        store: RuntimeStore | None,
        open_installer: OpenInstaller,
        notices: Notices,
        find_machine: FindMachine = _find_machine,
    ) -> None:
        super().__init__()
        self._store = store
        self._open_installer = open_installer
        self._installer: RuntimeInstaller | None = None
        self._notices = notices
        self._find_machine = find_machine
        self._choice: Choice | None = None
        self._machine: Machine | None = None
        self._phase = Phase.IDLE
        self._progress: InstallProgress | None = None
        self._chosen = self._problem = self._outcome = ""
        self._stop: StopSignal | None = None
        self._is_discarding = self._has_ended_engine = False
        self._before: Runtime | None = None
        self._again: Callable[[], None] = self.install
        self._shown_at = 0.0
        self._shown_stage: Stage | None = None
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self.wheel_folder: Path | None = None
        """Where wheels are taken from instead of the network."""
        queued = Qt.ConnectionType.QueuedConnection
        self._machine_found.connect(self._on_machine_found, queued)
        self._progressed.connect(self._on_progressed, queued)

    @property
    def is_bundled(self) -> bool:
        """Whether this Encore installs the engine's libraries; False in a checkout."""
        return self._store is not None

    @property
    def needs_install(self) -> bool:
        """Whether the engine cannot run before something is installed."""
        return self._store is not None and self._store.current is None

    @property
    def is_for_other_version(self) -> bool:
        """Whether what is installed is for other versions of Encore alone."""
        return self._store is not None and self._store.is_for_other_python

    @property
    def facts(self) -> tuple[str, ...]:
        """What this machine has, a line each; empty while that is found out."""
        if self._machine is None or self._store is None:
            return ()
        return describe_machine(self._machine, self._store.folder)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The builds, the fitting one first."""
        return create_offers(self._choice) if self._choice is not None else ()

    @property
    def reason(self) -> str:
        """Why the chosen build fits, as a sentence; "" for another one."""
        choice = self._choice
        is_fitting = choice is not None and choice.lock.name == self._chosen
        return translated(choice.reason) if choice is not None and is_fitting else ""

    @property
    def chosen(self) -> str:
        """The name of the build that `install` gets."""
        return self._chosen

    @property
    def can_install(self) -> bool:
        """Whether the chosen build is another one than that in use."""
        if self._choice is None or not self._chosen:
            return False
        lock, current = self._choice.named(self._chosen), self.installed
        return current is None or current.lock_hash != lock.hash

    @property
    def can_pause(self) -> bool:
        """Whether it makes sense to pause: while wheels are fetched."""
        return self._progress is not None and self._progress.stage is Stage.FETCHING

    @property
    def can_cancel(self) -> bool:
        """Whether an installation is running, or can be gone on with."""
        return self._again in (self.install, self.repair)

    @property
    def phase(self) -> Phase:
        """What is going on."""
        return self._phase

    @property
    def status(self) -> str:
        """The progress in one line."""
        if self._phase is Phase.PAUSED:
            return self.tr("Paused; what was fetched is kept.")
        if self._phase is not Phase.RUNNING:
            return ""
        return describe_progress(self._progress) if self._progress else self.tr("Starting")

    @property
    def fraction(self) -> float | None:
        """Progress, 0..1; None when it is unknown."""
        progress = self._progress
        if progress is None or not progress.total_bytes:
            return None
        return min(1.0, progress.done_bytes / progress.total_bytes)

    @property
    def problem(self) -> str:
        """Why it failed or what delays it, a sentence or ""."""
        if self._phase is Phase.RUNNING and self._progress is not None:
            return self._progress.trouble or ""
        return self._problem

    @property
    def outcome(self) -> str:
        """What the last action did, as a sentence."""
        return self._outcome

    @property
    def installed(self) -> Runtime | None:
        """The libraries in use."""
        return self._store.current if self._store is not None else None

    @property
    def current(self) -> str:
        """The libraries in use in one line; "" without any."""
        return describe_runtime(self.installed)

    @property
    def previous(self) -> str:
        """Those that `go_back` would use; "" without any."""
        return describe_runtime(self._store.previous) if self._store is not None else ""

    @property
    def update_hint(self) -> str:
        """A sentence when this Encore has newer libraries than those in use."""
        if self._installer is None or self._choice is None:
            return ""
        newer = self._installer.newer(self._choice.offered)
        if newer is None:
            return ""
        words = self.tr("There are newer libraries, of %1. The installed ones go on working.")
        return words.replace("%1", newer.date)

    def start(self) -> None:
        """Look at the machine in the background; lets the engine start if it can."""
        if not self.needs_install:
            self.ready.emit()
        if self._store is not None:
            self._look()

    def choose(self, name: str) -> None:
        """Choose another build to install."""
        self._chosen = name
        self.changed.emit()

    def take_from_folder(self, folder: Path | None) -> None:
        """Install from the wheels in `folder`; None: from the network."""
        self.wheel_folder = folder
        self.changed.emit()

    def install(self) -> None:
        """Install the chosen build, or go on with it."""
        choice, name, folder = self._choice, self._chosen, self.wheel_folder
        if choice is None:
            return

        def work(installer: "RuntimeInstaller", stop: "StopSignal", on: OnProgress) -> str:
            installer.install(choice.named(name), stop, on, folder)
            return self.tr("The engine is ready.")

        self._run(work, self.install)

    def repair(self) -> None:
        """Check all files, and install anew what is damaged."""
        folder = self.wheel_folder

        def work(installer: "RuntimeInstaller", stop: "StopSignal", on: OnProgress) -> str:
            if installer.repair(stop, on, folder):
                return self.tr("The engine's libraries were repaired.")
            return self.tr("All libraries are as they should be.")

        self._run(work, self.repair)

    def go_back(self) -> None:
        """Use the previous libraries again."""

        def work(installer: "RuntimeInstaller", _stop: "StopSignal", _on: OnProgress) -> str:
            words = self.tr("The engine runs with %1 again.")
            return words.replace("%1", describe_runtime(installer.go_back()))

        self._run(work, self.go_back)

    def remove(self) -> None:
        """Remove all libraries; models and conversations stay."""

        def work(installer: "RuntimeInstaller", _stop: "StopSignal", _on: OnProgress) -> str:
            installer.remove()
            return self.tr("The engine's libraries were removed.")

        self.removing.emit()
        self._run(work, self.remove)
        self._has_ended_engine = True

    def retry(self) -> None:
        """Do again what failed or was paused."""
        self._again()

    def pause(self) -> None:
        """Stop for now; what was fetched is kept."""
        if self._stop is not None:
            self._stop.set()

    def cancel(self) -> None:
        """Stop, and forget what was fetched."""
        self._is_discarding = True
        if self._phase is Phase.RUNNING:
            self.pause()
        else:
            self._discard()

    def close(self) -> None:
        """Stop; the next start goes on."""
        self.pause()
        self._pool.waitForDone()

    def _look(self) -> None:
        """Find out what this machine has, and which build fits it."""
        self._phase, self._problem = Phase.IDLE, ""
        run_in_background(self._find, self._on_choice_made, self._on_look_failed, self._pool)
        self.changed.emit()

    def _find(self) -> "Choice":
        installer = self._open_installer()
        machine = self._find_machine(installer.store.folder)
        self._machine_found.emit((installer, machine))  # shown whether or not a build fits it
        return installer.choice(machine)

    def _on_machine_found(self, found: "tuple[RuntimeInstaller, Machine]") -> None:
        self._installer, self._machine = found
        self.changed.emit()

    def _on_choice_made(self, choice: "Choice") -> None:
        self._choice = choice
        self._chosen = self._chosen or self._first_choice(choice)
        self.changed.emit()

    def _first_choice(self, choice: "Choice") -> str:
        """The build in use, if it is still offered; else the one that fits."""
        current = self.installed
        names = [lock.name for lock in choice.offered]
        return current.name if current is not None and current.name in names else choice.lock.name

    def _on_look_failed(self, error: Exception) -> None:
        self._phase, self._problem = Phase.FAILED, translated(str(error))
        self._again = self._look
        self.changed.emit()

    def _run(self, operation: Operation, again: Callable[[], None]) -> None:
        installer = self._installer
        if installer is None or self._phase is Phase.RUNNING:
            return
        from app.services.downloads.stop import StopSignal

        self._stop, self._again = StopSignal(), again
        self._is_discarding = self._has_ended_engine = False
        self._before = self.installed
        self._phase, self._progress = Phase.RUNNING, None
        self._problem = self._outcome = ""
        work = partial(operation, installer, self._stop, self._report)
        run_in_background(work, self._on_done, self._on_failed, self._pool)
        self.changed.emit()

    def _report(self, progress: InstallProgress) -> None:
        """Runs on the pool: pass on what a person can see."""
        now = time.monotonic()
        if progress.stage is self._shown_stage and now - self._shown_at < _SHOW_SECONDS:
            return
        self._shown_at, self._shown_stage = now, progress.stage
        self._progressed.emit(progress)

    def _on_progressed(self, progress: InstallProgress) -> None:
        self._progress = progress
        self.changed.emit()

    def _on_done(self, sentence: str) -> None:
        self._phase, self._progress, self._outcome = Phase.IDLE, None, sentence
        self._start_engine_anew()
        self.changed.emit()

    def _start_engine_anew(self) -> None:
        """Tell the engine, if it has other libraries now, or was ended and still has some."""
        now = self.installed
        if now is not None and (now != self._before or self._has_ended_engine):
            self.ready.emit()

    def _on_failed(self, error: Exception) -> None:
        self._progress = None
        if isinstance(error, StoppedError):
            self._phase = Phase.PAUSED
            if self._is_discarding:
                self._discard()
        else:
            self._phase, self._problem = Phase.FAILED, translated(str(error))
        self._start_engine_anew()
        self.changed.emit()

    def _discard(self) -> None:
        installer = self._installer
        self._phase, self._problem = Phase.IDLE, ""
        if installer is not None:
            run_in_background(
                installer.discard_downloads, self._on_discarded, self._on_discard_failed, self._pool
            )
        self.changed.emit()

    def _on_discarded(self, _result: object) -> None:
        self.changed.emit()

    def _on_discard_failed(self, error: Exception) -> None:
        self._notices.report(str(error), NoticeLevel.ERROR)

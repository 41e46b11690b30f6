"""New versions for the window: what is known, what can be done now. Draws nothing."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.background.pool import run_in_background
from app.services.engine.sentences import translated
from app.services.installation import Installation, PackageKind
from app.viewmodels import formatting
from app.viewmodels.settings import SettingsViewModel

if TYPE_CHECKING:
    # Importing them would delay the first frame.
    from app.services.updates.updates import Update, Updates

POLL_MS = 250
# Formatting longer notes would hold up the window.
_MAX_NOTES_LEN = 6000

OpenUpdates = Callable[[], "Updates"]


class UpdateStage(StrEnum):
    """How far the way to a new version is."""

    IDLE = "idle"
    LOOKING = "looking"
    FOUND = "found"
    FETCHING = "fetching"
    DUE = "due"  # installed at the next start
    TO_OPEN = "to open"  # by the system's installer
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class _Known:
    """What the disk says."""

    why_not: str
    due: str | None
    was_tried: bool
    problem: str | None
    previous: str | None


class UpdatesViewModel(QObject):
    """Looks for a new version when asked, or daily if the person said so; fetches and installs it.

    Wiring: UpdatesViewModel(open_updates, installation, settings: SettingsViewModel).
    `open_updates` is called on a background thread; call `start()` after the first paint.

    Signals:
        changed(): any property changed.
        found(version: str): a daily look found a version.
    """

    changed = Signal()
    found = Signal(str)

    def __init__(
        self,
        open_updates: OpenUpdates,
        installation: Installation,
        settings: SettingsViewModel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_updates, self._installation, self._settings = (
            open_updates,
            installation,
            settings,
        )
        self._updates: Updates | None = None
        self._update: Update | None = None
        self._stage = UpdateStage.IDLE
        self._sentence = self._why_not = ""
        self._previous: str | None = None
        self._version = ""  # that is fetched or due
        self._stop = threading.Event()
        self._done_bytes = 0
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.changed)
        settings.value_changed.connect(self._on_setting_changed)

    @property
    def stage(self) -> UpdateStage:
        """How far it is."""
        return self._stage

    @property
    def version_line(self) -> str:
        """What runs: "Encore 0.1.0 · AppImage"."""
        kinds = {
            PackageKind.APPIMAGE: "AppImage",
            PackageKind.DEB: ".deb",
            PackageKind.MSI: ".msi",
            PackageKind.CHECKOUT: self.tr("working copy"),
        }
        kind = kinds.get(self._installation.kind, "")
        return formatting.line((f"Encore {self._installation.version}", kind))

    @property
    def status(self) -> str:
        """One sentence."""
        if self._stage is UpdateStage.FETCHING and self._update and self._update.package:
            words = self.tr("Downloading Encore %1: %2 of %3.")
            size = formatting.size(self._update.package.size)
            done = formatting.size(self._done_bytes)
            return words.replace("%1", self._version).replace("%2", done).replace("%3", size)
        if self._stage is UpdateStage.IDLE and self._why_not:
            return translated(self._why_not)
        return self._sentence

    @property
    def fraction(self) -> float | None:
        """Progress of the download, 0..1; None when nothing is downloaded."""
        package = self._update.package if self._update else None
        if self._stage is not UpdateStage.FETCHING or package is None:
            return None
        return min(1.0, self._done_bytes / package.size)

    @property
    def notes(self) -> str:
        """What is new, in markdown; "" when no version was found."""
        if self._update is None:
            return ""
        notes = self._update.notes.strip()
        return notes if len(notes) <= _MAX_NOTES_LEN else f"{notes[:_MAX_NOTES_LEN]} …"

    @property
    def action_label(self) -> str:
        """What `act` does now; "" when nothing can be done."""
        match self._stage:
            case UpdateStage.IDLE | UpdateStage.FAILED:
                return "" if self._why_not or self._updates is None else self.tr("Look now")
            case UpdateStage.FOUND:
                has_package = self._update is not None and self._update.package is not None
                return self.tr("Download") if has_package else ""
            case UpdateStage.FETCHING:
                return self.tr("Stop")
            case UpdateStage.TO_OPEN:
                return self.tr("Open the package")
        return ""

    @property
    def back_label(self) -> str:
        """What `go_back` does; "" without a version before."""
        if self._previous is None or self._stage is UpdateStage.FETCHING:
            return ""
        name = self._previous or self.tr("the version before")
        return self.tr("Go back to %1").replace("%1", name)

    def start(self) -> None:
        """Read what is known, and look if the person said so and a day has passed."""
        run_in_background(self._open, self._on_opened, self._on_error)

    def act(self) -> None:
        """Do what `action_label` says."""
        match self._stage:
            case UpdateStage.IDLE | UpdateStage.FAILED:
                self.look()
            case UpdateStage.FOUND:
                self._fetch()
            case UpdateStage.FETCHING:
                self._stop.set()
            case UpdateStage.TO_OPEN:
                updates, version = self._updates, self._version
                if updates is not None:
                    run_in_background(
                        lambda: updates.open_package(version), self._on_done, self._on_error
                    )

    def look(self) -> None:
        """Ask for the newest version now."""
        self._look(self._on_looked)

    def go_back(self) -> None:
        """Have the next start be the version before."""
        updates = self._updates
        if updates is not None and self._previous is not None:
            name = f"Encore {self._previous}" if self._previous else self.tr("The version before")
            run_in_background(updates.go_back, lambda _: self._on_due(name), self._on_error)

    def close(self) -> None:
        """Stop a download; it goes on when it is asked for again."""
        self._stop.set()
        self._timer.stop()

    def _open(self) -> "tuple[Updates, _Known, bool]":
        from app.services.updates.install import settle

        updates = self._open_updates()
        settle(updates.folder, updates.installation)
        is_due = self._settings.settings.check_updates and updates.is_look_due()
        return updates, _read(updates), is_due

    def _on_opened(self, opened: "tuple[Updates, _Known, bool]") -> None:
        self._updates, known, is_look_due = opened
        self._why_not, self._previous = known.why_not, known.previous
        if known.due is not None and not known.was_tried:
            self._on_due(f"Encore {known.due}")
        elif known.due is not None:
            words = self.tr("Encore %1 was downloaded, but not installed.")
            problem = translated(known.problem or "") or words.replace("%1", known.due)
            self._set(UpdateStage.FAILED, problem)
        else:
            self.changed.emit()
        if is_look_due and not self._why_not and known.due is None:
            self._look(self._on_looked_daily)

    def _look(self, on_looked: "Callable[[Update | None], None]") -> None:
        updates = self._updates
        if updates is not None and self._stage in (UpdateStage.IDLE, UpdateStage.FAILED):
            self._set(UpdateStage.LOOKING, self.tr("Looking for a new version…"))
            run_in_background(updates.look, on_looked, self._on_error)

    def _on_looked_daily(self, update: "Update | None") -> None:
        self._on_looked(update)
        if update is not None:
            self.found.emit(update.version)

    def _on_looked(self, update: "Update | None") -> None:
        self._update = update
        if update is None:
            self._set(UpdateStage.IDLE, self.tr("This is the newest version."))
            return
        self._version = update.version
        if self._installation.kind is PackageKind.CHECKOUT:
            words = self.tr("Encore %1 is out; `git pull` brings it here.")
        elif update.package is None:
            words = self.tr("Encore %1 is out, but has no package for this computer.")
        else:
            words = self.tr("Encore %1 is out: %2 to download.")
            words = words.replace("%2", formatting.size(update.package.size))
        self._set(UpdateStage.FOUND, words.replace("%1", update.version))

    def _fetch(self) -> None:
        updates, update = self._updates, self._update
        if updates is None or update is None:
            return
        self._stop, self._done_bytes = threading.Event(), 0
        stop = self._stop

        def on_progress(num_bytes: int) -> None:
            self._done_bytes = num_bytes

        self._timer.start()
        self._set(UpdateStage.FETCHING, "")
        run_in_background(
            lambda: updates.fetch(update, on_progress, stop), self._on_fetched, self._on_error
        )

    def _on_fetched(self, _result: object) -> None:
        from app.services.updates.install import AT_START

        self._timer.stop()
        if self._installation.kind in AT_START:
            self._on_due(f"Encore {self._version}")
            return
        path = self._updates.package_file(self._version) if self._updates else None
        if self._installation.kind is PackageKind.DEB:
            words = self.tr("Encore %1 is here. Open the package, or run: sudo apt install %2")
        else:
            words = self.tr("Encore %1 is here: %2")
        self._set(
            UpdateStage.TO_OPEN, words.replace("%1", self._version).replace("%2", f'"{path}"')
        )

    def _on_due(self, name: str) -> None:
        self._previous = None
        words = self.tr("%1 starts the next time you open Encore.")
        self._set(UpdateStage.DUE, words.replace("%1", name))

    def _on_done(self, _result: object) -> None:
        """The system's installer has been started."""

    def _on_error(self, error: Exception) -> None:
        self._timer.stop()
        if self._stop.is_set():
            self._stop = threading.Event()
            self._on_looked(self._update)
            return
        self._set(UpdateStage.FAILED, translated(str(error)))

    def _set(self, stage: UpdateStage, sentence: str) -> None:
        self._stage, self._sentence = stage, sentence
        self.changed.emit()

    def _on_setting_changed(self, name: str) -> None:
        updates = self._updates
        if updates is None or name != "update_source":
            return
        self._why_not = updates.why_not()
        if self._stage in (UpdateStage.FOUND, UpdateStage.FAILED):
            self._update, self._stage, self._sentence = None, UpdateStage.IDLE, ""
        self.changed.emit()


def _read(updates: "Updates") -> _Known:
    state = updates.state
    return _Known(updates.why_not(), state.due, state.was_tried, state.problem, updates.previous)

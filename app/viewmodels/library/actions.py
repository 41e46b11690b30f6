"""Actions on local models: verify, show, delete, import, watch folders."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.engine.engine_service import EngineService
from app.services.library.deletion import DeletedModel
from app.services.library.entry import ImportMode, ModelEntry, Verification
from app.services.library.folder import LibraryState, ModelFolder
from app.services.library.scan import DiskSpace
from app.services.library.verification import OnProgress
from app.services.notices import Notices
from app.viewmodels import formatting
from app.viewmodels.library.trash import move_to_trash, take_from_trash
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.settings import SettingsViewModel
from engine.errors import RequestError
from engine.events import ModelInfo

WATCH_MS = 10_000
IMPORT_MODES = tuple(ImportMode)

_WORTH_TELLING = 1_000_000


Reveal = Callable[[Path], None]


class LibraryActions(QObject):
    """Runs each action in the background; its result is a sentence or nothing.

    `reveal` shows a file in the file manager.

    Signals:
        changed(): `busy`, `fraction`, `outcome`, `can_undo` or `space_text` changed.
    """

    changed = Signal()
    _progressed = Signal(float)

    def __init__(
        self,
        library: ModelFolder,
        models: ModelPickerViewModel,
        engine: EngineService,
        settings: SettingsViewModel,
        notices: Notices,
        reveal: Reveal,
    ) -> None:
        super().__init__()
        self._library = library
        self._models = models
        self._engine = engine
        self._settings = settings
        self._notices = notices
        self._reveal = reveal
        self._busy = self._outcome = ""
        self._fraction = 0.0
        self._space: DiskSpace | None = None
        self._deleted: DeletedModel | None = None
        self._state: LibraryState | None = None
        self._is_looking = self._is_closed = False
        self._timer = QTimer(self, interval=WATCH_MS)
        self._timer.timeout.connect(self._look)
        self._progressed.connect(self._on_progressed, Qt.ConnectionType.QueuedConnection)
        engine.model_loaded.connect(self._on_model_loaded)
        settings.value_changed.connect(self._on_setting_changed)
        models.refreshed.connect(self._measure)

    @property
    def busy(self) -> str:
        """The running action in words; "" if none."""
        return self._busy

    @property
    def fraction(self) -> float:
        """Progress of the running action, 0..1."""
        return self._fraction

    @property
    def outcome(self) -> str:
        """The result of the last action, "" if there is nothing to say."""
        return self._outcome

    @property
    def can_undo(self) -> bool:
        """Whether `outcome` is about a model that `undo_remove` brings back."""
        return self._deleted is not None

    @property
    def folder(self) -> Path:
        """The models folder."""
        return self._library.folder

    @property
    def extra_folders(self) -> tuple[Path, ...]:
        """The watched folders."""
        return self._library.extra_folders

    @property
    def space_text(self) -> str:
        """Used and free disk space, in one line; "" until known."""
        space = self._space
        if space is None:
            return ""
        parts = [self.tr("Models %1").replace("%1", formatting.size(space.models_bytes))]
        if space.unfinished_bytes >= _WORTH_TELLING:  # the list of downloads alone takes a few kB
            size = formatting.size(space.unfinished_bytes)
            parts.append(self.tr("unfinished downloads %1").replace("%1", size))
        if space.elsewhere_bytes:
            size = formatting.size(space.elsewhere_bytes)
            parts.append(self.tr("used where they are %1").replace("%1", size))
        if space.free_bytes is not None:
            words = self.tr("%1 of %2 free")
            free, total = formatting.size(space.free_bytes), formatting.size(space.total_bytes)
            parts.append(words.replace("%1", free).replace("%2", total))
        return formatting.line(parts)

    @property
    def used_fraction(self) -> float:
        """Used fraction of the disk, 0..1."""
        space = self._space
        if space is None or space.free_bytes is None or not space.total_bytes:
            return 0.0
        return 1 - space.free_bytes / space.total_bytes

    def watch(self, is_visible: bool = True) -> None:  # noqa: FBT001 FBT002  a Qt-style setter
        """Poll the folders for changes while the window is visible."""
        if is_visible:
            self._timer.start()
            self._look()
        else:
            self._timer.stop()

    def close(self) -> None:
        """At exit: abort the running action soon."""
        self._is_closed = True
        self._timer.stop()

    def verify(self, entry: ModelEntry) -> None:
        """Verify the structure and checksum of a file."""
        busy = self.tr("Checking %1…").replace("%1", entry.shown_name)

        def say(outcome: Verification) -> str:
            words = self.tr("%1 %2.").replace("%1", entry.shown_name)
            return words.replace("%2", self.tr(outcome.value))

        self.run(busy, lambda on_progress: self._library.verify(entry.name, on_progress), say)

    def import_file(self, path: Path, how: ImportMode) -> None:
        """Import a file."""
        busy = self.tr("Importing %1…").replace("%1", path.name)

        def say(entry: ModelEntry) -> str:
            return self.tr("%1 is among your models now.").replace("%1", entry.shown_name)

        self.run(busy, lambda on_progress: self._library.import_model(path, how, on_progress), say)

    def remove(self, entry: ModelEntry) -> None:
        """Move a model to the trash, or remove the entry of one used in place.

        A loaded one is unloaded first.
        """
        busy = self.tr("Removing %1…").replace("%1", entry.shown_name)
        if self._models.is_current(entry):
            self._engine.unload()

        def say(deleted: DeletedModel) -> str:
            self._deleted = deleted if deleted.can_come_back else None
            words = self.tr("%1 is in the trash.")
            if entry.is_imported:
                words = self.tr("%1 was taken off the list; its file stays.")
            return words.replace("%1", entry.shown_name)

        self.run(busy, lambda _on_progress: self._library.remove(entry.name, move_to_trash), say)

    def undo_remove(self) -> None:
        """Bring back the model that was removed last."""
        deleted = self._deleted
        if deleted is None:
            return
        busy = self.tr("Bringing back %1…").replace("%1", deleted.entry.shown_name)

        def say(entry: ModelEntry) -> str:
            return self.tr("%1 is back.").replace("%1", entry.shown_name)

        self.run(busy, lambda _: self._library.bring_back(deleted, take_from_trash), say)

    def rename(self, entry: ModelEntry, title: str) -> None:
        """Show a model under another title; "" goes back to its own."""
        run_in_background(
            lambda: self._library.rename(entry.name, title), self._on_noted, self._report
        )

    def reveal(self, path: Path) -> None:
        """Show a file in the file manager."""
        run_in_background(lambda: self._reveal(path), _nothing, self._report)

    def add_folder(self, folder: Path) -> None:
        """Watch a folder; its models are used in place."""
        folders = (*self._settings.settings.folders, folder)
        self._settings.set_value("extra_folders", "\n".join(dict.fromkeys(map(str, folders))))

    def drop_folder(self, folder: Path) -> None:
        """Stop watching a folder."""
        folders = [each for each in self._settings.settings.folders if each != folder]
        self._settings.set_value("extra_folders", "\n".join(map(str, folders)))

    def dismiss(self) -> None:
        """Clear the last result."""
        self._outcome, self._deleted = "", None
        self.changed.emit()

    def run(
        self,
        busy: str,
        work: Callable[[OnProgress], object],
        say: Callable[..., str],
        on_failed: Callable[[], None] = lambda: None,
    ) -> None:
        """Run `work` in the background; `busy` is shown meanwhile, then `say(result)`."""
        if self._busy:
            self._notices.report(
                self.tr("One thing at a time: wait until this is done: %1").replace(
                    "%1", self._busy
                )
            )
            on_failed()
            return
        self._busy, self._outcome, self._fraction = busy, "", 0.0
        self._deleted = None
        self.changed.emit()

        def on_done(result: object) -> None:
            self._end(say(result))
            self._models.refresh()

        def on_error(error: Exception) -> None:
            self._end(str(error))
            on_failed()

        run_in_background(lambda: work(self._on_bytes), on_done, on_error)

    def _end(self, outcome: str) -> None:
        self._busy, self._outcome = "", outcome
        self.changed.emit()

    def _on_bytes(self, done_bytes: int, total_bytes: int) -> None:
        # Runs on the background thread.
        if self._is_closed:
            raise RequestError("Encore is closing; what was not finished was left as it was.")
        self._progressed.emit(done_bytes / total_bytes if total_bytes else 0.0)

    def _on_progressed(self, fraction: float) -> None:
        self._fraction = fraction
        self.changed.emit()

    def _look(self) -> None:
        if not self._is_looking:
            self._is_looking = True
            run_in_background(self._library.state, self._on_state, self._on_look_failed)

    def _on_state(self, state: LibraryState) -> None:
        self._is_looking = False
        before, self._state = self._state, state
        if before is not None and state != before:
            self._models.refresh()

    def _on_look_failed(self, _error: Exception) -> None:
        # Reading the list reports the error.
        self._is_looking = False

    def _measure(self) -> None:
        run_in_background(self._library.space, self._on_space, self._on_look_failed)

    def _on_space(self, space: DiskSpace) -> None:
        self._space = space
        self.changed.emit()

    def _on_model_loaded(self, model: ModelInfo) -> None:
        if model.endpoint:
            return
        path = Path(model.path)
        run_in_background(lambda: self._library.record_use(path), self._on_noted, self._report)

    def _on_noted(self, _result: object) -> None:
        self._models.refresh()

    def _on_setting_changed(self, name: str) -> None:
        if name == "extra_folders":
            self._library.extra_folders = self._settings.settings.folders
            self._models.refresh()

    def _report(self, error: Exception) -> None:
        self._notices.report(str(error), NoticeLevel.ERROR)


def _nothing(_result: object) -> None:
    """Ignores a result."""

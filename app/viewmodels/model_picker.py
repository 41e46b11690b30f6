"""The local models as an item model, with loading and import."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.endpoints.endpoint import parse_endpoint_path
from app.services.engine.engine_service import EngineService
from app.services.engine.sentences import translated
from app.services.languages import shown_path
from app.services.library.entry import ModelEntry
from app.services.library.folder import ModelFolder
from app.services.notices import Notices
from app.viewmodels import formatting
from app.viewmodels.endpoints.remote_models import RemoteModels
from app.viewmodels.model_role import ModelRole
from app.viewmodels.row_list import RowListModel
from app.viewmodels.settings import SettingsViewModel
from engine.events import ModelInfo

_NEVER = datetime.min.replace(tzinfo=UTC)


OnProgress = Callable[[str, float], None]
FetchStarter = Callable[[OnProgress], Path]


class ModelPickerViewModel(RowListModel[ModelEntry]):
    """All local models and the loaded one; beside them, `elsewhere`, those of engines elsewhere.

    Call `refresh()` and then `load_last()` once the window is painted.
    DisplayRole is the name, ToolTipRole details or problem, AccessibleTextRole both.
    Rows with a problem, and those of drafters, are not enabled (ItemFlags).

    Signals:
        state_changed(): `is_loading`, `is_fetching`, `stage`, `fraction`, `loaded_row`,
            `model_name` or `model_line` changed.
        current_changed(): another model is loaded or being loaded, or none.
        refreshed(): the list was read again.
    """

    state_changed = Signal()
    current_changed = Signal()
    refreshed = Signal()
    _fetch_progressed = Signal(str, float)

    def __init__(
        self,
        folder: ModelFolder,
        engine: EngineService,
        settings: SettingsViewModel,
        notices: Notices,
        fetch_starter: FetchStarter | None = None,
        elsewhere: RemoteModels | None = None,
    ) -> None:
        super().__init__()
        self.elsewhere = elsewhere
        self._folder = folder
        self._engine = engine
        self._settings = settings
        self._notices = notices
        self._fetch_starter = fetch_starter
        self._is_read = False
        self._is_load_last_due = self._is_importing = False
        self._is_fetching = False
        self._path: Path | None = None
        self._stage = ""
        self._fraction = 0.0
        self._fetch_progressed.connect(self._on_progressed, Qt.ConnectionType.QueuedConnection)
        engine.load_progressed.connect(self._on_progressed)
        engine.load_failed.connect(self._on_load_failed)
        engine.activity_changed.connect(self._on_activity_changed)

    @property
    def is_loading(self) -> bool:
        """Whether a model is being loaded."""
        return self._engine.is_loading

    @property
    def is_fetching(self) -> bool:
        """Whether the starter model is being downloaded."""
        return self._is_fetching

    @property
    def can_fetch_starter(self) -> bool:
        """Whether there is no model yet and the starter model can be downloaded."""
        return self._fetch_starter is not None and self.hint != "" and not self._is_fetching

    @property
    def stage(self) -> str:
        """What loading or fetching is doing, in words; "" if neither."""
        return self._stage

    @property
    def fraction(self) -> float:
        """Progress of loading or fetching, 0..1."""
        return self._fraction

    @property
    def entries(self) -> list[ModelEntry]:
        """The models as last read."""
        return self._rows

    @property
    def loaded_row(self) -> int:
        """Row of the loaded (or loading) model, -1 if none."""
        return next((row for row, entry in enumerate(self._rows) if self.is_current(entry)), -1)

    @property
    def model_name(self) -> str:
        """Name of the loaded model in the list; "" if none."""
        return "" if self._engine.model is None else self.name_of(self._engine.model)

    @property
    def loading_name(self) -> str:
        """Name of the model that is being loaded; "" if none."""
        path = self._path if self.is_loading else None
        named = (entry.shown_name for entry in self._rows if path in entry.paths)
        return next(named, path.stem) if path is not None else ""

    def name_of(self, model: ModelInfo) -> str:
        """The name of `model` in the list, else the one in its file."""
        path = Path(model.path)
        named = (entry.shown_name for entry in self._rows if path in entry.paths)
        return next(named, model.name)

    @property
    def model_line(self) -> str:
        """The loaded model for the status line: name · device · context · memory; "" if none."""
        if self._engine.model is None:
            return ""
        return _model_line(self.model_name, self._engine.model)

    @property
    def folder(self) -> Path:
        """The models folder."""
        return self._folder.folder

    @property
    def hint(self) -> str:
        """How to get a model, if the list is empty; "" otherwise."""
        if self._rows or not self._is_read:
            return ""
        words = self.tr("No model yet. Import a GGUF file, or put one into %1.")
        return words.replace("%1", shown_path(self.folder))

    def is_current(self, entry: ModelEntry) -> bool:
        """Whether it is the loaded (or loading) model."""
        is_there = self._engine.is_loading or self._engine.model is not None
        return is_there and self._path is not None and self._path in entry.paths

    def find_file(self, file_name: str, size: int) -> Path | None:
        """The sound file with this name and size, wherever it is stored; it may only draft."""
        for entry in self._rows:
            if entry.path.name == file_name and entry.size == size and not entry.fault:
                return entry.path
        return None

    def find_repo(self, repo_id: str) -> Path | None:
        """A usable model from this repository of the Hub, the latest used first."""
        found = [entry for entry in self._rows if entry.repo_id == repo_id and not entry.problem]
        newest = max(found, key=last_used, default=None)
        return newest.path if newest is not None else None

    def refresh(self) -> None:
        """Read the models again, in the background."""
        run_in_background(self._folder.list_models, self._on_listed, self._on_error)

    def load(self, row: int) -> None:
        """Load the model in `row`; the next start loads it again."""
        entry = self._rows[row]
        if entry.problem:
            self._notices.report(entry.problem)
        else:
            self.load_path(entry.path)

    def load_path(self, path: Path) -> None:
        """Load the model at `path`; the next start loads it again.

        Where there is what only drafts, that is said, and the loaded model stays.
        """
        drafters = (entry for entry in self._rows if entry.path == path and entry.drafter)
        if drafter := next(drafters, None):
            self._notices.report(drafter.problem or "")
            return
        self._path = path
        self._settings.set_value("last_model", str(path))
        self._engine.load(path, self._settings.config_for(path))

    def unload(self) -> None:
        """Free the loaded model, and say how much memory that gives back."""
        model, name = self._engine.model, self.model_name
        if model is None:
            return
        if model.endpoint:
            self._engine.unload()
            return
        freed = formatting.size(model.weights_bytes + model.kv_bytes + model.scratch_bytes)
        self._engine.unload()
        words = self.tr("%1 was unloaded; %2 of memory are free again.")
        self._notices.report_done(words.replace("%1", name).replace("%2", freed))

    @property
    def is_last_elsewhere(self) -> bool:
        """Whether the model used last is one of an engine elsewhere."""
        last = parse_endpoint_path(self._settings.settings.last_model)
        elsewhere = self.elsewhere
        return (
            last is not None and elsewhere is not None and elsewhere.has_endpoint(last.endpoint_id)
        )

    def load_last(self) -> None:
        """Load the model used last, else the smallest to chat with, once the list is read."""
        if not self._is_read:
            self._is_load_last_due = True
            return
        self._is_load_last_due = False
        if self._path is not None or self._is_importing:
            return  # another model was chosen meanwhile
        usable = [entry for entry in self._rows if not entry.problem]
        first = _to_begin_with([entry for entry in usable if not entry.is_read_only])
        last = self._settings.settings.last_model
        if self.is_last_elsewhere or (last and Path(last) in [entry.path for entry in usable]):
            self.load_path(Path(last))
        elif first is not None:
            self.load_path(first.path)

    def import_file(self, path: Path) -> None:
        """Import a GGUF file in the background, then load it unless it is loaded."""
        self._is_importing = True
        run_in_background(
            lambda: self._folder.import_model(path), self._on_imported, self._on_import_error
        )

    def fetch_starter(self) -> None:
        """Download the starter model in the background, then load it."""
        fetch = self._fetch_starter
        if fetch is None or self._is_fetching:
            return
        self._is_fetching = True
        self._fraction, self._stage = 0.0, self.tr("Getting the starter model")
        self.state_changed.emit()
        run_in_background(
            lambda: fetch(self._fetch_progressed.emit), self._on_fetched, self._on_fetch_error
        )

    def _on_listed(self, entries: list[ModelEntry]) -> None:
        self._is_read = True
        self._reset([_in_language(entry) for entry in entries])
        self.refreshed.emit()
        self.state_changed.emit()
        if self._is_load_last_due:
            self.load_last()

    def _on_imported(self, entry: ModelEntry) -> None:
        self._is_importing = False
        self.refresh()
        if not self.is_current(entry):  # loading it anew would end an answer
            self.load_path(entry.path)

    def _on_import_error(self, error: Exception) -> None:
        self._is_importing = False
        self._on_error(error)
        self.load_last()

    def _on_fetched(self, path: Path) -> None:
        self._is_fetching = False
        self.refresh()
        self.load_path(path)

    def _on_fetch_error(self, error: Exception) -> None:
        self._is_fetching = False
        self._stage, self._fraction = "", 0.0
        self._on_error(error)
        self.state_changed.emit()

    def _on_error(self, error: Exception) -> None:
        self._notices.report(str(error), NoticeLevel.ERROR)

    def _on_progressed(self, stage: str, fraction: float) -> None:
        self._stage, self._fraction = translated(stage), fraction
        self.state_changed.emit()

    def _on_load_failed(self, message: str) -> None:
        if self._engine.is_lent:
            return  # the comparison says so, and the model is loaded again
        self._path = None
        self._notices.report(message, NoticeLevel.ERROR)
        self._show_loaded()

    def _on_activity_changed(self) -> None:
        if not self.is_loading and not self._is_fetching:
            self._stage, self._fraction = "", 0.0
        self._show_loaded()

    def _show_loaded(self) -> None:
        self._tell_all(int(ModelRole.IS_LOADED))
        self.current_changed.emit()
        self.state_changed.emit()

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Disable models with a problem, but show them."""
        if index.isValid() and self._rows[index.row()].problem:
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def _value(self, at: int, role: int) -> Any:
        """See ModelRole."""
        entry = self._rows[at]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.shown_name
            case Qt.ItemDataRole.ToolTipRole:
                return formatting.tool_tip(entry.problem or _details(entry))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{entry.shown_name}. {entry.problem or _details(entry)}"
            case ModelRole.IS_LOADED:
                return self.is_current(entry)
            case ModelRole.FAULT:
                return entry.fault
            case ModelRole.DETAILS:
                return _details(entry)
            case _:
                return None


def _in_language(entry: ModelEntry) -> ModelEntry:
    return replace(entry, problem=translated(entry.problem)) if entry.problem else entry


def last_used(entry: ModelEntry) -> datetime:
    """When a model was last used; long ago if never."""
    return entry.last_used or _NEVER


def _to_begin_with(entries: Sequence[ModelEntry]) -> ModelEntry | None:
    """The model used last, else the smallest that is made to chat: it fits if any does."""
    used = [entry for entry in entries if entry.last_used]
    if used:
        return max(used, key=last_used)
    chatting = [entry for entry in entries if entry.has_chat_template]
    return min(chatting or entries, key=attrgetter("size"), default=None)


def _details(entry: ModelEntry) -> str:
    known = (
        entry.quantization,
        formatting.size(entry.size),
        formatting.drafter(entry.drafter) or entry.architecture,
        entry.license,
    )
    return formatting.line(known)


def _model_line(name: str, model: ModelInfo) -> str:
    num_bytes = model.weights_bytes + model.kv_bytes
    parts = (
        name,
        model.endpoint or model.device,
        formatting.context_length(model.context_len) if model.context_len else "",
        formatting.size(num_bytes) if num_bytes else "",
    )
    return formatting.line(parts)

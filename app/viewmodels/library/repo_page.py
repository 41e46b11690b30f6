"""One repository of the Hub: description, files, verdicts, download."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.services.background.pool import run_in_background
from app.services.engine.sentences import translated
from app.services.hub.files import RepoModel, RepoPage
from app.services.hub.quantizations import choose_model
from app.services.hub.settings import UnreachableError
from app.services.hub_access import HubAccess
from app.viewmodels import formatting
from app.viewmodels.library.downloads import DownloadRow, DownloadsViewModel
from app.viewmodels.library.fits import Fits
from app.viewmodels.library.verdicts import Verdicts, VerdictView
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.settings import SettingsViewModel

_MAX_SUMMARY = 1200


class RepoState(StrEnum):
    """The state of the page."""

    CLOSED = "closed"
    LOADING = "loading"
    READY = "ready"
    OFFLINE = "offline"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class QuantView:
    """One quantization, ready to draw. `download` is its active one, `local` its local file."""

    label: str
    explanation: str
    size: str
    verdict: VerdictView
    is_recommended: bool
    is_selected: bool
    download: DownloadRow | None
    local: Path | None


class RepoPageViewModel(QObject):
    """The open repository, if any.

    Signals:
        changed(): the repository, the state or a text changed.
        rows_changed(): `rows` changed; their number changes only together with `changed`.
    """

    changed = Signal()
    rows_changed = Signal()

    def __init__(
        self,
        hub: HubAccess,
        verdicts: Verdicts,
        downloads: DownloadsViewModel,
        models: ModelPickerViewModel,
        settings: SettingsViewModel,
        fits: Fits,
    ) -> None:
        super().__init__()
        self._hub = hub
        self._fits = fits
        self._verdicts = verdicts
        self._downloads = downloads
        self._models = models
        self._settings = settings
        self._repo_id = self._choice = self._revision = ""
        self._state = RepoState.CLOSED
        self._message = self._token_note = ""
        self._page: RepoPage | None = None
        self._selected = self._recommended = -1
        verdicts.changed.connect(self.rows_changed)
        downloads.changed.connect(self.rows_changed)
        models.refreshed.connect(self.rows_changed)

    @property
    def repo_id(self) -> str:
        """author/name of the open repository, "" if none."""
        return self._repo_id

    @property
    def state(self) -> RepoState:
        """The state of the page."""
        return self._state

    @property
    def message(self) -> str:
        """One sentence about progress or failure; "" if neither."""
        return self._message

    @property
    def summary(self) -> str:
        """The makers' description, plain text."""
        text = self._page.summary if self._page else ""
        return text if len(text) <= _MAX_SUMMARY else text[:_MAX_SUMMARY].rstrip() + "…"

    @property
    def facts(self) -> str:
        """The license, in words."""
        if self._page is None:
            return ""
        name = self._page.license
        words = self.tr("License: %1").replace("%1", name) if name else ""
        none_stated = self.tr("License not stated")
        return words or none_stated

    @property
    def url(self) -> str:
        """The page on the Hub."""
        return self._page.url if self._page else ""

    @property
    def gate(self) -> str:
        """Which terms to accept, and where, before a download; "" if none."""
        page = self._page
        if page is None or not page.is_gated or page.has_access:
            return ""
        words = self.tr(
            "The makers of %1 ask you to accept their terms first: open its page, sign in and "
            "accept them, then make an access token there (Settings, Access Tokens) and paste "
            "it here."
        )
        return words.replace("%1", page.repo_id)

    @property
    def token_note(self) -> str:
        """The result of saving the token, "" if there is nothing to say."""
        return self._token_note

    @property
    def rows(self) -> tuple[QuantView, ...]:
        """All quantizations, smallest first."""
        models = self._page.models if self._page else ()
        return tuple(self._view(at, model) for at, model in enumerate(models))

    def open(self, repo_id: str, choice: str = "", revision: str = "") -> None:
        """Show a repository; selects the file or quantization `choice` if it has it."""
        self._repo_id, self._choice, self._revision = repo_id, choice, revision
        self._page, self._selected, self._recommended = None, -1, -1
        self._verdicts.forget()
        self._set_state(RepoState.LOADING, self.tr("Asking Hugging Face…"))
        run_in_background(
            lambda: self._hub.repo_page(repo_id, revision or None),
            lambda page: self._on_page(repo_id, page),
            lambda error: self._on_error(repo_id, error),
        )

    def reload(self) -> None:
        """Load it again."""
        self.open(self._repo_id, self._choice, self._revision)

    def close(self) -> None:
        """Close the repository."""
        self._repo_id, self._page, self._token_note = "", None, ""
        self._verdicts.forget()
        self._set_state(RepoState.CLOSED, "")

    def select(self, row: int) -> None:
        """Select one quantization and inspect its header."""
        if self._page is None or row == self._selected:
            return
        self._selected = row
        self._choice = self._page.models[row].file_name
        self._ask_verdict()
        self.rows_changed.emit()

    def download(self, row: int) -> None:
        """Queue a quantization for download."""
        if self._page is not None:
            model = self._page.models[row]
            self._downloads.add(download_title(self._page.repo_id, model), model.files)

    def chat(self, row: int) -> None:
        """Load a local quantization."""
        path = self.rows[row].local
        if path is not None:
            self._models.load_path(path)

    def use_context(self, row: int) -> None:
        """Set the context length that the verdict suggests; updates the verdicts."""
        fix = self.rows[row].verdict.fix_context_len
        if fix:
            self._settings.set_value("context_len", fix)

    def save_token(self, token: str) -> None:
        """Save an access token and load the page again."""
        run_in_background(
            lambda: self._hub.save_token(token), self._on_token_saved, self._on_token_error
        )

    def _on_page(self, repo_id: str, page: RepoPage) -> None:
        if repo_id != self._repo_id:
            return
        self._page = page
        recommended = self._fits.recommended(page.models)
        self._recommended = -1 if recommended is None else page.models.index(recommended)
        wanted = choose_model(page.models, self._choice) if self._choice else None
        self._selected = self._recommended if wanted is None else page.models.index(wanted)
        none = self.tr("There is no GGUF file in %1; try a repository whose name ends in GGUF.")
        message = "" if page.models else none.replace("%1", page.repo_id)
        if not self.gate:
            self._ask_verdict()
        self._set_state(RepoState.READY, message)

    def _on_error(self, repo_id: str, error: Exception) -> None:
        if repo_id == self._repo_id:
            is_offline = isinstance(error, UnreachableError)
            state = RepoState.OFFLINE if is_offline else RepoState.ERROR
            self._set_state(state, translated(str(error)))

    def _on_token_saved(self, note: str) -> None:
        self._token_note = translated(note)
        if self._repo_id:
            self.reload()

    def _on_token_error(self, error: Exception) -> None:
        self._token_note = translated(str(error))
        self.changed.emit()

    def _ask_verdict(self) -> None:
        if self._page is not None and 0 <= self._selected < len(self._page.models):
            self._verdicts.look_closely(self._page.models[self._selected])

    def _set_state(self, state: RepoState, message: str) -> None:
        self._state, self._message = state, message
        self.changed.emit()
        self.rows_changed.emit()

    def _view(self, at: int, model: RepoModel) -> QuantView:
        return QuantView(
            label=model.label,
            explanation=translated(model.explanation),
            size=formatting.size(model.size),
            verdict=self._verdicts.of(model),
            is_recommended=at == self._recommended,
            is_selected=at == self._selected,
            download=self._downloads.row_of_files(model.files),
            local=self._models.find_file(model.file_name, model.size),
        )


def download_title(repo_id: str, model: RepoModel) -> str:
    """What a download of `model` is called."""
    name = repo_id.rpartition("/")[2]
    for ending in ("-GGUF", "-gguf", "_GGUF", ".GGUF"):
        name = name.removesuffix(ending)
    return f"{name} {model.label}"

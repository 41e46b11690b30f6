"""What each model found offers: whether it fits, and one button that gets it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QThreadPool, Signal

from app.domain import NoticeLevel
from app.services.background.pool import run_in_background
from app.services.engine.sentences import translated
from app.services.hub.files import RepoModel
from app.services.hub.quantizations import choose_model
from app.services.hub_access import HubAccess
from app.services.languages import shown_path
from app.services.notices import Notices
from app.viewmodels import formatting
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.fits import Fits, FitView
from app.viewmodels.library.repo_page import download_title
from app.viewmodels.model_picker import ModelPickerViewModel

Action = Literal["", "get", "wait", "progress", "chat"]

_NUM_THREADS = 2  # the Hub counts requests


@dataclass(frozen=True, slots=True)
class Found:
    """One model found. `choice` names a file, "" for the recommended one, `size` is that file's."""

    repo_id: str
    title: str
    choice: str = ""
    size: int | None = None
    is_gated: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """The pill, and the button: what it does, its label, and why this file, as a tool tip."""

    fit: FitView
    action: Action = ""
    label: str = ""
    tip: str = ""


class Offers(QObject):
    """Asks the Hub for the files of those models that are looked at, one request each.

    Signals:
        changed(): `of` may return something else now.
    """

    changed = Signal()

    def __init__(
        self,
        hub: HubAccess,
        fits: Fits,
        downloads: DownloadsViewModel,
        models: ModelPickerViewModel,
        notices: Notices,
    ) -> None:
        super().__init__()
        self._hub = hub
        self._fits = fits
        self._downloads = downloads
        self._models = models
        self._notices = notices
        self._known: dict[str, tuple[RepoModel, ...]] = {}
        self._asked: set[str] = set()
        self._wanted: dict[str, Found] = {}
        self._has_failed = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_NUM_THREADS)
        for signal in (fits.changed, downloads.changed, models.refreshed):
            signal.connect(self.changed)

    def begin(self) -> None:
        """Another list is shown: ask again where the Hub did not answer."""
        self._has_failed = False
        self._fits.look()

    def look_at(self, found: Sequence[Found]) -> None:
        """Find out the files of models whose size is not known."""
        for each in found:
            is_open = each.size is None and not each.is_gated
            if is_open and each.repo_id not in self._known and not self._has_failed:
                self._ask(each.repo_id)

    def of(self, found: Found) -> Offer:
        """What is known of a model."""
        path = self._local(found)
        model = self._model(found)
        if path is not None:
            fit = FitView("good", self.tr("Installed"), shown_path(path))
            return Offer(fit, "chat", self.tr("Chat with it"))
        size = model.size if model is not None else found.size
        if size is None:
            fit, is_wanted = self._unknown(found), found.repo_id in self._wanted
            return Offer(fit, "wait", self.tr("Getting…")) if is_wanted else Offer(fit)
        fit = self._fits.of(size)
        download = self._downloads.row_of_files(model.files) if model is not None else None
        if download is not None and download.can_retry:
            return Offer(fit, "get", self.tr("Try again"), download.problem)
        if download is not None and download.can_resume:
            return Offer(fit, "get", self.tr("Go on"), download.status)
        if download is not None and not download.is_done:
            words = self.tr("%1 %").replace("%1", str(round(download.fraction * 100)))
            return Offer(fit, "progress", words, download.status)
        if found.repo_id in self._wanted:
            return Offer(fit, "wait", self.tr("Getting…"))
        label = self.tr("Get %1").replace("%1", formatting.size(size))
        return Offer(fit, "get", label, self._reason(found, model, fit))

    def get(self, found: Found) -> None:
        """Download the recommended file, or go on with that."""
        model = self._model(found)
        download = self._downloads.row_of_files(model.files) if model is not None else None
        if download is not None and (download.can_retry or download.can_resume):
            self._downloads.resume(download.id)
        elif model is not None:
            self._downloads.add(download_title(found.repo_id, model), model.files)
        else:
            self._wanted[found.repo_id] = found
            self._ask(found.repo_id)
            self.changed.emit()

    def chat(self, found: Found) -> None:
        """Load the local file."""
        path = self._local(found)
        if path is not None:
            self._models.load_path(path)

    def close(self) -> None:
        """At exit: wait for the requests under way."""
        self._pool.clear()
        self._pool.waitForDone()

    def _model(self, found: Found) -> RepoModel | None:
        """The file that the button gets, once the files are known."""
        models = self._known.get(found.repo_id, ())
        if found.choice:
            return choose_model(models, found.choice)
        return self._fits.recommended(models)

    def _local(self, found: Found) -> Path | None:
        """A usable model of this repository on this machine."""
        model = self._model(found)
        if model is not None:
            path = self._models.find_file(model.file_name, model.size)
        elif found.choice and found.size:
            path = self._models.find_file(found.choice, found.size)
        else:
            path = None
        return path or self._models.find_repo(found.repo_id)

    def _unknown(self, found: Found) -> FitView:
        """That the size is not known, once that is certain."""
        if found.repo_id in self._known:
            why = self.tr("None of its files can be recommended; open it and choose one.")
        elif self._has_failed:
            why = self.tr("The Hub did not say how large it is.")
        else:
            return FitView()
        return FitView("muted", self.tr("Not known"), why)

    def _reason(self, found: Found, model: RepoModel | None, fit: FitView) -> str:
        """Why this file is got."""
        lines = [fit.sentence]
        if model is not None:
            lines = [f"{model.label}: {translated(model.explanation)}", fit.sentence]
            usual = choose_model(self._known[found.repo_id], None)
            if not found.choice and usual is not None and model.size < usual.size:
                words = self.tr("The usual %1 does not fit.").replace("%1", usual.label)
                lines.insert(1, words)
        return "\n".join(line for line in lines if line)

    def _ask(self, repo_id: str) -> None:
        if repo_id in self._asked:
            return
        self._asked.add(repo_id)
        run_in_background(
            lambda: self._hub.repo_models(repo_id),
            lambda models: self._on_models(repo_id, models),
            lambda error: self._on_error(repo_id, error),
            self._pool,
        )

    def _on_models(self, repo_id: str, models: tuple[RepoModel, ...]) -> None:
        self._asked.discard(repo_id)
        self._known[repo_id] = models
        wanted = self._wanted.pop(repo_id, None)
        if wanted is not None:
            self._get_wanted(wanted)
        self.changed.emit()

    def _get_wanted(self, found: Found) -> None:
        if self._model(found) is not None:
            self.get(found)
            return
        words = self.tr("%1 has no file that can be recommended; open it and choose one.")
        self._notices.report(words.replace("%1", found.repo_id))

    def _on_error(self, repo_id: str, error: Exception) -> None:
        self._asked.discard(repo_id)
        self._has_failed = True  # the others would fail in the same way
        if self._wanted.pop(repo_id, None) is not None:
            self._notices.report(str(error), NoticeLevel.ERROR)
        self.changed.emit()

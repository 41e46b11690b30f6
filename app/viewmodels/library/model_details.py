"""One local model in detail: what it is, what it takes, its own values, newer files at the Hub."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Signal

from app.services.background.pool import run_in_background
from app.services.engine.engine_service import EngineService
from app.services.engine.sentences import translated
from app.services.hub.files import RepoModel
from app.services.hub_access import HubAccess
from app.services.library.entry import ModelEntry
from app.services.library.folder import ModelFolder
from app.services.library.newer import find_newer
from app.services.verdict import judge, verdict_configs
from app.viewmodels import formatting
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.library.repo_page import download_title
from app.viewmodels.library.verdicts import VerdictView, verdict_view
from app.viewmodels.settings import SettingsViewModel
from engine.events import Inspected, InspectFailed
from engine.safe_text import clean_line

Fact = tuple[str, str]
"""A caption and its text."""

_NOT_ASKED = VerdictView("muted", "")


class ModelDetails(QObject):
    """The model that `show` names, if any.

    Signals:
        changed(): any property changed.
    """

    changed = Signal()

    def __init__(
        self,
        folder: ModelFolder,
        hub: HubAccess,
        downloads: DownloadsViewModel,
        engine: EngineService,
        settings: SettingsViewModel,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__()
        self._folder = folder
        self._hub = hub
        self._downloads = downloads
        self._engine = engine
        self._settings = settings
        self._now = now
        self._entry: ModelEntry | None = None
        self._verdict = _NOT_ASKED
        self._outcome = ""
        self._newer: RepoModel | None = None
        self._is_asking = False
        settings.model_settings_changed.connect(self._inspect)
        settings.value_changed.connect(self._on_setting_changed)

    @property
    def name(self) -> str:
        """The model's name; "" if none is shown."""
        return self._entry.shown_name if self._entry else ""

    @property
    def verdict(self) -> VerdictView:
        """What it needs of the memory as it would be loaded now."""
        return self._verdict

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is known of it, in the order to read."""
        entry = self._entry
        if entry is None:
            return ()
        used = formatting.moment(entry.last_used, self._now()) if entry.last_used else ""
        has_template = self.tr("there") if entry.has_chat_template else self.tr("none")
        facts = (
            (self.tr("On the disk"), formatting.size(entry.size)),
            (self.tr("Type"), entry.quantization or ""),
            (self.tr("Parameters"), _count(entry.num_parameters)),
            (self.tr("Drafts as"), formatting.drafter(entry.drafter)),
            (self.tr("Architecture"), entry.architecture or ""),
            (self.tr("Context"), _context(entry.context)),
            (self.tr("Chat template"), "" if entry.problem else has_template),
            (self.tr("License"), entry.license or self.tr("not stated in the file")),
            # What drafts is used with its model, which is what is recorded.
            (self.tr("Last used"), "" if entry.drafter else used or self.tr("never")),
            (self.tr("From"), entry.repo_id or ""),
            (self.tr("File"), clean_line(str(entry.path))),
            (self.tr("Own values"), self._own_values(entry)),
        )
        return tuple(fact for fact in facts if fact[1])

    @property
    def can_look_for_newer(self) -> bool:
        """Whether it is from the Hub, and the Hub is not being asked."""
        return self._entry is not None and bool(self._entry.repo_id) and not self._is_asking

    @property
    def outcome(self) -> str:
        """What the Hub said, as a sentence; "" if it was not asked."""
        return self._outcome

    @property
    def newer_label(self) -> str:
        """The label of the button that gets a newer file; "" if there is none."""
        if self._newer is None:
            return ""
        return self.tr("Get it (%1)").replace("%1", formatting.size(self._newer.size))

    def show(self, entry: ModelEntry | None) -> None:
        """Show another model, or none."""
        if entry == self._entry:
            return
        is_same = entry and self._entry and entry.path == self._entry.path
        self._entry = entry
        if not is_same:
            self._verdict, self._outcome, self._newer = _NOT_ASKED, "", None
            self._is_asking = False
            self._inspect()
        self.changed.emit()

    def look_for_newer(self) -> None:
        """Ask the Hub whether it has another file of this name."""
        entry = self._entry
        if entry is None or not entry.repo_id or self._is_asking:
            return
        repo_id = entry.repo_id
        self._is_asking, self._newer = True, None
        self._outcome = self.tr("Asking Hugging Face…")
        self.changed.emit()
        run_in_background(
            lambda: find_newer(
                entry, self._hub.repo_models(repo_id), self._folder.checksums(entry)
            ),
            lambda newer: self._on_newer(entry, newer),
            lambda error: self._on_error(entry, error),
        )

    def get_newer(self) -> None:
        """Download the newer file; it takes the place of the old one once it is whole."""
        if self._newer is not None:
            title = download_title(self._newer.files[0].repo_id, self._newer)
            self._downloads.add(title, self._newer.files)
            self._newer = None
            self._outcome = self.tr("It is among the downloads.")
            self.changed.emit()

    def _own_values(self, entry: ModelEntry) -> str:
        own = self._settings.model_settings(entry.path)
        context = formatting.context_length(own.context_len) if own.context_len else ""
        memory = f"{formatting.number(own.device_memory, 1)} GiB" if own.device_memory else ""
        names = {"device": own.device, "kv_type": own.kv_type, "speculation": own.speculation}
        labels = [
            dict(self._settings.choices(name)).get(value, value)
            for name, value in names.items()
            if value is not None
        ]
        return formatting.line((context, memory, *labels))

    def _inspect(self) -> None:
        entry = self._entry
        if entry is None or entry.problem:
            self.changed.emit()
            return
        config = self._settings.config_for(entry.path)

        def on_done(answer: Inspected | InspectFailed) -> None:
            if self._entry is not None and self._entry.path == entry.path:
                self._verdict = verdict_view(judge(answer, config.context_len))
                self.changed.emit()

        self._engine.inspect(entry.path, verdict_configs(config), on_done)

    def _on_setting_changed(self, name: str) -> None:
        if name in ("device", "device_memory", "context_len", "kv_type", "speculation"):
            self._inspect()

    def _on_newer(self, entry: ModelEntry, newer: Sequence[RepoModel]) -> None:
        if entry != self._entry:
            return
        self._is_asking = False
        if not newer:
            self._outcome = self.tr("It is the file that Hugging Face has now.")
        else:
            self._newer = newer[0]
            self._outcome = self.tr("Hugging Face has a newer file of this name.")
        self.changed.emit()

    def _on_error(self, entry: ModelEntry, error: Exception) -> None:
        if entry == self._entry:
            self._is_asking, self._outcome = False, translated(str(error))
            self.changed.emit()


def _count(value: int | None) -> str:
    return "" if value is None else formatting.short_count(value)


def _context(num_tokens: int | None) -> str:
    return "" if num_tokens is None else formatting.count(num_tokens)

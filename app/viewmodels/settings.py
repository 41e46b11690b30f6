"""Every setting with its label, help, range and value. Knows no widget."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.domain import NoticeLevel
from app.services.engine.engine_service import EngineService
from app.services.engine.sentences import translated
from app.services.notices import Notices
from app.storage.database import StorageError
from app.storage.settings.model_settings import MODELS_FILE, ModelSettings, ModelSettingsFile
from app.storage.settings.option import Option
from app.storage.settings.option_table import (
    MODEL,
    OPTIONS,
    REPLAY,
    SECTIONS,
    SPECULATION,
    TABS,
    option,
    with_values,
)
from app.storage.settings.settings import Settings
from app.storage.settings.settings_file import SettingsFile
from app.viewmodels import formatting
from engine.config import EngineConfig
from engine.events import Confinement, EngineReady

# The first settings of the sections that an engine elsewhere knows nothing of.
_HERE = frozenset(entries[0].name for entries in (REPLAY, SPECULATION, MODEL))


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionView(Option):
    """One setting, translated, ready to be drawn.

    `kind` says which control fits: bool (switch), int, float (`decimals`, `step`), choice
    (`choices` are value and label), text (one line or, when `is_multiline`, several).
    `automatic` names what the minimum means ("Automatic"), "" when it is an ordinary value.
    `needs_reload`: takes effect when the model is loaded again. `tab` is that of its section.
    """

    section_label: str
    tab: str


class SettingsViewModel(QObject):
    """Settings that are kept, and acted on as they change.

    Signals:
        value_changed(name: str): a value changed; read it with `value`.
        model_settings_changed(): what is set for single models changed.
        choices_changed(name: str): a setting has other choices than `options` said; see `choices`.
        remarks_changed(): `remark` says something else, though no value changed.
        reload_needed_changed(): `needs_reload` changed.
        confinement_changed(): `confinement` changed.
    """

    value_changed = Signal(str)
    model_settings_changed = Signal()
    choices_changed = Signal(str)
    remarks_changed = Signal()
    reload_needed_changed = Signal()
    confinement_changed = Signal()

    def __init__(self, file: SettingsFile, engine: EngineService, notices: Notices) -> None:
        super().__init__()
        self._file = file
        self._engine = engine
        self._notices = notices
        loaded = file.load()
        self._settings = loaded.settings
        self._of_models = ModelSettingsFile(file.path.with_name(MODELS_FILE))
        self._needed_reload = False
        self._has_tray = True
        self._endpoint = ""
        self._confinement: Confinement | None = None
        if loaded.is_damaged:
            notices.report(
                self.tr("The settings file could not be read; the last good settings are used.")
            )
        for name in loaded.bad_names:
            words = self.tr(
                "The setting %1 in the settings file has no usable value; it is %2 now."
            )
            default = str(option(name).default)
            notices.report(words.replace("%1", name).replace("%2", default))
        self._draft_models: dict[str, str] = {}
        self._own_values: dict[str, Any] = {}
        engine.activity_changed.connect(self._on_activity_changed)
        engine.gpus_found.connect(partial(self.choices_changed.emit, "device"))
        engine.engine_started.connect(self._on_engine_started)

    @property
    def settings(self) -> Settings:
        """All values."""
        return self._settings

    @property
    def options(self) -> tuple[OptionView, ...]:
        """Every setting a person sees, section by section, in the order to draw them."""
        return tuple(
            _view(entry, self.choices(entry.name)) for entry in OPTIONS if not entry.is_hidden
        )

    @property
    def tabs(self) -> tuple[tuple[str, str], ...]:
        """The tabs of the panel: the English name that options call them by, and the label."""
        return tuple((name, _words(name)) for name in TABS)

    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """The values that a setting of the kind choice may have just now, each with its label."""
        choices = {value: _words(label) for value, label in option(name).choices}
        if name == "device":
            for number, gpu_name in enumerate(self._engine.gpu_names):
                choices[f"cuda:{number}"] = f"{gpu_name} (cuda:{number})"
            # Set by hand, or on a computer with more of them.
            choices.setdefault(self.value(name), self.value(name))
        elif name == "speculation":
            choices |= self._draft_models
            # One that is not in the library, or has gone from it.
            choices.setdefault(self.value(name), Path(self.value(name)).name)
        return tuple(choices.items())

    def offer_draft_models(self, models: Mapping[str, str]) -> None:
        """Let these models, path to name, be chosen as drafters."""
        self._draft_models = dict(models)
        self.choices_changed.emit("speculation")

    @property
    def needs_reload(self) -> bool:
        """Whether the loaded model differs from the settings in device, context or threads."""
        wanted = self._engine.wanted
        if wanted is None or not (self._engine.is_loading or self._engine.model):
            return False
        if self._engine.is_lent or self._engine.endpoint:
            return False  # a comparison gives it back as it was; elsewhere nothing of it counts
        config = self.config_for(Path(wanted.path))
        names = [entry.path[-1] for entry in OPTIONS if entry.needs_reload]
        return any(getattr(config, name) != getattr(wanted.config, name) for name in names)

    @property
    def reload_hint(self) -> str:
        """A sentence for the offer to reload, "" when none is needed."""
        if not self.needs_reload:
            return ""
        return self.tr(
            "The device, the context and the threads take effect when the model is reloaded."
        )

    @property
    def confinement(self) -> str:
        """The limits on the engine, and why some are missing; "" before the engine has started."""
        facts = self._confinement
        if facts is None:
            return ""
        if facts.network_denied and facts.files_limited:
            words = self.tr(
                "The engine has no network access, opens only models, and writes only into its "
                "caches."
            )
        elif facts.network_denied:
            words = self.tr("The engine has no network access, but may use your files: %1.")
        elif facts.files_limited:
            words = self.tr("The engine opens only models, but may use the network: %1.")
        else:
            words = self.tr("The engine may use the network and your files: %1.")
        reasons = (translated(reason) for reason in facts.reason.split("; "))
        return words.replace("%1", "; ".join(reasons))

    def value(self, name: str) -> Any:
        """The value of a setting: bool, int, float or str."""
        return option(name).value(self._settings)

    def config_for(self, model: Path) -> EngineConfig:
        """How the model at this path is loaded: as all are, but for what is set for it."""
        return self._of_models.of(model).over(self._settings.engine_config)

    def model_settings(self, model: Path) -> ModelSettings:
        """What is set for one model alone."""
        return self._of_models.of(model)

    def set_for_model(self, model: Path, own: ModelSettings) -> None:
        """Set and keep what counts for one model alone."""
        if own == self._of_models.of(model):
            return
        try:
            self._of_models.put(model, own)
        except StorageError as error:
            self._notices.report(str(error), NoticeLevel.ERROR)
        self.model_settings_changed.emit()
        self._look_for_own_values()
        self._look_for_reload()

    def is_changed(self, name: str) -> bool:
        """Whether a setting differs from its default."""
        return bool(self.value(name) != option(name).default)

    def reset_words(self, name: str) -> str:
        """What resetting a setting does."""
        words = self.tr("Reset %1 to %2")
        label = _words(option(name).label)
        return words.replace("%1", label).replace(
            "%2", self._value_label(name, option(name).default)
        )

    def remark(self, name: str) -> str:
        """What a setting depends on now: one sentence, always of about the same length."""
        if name in _HERE and self._engine.endpoint:
            words = self.tr("For models of this computer; %1 answers now.")
            return words.replace("%1", self._engine.endpoint)
        if name in self._own_values and self._engine.wanted is not None:
            words = self.tr("%1 has its own: %2. What is set here replaces it.")
            model = Path(self._engine.wanted.path).stem
            label = self._value_label(name, self._own_values[name])
            return words.replace("%1", model).replace("%2", label)
        speculation = self._settings.engine.speculation
        if name == "fixed_verify":
            if speculation.kind == "none":
                return self.tr("Needs drafting, which is off.")
            return self.tr("Drafting is on.")
        if name == "draft_tokens" and speculation.kind == "none":
            return self.tr("Drafting is off.")
        if name in ("ngram_max", "ngram_min") and speculation.kind != "ngram":
            return self.tr("Drafts do not come from repeats.")
        if name in ("notify", "tray") and not self._has_tray:
            return self.tr("This desktop has no tray to show it in.")
        return ""

    def set_tray_available(self, *, is_available: bool) -> None:
        """Set whether the desktop has a tray now."""
        if is_available != self._has_tray:
            self._has_tray = is_available
            self.remarks_changed.emit()

    def snapshot_json(self, settings: Settings) -> str:
        """What shapes an answer with `settings`, to be kept with it."""
        wanted = self._engine.wanted
        config = wanted.config if wanted is not None else settings.engine_config
        snapshot = {
            "sampling": settings.sampling,
            "config": config,
            "thinking": settings.thinking,
            "effort": settings.effort,
        }
        if self._engine.endpoint:
            snapshot = {"sampling": settings.sampling, "endpoint": self._engine.endpoint}
        return msgspec.json.encode(snapshot).decode()

    def set_value(self, name: str, value: Any) -> str:
        """Set, keep and act on a value. Returns "" or the sentence that says why it was refused."""
        entry = option(name)
        try:
            parsed = entry.parse(value)
        except ValueError:
            return self.refusal(name)
        if parsed != self.value(name):
            self._apply({name: parsed})
        return ""

    def reset(self, name: str) -> None:
        """Go back to the default."""
        self.set_value(name, option(name).default)

    def reset_all(self) -> None:
        """Every setting back to its default."""
        visible = [entry for entry in OPTIONS if not entry.is_hidden]
        self._apply({e.name: e.default for e in visible if e.default != self.value(e.name)})

    def reload_model(self) -> None:
        """Load the model again with the current settings."""
        wanted = self._engine.wanted
        if wanted is not None:
            self._engine.reload(self.config_for(Path(wanted.path)))

    def _value_label(self, name: str, value: Any) -> str:
        """A value of a setting, as the panel shows it."""
        entry = option(name)
        match entry.kind:
            case "bool":
                return self.tr("on") if value else self.tr("off")
            case "choice":
                return dict(self.choices(name)).get(value, str(value))
            case "int" | "float" if entry.automatic and value == entry.minimum:
                return _words(entry.automatic)
            case "int" | "float":
                return formatting.number(value, entry.decimals, is_grouped=entry.is_grouped)
            case _:
                return str(value) or self.tr("empty")

    def _apply(self, changes: dict[str, Any]) -> None:
        if not changes:
            return
        before = self._settings.engine
        self._settings = with_values(self._settings, **changes)
        try:
            self._file.save(self._settings)
        except StorageError as error:
            self._notices.report(str(error), NoticeLevel.ERROR)
        engine = self._settings.engine
        toggles = engine.toggles if engine.toggles != before.toggles else None
        speculates = engine.speculation != before.speculation
        if toggles or speculates:
            self._engine.configure(
                toggles, self._settings.speculation_config if speculates else None
            )
        self._let_it_count(*changes)
        for name in changes:
            self.value_changed.emit(name)
        self._look_for_reload()

    def _let_it_count(self, *names: str) -> None:
        """What was set last counts, also for the loaded model if it had another value."""
        wanted = self._engine.wanted
        if wanted is not None:
            model = Path(wanted.path)
            self.set_for_model(model, self._of_models.of(model).without(names))

    def _look_for_reload(self) -> None:
        if self.needs_reload != self._needed_reload:
            self._needed_reload = self.needs_reload
            self.reload_needed_changed.emit()

    def _on_engine_started(self, ready: EngineReady) -> None:
        self._confinement = ready.confinement
        self.confinement_changed.emit()

    def _on_activity_changed(self) -> None:
        self._look_for_own_values()
        self._look_for_reload()
        if self._endpoint != self._engine.endpoint:
            self._endpoint = self._engine.endpoint
            self.remarks_changed.emit()

    def _look_for_own_values(self) -> None:
        """Have the settings say which of them the loaded model has other values of."""
        wanted = self._engine.wanted
        own = {} if wanted is None else asdict(self._of_models.of(Path(wanted.path)))
        before, self._own_values = (
            self._own_values,
            {
                name: value
                for name, value in own.items()
                if value is not None and value != self.value(name)
            },
        )
        if self._own_values != before:
            self.remarks_changed.emit()

    def refusal(self, name: str) -> str:
        """Why a value of a setting is not possible."""
        entry = option(name)
        label = QCoreApplication.translate("Settings", entry.label)
        if entry.minimum is None or entry.maximum is None:
            return self.tr("%1 cannot be set to that.").replace("%1", label)
        least = entry.minimum if entry.smallest is None else entry.smallest
        words = self.tr("%1 must be between %2 and %3.")
        low, high = (formatting.number(end, entry.decimals) for end in (least, entry.maximum))
        return words.replace("%1", label).replace("%2", low).replace("%3", high)


def _words(text: str) -> str:
    return QCoreApplication.translate("Settings", text) if text else ""


def _view(entry: Option, choices: tuple[tuple[str, str], ...]) -> OptionView:
    words = {
        "section_label": _words(SECTIONS[entry.section]),
        "tab": next(tab for tab, sections in TABS.items() if entry.section in sections),
        "label": _words(entry.label),
        "help": _words(entry.help),
        "automatic": _words(entry.automatic),
        "choices": choices,
    }
    return OptionView(**{field.name: getattr(entry, field.name) for field in fields(entry)} | words)

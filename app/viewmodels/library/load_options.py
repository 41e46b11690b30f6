"""How one model is loaded: its own values, what they need of the memory, and whether that fits."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from app.services.engine.engine_service import EngineService
from app.services.library.entry import ModelEntry
from app.services.verdict import judge, verdict_configs
from app.storage.settings.model_settings import AUTOMATIC, ModelSettings
from app.viewmodels import formatting
from app.viewmodels.library.drafter_offers import DrafterOffer, DrafterOffers
from app.viewmodels.library.drafters import Drafters
from app.viewmodels.library.verdicts import VerdictView, verdict_view
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.settings import SettingsViewModel
from engine.config import EngineConfig, SpeculationConfig
from engine.events import Inspected, InspectFailed

FIELDS = ("device", "context_len", "device_memory", "kv_type", "speculation")

_PAUSE_MS = 120
_LEAST_CONTEXT, _USUAL_LIMIT = 512, 131_072


@dataclass(frozen=True, slots=True)
class DrafterChoice:
    """One way to draft. `problem` says why it cannot be chosen, "" if it can."""

    value: str
    label: str
    problem: str = ""


class LoadOptions(QObject):
    """The options of the model that `open` names; `load` keeps and uses them.

    Signals:
        opened(): another model; show its options.
        changed(): a value or the estimate changed.
        drafters_changed(): `drafters` changed.
    """

    opened = Signal()
    changed = Signal()
    drafters_changed = Signal()

    def __init__(
        self,
        models: ModelPickerViewModel,
        drafters: Drafters,
        drafter_offers: DrafterOffers,
        engine: EngineService,
        settings: SettingsViewModel,
    ) -> None:
        super().__init__()
        self._models = models
        self._drafters = drafters
        self._drafter_offers = drafter_offers
        self._engine = engine
        self._settings = settings
        self._entry: ModelEntry | None = None
        self._own = ModelSettings()
        self._estimate = VerdictView("muted", "")
        self._num_asked = 0
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._ask)
        drafters.changed.connect(self.drafters_changed)
        drafter_offers.changed.connect(self.drafters_changed)
        models.refreshed.connect(self._on_models_refreshed)
        engine.activity_changed.connect(self._on_activity_changed)

    @property
    def name(self) -> str:
        """The model's name, "" before `open`."""
        return self._entry.shown_name if self._entry else ""

    @property
    def facts(self) -> str:
        """Its quantization, size and longest context."""
        entry = self._entry
        if entry is None:
            return ""
        longest = formatting.context_length(entry.context) if entry.context else ""
        parts = (entry.quantization, formatting.size(entry.size), entry.architecture, longest)
        return formatting.line(parts)

    @property
    def estimate(self) -> VerdictView:
        """What the model needs with these values."""
        return self._estimate

    @property
    def is_own(self) -> bool:
        """Whether a value differs from the settings of all models."""
        return not self._own.is_empty

    @property
    def contexts(self) -> tuple[int, ...]:
        """The stops of a slider: automatic, then powers of two up to the model's longest."""
        longest = (self._entry.context if self._entry else None) or _USUAL_LIMIT
        stops = [AUTOMATIC]
        length = _LEAST_CONTEXT
        while length < longest:
            stops.append(length)
            length *= 2
        return (*stops, longest)

    @property
    def has_gpu(self) -> bool:
        """Whether there is a GPU to load it on."""
        return any(value.startswith("cuda") for value, _ in self.choices("device"))

    @property
    def drafters(self) -> tuple[DrafterChoice, ...]:
        """Ways without a file, and what of this machine may draft for it."""
        choices = [
            DrafterChoice(value, label)
            for value, label in self._settings.choices("speculation")
            if not SpeculationConfig(kind=value).has_model
        ]
        if self._entry is None:
            return tuple(choices)
        target = self._entry.path
        for entry in self._drafters.candidates(target):
            problem = self._drafters.problem(target, entry.path) or ""
            kind = formatting.drafter(entry.drafter)
            label = formatting.line((entry.shown_name, kind, formatting.size(entry.size)))
            choices.append(DrafterChoice(str(entry.path), label, problem))
        kind = self.value("speculation")
        if kind not in [choice.value for choice in choices]:
            choices.append(DrafterChoice(kind, Path(kind).name))
        return tuple(choices)

    @property
    def drafter_offer(self) -> DrafterOffer | None:
        """A draft model to get for it."""
        return self._drafter_offers.of(self._entry) if self._entry else None

    def get_drafter(self) -> None:
        """Download the draft model that is offered."""
        offer = self.drafter_offer
        if offer is not None and not offer.is_coming:
            self._drafter_offers.get(offer)

    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """The values of a field, each with its label."""
        return self._settings.choices(name)

    def open(self, entry: ModelEntry) -> None:
        """Show the options of a model."""
        self._entry = entry
        self._own = self._settings.model_settings(entry.path)
        self._estimate = VerdictView("muted", self.tr("Checking…"), self.tr("Reading its header…"))
        self.opened.emit()
        self.changed.emit()
        self._ask()
        self._drafters.look_at(entry.path)

    def value(self, name: str) -> Any:
        """The value of one of `FIELDS`; a context or GPU memory may be `AUTOMATIC`."""
        return _value(self._config, name)

    def set_value(self, name: str, value: Any) -> None:
        """Set one of `FIELDS` for this model alone."""
        if value == self.value(name):
            return
        # What is as for all models follows them.
        usual = _value(self._settings.settings.engine_config, name)
        self._own = replace(self._own, **{name: None if value == usual else value})
        self.changed.emit()
        self._timer.start()

    def use_suggestion(self) -> None:
        """Take the context with which it fits."""
        if self._estimate.fix_context_len:
            self.set_value("context_len", self._estimate.fix_context_len)

    def reset(self) -> None:
        """Back to the settings of all models."""
        self._own = ModelSettings()
        self.changed.emit()
        self._timer.start()

    def close(self) -> None:
        """Forget the model: the options are not shown any more."""
        self._entry = None

    def save(self) -> None:
        """Keep the values for every later load of this model."""
        if self._entry is not None:
            self._settings.set_for_model(self._entry.path, self._own)

    def load(self) -> None:
        """Keep the values, and load the model with them."""
        self.save()
        if self._entry is not None:
            self._models.load_path(self._entry.path)

    @property
    def _config(self) -> EngineConfig:
        return self._own.over(self._settings.settings.engine_config)

    def _ask(self) -> None:
        if self._entry is None:
            return
        self._num_asked += 1
        number, config = self._num_asked, self._config

        def on_done(answer: Inspected | InspectFailed) -> None:
            if number == self._num_asked:
                self._estimate = verdict_view(judge(answer, config.context_len))
                self.changed.emit()

        self._engine.inspect(self._entry.path, verdict_configs(config), on_done)

    def _on_models_refreshed(self) -> None:
        if self._entry is not None:
            self._drafters.look_at(self._entry.path)
            self.drafters_changed.emit()

    def _on_activity_changed(self) -> None:
        if not self._engine.is_loading:
            self._ask()


def _value(config: EngineConfig, name: str) -> Any:
    value = config.speculation.kind if name == "speculation" else getattr(config, name)
    return AUTOMATIC if value is None else value

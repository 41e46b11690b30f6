"""Which models fit by their size, from the memory that is free now."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.paths import assets_dir
from app.services.engine.engine_service import EngineService
from app.services.fit import Fit, SizedFit, estimate_fit, recommend
from app.services.hub.files import RepoModel
from app.services.verdict import verdict_configs
from app.viewmodels import formatting
from app.viewmodels.library.verdicts import Tone
from app.viewmodels.settings import SettingsViewModel
from engine.config import EngineConfig, SpeculationConfig
from engine.events import Inspected, InspectFailed, MemoryNeeded

_PROBE = "smoke-test.gguf"


@dataclass(frozen=True, slots=True)
class FitView:
    """A word for the pill and the sentence that explains it; both "" if nothing is known."""

    tone: Tone = "muted"
    label: str = ""
    sentence: str = ""


class Fits(QObject):
    """Asks the engine for the free memory of each device, and judges sizes by it.

    Signals:
        changed(): `of` may return something else now.
    """

    changed = Signal()

    def __init__(self, engine: EngineService, settings: SettingsViewModel) -> None:
        super().__init__()
        self._engine = engine
        self._settings = settings
        self._free: tuple[MemoryNeeded, ...] = ()
        self._is_asking = self._is_wanted = False
        engine.activity_changed.connect(self._on_activity_changed)
        settings.value_changed.connect(self._on_setting_changed)

    def look(self) -> None:
        """Find out what is free, once; from then on it is found out again when it changes."""
        if not self._is_wanted:
            self._is_wanted = True
            self._ask()

    def of(self, file_bytes: int) -> FitView:
        """Whether a model of this size fits."""
        fit = self._estimate(file_bytes)
        return FitView() if fit is None else _view(fit)

    def recommended(self, models: Sequence[RepoModel]) -> RepoModel | None:
        """The usual quantization, or a smaller one where only that fits."""
        return recommend(models, lambda model: self._estimate(model.size))

    def _estimate(self, file_bytes: int) -> SizedFit | None:
        return estimate_fit(file_bytes, self._free, self._config)

    @property
    def _config(self) -> EngineConfig:
        return self._settings.settings.engine_config

    def _ask(self) -> None:
        if self._is_asking or not self._is_wanted:
            return
        self._is_asking = True
        # Any model tells what is free; this one is small and always there.
        plain = replace(
            self._config, context_len=None, kv_type="auto", speculation=SpeculationConfig()
        )
        self._engine.inspect(assets_dir() / _PROBE, verdict_configs(plain), self._on_inspected)

    def _on_inspected(self, answer: Inspected | InspectFailed) -> None:
        self._is_asking = False
        if isinstance(answer, Inspected):
            self._free = tuple(report.memory for report in answer.reports)
            self.changed.emit()
        else:
            self._is_wanted = False  # asked again when the list is looked at again

    def _on_activity_changed(self) -> None:
        if not self._engine.is_loading:
            self._ask()

    def _on_setting_changed(self, name: str) -> None:
        if name in ("device", "device_memory"):
            self._ask()
        elif name in ("context_len", "kv_type"):
            self.changed.emit()


def _view(fit: SizedFit) -> FitView:
    needed, free = formatting.size(fit.needed_bytes), formatting.size(fit.free_bytes)
    is_cpu = fit.device == "cpu"
    words = (
        _translate("Judged by its size: about %1 of the %2 of memory that are free.")
        if is_cpu
        else _translate("Judged by its size: about %1 of the %2 of GPU memory that are free.")
    )
    sentence = words.replace("%1", needed).replace("%2", free)
    match fit.fit:
        case Fit.FITS:
            return FitView("good", _translate("Fits"), sentence)
        case Fit.FITS_SHORTER:
            return FitView("caution", _translate("Fits with less context"), sentence)
        case Fit.TOO_LARGE:
            return FitView("danger", _translate("Too large"), sentence)


def _translate(text: str) -> str:
    return QCoreApplication.translate("Fits", text)

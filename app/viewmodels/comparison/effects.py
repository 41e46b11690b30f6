"""What a setting was last measured to do, on the model that is loaded and its device."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.services.engine.engine_service import EngineService
from app.storage.comparisons import Comparisons, KeptComparison
from app.viewmodels.comparison import words
from app.viewmodels.comparison.configurations import differences, value_of
from engine.comparison.verdict import SpeedVerdict

_OFF = (False, "none")


class MeasuredEffects(QObject):
    """Read from the history when a model is loaded, and told of each comparison that is added.

    Signals:
        changed(): `text` changed, of any setting.
        proof_wanted(name: str): the person wants to see what a setting does.
    """

    changed = Signal()
    proof_wanted = Signal(str)

    def __init__(self, comparisons: Comparisons, engine: EngineService) -> None:
        super().__init__()
        self._comparisons = comparisons
        self._engine = engine
        self._kept: list[KeptComparison] = []
        engine.model_loaded.connect(self.refresh)

    def text(self, name: str) -> str:
        """The last measured effect of switching `name` on, "" if it never was."""
        for kept in self._kept:
            found = _effect(kept, name)
            if found is not None:
                return words.effect(found)
        return ""

    def prove(self, name: str) -> None:
        """Show what a setting does."""
        self.proof_wanted.emit(name)

    def refresh(self) -> None:
        """Read the history again."""
        model = self._engine.model
        if model is None or self._engine.is_lent:
            return
        self._kept = self._comparisons.list(Path(model.path).name, model.device)
        self.changed.emit()


def _effect(kept: KeptComparison, name: str) -> SpeedVerdict | None:
    """The verdict on `name` on, against off, where a comparison has two that differ in it alone."""
    measured = kept.comparison.measurements
    for on, one in enumerate(measured):
        for off, other in enumerate(measured):
            is_pair = differences(one.configuration, other.configuration) == (name,)
            if is_pair and value_of(other.configuration, name) in _OFF:
                return kept.comparison.verdict(on, off).speed
    return None

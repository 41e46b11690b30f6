"""Which local models can draft for which; the engine compares their vocabularies."""

from collections import deque
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.services.engine.engine_service import EngineService
from app.services.engine.sentences import translated
from app.services.library.entry import ModelEntry
from app.viewmodels import formatting
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.config import EngineConfig, SpeculationConfig
from engine.events import Inspected, InspectFailed

_Pair = tuple[Path, Path]  # the model, and the one that would draft for it


def can_draft(entry: ModelEntry) -> bool:
    """Whether it may draft for some model."""
    return not entry.fault and (entry.path.suffix.lower() == ".gguf" or entry.path.is_dir())


class Drafters(QObject):
    """Asks one pair at a time, so that other questions to the engine need not wait.

    Signals:
        changed(): `problem` may return something else now.
    """

    changed = Signal()

    def __init__(self, models: ModelPickerViewModel, engine: EngineService) -> None:
        super().__init__()
        self._models = models
        self._engine = engine
        self._known: dict[_Pair, str] = {}
        self._due: deque[_Pair] = deque()
        self._asked: _Pair | None = None

    def candidates(self, target: Path) -> list[ModelEntry]:
        """What only drafts, then the local models that are smaller than the one at `target`."""
        entries = [entry for entry in self._models.entries if can_draft(entry)]
        size = next((entry.size for entry in entries if entry.path == target), 0)
        return [
            entry
            for entry in sorted(entries, key=lambda entry: (entry.drafter is None, entry.size))
            if entry.drafter or entry.size < size
        ]

    def problem(self, target: Path, drafter: Path) -> str | None:
        """Why `drafter` cannot draft for `target`, "" if it can, None if it is not known yet."""
        return self._known.get((target, drafter))

    def label(self, drafter: ModelEntry) -> str:
        """The name and kind of a drafter, with what is known of it and the loaded model."""
        kind = formatting.drafter(drafter.drafter)
        name = formatting.line((drafter.shown_name, kind))
        loaded = self._engine.model
        if loaded is None or not self.problem(Path(loaded.path), drafter.path):
            return name
        return self.tr("%1 (cannot draft for the loaded model)").replace("%1", name)

    def look_at(self, target: Path) -> None:
        """Find out which candidates can draft for `target`."""
        pairs = ((target, entry.path) for entry in self.candidates(target))
        self._due = deque(pair for pair in pairs if pair not in self._known)
        self._ask_next()

    def _ask_next(self) -> None:
        if self._asked is not None or not self._due:
            return
        self._asked = target, drafter = self._due.popleft()
        config = replace(EngineConfig(), speculation=SpeculationConfig(kind=str(drafter)))
        self._engine.inspect(target, (config,), partial(self._on_inspected, self._asked))

    def _on_inspected(self, pair: _Pair, answer: Inspected | InspectFailed) -> None:
        self._asked = None
        if isinstance(answer, Inspected):
            self._known[pair] = translated(answer.reports[0].memory.drafter_problem)
            self.changed.emit()
        self._ask_next()

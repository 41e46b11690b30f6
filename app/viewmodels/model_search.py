"""The models to choose from: the loaded one and those used last first, if searched for."""

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt

from app.services.library.entry import ModelEntry
from app.viewmodels.library.fits import Fits, FitView
from app.viewmodels.model_picker import ModelPickerViewModel, ModelRole, last_used

_Index = QModelIndex | QPersistentModelIndex


class ModelSearch(QSortFilterProxyModel):
    """The rows of a ModelPickerViewModel in another order, with `ModelRole.FIT`."""

    def __init__(self, models: ModelPickerViewModel, fits: Fits) -> None:
        super().__init__()
        self._models = models
        self._fits = fits
        self._words: list[str] = []
        self.setSourceModel(models)
        self.sort(0)
        models.state_changed.connect(self.invalidate)  # another model is the loaded one
        fits.changed.connect(self._on_fits_changed)

    @property
    def models(self) -> ModelPickerViewModel:
        """All models."""
        return self._models

    def begin(self) -> None:
        """The list is opened: show all models, as they are now."""
        self._models.refresh()
        self._fits.look()
        self.set_text("")

    def set_text(self, text: str) -> None:
        """Show only models in whose name or details every word occurs; "" shows all."""
        words = text.casefold().split()
        if words != self._words:
            self._words = words
            self.invalidate()

    def entry(self, row: int) -> ModelEntry | None:
        """The model in `row`, None if there is no such row."""
        index = self.mapToSource(self.index(row, 0))
        return self._models.entries[index.row()] if index.isValid() else None

    def load(self, row: int) -> bool:
        """Load the model in `row`, if it can be loaded."""
        index = self.mapToSource(self.index(row, 0))
        if not index.isValid() or not self._models.flags(index) & Qt.ItemFlag.ItemIsEnabled:
            return False
        self._models.load(index.row())
        return True

    def _fit(self, entry: ModelEntry) -> FitView:
        """Whether it fits; nothing of one that is loaded, or cannot be."""
        if entry.problem or self._models.is_current(entry):
            return FitView()
        return self._fits.of(entry.size)

    def _on_fits_changed(self) -> None:
        if self.rowCount():
            last = self.index(self.rowCount() - 1, 0)
            self.dataChanged.emit(self.index(0, 0), last, [int(ModelRole.FIT)])

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """See ModelRole."""
        entry = self.entry(index.row()) if index.isValid() else None
        if entry is None:
            return None
        match role:
            case ModelRole.FIT:
                return self._fit(entry)
            case Qt.ItemDataRole.AccessibleTextRole:
                loaded = self.tr("loaded") if self._models.is_current(entry) else ""
                words = (super().data(index, role), loaded or self._fit(entry).label)
                return ", ".join(word for word in words if word)
            case _:
                return super().data(index, role)

    def filterAcceptsRow(self, row: int, _parent: _Index) -> bool:  # noqa: N802 - Qt's name
        """Whether the model has every word searched for."""
        source = self._models.index(row)
        text = f"{source.data()} {source.data(ModelRole.DETAILS)}".casefold()
        return all(word in text for word in self._words)

    def lessThan(self, left: _Index, right: _Index) -> bool:  # noqa: N802 - Qt's name
        """The loaded model, then those used last; the others by name."""
        return self._rank(left.row()) < self._rank(right.row())

    def _rank(self, row: int) -> tuple[bool, bool, float, str]:
        entry = self._models.entries[row]
        used = -last_used(entry).timestamp() if entry.last_used else 0.0
        name = entry.shown_name.casefold()
        return not self._models.is_current(entry), bool(entry.problem), used, name

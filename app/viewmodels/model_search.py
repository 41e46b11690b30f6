"""The models to choose from: the loaded one and those used last first, if searched for."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QConcatenateTablesProxyModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from app.services.library.entry import ModelEntry
from app.viewmodels.endpoints.remote_models import RemoteRow
from app.viewmodels.library.fits import Fits, FitView
from app.viewmodels.model_picker import ModelPickerViewModel, last_used
from app.viewmodels.model_role import ModelRole

_Index = QModelIndex | QPersistentModelIndex


class ModelSearch(QSortFilterProxyModel):
    """The rows of a ModelPickerViewModel in another order, with `ModelRole.FIT`.

    Below them are the models of engines elsewhere, each engine with its name; the one whose model
    answers stands first.
    """

    def __init__(self, models: ModelPickerViewModel, fits: Fits) -> None:
        super().__init__()
        self._models = models
        self._elsewhere = models.elsewhere
        self._fits = fits
        self._words: list[str] = []
        self._all = QConcatenateTablesProxyModel(self)
        self._all.addSourceModel(models)
        if self._elsewhere is not None:
            self._all.addSourceModel(self._elsewhere)
            self._elsewhere.refreshed.connect(self.invalidate)
        self.setSourceModel(self._all)
        self.sort(0)
        models.current_changed.connect(self.invalidate)
        fits.changed.connect(self._on_fits_changed)

    @property
    def models(self) -> ModelPickerViewModel:
        """All models."""
        return self._models

    def begin(self) -> None:
        """The list is opened: show all models, as they are now."""
        self._models.refresh()
        if self._elsewhere is not None:
            self._elsewhere.refresh()
        self._fits.look()
        self.set_text("")

    def set_text(self, text: str) -> None:
        """Show only models in whose name or details every word occurs; "" shows all."""
        words = text.casefold().split()
        if words != self._words:
            self._words = words
            self.invalidate()

    def entry(self, row: int) -> ModelEntry | None:
        """The model of this computer in `row`, None if it is another or there is no such row."""
        index = self.mapToSource(self.index(row, 0))
        return self._entry(index.row()) if index.isValid() else None

    def can_load(self, row: int) -> bool:
        """Whether `row` has a model that can be loaded."""
        return bool(self.flags(self.index(row, 0)) & Qt.ItemFlag.ItemIsEnabled)

    def can_mark(self, row: int) -> bool:
        """Whether `row` is a model, not the name of an engine."""
        index = self.mapToSource(self.index(row, 0))
        remote = self._remote(index.row()) if index.isValid() else None
        return remote is None or remote.model is not None

    def load(self, row: int) -> bool:
        """Load the model in `row`, if it can be loaded."""
        index = self.mapToSource(self.index(row, 0))
        if not index.isValid() or not self.can_load(row):
            return False
        remote = self._remote(index.row())
        if remote is not None:
            self._models.load_path(Path(remote.path))
        else:
            self._models.load(index.row())
        return True

    def _entry(self, at: int) -> ModelEntry | None:
        """The model in row `at` of the source, if it is one of this computer."""
        entries = self._models.entries
        return entries[at] if at < len(entries) else None

    def _remote(self, at: int) -> RemoteRow | None:
        """What row `at` of the source has of engines elsewhere, if it does."""
        at -= len(self._models.entries)
        return self._elsewhere.row(at) if self._elsewhere is not None and at >= 0 else None

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
        match role:
            case ModelRole.FIT:
                return self._fit(entry) if entry is not None else FitView()
            case Qt.ItemDataRole.AccessibleTextRole:
                is_loaded = bool(super().data(index, ModelRole.IS_LOADED))
                fit = self._fit(entry).label if entry is not None else ""
                words = (super().data(index, role), self.tr("loaded") if is_loaded else fit)
                return ", ".join(word for word in words if word)
            case _:
                return super().data(index, role)

    def filterAcceptsRow(self, row: int, _parent: _Index) -> bool:  # noqa: N802 - Qt's name
        """Whether the model has every word searched for; an engine's name is for the whole list."""
        remote = self._remote(row)
        if remote is not None and remote.model is None:
            return not self._words
        source = self._all.index(row, 0)
        text = f"{source.data()} {source.data(ModelRole.DETAILS)}".casefold()
        return all(word in text for word in self._words)

    def lessThan(self, left: _Index, right: _Index) -> bool:  # noqa: N802 - Qt's name
        """The loaded model, then those used last; the others by name, and those elsewhere."""
        return self._rank(left.row()) < self._rank(right.row())

    def _rank(self, at: int) -> tuple[int, bool, float, str]:
        entry = self._entry(at)
        if entry is not None:
            used = -last_used(entry).timestamp() if entry.last_used else 0.0
            is_other = not self._models.is_current(entry)
            return int(is_other), bool(entry.problem), used, entry.shown_name.casefold()
        remote = self._remote(at)
        if remote is None or self._elsewhere is None:
            return 3, False, at, ""
        is_current = remote.endpoint.id == self._elsewhere.current_endpoint
        return 0 if is_current else 2, False, at, ""

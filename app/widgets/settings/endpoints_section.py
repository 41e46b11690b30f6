"""The section of the settings with the engines elsewhere."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.endpoints.endpoints import EndpointsViewModel, EndpointView
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import ElidedLabel, create_label
from app.widgets.settings.endpoint_dialog import EndpointDialog
from app.widgets.theme import em


class EndpointsSection(QWidget):
    """A row for each engine of an EndpointsViewModel; `add` makes another."""

    def __init__(self, endpoints: EndpointsViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._endpoints = endpoints
        words = self.tr(
            "Servers whose models you can chat with here: llama.cpp, vLLM, Ollama, LM Studio, "
            "another Encore, or a service with the same interface."
        )
        self.add = QPushButton(self.tr("Add an engine…"), self)
        self.rows: list[EndpointRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(em(self, 0.5))
        self._column.addWidget(create_label(self, "small", words))
        self._column.addWidget(self.add)
        self.add.clicked.connect(self._on_add)
        endpoints.changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = [EndpointRow(view, self) for view in self._endpoints.views]
        for row in self.rows:
            self._column.insertWidget(self._column.indexOf(self.add), row)
            row.edit.clicked.connect(partial(self._on_edit, row.view))
            row.remove.clicked.connect(partial(self._on_remove, row.view))

    def _on_add(self) -> None:
        EndpointDialog(self._endpoints, None, self.window()).open()

    def _on_edit(self, view: EndpointView) -> None:
        EndpointDialog(self._endpoints, view, self.window()).open()

    def _on_remove(self, view: EndpointView) -> None:
        title = self.tr("Remove %1?").replace("%1", view.name)
        question = self.tr("Its address and its key are forgotten. Conversations stay.")
        answer = QMessageBox.question(self.window(), title, question)
        if answer == QMessageBox.StandardButton.Yes:
            self._endpoints.remove(view.id)


class EndpointRow(QWidget):
    """Name and address of an engine, with its buttons."""

    def __init__(self, view: EndpointView, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = view
        name = ElidedLabel(self)
        name.setProperty("look", "strong")
        name.set_text(view.name)
        address = ElidedLabel(self)
        address.set_text(view.address)
        self.edit = IconButton("edit", self.tr("Change %1").replace("%1", view.name), self)
        self.remove = IconButton("trash", self.tr("Remove %1").replace("%1", view.name), self)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(name)
        texts.addWidget(address)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(texts, 1)
        row.addWidget(self.edit)
        row.addWidget(self.remove)

"""The section Engine of the settings: the libraries that it runs on, and what to do with them."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.runtime.runtime import Phase, RuntimeViewModel
from app.widgets.plain_widgets import create_label
from app.widgets.theme import em


class EngineSection(QWidget):
    """The build in use with its buttons; in a checkout, a sentence.

    Signals:
        change_pressed(): the page with the builds is wanted.
    """

    change_pressed = Signal()

    def __init__(self, runtime: RuntimeViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runtime = runtime
        self.current = create_label(self)
        self.note = create_label(self, "small")
        self.change = QPushButton(self.tr("Change…"), self)
        self.repair = QPushButton(self.tr("Repair"), self)
        self.remove = QPushButton(self.tr("Remove…"), self)
        self.back = QPushButton(self.tr("Go back"), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.4))
        column.addWidget(self.current)
        column.addWidget(self.note)
        for buttons in ((self.change, self.back), (self.repair, self.remove)):
            row = QHBoxLayout()
            row.setSpacing(em(self, 0.5))
            for button in buttons:
                row.addWidget(button, 1)
            column.addLayout(row)
        self.change.clicked.connect(self.change_pressed)
        self.repair.clicked.connect(runtime.repair)
        self.remove.clicked.connect(self._on_remove)
        self.back.clicked.connect(runtime.go_back)
        runtime.changed.connect(self._on_changed)
        self._on_changed()

    def _on_remove(self) -> None:
        title = self.tr("Remove the engine's libraries?")
        question = self.tr(
            "No model can answer until they are installed again. Models and conversations stay."
        )
        answer = QMessageBox.question(self, title, question)
        if answer == QMessageBox.StandardButton.Yes:
            self._runtime.remove()

    def _on_changed(self) -> None:
        runtime = self._runtime
        is_idle = runtime.phase is not Phase.RUNNING
        if not runtime.is_bundled:
            text = self.tr(
                "Encore runs from a checkout: the engine uses the environment's libraries."
            )
        else:
            text = runtime.current or self.tr("The engine's libraries are not installed.")
        self.current.setText(text)
        before = self.tr("Before: %1").replace("%1", runtime.previous) if runtime.previous else ""
        notes = (runtime.status or runtime.outcome, runtime.problem, runtime.update_hint, before)
        note = "\n".join(text for text in notes if text)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.change.setText(self.tr("Install…") if runtime.needs_install else self.tr("Change…"))
        for button, is_shown in (
            (self.change, runtime.is_bundled),
            (self.back, bool(runtime.previous)),
            (self.repair, bool(runtime.current)),
            (self.remove, bool(runtime.current)),
        ):
            button.setVisible(is_shown)
            button.setEnabled(is_idle)

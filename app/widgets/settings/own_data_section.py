"""What a person can take away: everything in one zip, and a report about a problem."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.own_data import OwnDataViewModel
from app.widgets.settings.report_dialog import ReportDialog
from app.widgets.theme import em

_FILTER = "ZIP (*.zip)"


class OwnDataSection(QWidget):
    """The buttons `export` and `report` of an OwnDataViewModel, and `logs` for its owner."""

    def __init__(self, own_data: OwnDataViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own_data = own_data
        self.export = QPushButton(self.tr("Export everything…"), self)
        self.report = QPushButton(self.tr("Save a report…"), self)
        self.logs = QPushButton(self.tr("Show the logs…"), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.5))
        for button, words in (
            (
                self.export,
                self.tr("Conversations, to keep and to read, and the settings, in one zip."),
            ),
            (
                self.report,
                self.tr(
                    "For whoever looks into a problem: versions, machine, settings, logs; "
                    "no conversations. You see it first."
                ),
            ),
        ):
            note = QLabel(words, self)
            note.setProperty("look", "small")
            note.setWordWrap(True)
            column.addWidget(button)
            column.addWidget(note)
        column.addWidget(self.logs)
        self.export.clicked.connect(self._on_export)
        self.report.clicked.connect(own_data.make_report)
        own_data.report_ready.connect(self._on_report_ready)
        own_data.busy_changed.connect(self._on_busy_changed)

    def _on_export(self) -> None:
        target = self._ask_for_place(self.tr("Export everything"), "encore-export")
        if target is not None:
            self._own_data.export_to(target)

    def _on_report_ready(self) -> None:
        dialog = ReportDialog(self._own_data.report, self.window())
        if dialog.exec():
            target = self._ask_for_place(self.tr("Save the report"), "encore-report")
            if target is not None:
                self._own_data.save_report(target)
        dialog.deleteLater()

    def _ask_for_place(self, title: str, stem: str) -> Path | None:
        suggested = self._own_data.suggested_path(stem)
        chosen, _ = QFileDialog.getSaveFileName(self.window(), title, suggested, _FILTER)
        return Path(chosen) if chosen else None

    def _on_busy_changed(self) -> None:
        for button in (self.export, self.report):
            button.setEnabled(not self._own_data.is_busy)

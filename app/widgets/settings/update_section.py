"""The version that runs and the one that is out: a sentence, buttons, what is new."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.updates import UpdateStage, UpdatesViewModel
from app.widgets.markdown.browser import MessageBrowser, RunInBackground
from app.widgets.theme import em

_PARTS = 1000  # of the progress bar


class UpdateSection(QWidget):
    """Shows an UpdatesViewModel. `action` and `back` are its buttons."""

    def __init__(
        self,
        updates: UpdatesViewModel,
        run_in_background: RunInBackground,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._updates = updates
        self._version = QLabel(self)
        self._status = QLabel(self)
        self._bar = QProgressBar(self)
        self._bar.setRange(0, _PARTS)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of the download"))
        self.notes = MessageBrowser(run_in_background, self)
        self.notes.setAccessibleName(self.tr("What is new"))
        self.notes.height_changed.connect(self._fit_notes)
        self.action = QPushButton(self)
        self.back = QPushButton(self)
        self._arrange()
        self.action.clicked.connect(updates.act)
        self.back.clicked.connect(updates.go_back)
        updates.changed.connect(self._on_changed)
        self._on_changed()

    def _arrange(self) -> None:
        for label in (self._version, self._status):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._status.setProperty("look", "small")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.5))
        # Beside each other the buttons would be wider than the panel.
        for widget in (
            *(self._version, self._status, self._bar, self.notes),
            *(self.action, self.back),
        ):
            column.addWidget(widget)

    def _on_changed(self) -> None:
        updates = self._updates
        self._version.setText(updates.version_line)
        self._status.setText(updates.status)
        self._status.setVisible(bool(updates.status))
        fraction = updates.fraction
        self._bar.setVisible(fraction is not None)
        self._bar.setValue(round((fraction or 0.0) * _PARTS))
        for button, label in (
            (self.action, updates.action_label),
            (self.back, updates.back_label),
        ):
            button.setText(label)
            button.setAccessibleName(label or self.tr("Nothing to do"))
            button.setVisible(bool(label))
        is_offer = updates.stage in (UpdateStage.FOUND, UpdateStage.TO_OPEN)
        self.action.setProperty("look", "accent" if is_offer else "")
        self.action.style().unpolish(self.action)
        self.action.style().polish(self.action)
        if self.notes.text != updates.notes:
            self.notes.set_markdown(updates.notes, is_finished=True)
        self.notes.setVisible(bool(updates.notes))
        self._fit_notes()

    def _fit_notes(self) -> None:
        if self.notes.text:
            self.notes.setFixedHeight(self.notes.height_for(max(1, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_notes()

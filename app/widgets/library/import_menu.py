"""The three ways to import a file."""

from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.viewmodels.library.actions import IMPORT_MODES, LibraryActions
from app.widgets.model_picker import choose_file


class ImportMenu(QMenu):
    """Each entry first asks for a GGUF file."""

    def __init__(self, actions: LibraryActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._window = parent
        self.setAccessibleName(self.tr("Import"))
        words = {
            "in place": (
                self.tr("Use a file where it is…"),
                self.tr("Nothing is copied; the file must stay where it is."),
            ),
            "link": (
                self.tr("Link a file into the models folder…"),
                self.tr("Takes no room; only on the same disk."),
            ),
            "copy": (
                self.tr("Copy a file into the models folder…"),
                self.tr("The other file can be deleted afterwards."),
            ),
        }
        self.setToolTipsVisible(True)
        for mode in IMPORT_MODES:
            text, explanation = words[mode]
            action = self.addAction(text)
            action.setToolTip(explanation)
            action.setData(mode)
        self.triggered.connect(self._on_triggered)

    def _on_triggered(self, action: QAction) -> None:
        name = choose_file(self._window)
        if name:
            self._actions.import_file(Path(name), action.data())

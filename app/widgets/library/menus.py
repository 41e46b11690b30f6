"""The menus of the local models: ways to import a file, and the folders."""

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.viewmodels.library.actions import IMPORT_MODES, LibraryActions
from app.viewmodels.library.folder_move import FolderMove
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


class FolderMenu(QMenu):
    """Filled each time it opens."""

    def __init__(self, actions: LibraryActions, mover: FolderMove, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._mover = mover
        self.setAccessibleName(self.tr("Folders"))
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._on_triggered)

    def fill(self) -> None:
        """Show the current folders."""
        self.clear()
        self.addAction(self.tr("Open the models folder"), self._on_open)
        self.addAction(self.tr("Move the models folder…"), self._on_move)
        self.addSeparator()
        self.addAction(self.tr("Watch a folder…"), self._on_add)
        for folder in self._actions.extra_folders:
            action = self.addAction(self.tr("Stop watching {0}").format(folder))
            action.setData(str(folder))

    def _on_open(self) -> None:
        folder = self._actions.folder
        folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _on_move(self) -> None:
        name = self._ask(self.tr("Where shall the models be kept?"))
        if name:
            self._mover.move(Path(name))

    def _on_add(self) -> None:
        name = self._ask(self.tr("Which folder has models?"))
        if name:
            self._actions.add_folder(Path(name))

    def _on_triggered(self, action: QAction) -> None:
        if action.data():
            self._actions.drop_folder(Path(action.data()))

    def _ask(self, title: str) -> str:
        return QFileDialog.getExistingDirectory(self.parentWidget(), title)

"""Moves the models folder: stops downloads, copies, updates settings, deletes the old files."""

import os
from pathlib import Path

from PySide6.QtCore import QObject

from app.services.background.pool import run_in_background
from app.services.library.folder import ModelFolder
from app.services.library.storage_move import StorageMove, pending_move
from app.services.notices import Notices
from app.viewmodels.library.actions import LibraryActions
from app.viewmodels.library.downloads import DownloadsViewModel
from app.viewmodels.settings import SettingsViewModel

_VARIABLE = "ENCORE_MODELS"


class FolderMove(QObject):
    """Moves the folder of `library`; `resume` finishes a move that was interrupted."""

    def __init__(
        self,
        library: ModelFolder,
        actions: LibraryActions,
        downloads: DownloadsViewModel,
        settings: SettingsViewModel,
        notices: Notices,
    ) -> None:
        super().__init__()
        self._library = library
        self._actions = actions
        self._downloads = downloads
        self._settings = settings
        self._notices = notices

    def move(self, target: Path) -> None:
        """Move the models to `target`; a failure loses nothing."""
        if os.environ.get(_VARIABLE):
            words = self.tr("The variable %1 says where models are kept; change it instead.")
            self._notices.report(words.replace("%1", _VARIABLE))
            return
        move = StorageMove(self._library.folder, target)
        self._downloads.rest(lambda: self._copy(move))

    def resume(self) -> None:
        """Finish an interrupted move, if there was one."""
        move = pending_move(self._library.folder)
        if move is not None:
            self._finish(move)

    def _finish(self, move: StorageMove) -> None:
        run_in_background(move.finish, self._on_finished, self._on_finish_failed)

    def _copy(self, move: StorageMove) -> None:
        words = self.tr("Moving the models to %1…").replace("%1", str(move.target))

        def say(_result: object) -> str:
            self._switch_over(move)
            return self.tr("The models are in %1 now.").replace("%1", str(move.target))

        self._actions.run(words, move.copy, say, self._downloads.start)

    def _switch_over(self, move: StorageMove) -> None:
        last = self._settings.settings.last_model
        self._settings.set_value("models_folder", str(move.target))
        if last:
            self._settings.set_value("last_model", str(move.new_path(Path(last))))
        self._library.folder = move.target
        self._downloads.start()
        self._finish(move)

    def _on_finished(self, left: tuple[Path, ...]) -> None:
        if left:
            words = self.tr("What is new or in use stayed where it was: %1.")
            self._notices.report(words.replace("%1", ", ".join(map(str, left))))

    def _on_finish_failed(self, error: Exception) -> None:
        self._notices.report(str(error))

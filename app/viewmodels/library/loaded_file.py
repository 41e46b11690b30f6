"""Notices when the file of the loaded model changes or goes while it is loaded."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from app.domain import Notice, NoticeLevel
from app.services.background.pool import run_in_background
from app.services.engine.engine_service import EngineService
from app.viewmodels.banner import Banner
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.events import ModelInfo

WATCH_MS = 5000

_Stamp = tuple[int, int] | None
"""Size and time of the last change; None if the file is gone."""


class LoadedFileWatch(QObject):
    """Offers to load a changed file again; what is loaded works on."""

    def __init__(self, models: ModelPickerViewModel, engine: EngineService, banner: Banner) -> None:
        super().__init__(models)
        self._models = models
        self._banner = banner
        self._path: Path | None = None
        self._stamp: _Stamp = None
        self._shown = ""
        self._timer = QTimer(self, interval=WATCH_MS)
        self._timer.timeout.connect(self.look)
        engine.model_loaded.connect(self._on_loaded)
        engine.model_unloaded.connect(self._forget)

    def look(self) -> None:
        """Compare the file with what it was."""
        if self._path is not None:
            path = self._path
            run_in_background(partial(_stamp, path), partial(self._on_stamp, path), _nothing)

    def _on_loaded(self, model: ModelInfo) -> None:
        self._forget()
        path = Path(model.path)
        run_in_background(partial(_stamp, path), partial(self._begin, path), _nothing)

    def _begin(self, path: Path, stamp: _Stamp) -> None:
        if stamp is not None:
            self._path, self._stamp = path, stamp
            self._timer.start()

    def _forget(self) -> None:
        self._timer.stop()
        self._path = None
        self._withdraw()

    def _on_stamp(self, path: Path, stamp: _Stamp) -> None:
        if path != self._path or stamp == self._stamp:
            return
        self._stamp = stamp
        self._withdraw()
        if stamp is None:
            words = self.tr("The file of %1 is gone. It works until it is unloaded.")
            self._show(words)
        else:
            self._show(self.tr("The file of %1 was changed."), self.tr("Load it again"))

    def _show(self, words: str, label: str = "") -> None:
        notice = Notice(NoticeLevel.WARNING, words.replace("%1", self._models.model_name))
        self._shown = notice.text
        path = self._path
        action = partial(self._models.load_path, path) if label and path else None
        self._banner.show(notice, label, action)

    def _withdraw(self) -> None:
        if self._shown:
            self._banner.withdraw(self._shown)
            self._shown = ""


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _nothing(_error: Exception) -> None:
    """Looking at a file again tells what is wrong with it."""

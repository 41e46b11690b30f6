"""Offers to load the model that a chat is set to. Never loads one by itself."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain import Notice, NoticeLevel
from app.services.endpoints.endpoint import parse_endpoint_path
from app.services.engine.engine_service import EngineService
from app.viewmodels.banner import Banner
from app.viewmodels.chat.chat_settings import ChatSettingsViewModel


class ModelOffer(QObject):
    """A notice while the open chat's model is not the loaded one.

    Signals:
        load_wanted(path: Path): the person accepted.
    """

    load_wanted = Signal(Path)

    def __init__(
        self,
        own: ChatSettingsViewModel,
        engine: EngineService,
        banner: Banner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._own = own
        self._engine = engine
        self._banner = banner
        self._shown = ""
        self._loaded = ""
        own.changed.connect(self._offer)
        own.models_changed.connect(self._offer)
        engine.activity_changed.connect(self._on_activity_changed)

    def _on_activity_changed(self) -> None:
        model = self._engine.model
        loaded = "" if model is None else model.path
        if self._engine.is_loading or loaded != self._loaded:
            self._loaded = loaded
            self._offer()

    def _offer(self) -> None:
        """Show the notice that fits, in place of the one before."""
        if self._shown:
            self._banner.withdraw(self._shown)
            self._shown = ""
        wanted = self._own.model
        if not wanted or self._engine.is_loading or self._is_loaded(wanted):
            return
        name = self._own.model_name
        if parse_endpoint_path(wanted) is not None or Path(wanted).exists():
            text = self.tr("This chat is set to %1, which is not loaded.").replace("%1", name)
            notice = Notice(NoticeLevel.INFO, text)
            self._banner.show(notice, self.tr("Load it"), lambda: self._accept(wanted))
        else:
            text = self.tr("This chat is set to %1, which is no longer there.").replace("%1", name)
            notice = Notice(NoticeLevel.WARNING, text)
            self._banner.show(notice)
        self._shown = notice.text

    def _is_loaded(self, path: str) -> bool:
        model = self._engine.model
        return model is not None and Path(model.path) == Path(path)

    def _accept(self, path: str) -> None:
        self.load_wanted.emit(Path(path))

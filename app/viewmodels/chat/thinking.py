"""Whether and how much the loaded model thinks before it answers. Knows no widget."""

from PySide6.QtCore import QObject, Signal

from app.services.engine.engine_service import EngineService
from app.viewmodels.settings import SettingsViewModel
from engine.events import Thinking

_NONE = Thinking(is_on=False)
_SETTINGS = ("thinking", "effort")


class ThinkingViewModel(QObject):
    """The options of the loaded model, and the user's choice, which applies to all models.

    Signals:
        changed(): the model or the choice changed.
    """

    changed = Signal()

    def __init__(
        self, settings: SettingsViewModel, engine: EngineService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._engine = engine
        settings.value_changed.connect(self._on_value_changed)
        engine.activity_changed.connect(self.changed)

    @property
    def is_offered(self) -> bool:
        """Whether there is something to choose."""
        return self.can_switch or bool(self._known.efforts)

    @property
    def can_switch(self) -> bool:
        """Whether thinking can be turned on and off."""
        return self._known.is_switchable

    @property
    def is_on(self) -> bool:
        """Whether the next answer begins with thinking."""
        wish = self._wish
        return self._known.is_on if wish is None else wish

    @property
    def efforts(self) -> tuple[tuple[str, str], ...]:
        """The levels of thinking: value and label, the model's default first; empty if none."""
        efforts = self._known.efforts
        if not efforts:
            return ()
        return (("", self.tr("Automatic")), *((effort, self._label(effort)) for effort in efforts))

    @property
    def effort(self) -> str:
        """The effort chosen for this model, "" for its default."""
        wanted = self._settings.settings.effort
        return wanted if wanted in self._known.efforts else ""

    @property
    def wishes(self) -> tuple[bool | None, str | None]:
        """`thinking` and `effort` of the next request."""
        return self._wish, (self.effort or None) if self.is_on else None

    def switch(self, is_on: bool) -> None:  # noqa: FBT001  a Qt slot
        """Turn thinking on or off, from the next answer on."""
        self._settings.set_value("thinking", "on" if is_on else "off")

    def choose_effort(self, effort: str) -> None:
        """Turn thinking on with this effort."""
        if self.can_switch:
            self.switch(is_on=True)
        self._settings.set_value("effort", effort)

    @property
    def _known(self) -> Thinking:
        model = self._engine.model
        return _NONE if model is None or model.thinking is None else model.thinking

    @property
    def _wish(self) -> bool | None:
        wanted = {"on": True, "off": False}.get(self._settings.settings.thinking)
        return wanted if self.can_switch else None

    def _label(self, effort: str) -> str:
        labels = {
            "none": self.tr("None"),
            "minimal": self.tr("Minimal"),
            "low": self.tr("Low"),
            "medium": self.tr("Medium"),
            "high": self.tr("High"),
            "xhigh": self.tr("Very high"),
            "max": self.tr("Greatest"),
        }
        return labels.get(effort, effort)

    def _on_value_changed(self, name: str) -> None:
        if name in _SETTINGS:
            self.changed.emit()

"""The shortcuts that a person changed. Knows no widget and not what an action does."""

from PySide6.QtCore import QObject, Signal

from app.viewmodels.settings import SettingsViewModel

_SETTING = "changed_keys"
_BETWEEN = " = "


class ShortcutsViewModel(QObject):
    """Which action has other keys than by default, kept in the settings.

    An action is called by its name, like `new-chat`; keys are written like `Ctrl+Shift+N`.

    Signals:
        changed(): other keys hold.
    """

    changed = Signal()

    def __init__(self, settings: SettingsViewModel) -> None:
        super().__init__()
        self._settings = settings
        settings.value_changed.connect(self._on_setting_changed)

    @property
    def all(self) -> dict[str, str]:
        """The keys of each action that has others; "" for none."""
        lines = str(self._settings.value(_SETTING)).splitlines()
        parts = (line.partition(_BETWEEN.rstrip()) for line in lines)
        return {name.strip(): keys.strip() for name, between, keys in parts if between}

    def rebind(self, name: str, keys: str, taken_from: str = "") -> None:
        """Let the action `name` have `keys`, "" for none; `taken_from` is left without any."""
        changed = self.all | {name: keys}
        if taken_from:
            changed[taken_from] = ""
        self._keep(changed)

    def reset(self, name: str) -> None:
        """Go back to the keys that the action `name` has by default."""
        self._keep({other: keys for other, keys in self.all.items() if other != name})

    def reset_all(self) -> None:
        """Go back to the defaults."""
        self._keep({})

    def _keep(self, changed: dict[str, str]) -> None:
        lines = (f"{name}{_BETWEEN}{keys}" for name, keys in sorted(changed.items()))
        self._settings.set_value(_SETTING, "\n".join(lines))

    def _on_setting_changed(self, name: str) -> None:
        if name == _SETTING:
            self.changed.emit()

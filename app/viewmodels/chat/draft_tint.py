"""Whether the words that accepted drafts brought are marked."""

from PySide6.QtCore import QObject

from app.viewmodels.chat.message_list import MessageListModel
from app.viewmodels.settings import SettingsViewModel

_NAME = "tint_drafts"


class DraftTint(QObject):
    """Keeps `messages` marked as the settings say."""

    def __init__(
        self, settings: SettingsViewModel, messages: MessageListModel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._messages = messages
        settings.value_changed.connect(self._on_value_changed)
        self._on_value_changed(_NAME)

    def toggle(self) -> None:
        """Mark them from now on, or no longer."""
        self._settings.set_value(_NAME, not self._settings.value(_NAME))

    def _on_value_changed(self, name: str) -> None:
        if name == _NAME:
            self._messages.set_tinted(is_tinted=self._settings.value(_NAME))

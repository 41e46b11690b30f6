"""The button below the message box that says whether this chat has settings of its own."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.viewmodels.chat.chat_settings import ChatSettingsViewModel
from app.widgets.chat.chat_settings_dialog import ChatSettingsDialog
from app.widgets.icons import IconButton


class ChatSettingsButton(IconButton):
    """Opens the settings of this chat; marked while it has any."""

    def __init__(self, own: ChatSettingsViewModel, parent: QWidget | None = None) -> None:
        super().__init__("settings", "", parent, size=1.15)
        self._own = own
        self.setProperty("look", "chip")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setCheckable(True)
        self.clicked.connect(self.open_dialog)
        own.changed.connect(self._show_state)
        own.models_changed.connect(self._show_state)
        self._show_state()

    def open_dialog(self) -> ChatSettingsDialog:
        """Show the settings of this chat."""
        self._show_state()  # a click has toggled the mark
        dialog = ChatSettingsDialog(self._own, self.window())
        dialog.open()
        return dialog

    def _show_state(self) -> None:
        own = self._own
        parts = [part for part in (own.preset, own.model_name) if part]
        if own.is_own and not parts:
            parts = [self.tr("Own settings")]
        self.setText(" · ".join(parts) or self.tr("This chat"))
        self.setChecked(own.is_own)
        if own.is_own:
            self.set_description(self.tr("Settings of this chat, which has some of its own"))
        else:
            self.set_description(self.tr("Settings of this chat, as in Settings"))

"""What the open chat sets for itself: system prompt, sampling, model. Knows no widget."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.services.endpoints.endpoint import parse_endpoint_path
from app.storage.conversations import Conversations
from app.storage.database import StorageError
from app.storage.named_files import file_stem
from app.storage.saved_texts import Presets
from app.storage.settings.chat_settings import (
    CHAT_OPTIONS,
    ChatSettings,
    decode_chat_settings,
    encode_chat_settings,
)
from app.storage.settings.option_table import option
from app.storage.settings.settings import Settings
from app.viewmodels.settings import OptionView, SettingsViewModel


class ChatSettingsViewModel(QObject):
    """The settings of the open chat; a value that is not its own follows the window's settings.

    It offers what option editors need, as the window's settings do.

    Signals:
        value_changed(name: str): the value for this chat changed.
        choices_changed(name: str): never for these settings; editors connect to it.
        changed(): `is_own`, `model` or another chat's values.
        models_changed(): `models` changed; presets_changed(): `presets` did.
        failed(problem: str): a value could not be kept, or a preset not be read.
    """

    value_changed = Signal(str)
    choices_changed = Signal(str)
    changed = Signal()
    models_changed = Signal()
    presets_changed = Signal()
    failed = Signal(str)

    def __init__(
        self,
        conversations: Conversations,
        settings: SettingsViewModel,
        presets: Presets,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._settings = settings
        self._presets = presets
        self._conversation_id: int | None = None
        self._own = ChatSettings()
        self._models: dict[str, str] = {}
        settings.value_changed.connect(self._on_general_value_changed)

    @property
    def options(self) -> tuple[OptionView, ...]:
        """The settings that a chat may have for itself."""
        views = {view.name: view for view in self._settings.options}
        return tuple(views[name] for name in CHAT_OPTIONS if name in views)

    @property
    def is_own(self) -> bool:
        """Whether this chat differs from the settings."""
        return self._own.is_own

    @property
    def has_values(self) -> bool:
        """Whether there is something to keep as a preset."""
        return bool(self._own.values)

    @property
    def model(self) -> str:
        """The path of the model of this chat, "" for whichever is loaded."""
        return self._own.model

    @property
    def model_name(self) -> str:
        """What that model is called, "" without one."""
        remote = parse_endpoint_path(self.model)
        name = Path(self.model).stem if remote is None else remote.model
        return self._models.get(self.model, name) if self.model else ""

    @property
    def models(self) -> tuple[tuple[str, str], ...]:
        """The models to choose from, path and name, first the one that is loaded."""
        choices = {"": self.tr("The loaded model")} | self._models
        if self.model:
            choices.setdefault(self.model, self.model_name)
        return tuple(choices.items())

    @property
    def presets(self) -> tuple[str, ...]:
        """The names of all presets."""
        return self._presets.names()

    @property
    def preset(self) -> str:
        """The preset of this chat, "" for none; one that was departed from still counts."""
        return self._own.preset

    def choose_preset(self, name: str) -> None:
        """Set what a preset says, and nothing else; "" goes back to the settings."""
        try:
            values = self._presets.values(name) if name else {}
        except StorageError as error:
            self.failed.emit(str(error))
            return
        self._keep(replace(self._own, values=values, preset=name))

    def save_preset(self, name: str) -> bool:
        """Keep what this chat has of its own as a preset; False if that is not possible."""
        name = file_stem(name)
        if not name or not self._own.values:
            return False
        try:
            self._presets.save(name, self._own.values)
        except StorageError as error:
            self.failed.emit(str(error))
            return False
        self._keep(replace(self._own, preset=name))
        self.presets_changed.emit()
        return True

    def delete_preset(self) -> None:
        """Remove the preset of this chat; the chat keeps its values."""
        self._presets.delete(self.preset)
        self._keep(replace(self._own, preset=""))
        self.presets_changed.emit()

    def offer_models(self, models: Mapping[str, str]) -> None:
        """Let these models, path to name, be chosen."""
        self._models = dict(models)
        self.models_changed.emit()

    def open(self, conversation_id: int) -> None:
        """Show the settings of a chat."""
        self._conversation_id = conversation_id
        self._own = self._read(conversation_id)
        for name in CHAT_OPTIONS:
            self.value_changed.emit(name)
        self.changed.emit()

    def of(self, conversation_id: int) -> Settings:
        """All settings as they are for an answer in a conversation."""
        return self._read(conversation_id).applied_to(self._settings.settings)

    @property
    def tool_servers(self) -> tuple[str, ...]:
        """The servers whose tools this chat offers."""
        return self._own.tool_servers

    def tool_servers_of(self, conversation_id: int) -> tuple[str, ...]:
        """Those of any conversation."""
        return self._read(conversation_id).tool_servers

    def offer_tools(self, server_id: str, *, is_offered: bool) -> None:
        """Offer the tools of a server in this chat, or no longer."""
        others = tuple(one for one in self._own.tool_servers if one != server_id)
        chosen = (*others, server_id) if is_offered else others
        self._keep(replace(self._own, tool_servers=chosen))

    def value(self, name: str) -> Any:
        """The value of a setting for this chat."""
        return self._own.values.get(name, self._settings.value(name))

    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """As of the window's settings."""
        return self._settings.choices(name)

    def is_changed(self, name: str) -> bool:
        """Whether this chat has a value of its own."""
        return name in self._own.values

    def reset_words(self, name: str) -> str:
        """What resetting a setting does."""
        label = next(view.label for view in self.options if view.name == name)
        return self.tr("%1: as in Settings").replace("%1", label)

    def remark(self, name: str) -> str:
        """As of the window's settings."""
        return self._settings.remark(name)

    def set_value(self, name: str, value: Any) -> str:
        """Set a value for this chat. Returns "" or the sentence that says why not."""
        try:
            parsed = option(name).parse(value)
        except ValueError:
            return self._settings.refusal(name)
        self._keep(self._own.with_value(name, parsed))
        return ""

    def reset(self, name: str) -> None:
        """Follow the window's settings again."""
        self._keep(self._own.without(name))

    def reset_all(self) -> None:
        """Follow the window's settings in everything."""
        self._keep(ChatSettings(tool_servers=self._own.tool_servers))

    def set_model(self, path: str) -> None:
        """Set the model of this chat; it is not loaded by that."""
        self._keep(replace(self._own, model=path))

    def _read(self, conversation_id: int) -> ChatSettings:
        return decode_chat_settings(self._conversations.settings_json(conversation_id))

    def _keep(self, own: ChatSettings) -> None:
        if self._conversation_id is None or own == self._own:
            return
        try:
            self._conversations.set_settings_json(self._conversation_id, encode_chat_settings(own))
        except StorageError as error:
            self.failed.emit(str(error))
            return
        before, self._own = self._own, own
        for name in CHAT_OPTIONS:
            if before.values.get(name) != own.values.get(name):
                self.value_changed.emit(name)
        self.changed.emit()

    def _on_general_value_changed(self, name: str) -> None:
        if name in CHAT_OPTIONS and not self.is_changed(name):
            self.value_changed.emit(name)

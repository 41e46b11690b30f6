"""What one chat sets for itself; everything else is as in the settings. Knows no database."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.storage.settings.option_table import SAMPLING, option, with_values
from app.storage.settings.settings import Settings

CHAT_OPTIONS = ("system_prompt", "max_tokens", *(entry.name for entry in SAMPLING))
"""The settings that a chat may have for itself, in the order to show them."""


class ChatSettings(Struct, frozen=True, omit_defaults=True):
    """`values` are by the name of their option; `model` is a path, "" for the one that is loaded.

    `preset` is the name of the one that was chosen last. `tool_servers` are the ids of those whose
    tools it offers to the model.
    """

    values: dict[str, Any] = {}
    model: str = ""
    preset: str = ""
    tool_servers: tuple[str, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether anything differs from the settings."""
        return bool(self.values or self.model)

    def applied_to(self, settings: Settings) -> Settings:
        """`settings` with the values of this chat."""
        return with_values(settings, **self.values)

    def with_value(self, name: str, value: Any) -> "ChatSettings":
        """The same with another value."""
        return replace(self, values={**self.values, name: value})

    def without(self, name: str) -> "ChatSettings":
        """The same, as in the settings for this one."""
        rest = {key: value for key, value in self.values.items() if key != name}
        return replace(self, values=rest)


def parse_chat_values(values: Mapping[str, object]) -> dict[str, Any]:
    """What is usable of `values` from a file or the database."""
    usable = {}
    for name in CHAT_OPTIONS:
        if name in values:
            try:
                usable[name] = option(name).parse(values[name])
            except ValueError:
                continue
    return usable


def encode_chat_settings(settings: ChatSettings) -> str:
    """As it is kept with a conversation; "" when nothing is set."""
    return msgspec.json.encode(settings).decode() if settings != ChatSettings() else ""


def decode_chat_settings(content: str) -> ChatSettings:
    """The reverse; what is not usable is left out."""
    try:
        decoded = msgspec.json.decode(content or "{}", type=ChatSettings)
    except msgspec.DecodeError:
        return ChatSettings()
    return replace(decoded, values=parse_chat_values(decoded.values))

"""Every setting in one table, in the panel's order; used by the settings file and the panel."""

from typing import Any

from app.storage.settings.engine_options import MODEL, REPLAY, SAMPLING, SPECULATION
from app.storage.settings.option import Option
from app.storage.settings.settings import Settings
from app.storage.settings.window_options import ANSWERS, APPEARANCE, LIBRARY, STATE, THINKING

# English, like the words of each option.
SECTIONS: dict[str, str] = {
    "replay": "Replay",
    "speculation": "Speculation",
    "answers": "Answers",
    "model": "Model",
    "appearance": "Appearance",
    "library": "Models and downloads",
    "state": "",
}

OPTIONS: tuple[Option, ...] = (
    REPLAY + SPECULATION + ANSWERS + SAMPLING + THINKING + MODEL + APPEARANCE + LIBRARY + STATE
)


def option(name: str) -> Option:
    """The option called `name`. Raises KeyError when there is none."""
    return _BY_NAME[name]


def with_values(settings: Settings, **values: Any) -> Settings:
    """`settings` with other values of the options named."""
    for name, value in values.items():
        settings = option(name).put(value, settings)
    return settings


_BY_NAME = {entry.name: entry for entry in OPTIONS}

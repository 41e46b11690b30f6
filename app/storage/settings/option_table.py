"""Every setting in one table, in the order of the panel; shared by the file and the settings panel."""

from app.storage.settings.answer_options import ANSWERS, THINKING
from app.storage.settings.engine_options import MODEL, REPLAY, SPECULATION
from app.storage.settings.option import Option, translatable
from app.storage.settings.window_options import APPEARANCE, LIBRARY, STATE

SECTIONS: dict[str, str] = {
    "replay": translatable("Settings", "Replay"),
    "speculation": translatable("Settings", "Speculation"),
    "answers": translatable("Settings", "Answers"),
    "model": translatable("Settings", "Model"),
    "appearance": translatable("Settings", "Appearance"),
    "library": translatable("Settings", "Models and downloads"),
    "state": "",
}

OPTIONS: tuple[Option, ...] = (
    REPLAY + SPECULATION + ANSWERS + THINKING + MODEL + APPEARANCE + LIBRARY + STATE
)


def option(name: str) -> Option:
    """The option called `name`. Raises KeyError when there is none."""
    return _BY_NAME[name]


_BY_NAME = {entry.name: entry for entry in OPTIONS}

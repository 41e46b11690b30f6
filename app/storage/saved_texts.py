"""What a person keeps under names: presets, each a TOML file, and prompts, each a text file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.storage.database import StorageError
from app.storage.named_files import NamedFiles
from app.storage.settings.chat_settings import parse_chat_values

PRESETS_FOLDER, PROMPTS_FOLDER = "presets", "prompts"


class Presets:
    """System prompts with sampling."""

    def __init__(self, folder: Path) -> None:
        self._files = NamedFiles(folder, ".toml")

    def names(self) -> tuple[str, ...]:
        """All names in alphabetical order."""
        return self._files.names()

    def values(self, name: str) -> dict[str, Any]:
        """The usable values of a preset, by option. Raises StorageError if it cannot be read."""
        try:
            return parse_chat_values(tomllib.loads(self._files.read(name)))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise StorageError(
                f"The preset {name} could not be read ({error}); mend its file or save it anew."
            ) from error

    def save(self, name: str, values: Mapping[str, Any]) -> None:
        """Keep `values` as `name`. Raises StorageError."""
        # Imported late: the window must not wait for it.
        import tomlkit

        document = tomlkit.document()
        for key, value in values.items():
            is_long = isinstance(value, str) and "\n" in value
            document[key] = tomlkit.string(value, multiline=True) if is_long else value
        self._files.write(name, tomlkit.dumps(document))

    def delete(self, name: str) -> None:
        """Remove a preset."""
        self._files.delete(name)


@dataclass(frozen=True, slots=True)
class SavedTexts:
    """The presets and prompts of one home."""

    presets: Presets
    prompts: NamedFiles

    @staticmethod
    def below(folder: Path) -> "SavedTexts":
        """Those in the data folder."""
        prompts = NamedFiles(folder / PROMPTS_FOLDER, ".md")
        return SavedTexts(Presets(folder / PRESETS_FOLDER), prompts)


def saved_files(folder: Path) -> list[Path]:
    """The files of all presets and prompts in the data folder."""
    found = [*(folder / PRESETS_FOLDER).glob("*.toml"), *(folder / PROMPTS_FOLDER).glob("*.md")]
    return sorted(path for path in found if path.is_file())

"""The settings file: TOML that a person may edit. One bad value never costs the others."""

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from app.storage.database import StorageError
from app.storage.private_files import replace_privately
from app.storage.settings.option_table import OPTIONS, with_values
from app.storage.settings.settings import Settings

_log = logging.getLogger(__name__)

SCHEMA_VERSION = 1

# A hundred times the size of all settings. Reading takes up to 15 s a megabyte at start-up.
_MAX_BYTES = 128 << 10


class _UnreadableError(Exception):
    """It is no TOML, or longer than settings can be."""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings read. `bad_names` fell back to their defaults.

    `is_damaged`: the file was not TOML, or too long, so the last good copy or the defaults are used.
    """

    settings: Settings
    bad_names: tuple[str, ...] = ()
    is_damaged: bool = False


class SettingsFile:
    """Reads and writes one settings file; beside it lies a copy of its last good state."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.good_copy = path.with_name(path.name + ".good")

    def load(self) -> LoadedSettings:
        """Read what can be read; never raises for what the file contains."""
        try:
            document = _read(self.path)
        except (_UnreadableError, OSError):
            _log.exception("damaged settings %s", self.path)
            loaded = _parse(self._last_good())
            return replace(loaded, is_damaged=True)
        return _parse(document)

    def save(self, settings: Settings) -> None:
        """Write what changed; comments and unknown keys stay. Raises StorageError."""
        try:
            document = self._editable()
            _update(document, settings)
            content = tomlkit.dumps(document).encode()
            if len(content) > _MAX_BYTES:
                raise StorageError(
                    f"The settings are longer than {_MAX_BYTES >> 10} KB and were not saved; "
                    "shorten the system prompt."
                )
            replace_privately(self.path, content)
            replace_privately(self.good_copy, content)
        except OSError as error:
            raise StorageError(
                f"The settings could not be saved to {self.path} ({error}); "
                "check that the folder can be written to and that the disk is not full."
            ) from error

    def _editable(self) -> tomlkit.TOMLDocument:
        """The file as it stands now: a person may have edited it meanwhile."""
        try:
            return _read(self.path)
        except _UnreadableError:
            # What a person wrote is kept, even where it cannot be read.
            self.path.replace(self.path.with_name(self.path.name + ".damaged"))
            return self._last_good()

    def _last_good(self) -> tomlkit.TOMLDocument:
        try:
            return _read(self.good_copy)
        except (_UnreadableError, OSError):
            return tomlkit.document()


def _read(path: Path) -> tomlkit.TOMLDocument:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return tomlkit.document()
    if len(content) > _MAX_BYTES:
        raise _UnreadableError(f"longer than {_MAX_BYTES} bytes")
    try:
        return tomlkit.parse(content.decode())
    except (TOMLKitError, UnicodeDecodeError, RecursionError) as error:
        raise _UnreadableError from error


def _parse(document: tomlkit.TOMLDocument) -> LoadedSettings:
    content = document.unwrap()
    values: dict[str, Any] = {}
    bad: list[str] = []
    for entry in OPTIONS:
        section = content.get(entry.section, {})
        if not isinstance(section, dict):
            bad.append(entry.name)
        elif entry.name in section:
            try:
                values[entry.name] = entry.parse(section[entry.name])
            except ValueError:
                bad.append(entry.name)
    return LoadedSettings(with_values(Settings(), **values), tuple(bad))


def _update(document: tomlkit.TOMLDocument, settings: Settings) -> None:
    document.setdefault("schema_version", SCHEMA_VERSION)
    for entry in OPTIONS:
        section = document.get(entry.section)
        if not isinstance(section, dict):
            section = document[entry.section] = tomlkit.table()
        value = entry.value(settings)
        if entry.name not in section:
            if isinstance(section, Table):
                section.add(tomlkit.comment(entry.help))
            section[entry.name] = value
        elif section[entry.name] != value:
            section[entry.name] = value

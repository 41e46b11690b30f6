"""Prompts under names, with variables to fill in. Knows no widget."""

import re
from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from app.storage.database import StorageError
from app.storage.named_files import NamedFiles, file_stem

# {{topic}}: a short name on one line.
_VARIABLE = re.compile(r"\{\{[ \t]*([^{}\s](?:[^{}\n]{0,58}[^{}\s])?)[ \t]*\}\}")


class PromptLibrary(QObject):
    """The prompts of this person, each a text file.

    Signals:
        changed(): a prompt was saved or deleted.
        failed(problem: str): one could not be read or saved.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, files: NamedFiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files

    @property
    def names(self) -> tuple[str, ...]:
        """All names in alphabetical order."""
        return self._files.names()

    def matching(self, typed: str) -> tuple[str, ...]:
        """The names that contain `typed`; first those that begin with it."""
        wanted = typed.strip().casefold()
        found = [name for name in self.names if wanted in name.casefold()]
        return tuple(sorted(found, key=lambda name: not name.casefold().startswith(wanted)))

    def text(self, name: str) -> str:
        """The text of a prompt, "" with `failed` if it cannot be read."""
        try:
            return self._files.read(name)
        except StorageError as error:
            self.failed.emit(str(error))
            return ""

    def save(self, name: str, text: str, replaced: str = "") -> str:
        """Keep a prompt in place of the one called `replaced`; returns its name, "" if refused."""
        name = file_stem(name)
        if not name or not text.strip():
            return ""
        try:
            self._files.write(name, text)
        except StorageError as error:
            self.failed.emit(str(error))
            return ""
        if replaced and replaced != name:
            self._files.delete(replaced)
        self.changed.emit()
        return name

    def delete(self, name: str) -> None:
        """Remove a prompt."""
        self._files.delete(name)
        self.changed.emit()


def variables_of(text: str) -> tuple[str, ...]:
    """The variables in a prompt, each once, in the order of their first use."""
    return tuple(dict.fromkeys(_VARIABLE.findall(text)))


def fill_in(text: str, values: Mapping[str, str]) -> str:
    """The prompt with `values` for its variables; one without a value stays as it is."""
    return _VARIABLE.sub(lambda found: values.get(found[1], found[0]), text)

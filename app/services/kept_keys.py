"""Keys of servers elsewhere: in the keyring, or in a private file where none works."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication

from app.services import keyring_access
from app.storage.private_files import replace_privately
from engine.errors import EngineError


class KeptKeys:
    """Keys by the id of what they are for; `user_of` gives the name that one has in the keyring.

    A key is read on first use: the keyring may ask the person to unlock it.
    """

    def __init__(self, path: Path, user_of: Callable[[str], str]) -> None:
        self._path = path
        self._user_of = user_of
        self._known: dict[str, str | None] = {}

    def find(self, name: str) -> str | None:
        """The key of `name`; None without one. Reading the keyring may take a while."""
        if name not in self._known:
            self._known[name] = keyring_access.find(self._user_of(name)) or self._read().get(name)
        return self._known[name]

    def keep(self, name: str, key: str) -> str:
        """Keep a key, "" for none, in one place; returns a notice about it, "" for none.

        Raises EngineError when the disk refuses it.
        """
        self._known.pop(name, None)
        is_in_keyring = bool(key) and keyring_access.keep(self._user_of(name), key)
        if not key:
            keyring_access.forget(self._user_of(name))
        self._write(name, "" if is_in_keyring else key)
        if is_in_keyring or not key:
            return ""
        words = _words("No keyring works here, so the key is in %1, which only you can read.")
        return words.replace("%1", str(self._path))

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}

    def _write(self, name: str, key: str) -> None:
        before = self._read()
        keys = {other: value for other, value in before.items() if other != name}
        if key:
            keys[name] = key
        if keys == before:
            return
        try:
            if keys:
                replace_privately(self._path, msgspec.json.encode(keys))
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            words = _words("The key could not be kept in %1: check the disk.")
            raise EngineError(words.replace("%1", str(self._path))) from error


def _words(text: str) -> str:
    return QCoreApplication.translate("Endpoints", text)

"""Keeps the tool servers in a file beside the settings, their keys in the keyring. Starts none."""

import threading
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from app.paths import config_dir
from app.services.kept_keys import KeptKeys
from app.services.kept_list import KeptList
from app.services.tools.server import ToolServer, ToolServerError, checked, clean_key

FILE_NAME = "tools.json"
KEYS_NAME = "tool-keys.json"
MAX_SERVERS = 50


class ToolServerStore:
    """The tool servers, in the order in which they were added. Thread-safe."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or config_dir()
        self._list = KeptList(folder / FILE_NAME, ToolServer, MAX_SERVERS)
        self._lock = threading.RLock()
        self._keys = KeptKeys(folder / KEYS_NAME, _user)

    def all(self) -> tuple[ToolServer, ...]:
        """Every server."""
        with self._lock:
            return tuple(self._read().values())

    def find(self, server_id: str) -> ToolServer | None:
        """The server with this id."""
        with self._lock:
            return self._read().get(server_id)

    def save(self, server: ToolServer, key: str | None = None) -> str:
        """Add a server, or replace the one with its id; `key` None is the one it has, "" none.

        Returns a notice about the key's place, "" for none. Raises StorageError, EngineError.
        """
        server = checked(server)
        with self._lock:
            before = self._read().get(server.id)
            if before is None and len(self._read()) >= MAX_SERVERS:
                raise ToolServerError(_words("There are too many tool servers: remove one."))
            if key is None and before is not None and before.address != server.address:
                key = ""  # it was given to another server
                self._keys.keep(_sign_in(server.id), "")
                before = replace(before, is_signed_in=False)
            signed_in = before is not None and before.is_signed_in
            has_key = bool(key) if key is not None else before is not None and before.has_key
            notice = "" if key is None else self._keys.keep(server.id, clean_key(key))
            server = replace(server, has_key=has_key, is_signed_in=signed_in)
            self._write(self._read() | {server.id: server})
            return notice

    def switch(self, server_id: str, *, is_on: bool) -> None:
        """Let a server be started, or not. Raises StorageError."""
        with self._lock:
            server = self._read().get(server_id)
            if server is not None:
                self._write(self._read() | {server_id: replace(server, is_on=is_on)})

    def remove(self, server_id: str) -> None:
        """Forget a server and its key. Raises StorageError, EngineError."""
        with self._lock:
            self._keys.keep(server_id, "")
            self._keys.keep(_sign_in(server_id), "")
            self._write({key: one for key, one in self._read().items() if key != server_id})

    def key(self, server_id: str) -> str | None:
        """The key of a server; None without one. Reading the keyring may take a while."""
        with self._lock:
            server = self._read().get(server_id)
            return self._keys.find(server_id) if server is not None and server.has_key else None

    def forget_keys(self) -> None:
        """Forget all keys. Raises EngineError."""
        for server in self.all():
            self._keys.keep(server.id, "")
            self.keep_sign_in(server.id, "")

    def sign_in(self, server_id: str) -> str:
        """What signing in has left, "" for nothing. Reading the keyring may take a while."""
        with self._lock:
            server = self._read().get(server_id)
            is_signed_in = server is not None and server.is_signed_in
            return (self._keys.find(_sign_in(server_id)) or "") if is_signed_in else ""

    def keep_sign_in(self, server_id: str, kept: str) -> str:
        """Keep it, "" to sign out; returns a notice about its place, "" for none.

        A server that was removed meanwhile gets none. Raises StorageError, EngineError.
        """
        with self._lock:
            server = self._read().get(server_id)
            if server is None:
                return ""
            notice = self._keys.keep(_sign_in(server_id), kept)
            if server.is_signed_in != bool(kept):
                self._write(self._read() | {server_id: replace(server, is_signed_in=bool(kept))})
            return notice

    def _read(self) -> dict[str, ToolServer]:
        return self._list.read()

    def _write(self, known: dict[str, ToolServer]) -> None:
        self._list.write(
            known, _words("The list of tool servers could not be saved to %1: check the disk.")
        )


def _user(server_id: str) -> str:
    return f"Key of the tool server {server_id}"


def _sign_in(server_id: str) -> str:
    """The name that tokens have among the keys."""
    return f"{server_id} (signed in)"


def _words(text: str) -> str:
    return QCoreApplication.translate("Tools", text)

"""Keeps the endpoints in a file beside the settings, their keys in the keyring. Asks nobody."""

import threading
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from app.paths import config_dir
from app.services.endpoints.endpoint import Endpoint, EndpointError, clean_key
from app.services.kept_keys import KeptKeys
from app.services.kept_list import KeptList

FILE_NAME = "endpoints.json"
KEYS_NAME = "endpoint-keys.json"
_MAX_ENDPOINTS = 100


class EndpointStore:
    """The endpoints, in the order in which they were added. Thread-safe.

    Their keys are in the keyring; where none works, in a private file.
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or config_dir()
        self._list = KeptList(folder / FILE_NAME, Endpoint, _MAX_ENDPOINTS)
        self._lock = threading.RLock()
        self._keys = KeptKeys(folder / KEYS_NAME, _user)

    def all(self) -> tuple[Endpoint, ...]:
        """Every endpoint."""
        with self._lock:
            return tuple(self._read().values())

    def find(self, endpoint_id: str) -> Endpoint | None:
        """The endpoint with this id."""
        with self._lock:
            return self._read().get(endpoint_id)

    def save(self, endpoint: Endpoint, key: str | None = None) -> str:
        """Add an endpoint, or replace the one with its id; `key` None is the one it has, "" none.

        Returns a notice about the key's place, "" for none. Raises StorageError, EngineError.
        """
        with self._lock:
            before = self._read().get(endpoint.id)
            if before is None and len(self._read()) >= _MAX_ENDPOINTS:
                raise EndpointError(_words("There are too many engines elsewhere: remove one."))
            has_key = bool(key) if key is not None else before is not None and before.has_key
            notice = "" if key is None else self._keys.keep(endpoint.id, clean_key(key))
            self._write(self._read() | {endpoint.id: replace(endpoint, has_key=has_key)})
            return notice

    def remove(self, endpoint_id: str) -> None:
        """Forget an endpoint and its key. Raises StorageError, EngineError."""
        with self._lock:
            self._keys.keep(endpoint_id, "")
            self._write({key: one for key, one in self._read().items() if key != endpoint_id})

    def key(self, endpoint_id: str) -> str | None:
        """The key of an endpoint; None without one. Reading the keyring may take a while."""
        with self._lock:
            endpoint = self._read().get(endpoint_id)
            if endpoint is None or not endpoint.has_key:
                return None
            return self._keys.find(endpoint_id)

    def forget_keys(self) -> None:
        """Forget all keys. Raises EngineError."""
        for endpoint in self.all():
            self._keys.keep(endpoint.id, "")

    def _read(self) -> dict[str, Endpoint]:
        return self._list.read()

    def _write(self, known: dict[str, Endpoint]) -> None:
        self._list.write(
            known, _words("The list of engines could not be saved to %1: check the disk.")
        )


def _user(endpoint_id: str) -> str:
    return f"Key of the engine {endpoint_id}"


def _words(text: str) -> str:
    return QCoreApplication.translate("Endpoints", text)

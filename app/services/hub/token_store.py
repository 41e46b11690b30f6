"""Stores the Hub token in the keyring, else in a private file."""

import contextlib
import logging
import threading
from enum import StrEnum
from pathlib import Path

from app.paths import config_dir
from app.services import keyring_access
from app.services.hub.settings import HubError, clean_token
from app.storage.private_files import replace_privately

_log = logging.getLogger(__name__)

FILE_NAME = "hub-token"
_USER = "Hugging Face token"


class TokenPlace(StrEnum):
    """The place of a token."""

    KEYRING = "keyring"
    FILE = "file"
    HUB = "huggingface_hub"


class TokenStore:
    """The token in the keyring or in `folder` (default: config), else that of `hf auth login`.

    The keyring is read once, on first use: it may ask the user to unlock it. Thread-safe.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or config_dir()) / FILE_NAME
        self._lock = threading.Lock()
        self._own: tuple[str | None, TokenPlace | None] | None = None

    def load(self) -> str | None:
        """The token, None without one."""
        return self._look_up()[0]

    @property
    def place(self) -> TokenPlace | None:
        """Where `load` found the token."""
        return self._look_up()[1]

    @property
    def notice(self) -> str | None:
        """A notice about the token's place, None if it is in the keyring."""
        if self.place is not TokenPlace.FILE:
            return None
        return f"No keyring works here, so the token is in {self._path}, which only you can read."

    def save(self, token: str) -> None:
        """Save `token`. Raises `HubError` when it is malformed or cannot be saved."""
        cleaned = clean_token(token)
        if cleaned is None:
            raise HubError("That is no token: it begins with hf_ and has only letters and digits.")
        with self._lock:
            if keyring_access.keep(_USER, cleaned):
                self._delete_file()
                self._own = cleaned, TokenPlace.KEYRING
            else:
                self._write_file(cleaned)
                self._own = cleaned, TokenPlace.FILE

    def forget(self) -> None:
        """Delete the saved token; a token of `hf auth login` stays. Raises `HubError`."""
        with self._lock:
            keyring_access.forget(_USER)
            self._delete_file()
            self._own = None

    def _look_up(self) -> tuple[str | None, TokenPlace | None]:
        with self._lock:
            if self._own is None:
                self._own = self._find_own()
            if self._own[0] is not None:
                return self._own
        # Not cached: a login expires, and is renewed, every hour.
        token = clean_token(_read_hub_token())
        return token, TokenPlace.HUB if token else None

    def _find_own(self) -> tuple[str | None, TokenPlace | None]:
        if token := clean_token(keyring_access.find(_USER)):
            return token, TokenPlace.KEYRING
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if token := clean_token(self._path.read_text(encoding="utf-8")):
                return token, TokenPlace.FILE
        return None, None

    def _write_file(self, token: str) -> None:
        try:
            replace_privately(self._path, token.encode())
        except OSError as error:
            raise HubError(
                f"The token cannot be kept in {self._path}: {error.strerror or error}."
            ) from error

    def _delete_file(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            raise HubError(
                f"{self._path} cannot be deleted ({error.strerror or error}); delete it by hand."
            ) from error


def _read_hub_token() -> str | None:
    """The token of `hf auth login`, refreshed if expired."""
    from huggingface_hub import constants, get_token
    from huggingface_hub.errors import DeviceCodeError, OIDCError

    if constants.HF_HUB_DISABLE_IMPLICIT_TOKEN:
        return None
    try:
        return get_token()
    except (OSError, ValueError, DeviceCodeError, OIDCError):
        _log.warning("huggingface_hub's token cannot be read", exc_info=True)
        return None

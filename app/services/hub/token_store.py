"""The Hub token that a person put in: in the keyring, else in a file that only they can read. Knows no network."""

import contextlib
import logging
import os
import threading
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any

from app.paths import config_dir
from app.services.hub.settings import HubError, clean_token

_log = logging.getLogger(__name__)

FILE_NAME = "hub-token"
_SERVICE, _USER = "Encore", "Hugging Face token"
_PRIVATE = 0o600


class TokenPlace(StrEnum):
    """Where a token was found."""

    KEYRING = "keyring"
    FILE = "file"
    HUB = "huggingface_hub"


class _NoKeyringError(Exception):
    """No keyring is installed, or it keeps nothing, or it refuses."""


class TokenStore:
    """The token in the keyring or in `folder` (default: that of the settings), or the one of `hf auth login`.

    The keyring is asked once, when a token is first wanted: it may ask the person to open it.
    Safe on any thread.
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
        """Where `load` has the token from."""
        return self._look_up()[1]

    @property
    def notice(self) -> str | None:
        """What a person must know about where their token lies, None when it lies well."""
        if self.place is not TokenPlace.FILE:
            return None
        return f"No keyring works here, so the token is in {self._path}, which only you can read."

    def save(self, token: str) -> None:
        """Keep `token`. Raises `HubError` when it cannot be one, or cannot be kept."""
        cleaned = clean_token(token)
        if cleaned is None:
            raise HubError("That is no token: it begins with hf_ and has only letters and digits.")
        with self._lock:
            if _keep_in_keyring(cleaned):
                self._delete_file()
                self._own = cleaned, TokenPlace.KEYRING
            else:
                self._write_file(cleaned)
                self._own = cleaned, TokenPlace.FILE

    def forget(self) -> None:
        """Delete what `save` kept; a token of `hf auth login` stays. Raises `HubError`."""
        with self._lock:
            with contextlib.suppress(_NoKeyringError):
                _ask_keyring("delete_password")
            self._delete_file()
            self._own = None

    def _look_up(self) -> tuple[str | None, TokenPlace | None]:
        with self._lock:
            if self._own is None:
                self._own = self._find_own()
            if self._own[0] is not None:
                return self._own
        # Not remembered: a login runs out, and is renewed, by the hour.
        token = clean_token(_read_hub_token())
        return token, TokenPlace.HUB if token else None

    def _find_own(self) -> tuple[str | None, TokenPlace | None]:
        with contextlib.suppress(_NoKeyringError):
            if token := clean_token(_ask_keyring("get_password")):
                return token, TokenPlace.KEYRING
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if token := clean_token(self._path.read_text(encoding="utf-8")):
                return token, TokenPlace.FILE
        return None, None

    def _write_file(self, token: str) -> None:
        temporary = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary.unlink(missing_ok=True)
            # Private from its first moment on; Windows keeps a person's folder private by itself.
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(token)
            temporary.replace(self._path)
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


def _keep_in_keyring(token: str) -> bool:
    """Whether the keyring has `token` now; one that forgets at once is none."""
    try:
        _ask_keyring("set_password", token)
        return bool(_ask_keyring("get_password") == token)
    except _NoKeyringError:
        return False


def _ask_keyring(what: str, *arguments: str) -> Any:
    """Call a function of the keyring. Raises `_NoKeyringError` when there is none that works."""
    try:
        return getattr(_import_keyring(), what)(_SERVICE, _USER, *arguments)
    except (_NoKeyringError, ImportError) as error:
        raise _NoKeyringError from error
    except Exception as error:
        # Each desktop's backend fails in a way of its own; all of them mean that it does not work.
        _log.info("the keyring does not work", exc_info=True)
        raise _NoKeyringError from error


def _import_keyring() -> Any:
    keyring = import_module("keyring")
    if keyring.get_keyring().priority <= 0:
        raise _NoKeyringError
    return keyring


def _read_hub_token() -> str | None:
    """The token that `hf auth login` kept, refreshed if it has run out."""
    from huggingface_hub import constants, get_token
    from huggingface_hub.errors import DeviceCodeError, OIDCError

    if constants.HF_HUB_DISABLE_IMPLICIT_TOKEN:
        return None
    try:
        return get_token()
    except (OSError, ValueError, DeviceCodeError, OIDCError):
        _log.warning("huggingface_hub's token cannot be read", exc_info=True)
        return None

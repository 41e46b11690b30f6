"""Secrets in the desktop's keyring, by the name of what they are for. It may ask to be unlocked."""

import logging
from importlib import import_module
from typing import Any

_log = logging.getLogger(__name__)

_SERVICE = "Encore"


class _NoKeyringError(Exception):
    """No keyring is installed, or it does not work."""


def find(user: str) -> str | None:
    """The secret kept for `user`; None without one, or without a keyring that works."""
    try:
        found = _ask("get_password", user)
    except _NoKeyringError:
        return None
    return found if isinstance(found, str) else None


def keep(user: str, secret: str) -> bool:
    """Whether the keyring now has `secret`; a keyring that forgets it at once does not count."""
    try:
        _ask("set_password", user, secret)
        return bool(_ask("get_password", user) == secret)
    except _NoKeyringError:
        return False


def forget(user: str) -> None:
    """Delete what is kept for `user`, if there is anything."""
    try:
        _ask("delete_password", user)
    except _NoKeyringError:
        return


def _ask(what: str, user: str, *arguments: str) -> Any:
    """Call a function of the keyring. Raises `_NoKeyringError` when none works."""
    try:
        return getattr(_import_keyring(), what)(_SERVICE, user, *arguments)
    except (_NoKeyringError, ImportError) as error:
        raise _NoKeyringError from error
    except Exception as error:
        # Each desktop's backend has its own errors; all mean that it does not work.
        _log.info("the keyring does not work", exc_info=True)
        raise _NoKeyringError from error


def _import_keyring() -> Any:
    keyring = import_module("keyring")
    if keyring.get_keyring().priority <= 0:
        raise _NoKeyringError
    return keyring

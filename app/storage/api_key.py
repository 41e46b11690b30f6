"""The server's API key, shown once when it is made; only its digest is kept."""

import hashlib
import re
import secrets
from pathlib import Path

from app.storage.database import StorageError
from app.storage.private_files import replace_privately

FILE_NAME = "server-key"

_DIGEST = re.compile(r"[0-9a-f]{64}")
_NUM_BYTES = 32


def digest_of(key: str) -> str:
    """The SHA-256 of an API key. A random key cannot be found from it."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


class ApiKeyFile:
    """The digest of the key in `folder`, in a file that only the user may read."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def read(self) -> str | None:
        """The digest; None before a key was made."""
        try:
            content = self._path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return content if _DIGEST.fullmatch(content) else None

    def make(self) -> str:
        """A new key in place of the one before. Raises `StorageError`."""
        key = f"encore-{secrets.token_urlsafe(_NUM_BYTES)}"
        try:
            replace_privately(self._path, digest_of(key).encode())
        except OSError as error:
            raise StorageError(
                f"The API key cannot be kept in {self._path} ({error.strerror or error}); "
                "give one with --api-key."
            ) from error
        return key

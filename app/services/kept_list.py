"""A short list in a private file beside the settings, such as that of the tool servers."""

import logging
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from app.storage.database import StorageError
from app.storage.private_files import replace_privately

_log = logging.getLogger(__name__)


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)


class KeptList(Generic[T]):
    """Structs of `kind` by their ids, in the order in which they were added; `most` are read.

    Read once, on first use. Not thread-safe.
    """

    def __init__(self, path: Path, kind: type[T], most: int) -> None:
        self._path = path
        self._kind = kind
        self._most = most
        self._known: dict[str, T] | None = None

    def read(self) -> dict[str, T]:
        """All of them; a file that cannot be read counts as empty."""
        if self._known is None:
            self._known = {}
            try:
                listed = msgspec.json.decode(self._path.read_bytes(), type=list[self._kind])  # type: ignore[name-defined]
                self._known = {one.id: one for one in listed[: self._most]}
            except (FileNotFoundError, NotADirectoryError):
                pass
            except (OSError, msgspec.DecodeError) as error:
                _log.warning("%s cannot be read (%s); starting it anew", self._path, error)
        return self._known

    def write(self, known: dict[str, T], failure: str) -> None:
        """Keep `known` instead. Raises StorageError with `failure`, whose %1 is the path."""
        content = msgspec.json.format(msgspec.json.encode(list(known.values())))
        try:
            replace_privately(self._path, content)
        except OSError as error:
            raise StorageError(failure.replace("%1", str(self._path))) from error
        self._known = known

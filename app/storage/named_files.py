"""Small texts kept as files of one folder: a file's name is the text's name."""

import contextlib
import re
from pathlib import Path, PureWindowsPath

from app.storage.database import StorageError
from app.storage.private_files import replace_privately

MAX_NAME_LEN = 60
_MAX_BYTES = 256 << 10
_MAX_FILES = 1000


class NamedFiles:
    """The files `NAME`+`suffix` in `folder`, which a person may add to, edit and share."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder = folder
        self._suffix = suffix

    def names(self) -> tuple[str, ...]:
        """All names in alphabetical order; empty where the folder cannot be read."""
        try:
            found = [path.stem for path in self._folder.iterdir() if self._is_ours(path)]
        except OSError:
            return ()
        return tuple(sorted(found, key=str.casefold)[:_MAX_FILES])

    def read(self, name: str) -> str:
        """The text called `name`. Raises StorageError if it is gone, too long or no text."""
        path = self._path(name)
        try:
            with path.open("rb") as file:
                content = file.read(_MAX_BYTES + 1)
            if len(content) > _MAX_BYTES:
                raise StorageError(f"{path} is longer than {_MAX_BYTES >> 10} KB; shorten it.")
            return content.decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise StorageError(f"{path} could not be read ({error}); check the file.") from error

    def write(self, name: str, text: str) -> None:
        """Keep `text` as `name`, replacing one of that name. Raises StorageError."""
        path, content = self._path(name), text.encode()
        if len(content) > _MAX_BYTES:
            raise StorageError(f"{name} is longer than {_MAX_BYTES >> 10} KB; shorten it.")
        try:
            replace_privately(path, content)
        except OSError as error:
            raise StorageError(
                f"{path} could not be saved ({error.strerror or error}); "
                "check that the disk is not full."
            ) from error

    def delete(self, name: str) -> None:
        """Remove the text called `name`."""
        with contextlib.suppress(OSError):
            self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{file_stem(name)}{self._suffix}"

    def _is_ours(self, path: Path) -> bool:
        return path.suffix == self._suffix and not path.name.startswith(".") and path.is_file()


def file_stem(name: str) -> str:
    """`name` as every system can have it in a file name; "" if nothing is left."""
    words = " ".join(re.sub(r'[\\/:*?"<>|\x00-\x1f\x7f]', " ", name).split())
    stem = words.strip(" .")[:MAX_NAME_LEN].rstrip(" .")
    return f"{stem}_" if PureWindowsPath(stem).is_reserved() else stem

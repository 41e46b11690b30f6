"""The folder of the engine's libraries: which are installed, which of them are in use.

RUNTIMES/current.json        the folders of the current and the previous ones
RUNTIMES/ID/lib              libraries; ID begins with the hash of their lock
RUNTIMES/ID/runtime.json     what they are; beside it their lock, pylock.toml
RUNTIMES/ID-….new            being installed, or left by a program that was ended
RUNTIMES/wheels              what is fetched and not yet installed
"""

import contextlib
import logging
import secrets
import shutil
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from filelock import FileLock, Timeout

from app.services.runtime.disk import flush_to_disk, patiently
from app.services.runtime.errors import RuntimeInstallError
from app.storage.private_files import PRIVATE_FILE, make_private_folder, replace_privately

if TYPE_CHECKING:
    # Reading locks takes packages that the window must not wait for.
    from app.services.runtime.lock import Lock

_CURRENT_NAME, _FACTS_NAME, _LOCK_NAME = "current.json", "runtime.json", "pylock.toml"
_LIBRARIES_NAME, _WHEELS_NAME, _NEW_SUFFIX = "lib", "wheels", ".new"

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
"""The version of this interpreter, for which libraries are made."""

_log = logging.getLogger(__name__)


class Runtime(msgspec.Struct, frozen=True):
    """Installed libraries: `name`, `lock_hash`, `date` and `version` of their lock.

    `id` is their folder. `num_bytes` on the disk, `installed` the day, `python` that they are for.
    """

    id: str
    name: str
    lock_hash: str
    date: str
    version: str
    num_bytes: int
    installed: str
    python: str = PYTHON


class _Current(msgspec.Struct):
    current: str | None = None
    previous: str | None = None


class RuntimeStore:
    """The installed libraries in `folder`. Methods that change something need `locked`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def wheels(self) -> Path:
        """Where wheels are kept until they are installed."""
        return self.folder / _WHEELS_NAME

    @property
    def current(self) -> Runtime | None:
        """The libraries in use: the previous ones where the current ones are gone.

        Those for another Python, as other versions of Encore have, count as gone.
        """
        named = self._read_current()
        return self._read(named.current) or self._read(named.previous)

    @property
    def is_for_other_python(self) -> bool:
        """Whether there are libraries, but none that this version of Encore can use."""
        named = self._read_current()
        kept = (self._read_any(named.current), self._read_any(named.previous))
        return any(kept) and self.current is None

    @property
    def previous(self) -> Runtime | None:
        """Those that were in use before."""
        named = self._read_current()
        return self._read(named.previous) if self._read(named.current) is not None else None

    def libraries(self, runtime: Runtime) -> Path:
        """The folder of packages."""
        return self.folder / runtime.id / _LIBRARIES_NAME

    def lock_content(self, runtime: Runtime) -> bytes:
        """The lock that `runtime` was installed from. Raises `RuntimeInstallError`."""
        try:
            return (self.folder / runtime.id / _LOCK_NAME).read_bytes()
        except OSError as error:
            raise RuntimeInstallError(
                f"{self.folder / runtime.id} is damaged; install the engine's libraries again."
            ) from error

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else changes anything meanwhile. Raises `RuntimeInstallError` if somebody does."""
        try:
            make_private_folder(self.folder)
            lock = FileLock(self.folder / "lock", timeout=0, mode=PRIVATE_FILE, thread_local=False)
            lock.acquire()
        except Timeout as error:
            raise RuntimeInstallError(
                "Another Encore window or command is changing the engine's libraries; wait for it."
            ) from error
        except OSError as error:
            raise RuntimeInstallError(
                f"{self.folder} cannot be written: {error.strerror or error}."
            ) from error
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def staging(self, lock: "Lock") -> Iterator[Path]:
        """A new folder for the libraries of `lock`, removed at the end unless `adopt` moved it."""
        for abandoned in self.folder.glob(f"*{_NEW_SUFFIX}"):
            shutil.rmtree(abandoned, ignore_errors=True)
        # Its own name each time: a child of a program that was ended may still write to an old one.
        folder = self.folder / f"{lock.hash}-{secrets.token_hex(4)}{_NEW_SUFFIX}"
        make_private_folder(folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def adopt(self, folder: Path, lock: "Lock", *, replaces: Runtime | None = None) -> Runtime:
        """Use the libraries in the staging `folder` from now on. Raises OSError.

        The current ones become the previous ones, but for those that it `replaces`.
        """
        runtime = Runtime(
            self._free_id(lock),
            lock.name,
            lock.hash,
            lock.date,
            lock.version,
            _size(folder / _LIBRARIES_NAME),
            date.today().isoformat(),
            PYTHON,
        )
        (folder / _LOCK_NAME).write_bytes(lock.content)
        replace_privately(folder / _FACTS_NAME, msgspec.json.encode(runtime))
        flush_to_disk(folder)
        patiently(lambda: folder.rename(self.folder / runtime.id))
        self._switch_to(runtime, replaces)
        return runtime

    def switch_to(self, runtime: Runtime) -> None:
        """Use `runtime`; the current ones become the previous ones. Raises OSError."""
        self._switch_to(runtime, None)

    def find(self, lock: "Lock") -> Runtime | None:
        """The current or previous libraries, if they are those of `lock`."""
        for runtime in (self.current, self.previous):
            if runtime is not None and runtime.lock_hash == lock.hash:
                return runtime
        return None

    def remove_all(self) -> None:
        """Remove all libraries. Raises OSError."""
        self._write(_Current())
        self.clear()
        shutil.rmtree(self.wheels, ignore_errors=True)

    def clear(self) -> None:
        """Remove what is neither current nor previous, and what ended programs left behind."""
        named = self._read_current()
        kept = {named.current, named.previous, _WHEELS_NAME}
        for path in self.folder.iterdir():
            if path.is_dir() and path.name not in kept:
                # Libraries in use cannot be deleted on Windows; the next time does it.
                shutil.rmtree(path, ignore_errors=True)

    def _switch_to(self, runtime: Runtime, replaces: Runtime | None) -> None:
        named = self._read_current()
        before = named.current if named.current != runtime.id else named.previous
        if replaces is not None and before == replaces.id:
            before = named.previous
        self._write(_Current(runtime.id, before))
        self.clear()

    def _free_id(self, lock: "Lock") -> str:
        """A name for a new folder: a repair has another of the same lock beside it for a moment."""
        number, name = 1, lock.hash
        while (self.folder / name).exists():
            number += 1
            name = f"{lock.hash}-{number}"
        return name

    def _read_current(self) -> _Current:
        try:
            return msgspec.json.decode((self.folder / _CURRENT_NAME).read_bytes(), type=_Current)
        except FileNotFoundError:
            return _Current()
        except (OSError, msgspec.DecodeError):
            _log.warning("%s cannot be read", self.folder / _CURRENT_NAME, exc_info=True)
            return _Current()

    def _write(self, current: _Current) -> None:
        content = msgspec.json.encode(current)
        patiently(lambda: replace_privately(self.folder / _CURRENT_NAME, content))

    def _read(self, id_: str | None) -> Runtime | None:
        """The libraries in the folder `id_`, if they are there and for this Python."""
        runtime = self._read_any(id_)
        return runtime if runtime is not None and runtime.python == PYTHON else None

    def _read_any(self, id_: str | None) -> Runtime | None:
        """The libraries in the folder `id_`, if they are there."""
        if id_ is None or Path(id_).name != id_:
            return None
        folder = self.folder / id_
        try:
            runtime = msgspec.json.decode((folder / _FACTS_NAME).read_bytes(), type=Runtime)
        except (OSError, msgspec.DecodeError):
            return None
        return runtime if runtime.id == id_ and (folder / _LIBRARIES_NAME).is_dir() else None


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())

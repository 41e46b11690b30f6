"""Points numba's cache at a folder named after a hash of the loops' sources; compiles for a kind.

Numba checks only a function's own file for changes, not the files it imports, and takes a module
that lies elsewhere for another one: an AppImage that unpacks itself at each start would compile
each time. Its index of a function's machine code, moreover, is read and written without a lock: of
two processes that compile at once, one could find the other's code under its own key, such as the
product of another weight type.

What is not there may have come compiled with a release (`loop_sources.PREBUILT_LOOPS`): it is
copied into that folder then.
Import this module before any loop is decorated.
"""

import hashlib
import logging
import pickle
import shutil
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Self

import numba
from numba.core import caching
from numba.core.caching import IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.runtime import rtsys
from platformdirs import user_cache_path

from engine.quants.loop_sources import PREBUILT_LOOPS, loops_key
from engine.quants.processor import PROCESSOR

logger = logging.getLogger(__name__)

_UNUSED_SECONDS = 30 * 24 * 3600
_DAMAGED = (OSError, EOFError, zipfile.BadZipFile)
_PACKAGE = Path(__file__).resolve().parents[1]
_writable: set[str] = set()  # folders


class PackageLocator(UserProvidedCacheLocator):  # type: ignore[misc]  # numba is untyped
    """Finds compiled loops by their module's place in the package, wherever that is installed."""

    @classmethod
    def from_function(cls, py_func: Callable[..., object], py_file: str) -> Self | None:
        """The place of a loop; None for one of another package or without a folder to write."""
        if not Path(py_file).resolve().is_relative_to(_PACKAGE):
            return None
        found: Self | None = super().from_function(py_func, py_file)
        return found

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of a module: its package's name below the engine's."""
        return "_".join(Path(py_file).resolve().parent.relative_to(_PACKAGE).parts)

    def ensure_cache_path(self) -> None:
        """As numba's, once per folder: it writes a file to see whether one can."""
        if self.get_cache_path() not in _writable:
            super().ensure_cache_path()
            _writable.add(self.get_cache_path())

    def get_source_stamp(self) -> str:
        """Nothing that changes: the folder is of these sources alone."""
        return ""


class CompiledLoops(IndexDataCacheFile):  # type: ignore[misc]  # numba is untyped
    """The machine code of one loop, in files named after their keys: without an index."""

    def load(self, key: object) -> Any:
        """What was saved under `key`, or came compiled; None if neither, or if it is damaged."""
        name = self._data_name(key)
        try:
            if Path(self._data_path(name)).is_file():
                return self._load_data(name)
            content = self._take_prebuilt(name)
            return None if content is None else pickle.loads(content)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def save(self, key: object, data: object) -> None:
        """Keep `data`: a file that is moved into place, whoever else does the same."""
        self._save_data(self._data_name(key), data)

    def _take_prebuilt(self, name: str) -> bytes | None:
        """What came compiled, kept from now on where a later start finds it sooner."""
        folder = Path(self._cache_path)
        content = _read_prebuilt(f"{folder.parent.name}/{folder.name}/{name}")
        if content is not None:
            with suppress(OSError), self._open_for_write(self._data_path(name)) as file:
                file.write(content)
        return content

    def _data_name(self, key: object) -> str:
        number = int(hashlib.sha256(repr(key).encode()).hexdigest()[:16], 16)
        name: str = super()._data_name(number)
        return name


def load_overload(loops: Any, signature: object, context: Any) -> Any:
    """As numba's `Cache.load_overload`, without preparing to compile.

    To register what can be compiled takes a tenth of a start. What is compiled later does it.
    """
    rtsys.initialize(context)
    with loops._guard_against_spurious_io_errors():
        return loops._load_overload(signature, context)


@cache
def _open_prebuilt(path: Path) -> zipfile.ZipFile | None:
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        return None
    except _DAMAGED:
        logger.warning("%s is damaged", path, exc_info=True)
        return None


def _read_prebuilt(name: str) -> bytes | None:
    """The machine code of a loop that came compiled; None if it has to be compiled."""
    archive = _open_prebuilt(PREBUILT_LOOPS)
    try:
        return None if archive is None else archive.read(name)
    except KeyError:  # made of other sources, for another processor, or of rarer types
        return None
    except _DAMAGED:
        logger.warning("%s is damaged", PREBUILT_LOOPS, exc_info=True)
        return None


def use_source_keyed_cache(folders: Path | None = None) -> Path | None:
    """Point numba's cache at the folder of these sources and this numba; delete old folders.

    It is one of `folders`, those in the user's cache if left out. Old is what was not used for 30
    days.

    Returns the folder, or None when it cannot be created; numba then uses its default folder.
    """
    folders = folders or user_cache_path("Encore") / "compiled"
    folder = folders / loops_key(numba.__version__)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except OSError:
        return None
    for other in folders.iterdir():
        if time.time() - other.stat().st_mtime > _UNUSED_SECONDS:
            shutil.rmtree(other, ignore_errors=True)
    caching.IndexDataCacheFile = CompiledLoops
    caching.Cache.load_overload = load_overload
    numba.config.CACHE_DIR = str(folder)
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.PackageLocator,UserProvidedCacheLocator"
    return folder


def _compile_for_kind() -> None:
    """Let numba compile for the kind of this processor, unless the environment says for what."""
    if PROCESSOR is not None and numba.config.CPU_NAME is None:
        numba.config.CPU_NAME, numba.config.CPU_FEATURES = PROCESSOR.cpu, PROCESSOR.features


_compile_for_kind()
FOLDER = use_source_keyed_cache()

"""Points numba's cache at a folder named after a hash of the loops' sources.

Numba checks only a function's own file for changes, not the files it imports, and takes a module
that lies elsewhere for another one: an AppImage that unpacks itself at each start would compile
each time. Its index of a function's machine code, moreover, is read and written without a lock: of
two processes that compile at once, one could find the other's code under its own key, such as the
product of another weight type.
Import this module before any loop is decorated.
"""

import hashlib
import pickle
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numba
from numba.core import caching
from numba.core.caching import IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.runtime import rtsys
from platformdirs import user_cache_path

_UNUSED_SECONDS = 30 * 24 * 3600
_SOURCES = "quants/*.py", "kernels/*.py", "kernels/cpu/**/*.py"
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
        """What was saved under `key`; None if nothing was, or if it cannot be read."""
        try:
            return self._load_data(self._data_name(key))
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def save(self, key: object, data: object) -> None:
        """Keep `data`: a file that is moved into place, whoever else does the same."""
        self._save_data(self._data_name(key), data)

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


def source_files() -> list[Path]:
    """The modules with compiled loops and with their constants, sorted."""
    return sorted(path for pattern in _SOURCES for path in _PACKAGE.glob(pattern))


def use_source_keyed_cache() -> Path | None:
    """Point numba's cache at the folder of these sources and this numba; delete old folders.

    Old is what was not used for 30 days.

    Returns the folder, or None when it cannot be created; numba then uses its default folder.
    """
    sources = b"".join(path.read_bytes() for path in source_files())
    digest = hashlib.sha256(numba.__version__.encode() + sources).hexdigest()
    folders = user_cache_path("Encore") / "compiled"
    folder = folders / digest[:16]
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


FOLDER = use_source_keyed_cache()

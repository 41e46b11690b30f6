"""Points numba's cache at a folder named after a hash of the loops' sources.

Numba checks only a function's own file for changes, not the files it imports. Import this module
before any loop is decorated.
"""

import hashlib
import shutil
import time
from pathlib import Path

import numba
from platformdirs import user_cache_path

_UNUSED_SECONDS = 30 * 24 * 3600
_SOURCES = "quants/*.py", "kernels/*.py", "kernels/cpu/**/*.py"


def source_files() -> list[Path]:
    """The modules with compiled loops and with their constants, sorted."""
    package = Path(__file__).resolve().parents[1]
    return sorted(path for pattern in _SOURCES for path in package.glob(pattern))


def use_source_keyed_cache() -> Path | None:
    """Point numba's cache at the folder of the current sources; delete folders unused for 30 days.

    Returns the folder, or None when it cannot be created; numba then uses its default folder.
    """
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in source_files())).hexdigest()
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
    numba.config.CACHE_DIR = str(folder)
    return folder


FOLDER = use_source_keyed_cache()

"""The versions of Python and of the libraries that matter. Imports none of them."""

import contextlib
import platform
from importlib.metadata import PackageNotFoundError, version

_LIBRARIES = {
    "torch": "torch",
    "triton": "triton",
    "numpy": "numpy",
    "numba": "numba",
    "encore": "encore-chat",
}


def library_versions() -> dict[str, str]:
    """The version of each that is installed, by its name."""
    versions = {"python": platform.python_version()}
    for name, distribution in _LIBRARIES.items():
        with contextlib.suppress(PackageNotFoundError):
            # None, whatever its annotation says, where the installed metadata cannot be read.
            found: str | None = version(distribution)
            if found is not None:
                versions[name] = found
    return versions

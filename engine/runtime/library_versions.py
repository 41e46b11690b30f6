"""The versions of Python and of the main libraries. Imports none of them."""

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
    """Name → version of each installed one."""
    versions = {"python": platform.python_version()}
    for name, distribution in _LIBRARIES.items():
        with contextlib.suppress(PackageNotFoundError):
            # None, despite the annotation, if the installed metadata cannot be read.
            found: str | None = version(distribution)
            if found is not None:
                versions[name] = found
    return versions

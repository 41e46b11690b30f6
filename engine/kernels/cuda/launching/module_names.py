"""The file names of what is compiled before: Triton's C modules, and kernels.

Standard library only: installers use it.
"""

import hashlib

KERNELS_PACKAGE = "encore_kernels"
"""The package of kernels among the engine's libraries, which releases bring."""


def module_name(name: str, source: bytes, suffix: str) -> str:
    """The file name of a module of Triton compiled from `source`, for Pythons of that suffix."""
    return f"{name}-{hashlib.sha256(source).hexdigest()[:16]}{suffix}"


def archive_name(capability: int | str) -> str:
    """The file name of kernels compiled for a capability, such as 90 for 9.0, or "*"."""
    return f"kernels-sm{capability}.zip"

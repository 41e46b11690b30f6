"""The file names of Triton's C modules compiled before. Standard library only: installers use it."""

import hashlib


def module_name(name: str, source: bytes, suffix: str) -> str:
    """The file name of a module of Triton compiled from `source`, for Pythons of that suffix."""
    return f"{name}-{hashlib.sha256(source).hexdigest()[:16]}{suffix}"

"""Returns freed heap memory to the system, so that it does not count as used."""

import ctypes
import gc
from functools import cache
from typing import Any


def give_back_freed_memory() -> None:
    """Trim the heap after a model is released. Does nothing without glibc."""
    gc.collect()
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def _malloc_trim() -> Any:
    """malloc_trim(3), which trims the heaps of all threads; None if there is none."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (TypeError, OSError, AttributeError):  # Windows, a static Python, another C library
        return None

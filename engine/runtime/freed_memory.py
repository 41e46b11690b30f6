"""Memory that this process has freed, given back to the system, so that it does not count as used."""

import ctypes
import gc
from functools import cache
from typing import Any


def give_back_freed_memory() -> None:
    """Call it when nothing refers to a model any more. Where the C library is not glibc, it need not be asked."""
    gc.collect()
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def _malloc_trim() -> Any:
    """malloc_trim(3), which goes through the heaps of all threads; None where there is none."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (TypeError, OSError, AttributeError):  # Windows, a static Python, another C library
        return None

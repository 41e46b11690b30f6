"""Linux system calls that Python has no function for. Raises OSError where one fails."""

import ctypes
import os
from functools import cache
from typing import Any

_PR_SET_NO_NEW_PRIVS = 38


def system_call(number: int, *arguments: Any) -> int:
    """Call the kernel: integers as C longs, the rest as ctypes passes it."""
    longs = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = int(_library().syscall(ctypes.c_long(number), *longs))
    _check(result)
    return result


def renounce_privileges() -> None:
    """No program that this process starts gets more rights than it has: what both kinds of limits ask for."""
    _check(_library().prctl(_PR_SET_NO_NEW_PRIVS, *map(ctypes.c_ulong, (1, 0, 0, 0))))


def _check(result: int) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


@cache
def _library() -> Any:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library

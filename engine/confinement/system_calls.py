"""Linux system calls without a Python function. They raise OSError on failure."""

import ctypes
import os
from functools import cache
from typing import Any

_PR_SET_NO_NEW_PRIVS = 38


def system_call(number: int, *arguments: Any) -> int:
    """Make a system call: integers as C longs, other arguments as ctypes passes them."""
    longs = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = int(_library().syscall(ctypes.c_long(number), *longs))
    _check(result)
    return result


def renounce_privileges() -> None:
    """Set no_new_privs, which Landlock and seccomp require."""
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

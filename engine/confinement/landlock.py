"""Landlock: limits the files of this process and its children. Linux only; knows no paths.

Source: Documentation/userspace-api/landlock.rst and include/uapi/linux/landlock.h of the kernel.
"""

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable
from enum import IntFlag
from pathlib import Path

from engine.confinement.system_calls import system_call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1
# The number of rights below that the kernel knows, by ABI version.
_NUM_RIGHTS = (0, 13, 14, 15, 15, 16)
_TCP_FROM = 4
_TCP = 0b11  # bind and connect
_SCOPES_FROM = 6
_SCOPES = 0b11  # abstract sockets and signals of outside processes


class Access(IntFlag):
    """The rights of a rule, in the kernel's order."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15

    READ = READ_FILE | READ_DIR
    RUN = READ | EXECUTE
    DEVICE = READ | WRITE_FILE | IOCTL_DEV
    OWN = (
        RUN | WRITE_FILE | TRUNCATE | REFER
        | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM
    )  # fmt: skip


_OF_FILES = (
    Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE | Access.IOCTL_DEV
)


def landlock_version() -> int:
    """The ABI version of the kernel's Landlock; 0 if missing or disabled."""
    if sys.platform != "linux":
        return 0
    try:
        return system_call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def restrict_files(rules: Iterable[tuple[Path, Access]], version: int) -> None:
    """Limit this thread and its children to `rules`: a path, everything below it, and the rights.

    Depending on `version`, at least 1, it also denies TCP, and signals and abstract sockets of
    processes outside. Open files stay open; missing paths are skipped. Needs
    `renounce_privileges`; cannot be undone; only rules of its parent folders cover a file created
    later. Raises OSError if the kernel refuses.
    """
    known = Access((1 << _NUM_RIGHTS[min(version, len(_NUM_RIGHTS) - 1)]) - 1)
    tcp = _TCP if version >= _TCP_FROM else 0
    scopes = _SCOPES if version >= _SCOPES_FROM else 0
    attributes = struct.pack("=QQQ", known, tcp, scopes)
    ruleset = system_call(_CREATE_RULESET, ctypes.c_char_p(attributes), len(attributes), 0)
    try:
        for path, access in rules:
            _add_rule(ruleset, path, access & known)
        system_call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _add_rule(ruleset: int, path: Path, access: Access) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(target).st_mode):
            access &= _OF_FILES
        attributes = struct.pack("=Qi", access, target)
        system_call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.c_char_p(attributes), 0)
    finally:
        os.close(target)

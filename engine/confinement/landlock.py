"""Landlock: files and folders that this process and its children may still use. Linux only; knows no folder of ours.

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
# By version of the interface: how many of the rights below the kernel knows.
_NUM_RIGHTS = (0, 13, 14, 15, 15, 16)
_TCP_FROM = 4
_TCP = 0b11  # binding and connecting
_SCOPES_FROM = 6
_SCOPES = 0b11  # abstract sockets of, and signals to, processes outside


class Access(IntFlag):
    """What a rule may allow, in the kernel's order."""

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
    """The version of the kernel's interface; 0 where it has none, or was started without it."""
    if sys.platform != "linux":
        return 0
    try:
        return system_call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def restrict_files(rules: Iterable[tuple[Path, Access]], version: int) -> None:
    """Let this thread, and all that it starts, use files only as `rules` allow: a path and what is below it.

    As of `version`, which is at least 1: TCP is forbidden, too, and signals and abstract sockets end
    at the processes that are as restricted. What is open stays open. Paths that are not there are
    passed over. It needs `renounce_privileges`, cannot be undone, and what does not exist yet is in no
    rule but those of the folders above it. Raises OSError where the kernel refuses.
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

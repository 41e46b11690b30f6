"""A system call filter: no network, no access to other processes. Linux on x86-64 and ARM64.

Source: Documentation/userspace-api/seccomp_filter.rst of the kernel and its syscall tables.
"""

import ctypes
import errno
import platform
import socket
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.confinement.system_calls import system_call

_SET_MODE_FILTER = 1
_ALL_THREADS = 1  # SECCOMP_FILTER_FLAG_TSYNC

# Classic BPF instructions: load a word of seccomp_data, compare, return.
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_POINTER_BYTES = 8
_X32_BIT = 0x40000000  # x86-64 calls with 32-bit pointers

_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C  # type, or paste, into the terminal


@dataclass(frozen=True)
class _Architecture:
    """`audit` is the kernel's AUDIT_ARCH, `column` that of its numbers in `_FORBIDDEN`."""

    audit: int
    column: int
    seccomp: int
    socket: int
    sendto: int
    ioctl: int


_ARCHITECTURES = {
    "x86_64": _Architecture(0xC000003E, 0, seccomp=317, socket=41, sendto=44, ioctl=16),
    "aarch64": _Architecture(0xC00000B7, 1, seccomp=277, socket=198, sendto=206, ioctl=29),
}

# Call: its numbers on x86-64 and ARM64, and its error. ECONNREFUSED: drivers expect that a service
# may be missing; ENOSYS: libraries have a fallback.
_FORBIDDEN: Mapping[str, tuple[int | None, int | None, int]] = {
    "connect": (42, 203, errno.ECONNREFUSED),
    "accept": (43, 202, errno.EACCES),
    "accept4": (288, 242, errno.EACCES),
    "sendmsg": (46, 211, errno.EACCES),
    "sendmmsg": (307, 269, errno.EACCES),
    "io_uring_setup": (425, 425, errno.ENOSYS),
    "io_uring_enter": (426, 426, errno.ENOSYS),
    "io_uring_register": (427, 427, errno.ENOSYS),
    "ptrace": (101, 117, errno.EPERM),
    "process_vm_readv": (310, 270, errno.EPERM),
    "process_vm_writev": (311, 271, errno.EPERM),
    "pidfd_getfd": (438, 438, errno.EPERM),
    "add_key": (248, 217, errno.EPERM),
    "request_key": (249, 218, errno.EPERM),
    "keyctl": (250, 219, errno.EPERM),
    "bpf": (321, 280, errno.EPERM),
    "unshare": (272, 97, errno.EPERM),
    "setns": (308, 268, errno.EPERM),
    "open_by_handle_at": (304, 265, errno.EPERM),
    # Landlock does not cover these; `truncate` by path only from version 3.
    "truncate": (76, 45, errno.EPERM),
    "chmod": (90, None, errno.EPERM),
    "fchmod": (91, 52, errno.EPERM),
    "fchmodat": (268, 53, errno.EPERM),
    "fchmodat2": (452, 452, errno.EPERM),
    "chown": (92, None, errno.EPERM),
    "fchown": (93, 55, errno.EPERM),
    "lchown": (94, None, errno.EPERM),
    "fchownat": (260, 54, errno.EPERM),
    "setxattr": (188, 5, errno.EPERM),
    "lsetxattr": (189, 6, errno.EPERM),
    "fsetxattr": (190, 7, errno.EPERM),
    "setxattrat": (463, 463, errno.EPERM),
    "removexattr": (197, 14, errno.EPERM),
    "lremovexattr": (198, 15, errno.EPERM),
    "fremovexattr": (199, 16, errno.EPERM),
    "removexattrat": (466, 466, errno.EPERM),
}
# CUDA's driver binds a socket at startup, or fails; `accept` stays forbidden.
_FORBIDDEN_WITHOUT_GPU: Mapping[str, tuple[int | None, int | None, int]] = {
    "bind": (49, 200, errno.EACCES),
    "listen": (50, 201, errno.EACCES),
}


class _Program(ctypes.Structure):
    _fields_ = (("num_instructions", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def restrict_calls(*, has_gpu: bool) -> None:
    """Deny the network and all calls in `_FORBIDDEN` to all threads and children.

    Open sockets stay usable; new ones are local only and cannot connect or, without `has_gpu`,
    bind. Needs `renounce_privileges`; cannot be undone. Raises OSError if the kernel refuses or
    the architecture is unknown.
    """
    architecture = _ARCHITECTURES.get(platform.machine())
    if architecture is None or ctypes.sizeof(ctypes.c_void_p) != _POINTER_BYTES:
        raise OSError(errno.ENOSYS, f"The calls of {platform.machine()} are not known")
    instructions = b"".join(_filter(architecture, has_gpu=has_gpu))
    program = _Program(len(instructions) // 8, instructions)
    system_call(architecture.seccomp, _SET_MODE_FILTER, _ALL_THREADS, ctypes.byref(program))


def _filter(architecture: _Architecture, *, has_gpu: bool) -> Iterator[bytes]:
    # Other ABIs (32-bit, x32) have other call numbers: refuse them all.
    yield _instruction(_LOAD, _ARCHITECTURE_AT)
    yield _instruction(_IF_EQUAL, architecture.audit, if_true=1)
    yield _refuse(errno.ENOSYS)
    yield _instruction(_LOAD, _NUMBER_AT)
    yield _instruction(_IF_AT_LEAST, _X32_BIT, if_false=1)
    yield _refuse(errno.ENOSYS)
    forbidden = _FORBIDDEN if has_gpu else {**_FORBIDDEN, **_FORBIDDEN_WITHOUT_GPU}
    for *numbers, error in forbidden.values():
        number = numbers[architecture.column]
        if number is not None:
            yield _instruction(_IF_EQUAL, number, if_false=1)
            yield _refuse(error)
    yield from _when(architecture.socket, _only_local_sockets())
    yield from _when(architecture.sendto, _only_without_address())
    yield from _when(architecture.ioctl, _no_typing())
    yield _instruction(_RETURN, _ALLOW)


def _when(number: int, verdict: list[bytes]) -> Iterator[bytes]:
    """Apply `verdict`, which ends the filter, to one call; else its number stays loaded."""
    yield _instruction(_IF_EQUAL, number, if_false=len(verdict))
    yield from verdict


def _only_local_sockets() -> list[bytes]:
    return [
        _load_argument(0),
        _instruction(_IF_EQUAL, socket.AF_UNIX, if_false=1),
        _instruction(_RETURN, _ALLOW),
        _refuse(errno.EACCES),
    ]


def _only_without_address() -> list[bytes]:
    """sendto(2) with a null pointer is send(2)."""
    return [
        _load_argument(4),
        _instruction(_IF_EQUAL, 0, if_false=3),
        _load_argument(4, half=1),
        _instruction(_IF_EQUAL, 0, if_false=1),
        _instruction(_RETURN, _ALLOW),
        _refuse(errno.EACCES),
    ]


def _no_typing() -> list[bytes]:
    return [
        _load_argument(1),
        _instruction(_IF_EQUAL, _TIOCSTI, if_true=2),
        _instruction(_IF_EQUAL, _TIOCLINUX, if_true=1),
        _instruction(_RETURN, _ALLOW),
        _refuse(errno.EPERM),
    ]


def _load_argument(index: int, half: int = 0) -> bytes:
    """Load the low (0) or high (1) half of an argument; both processors are little-endian."""
    return _instruction(_LOAD, _ARGUMENTS_AT + 8 * index + 4 * half)


def _refuse(error: int) -> bytes:
    return _instruction(_RETURN, _ERRNO | error)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """`if_true` and `if_false` are how many instructions a comparison skips."""
    return struct.pack("=HBBI", code, if_true, if_false, value)

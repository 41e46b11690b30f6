"""Opens model files for a process that may open none itself: a small process beside it hands them over.

A rule about folders cannot be widened, and a model may lie anywhere. So what tells a model from a
person's other files is its first four bytes.
"""

import contextlib
import errno
import os
import shutil
import signal
import socket
import stat
import sys
import threading
from pathlib import Path
from typing import BinaryIO, NoReturn

_MAGIC = b"GGUF"
_STAND_IN = bytes(len(_MAGIC))
_NUMBER_BYTES = 4
_MAX_PATH_BYTES = 1 << 16


class ModelOpener:
    """The end of the connection that asks. Any thread may call `open`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def open(self, path: Path) -> BinaryIO:
        """As `path.open("rb")`, for a GGUF; what is none has four other bytes. Raises OSError, ValueError."""
        name = os.fsencode(path)
        if len(name) > _MAX_PATH_BYTES:
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
        with self._lock:
            self._connection.send(name)
            answer, files, _, _ = socket.recv_fds(self._connection, _NUMBER_BYTES, 1)
        error = int.from_bytes(answer, sys.byteorder) if answer else errno.EPIPE
        if error:
            raise OSError(error, os.strerror(error), str(path))
        return os.fdopen(files[0], "rb")


_opener: ModelOpener | None = None


def open_model(path: Path) -> BinaryIO:
    """Open the GGUF at `path` to read, also where this process may not. Raises OSError, ValueError."""
    return path.open("rb") if _opener is None else _opener.open(path)


def open_through_another_process(scratch: Path) -> None:
    """Start that process; from now on `open_model` asks it. Call it before any thread has started.

    It ends with this one, however that ends, and removes the folder `scratch` then. Raises OSError.
    """
    global _opener  # noqa: PLW0603  a process is confined once, and for good
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        ours.close()
        _serve(theirs, scratch)
    theirs.close()
    _opener = ModelOpener(ours)


def _serve(connection: socket.socket, scratch: Path) -> NoReturn:
    """The other process: it shares no pipe with the window and ends when nobody can ask any more."""
    code = 1
    try:
        # What is meant for the engine, or for all of a terminal, shows here as its end.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        threading.Thread(target=_keep_compiled, daemon=True).start()
        while request := connection.recv(_MAX_PATH_BYTES):
            _answer(connection, request)
        shutil.rmtree(scratch, ignore_errors=True)
        code = 0
    finally:
        os._exit(code)


def _keep_compiled() -> None:
    """Keep Python's compiled files of this package, which the confined process cannot write."""
    import compileall  # here, not above: this module is imported where nothing is confined, too

    package = Path(__file__).resolve().parents[1]
    if os.access(package, os.W_OK):
        compileall.compile_dir(package, quiet=2)


def _answer(connection: socket.socket, name: bytes) -> None:
    try:
        file = _open(name)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        number = getattr(error, "errno", None) or errno.EINVAL
        connection.send(number.to_bytes(_NUMBER_BYTES, sys.byteorder))
        return
    try:
        socket.send_fds(connection, [bytes(_NUMBER_BYTES)], [file])
    finally:
        os.close(file)


def _open(name: bytes) -> int:
    """A descriptor of the file if it is a GGUF, or the beginning of one, else of other bytes."""
    # Without waiting: what is no regular file could make us.
    file = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, file)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        if _MAGIC.startswith(os.pread(file, len(_MAGIC), 0)):
            stack.pop_all()
            return file
    stand_in = os.memfd_create("no model", os.MFD_CLOEXEC)
    os.write(stand_in, _STAND_IN)
    os.lseek(stand_in, 0, os.SEEK_SET)
    return stand_in

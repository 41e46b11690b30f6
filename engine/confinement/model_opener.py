"""Opens model files for the confined process, through a small helper process.

Landlock rules cannot be widened, and a model may be anywhere. So the first bytes tell a model from
the user's other files: those of a GGUF, or of safetensors; the config.json beside the latter is
passed on, too. Of a folder nothing is told but the names of such files.
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
_WEIGHTS, _CONFIG = b".safetensors", b"config.json"
_SUFFIXES = (_WEIGHTS, b".gguf")
_LENGTH_BYTES = 8  # of safetensors' header, which is JSON
_MOST_HEADER_BYTES = 100_000_000  # the format's own limit
_STAND_IN = bytes(len(_MAGIC))
_FILE, _FOLDER = b"f", b"d"  # what is asked for
_NUMBER_BYTES = 4
_MAX_PATH_BYTES = 1 << 16


class ModelOpener:
    """The client of the helper process. Any thread may call `open`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def open(self, path: Path) -> BinaryIO:
        """As `path.open("rb")`; a file that is of no model reads as a stub.

        Raises OSError, ValueError.
        """
        return self._request(_FILE, path)

    def names_in(self, folder: Path) -> list[str]:
        """The names of a folder's files that may be of models. Raises OSError, ValueError."""
        with self._request(_FOLDER, folder) as file:
            return [os.fsdecode(name) for name in file.read().split(b"\0") if name]

    def _request(self, kind: bytes, path: Path) -> BinaryIO:
        name = os.fsencode(path)
        if len(name) > _MAX_PATH_BYTES:
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
        with self._lock:
            self._connection.send(kind + name)
            answer, files, _, _ = socket.recv_fds(self._connection, _NUMBER_BYTES, 1)
        error = int.from_bytes(answer, sys.byteorder) if answer else errno.EPIPE
        if error:
            raise OSError(error, os.strerror(error), str(path))
        return os.fdopen(files[0], "rb")


_opener: ModelOpener | None = None


def open_model(path: Path) -> BinaryIO:
    """Open a model's file at `path` for reading, even if confined. Raises OSError, ValueError."""
    return path.open("rb") if _opener is None else _opener.open(path)


def names_in(folder: Path) -> list[str]:
    """The names in `folder` of files that may be of models, even if confined.

    Raises OSError, ValueError.
    """
    if _opener is not None:
        return _opener.names_in(folder)
    return [os.fsdecode(name) for name in _names_of_models(os.fsencode(folder))]


def open_through_another_process(scratch: Path) -> None:
    """Start the helper process for `open_model`. Call it before any thread has started.

    It ends with this process, however that ends, and then removes `scratch`. Raises OSError.
    """
    global _opener  # noqa: PLW0603  a process is confined once, and for good
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        ours.close()
        _serve(theirs, scratch)
    theirs.close()
    _opener = ModelOpener(ours)


def _serve(connection: socket.socket, scratch: Path) -> NoReturn:
    """The helper process: shares no pipe with the window and ends with its client."""
    code = 1
    try:
        # Signals for the engine, or for the whole terminal, show here as its end.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        threading.Thread(target=_keep_compiled, daemon=True).start()
        while request := connection.recv(len(_FILE) + _MAX_PATH_BYTES):
            _answer(connection, request[:1], request[1:])
        shutil.rmtree(scratch, ignore_errors=True)
        code = 0
    finally:
        os._exit(code)


def _keep_compiled() -> None:
    """Write the package's .pyc files, which the confined process cannot."""
    import compileall  # imported here: unconfined processes do not need it

    package = Path(__file__).resolve().parents[1]
    if os.access(package, os.W_OK):
        compileall.compile_dir(package, quiet=2)


def _answer(connection: socket.socket, kind: bytes, name: bytes) -> None:
    try:
        is_folder = kind == _FOLDER
        file = _in_memory(b"\0".join(_names_of_models(name))) if is_folder else _open(name)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        number = getattr(error, "errno", None) or errno.EINVAL
        connection.send(number.to_bytes(_NUMBER_BYTES, sys.byteorder))
        return
    try:
        socket.send_fds(connection, [bytes(_NUMBER_BYTES)], [file])
    finally:
        os.close(file)


def _open(name: bytes) -> int:
    """A descriptor of the file if it is of a model, else of a stub."""
    # Non-blocking: opening a special file could block.
    file = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, file)
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        if _is_of_model(file, name, status.st_size):
            stack.pop_all()
            return file
    return _in_memory(_STAND_IN)


def _in_memory(content: bytes) -> int:
    """A descriptor of a file that has this content, and no name."""
    file = os.memfd_create("no model", os.MFD_CLOEXEC)
    with os.fdopen(os.dup(file), "wb") as written:
        written.write(content)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _is_of_model(file: int, name: bytes, num_bytes: int) -> bool:
    """Whether the file begins as a GGUF or safetensors do, or says what is in the latter."""
    if _MAGIC.startswith(os.pread(file, len(_MAGIC), 0)):
        return True
    begin = os.pread(file, _LENGTH_BYTES + 1, 0)
    most = min(num_bytes - _LENGTH_BYTES, _MOST_HEADER_BYTES)
    if begin[_LENGTH_BYTES:] == b"{" and int.from_bytes(begin[:_LENGTH_BYTES], "little") <= most:
        return True
    folder, own = os.path.split(name)
    return own == _CONFIG and any(
        each.endswith(_WEIGHTS) for each in _names_of_models(folder or b".")
    )


def _names_of_models(folder: bytes) -> list[bytes]:
    names = os.listdir(folder)  # noqa: PTH208  bytes
    return [name for name in names if name == _CONFIG or name.lower().endswith(_SUFFIXES)]

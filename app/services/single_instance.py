"""One window per data folder: a later start hands its file to the running window."""

import contextlib
import json
import logging
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.storage.private_files import PRIVATE_FILE, make_private_folder, private_opener

_log = logging.getLogger(__name__)

_LOCK = "window.lock"
_ADDRESS = "window.json"
_PREFIX, _SOCKET = "encore-", "window"
_ANSWER = b"ok\n"
_MAX_REQUEST_BYTES = 1 << 16
_PATIENCE_SECONDS = 15.0  # of a start, for the running window to answer
_RETRY_SECONDS = 0.05
# Who clicked may bring a window to the front; this passes that right on (Wayland, X11).
_ACTIVATION_VARIABLES = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class SingleInstance(QObject):
    """Holds the lock of `folder` while this process is its window.

    Signals:
        requested(file: Path | None): another start asked for the window, to open `file`.

    Requests that come before `listen` and the event loop wait for them.
    """

    requested = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._lock = FileLock(folder / _LOCK, mode=PRIVATE_FILE, thread_local=False)
        self._socket_folder: Path | None = None
        self._sockets: list[QLocalSocket] = []
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def hand_over(self, file: Path | None, patience_seconds: float = _PATIENCE_SECONDS) -> bool:
        """Ask the running window to show itself and open `file`; False if this is the first.

        Waits for a window that is still starting. False too for one that does not answer.
        """
        request = {"file": None if file is None else str(file)}
        request |= {name: os.environ.get(name) for name in _ACTIVATION_VARIABLES}
        deadline = time.monotonic() + patience_seconds
        while not self._is_first():
            address, pid = self._read_address()
            _allow_foreground(pid)
            if address and _ask(address, json.dumps(request).encode() + b"\n", deadline):
                return True
            if time.monotonic() > deadline:
                _log.warning("the running window does not answer; opening another")
                return False
            time.sleep(_RETRY_SECONDS)
        return False

    def listen(self) -> None:
        """Accept requests of later starts, if this process is the first."""
        if not self._lock.is_locked:
            return
        self._remove_stale_folder()
        try:
            # Other users must not be able to take the name first.
            self._socket_folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
            name = self._socket_folder.name
            address = name if sys.platform == "win32" else str(self._socket_folder / _SOCKET)
            if not self._server.listen(address):
                _log.warning("%s cannot be listened at: %s", address, self._server.errorString())
                return
            new = self._folder / f"{_ADDRESS}.new"
            with open(new, "w", encoding="utf-8", opener=private_opener) as out:
                json.dump({"address": address, "pid": os.getpid()}, out)
            new.replace(self._folder / _ADDRESS)
        except OSError as error:
            _log.warning("later starts will open windows of their own: %s", error)

    def stop_listening(self) -> None:
        """Accept no more requests: a start from now on waits for `close`, then is the first."""
        self._server.close()

    def close(self) -> None:
        """Release the folder."""
        self.stop_listening()
        if self._socket_folder is not None:
            shutil.rmtree(self._socket_folder, ignore_errors=True)
        if self._lock.is_locked:
            with contextlib.suppress(OSError):
                (self._folder / _ADDRESS).unlink(missing_ok=True)
            self._lock.release()

    def _is_first(self) -> bool:
        """Take the lock; a folder that cannot be written, or locked, has no other window."""
        try:
            make_private_folder(self._folder)
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        except (OSError, NotImplementedError) as error:
            _log.warning("%s cannot be locked: %s", self._folder, error)
        return True

    def _read_address(self) -> tuple[str, int]:
        """The running window's address and process; "" while it is starting."""
        try:
            fields = json.loads((self._folder / _ADDRESS).read_text(encoding="utf-8"))
            return str(fields["address"]), int(fields["pid"])
        except (OSError, ValueError, KeyError, TypeError):
            return "", 0

    def _remove_stale_folder(self) -> None:
        """Remove the socket's folder of a window that was killed."""
        socket = Path(self._read_address()[0])
        if socket.name == _SOCKET and socket.parent.name.startswith(_PREFIX):
            shutil.rmtree(socket.parent, ignore_errors=True)

    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            self._sockets.append(socket)
            socket.readyRead.connect(self._on_ready)
            socket.disconnected.connect(self._on_ready)
        self._on_ready()

    def _on_ready(self) -> None:
        """Serve the requests that have arrived, and forget the sockets that have closed."""
        for socket in tuple(self._sockets):
            if socket.canReadLine():
                self._serve(socket)
            elif socket.bytesAvailable() > _MAX_REQUEST_BYTES:
                socket.abort()
            if socket.state() is QLocalSocket.LocalSocketState.UnconnectedState:
                # Aborting a socket comes here a second time.
                with contextlib.suppress(ValueError):
                    self._sockets.remove(socket)
                    socket.deleteLater()

    def _serve(self, socket: QLocalSocket) -> None:
        try:
            request = json.loads(bytes(socket.readLine(_MAX_REQUEST_BYTES).data()))
            file = request["file"]
            tokens = {name: request.get(name) for name in _ACTIVATION_VARIABLES}
        except (ValueError, KeyError, TypeError, AttributeError):
            socket.abort()
            return
        socket.write(_ANSWER)
        socket.flush()
        os.environ.update({name: str(token) for name, token in tokens.items() if token})
        self.requested.emit(None if file is None else Path(str(file)))


def _ask(address: str, request: bytes, deadline: float) -> bool:
    """Send `request` to the window at `address`; False if it does not answer by `deadline`."""
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(_left_ms(deadline)):
        return False
    socket.write(request)
    socket.flush()
    answer = b""
    while not answer and socket.waitForReadyRead(_left_ms(deadline)):
        answer = bytes(socket.readAll().data())
    socket.abort()
    return answer == _ANSWER


def _left_ms(deadline: float) -> int:
    return max(1, int(1000 * (deadline - time.monotonic())))


def _allow_foreground(pid: int) -> None:
    """Let the process come to the front, as only the one that was clicked may on Windows."""
    if sys.platform == "win32" and pid:
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(pid)

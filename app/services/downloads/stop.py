"""Stops transfers at once, even those that wait for a server."""

import contextlib
import socket
import threading
from collections.abc import Iterator

import httpx2

from app.services.downloads.errors import StoppedError


class StopSignal:
    """Set once; wakes threads that wait on it or read the body of a watched response."""

    def __init__(self, parent: "StopSignal | None" = None) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()
        self._children: list[StopSignal] = []
        if parent is not None:
            parent._adopt(self)

    @property
    def is_set(self) -> bool:
        """Whether the signal is set."""
        return self._event.is_set()

    def set(self) -> None:
        """Stop everything that uses this signal, and its children."""
        self._event.set()
        with self._lock:
            children, sockets = list(self._children), list(self._sockets)
        for one in sockets:
            with contextlib.suppress(OSError):
                # The plain socket's method: SSLSocket's would drop its state under the reader.
                socket.socket.shutdown(one, socket.SHUT_RDWR)
        for child in children:
            child.set()

    def check(self) -> None:
        """Raise `StoppedError` if set."""
        if self.is_set:
            raise StoppedError

    def wait(self, seconds: float) -> None:
        """Sleep; raises `StoppedError` as soon as it is set."""
        if self._event.wait(seconds):
            raise StoppedError

    @contextlib.contextmanager
    def watch(self, response: httpx2.Response) -> Iterator[None]:
        """While reading the body of `response`: cut its connection when the signal is set."""
        stream = response.extensions.get("network_stream")
        one = stream.get_extra_info("socket") if stream is not None else None
        if not isinstance(one, socket.socket):
            yield
            return
        with self._lock:
            self._sockets.add(one)
        try:
            self.check()
            yield
        finally:
            with self._lock:
                self._sockets.discard(one)

    def _adopt(self, child: "StopSignal") -> None:
        with self._lock:
            self._children.append(child)
        if self.is_set:
            child.set()

"""A Hub that answers by script, and a second origin that notes whether it ever saw the token."""

import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from tests.hostile.hub.reply import Body, Reply, Wire

TOKEN = "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"
_MAX_REQUEST_BYTES = 256 << 10
_SOCKET_SECONDS = 10.0
_RANGE = re.compile(rb"\r\nRange: bytes=(\d+)-(\d+)", re.IGNORECASE)


@dataclass
class Script:
    """What each kind of request gets; "{hub}" and "{other}" in headers become addresses.

    Of "file" the range that was asked for is sent, unless `is_ranged` is off.
    """

    replies: dict[str, Reply] = field(default_factory=dict)
    is_ranged: bool = True


@dataclass
class HostileHub:
    """Two origins on this machine. `leaks` has each request with the token that came to the wrong one."""

    hub: str = ""
    other: str = ""
    script: Script = field(default_factory=Script)
    leaks: list[str] = field(default_factory=list)
    num_with_token: int = 0
    _closed: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def serve(self, listener: socket.socket, *, is_hub: bool) -> None:
        """Until the listener is closed."""
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection, is_hub), daemon=True).start()

    def close(self) -> None:
        """Let nothing rest any longer."""
        self._closed.set()

    def _answer(self, connection: socket.socket, is_hub: bool) -> None:
        with connection, contextlib.suppress(OSError):
            connection.settimeout(_SOCKET_SECONDS)
            request = b""
            while b"\r\n\r\n" not in request and len(request) < _MAX_REQUEST_BYTES:
                piece = connection.recv(64 << 10)
                if not piece:
                    return
                request += piece
            self._note(request, is_hub)
            reply = self._find(request, is_hub)
            wire = Wire(connection.sendall, lambda seconds: not self._closed.wait(seconds))
            wire.send(reply, has_body=not request.startswith(b"HEAD"))

    def _note(self, request: bytes, is_hub: bool) -> None:
        if TOKEN.encode() in request:
            with self._lock:
                self.num_with_token += 1
                if not is_hub:
                    self.leaks.append(request.partition(b"\r\n")[0].decode("latin-1"))

    def _find(self, request: bytes, is_hub: bool) -> Reply:
        method, address, *_ = request.split(b" ", 2)
        kind = _kind(method.decode(), urlsplit(address.decode("latin-1")).path, is_hub)
        reply = self.script.replies.get(kind, Reply(404))
        asked = _RANGE.search(request)
        if kind == "file" and asked and self.script.is_ranged and isinstance(reply.body, bytes):
            reply = _part(reply, int(asked[1]), int(asked[2]) + 1)
        headers = tuple(
            (name, value.replace("{hub}", self.hub).replace("{other}", self.other))
            for name, value in reply.headers
        )
        return replace(reply, headers=headers)


def _kind(method: str, path: str, is_hub: bool) -> str:
    if not is_hub:
        return "file" if path.startswith("/stored") else "elsewhere"
    if path == "/api/models":
        return "search"
    if path.endswith("/auth-check"):
        return "access"
    if path.startswith("/api/"):
        return "repo"
    if path.endswith("README.md"):
        return "card"
    return "resolve" if method == "HEAD" else "file"


def _part(reply: Reply, start: int, end: int) -> Reply:
    body: Body = reply.body
    assert isinstance(body, bytes)
    end = min(end, len(body))
    span = ("Content-Range", f"bytes {start}-{end - 1}/{len(body)}")
    has_span = any(name == "Content-Range" for name, _ in reply.headers)
    kept = reply.headers if has_span else (*reply.headers, span)
    status = 206 if reply.status == 200 else reply.status
    return replace(reply, status=status, headers=kept, body=body[start:end])


@contextlib.contextmanager
def serve_hostile_hub() -> Iterator[HostileHub]:
    """Serve until the end of the block."""
    served = HostileHub()
    with (
        socket.create_server(("127.0.0.1", 0), backlog=64) as hub,
        socket.create_server(("127.0.0.1", 0), backlog=64) as other,
    ):
        served.hub = f"http://127.0.0.1:{hub.getsockname()[1]}"
        served.other = f"http://127.0.0.1:{other.getsockname()[1]}"
        for listener, is_hub in ((hub, True), (other, False)):
            threading.Thread(
                target=served.serve, args=(listener,), kwargs={"is_hub": is_hub}, daemon=True
            ).start()
        try:
            yield served
        finally:
            served.close()
            for listener in (hub, other):
                with contextlib.suppress(OSError):
                    listener.shutdown(socket.SHUT_RDWR)

"""The Hub and its storage on two ports of this machine: addresses, signatures, ranges, and everything that goes wrong.

Files come from here, pages of the API from `tests.support.hub_pages`.
"""

import contextlib
import hashlib
import itertools
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from app.services.downloads.web_file import WebFile
from app.services.hub.files import HubFile
from app.services.hub.settings import HubSettings
from tests.support.hub_pages import HubPages

COMMIT = "c0ffee" * 6 + "c0de"
TOKEN = "hf_good"
_BLOCK_BYTES = 32 << 10
_PLAIN = "plain/"
_RANGE = re.compile(r"bytes=(\d+)-(\d*)")


@dataclass(frozen=True)
class ServedFile:
    """What is there: `sha256` is the Hub's word for it, None for a small file that the Hub serves itself."""

    content: bytes
    etag: str
    sha256: str | None
    is_gated: bool = False

    @classmethod
    def large(cls, content: bytes, *, is_gated: bool = False) -> "ServedFile":
        """In storage, with its checksum as its tag."""
        digest = hashlib.sha256(content).hexdigest()
        return cls(content, digest, digest, is_gated)

    @classmethod
    def small(cls, content: bytes) -> "ServedFile":
        """On the Hub itself; its tag is no SHA-256."""
        return cls(content, hashlib.sha1(content).hexdigest(), None)


@dataclass(frozen=True)
class Asked:
    """One request: to "hub" or "storage", and the headers in lower case."""

    host: str
    method: str
    path: str
    headers: dict[str, str]


@dataclass
class Faults:
    """What goes wrong. Answers are (status, headers), each for one request, in order.

    `cuts`: body bytes after which the next responses break off. `is_silent`: after the headers nothing
    comes; `trickle_seconds`: or one byte in so many. `lie_at`: the byte there is another one.
    `signature_uses`: so many requests and a signed address is refused. `is_moving_small_files`: the Hub
    sends those who want the bytes of its own files to storage. `promised_size`: what the Hub says it is.
    """

    hub_answers: deque[tuple[int, dict[str, str]]] = field(default_factory=deque)
    storage_answers: deque[tuple[int, dict[str, str]]] = field(default_factory=deque)
    cuts: deque[int] = field(default_factory=deque)
    has_ranges: bool = True
    is_silent: bool = False
    trickle_seconds: float | None = None
    lie_at: int | None = None
    signature_uses: int | None = None
    is_moving_small_files: bool = False
    promised_size: int | None = None
    connection_bytes_per_second: float | None = None
    all_bytes_per_second: float | None = None


class HubServer:
    """What the Hub has, how it behaves, and what it was asked; all may change at any time."""

    def __init__(self, pages: HubPages | None = None) -> None:
        self.pages = pages
        self.files: dict[str, ServedFile] = {}
        self.faults = Faults()
        self.asked: list[Asked] = []
        self.sent: list[tuple[int, int]] = []
        self.sent_bytes = 0
        self.hub_address = self.storage_address = ""
        self._changed = threading.Condition()
        self._is_closed = False
        self._hold_at: int | None = None
        self._events: list[tuple[int, Callable[[], None]]] = []
        self._signatures: dict[str, int] = {}
        self._numbers = itertools.count()
        self._free_at = 0.0

    @property
    def settings(self) -> HubSettings:
        """How to reach it."""
        return HubSettings(endpoint=self.hub_address)

    def put(self, name: str, served: ServedFile, repo_id: str = "somebody/tiny") -> HubFile:
        """Let a file be there; returns it as the Hub lists it."""
        self.files[f"{repo_id}/{name}"] = served
        return HubFile(repo_id, COMMIT, name, len(served.content), served.sha256)

    def put_plain(self, name: str, content: bytes, folder: str = "") -> WebFile:
        """Let a file be in storage, for everybody; returns it as a lock lists it."""
        self.files[f"{_PLAIN}{folder}{name}"] = ServedFile.large(content)
        url = f"{self.storage_address}/{_PLAIN}{folder}{quote(name)}"
        return WebFile(name, url, len(content), hashlib.sha256(content).hexdigest())

    def hold_at(self, sent_bytes: int | None) -> None:
        """Send nothing more once so many bytes of bodies were sent; None lets all go on."""
        with self._changed:
            self._hold_at = sent_bytes
            self._changed.notify_all()

    def call_at(self, sent_bytes: int, action: Callable[[], None]) -> None:
        """Call `action` once so many bytes were sent."""
        self._events.append((sent_bytes, action))

    def wait_for(self, is_so: Callable[[], bool], timeout: float = 20.0) -> None:
        """Wait until something is so that requests or bytes sent lead to."""
        with self._changed:
            assert self._changed.wait_for(is_so, timeout)

    def wait_sent(self, num_bytes: int) -> None:
        """Wait until so many bytes of bodies were sent."""
        self.wait_for(lambda: self.sent_bytes >= num_bytes)

    def wait_asked(self, count: int) -> None:
        """Wait until storage was asked so many times."""
        self.wait_for(lambda: len(self.asked_of("storage")) >= count)

    def asked_of(self, host: str) -> list[Asked]:
        """The requests to "hub" or "storage"."""
        return [asked for asked in self.asked if asked.host == host]

    def expire_signatures(self) -> None:
        """Every address given so far is refused from now on."""
        self._signatures = dict.fromkeys(self._signatures, 0)

    def sign(self, key: str) -> str:
        """An address in storage that works for a while."""
        signature = str(next(self._numbers))
        uses = self.faults.signature_uses
        self._signatures[signature] = 1 << 30 if uses is None else uses
        return f"{self.storage_address}/stored/{key}?signature={signature}"

    def is_signed(self, query: str) -> bool:
        """Whether a signature is good once more."""
        signature = parse_qs(query).get("signature", [""])[0]
        with self._changed:
            left = self._signatures.get(signature, 0)
            self._signatures[signature] = left - 1
        return left > 0

    def note_asked(self, asked: Asked) -> None:
        """A request came."""
        with self._changed:
            self.asked.append(asked)
            self._changed.notify_all()

    def may_send(self, num_bytes: int) -> bool:
        """Wait for the rate of all connections, and while everything is held; False at the end."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._is_closed or self._hold_at is None or self.sent_bytes < self._hold_at
            )
            rate = self.faults.all_bytes_per_second
            if rate is None:
                return not self._is_closed
            self._free_at = max(self._free_at, time.monotonic()) + num_bytes / rate
            delay = self._free_at - time.monotonic()
        return self.rest(delay)

    def note_sent(self, start: int, end: int) -> None:
        """Bytes of a file went out."""
        with self._changed:
            self.sent.append((start, end))
            self.sent_bytes += end - start
            due = [action for at, action in self._events if at <= self.sent_bytes]
            self._events = [event for event in self._events if event[0] > self.sent_bytes]
            self._changed.notify_all()
        for action in due:
            action()

    def rest(self, seconds: float) -> bool:
        """Wait so long; False when the server closes."""
        with self._changed:
            return not self._changed.wait_for(lambda: self._is_closed, max(0.0, seconds))

    def close(self) -> None:
        """Let no connection wait any longer."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: HubServer
    host: str

    def do_GET(self) -> None:
        lower = {name.lower(): value for name, value in self.headers.items()}
        self.hub.note_asked(Asked(self.host, self.command, self.path, lower))
        with contextlib.suppress(ConnectionError):
            self._answer_hub(lower) if self.host == "hub" else self._answer_storage(lower)

    do_HEAD = do_GET  # noqa: N815  the name that the base class looks for

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def _answer_hub(self, headers: dict[str, str]) -> None:
        hub, url = self.hub, urlsplit(self.path)
        if hub.faults.hub_answers:
            self._refuse(*hub.faults.hub_answers.popleft())
            return
        if hub.pages is not None:
            page = hub.pages.respond(self.command, url.path, parse_qs(url.query), headers)
            if page is not None:
                self._send(*page)
                return
        key = re.sub(r"/resolve/[^/]+/", "/", unquote(url.path)).strip("/")
        served = hub.files.get(key)
        if served is None:
            self._refuse(404, {"X-Error-Code": "EntryNotFound"})
        elif served.is_gated and headers.get("authorization") != f"Bearer {TOKEN}":
            status = 403 if "authorization" in headers else 401
            self._refuse(status, {"X-Error-Code": "GatedRepo"})
        elif served.sha256 is None and self.command == "GET" and hub.faults.is_moving_small_files:
            self._refuse(302, {"Location": hub.sign(key)})
        elif served.sha256 is None:
            self._send_file(served, headers)
        else:
            linked = {
                "Location": hub.sign(key),
                "X-Repo-Commit": COMMIT,
                "X-Linked-Size": str(hub.faults.promised_size or len(served.content)),
                "X-Linked-ETag": f'"{served.etag}"',
                "ETag": '"of-the-redirect"',
            }
            self._refuse(302, linked)

    def _answer_storage(self, headers: dict[str, str]) -> None:
        hub, url = self.hub, urlsplit(self.path)
        key = unquote(url.path).removeprefix("/").removeprefix("stored/")
        served = hub.files.get(key)
        if hub.faults.storage_answers:
            self._refuse(*hub.faults.storage_answers.popleft())
        elif served is None or not (key.startswith(_PLAIN) or hub.is_signed(url.query)):
            self._refuse(403, {})
        else:
            self._send_file(served, headers)

    def _send_file(self, served: ServedFile, headers: dict[str, str]) -> None:
        content, size = served.content, len(served.content)
        start, end, status = 0, size, 200
        extra = {"ETag": f'"{served.etag}"', "Accept-Ranges": "bytes"}
        asked = _RANGE.fullmatch(headers.get("range", ""))
        if asked and self.hub.faults.has_ranges:
            start, status = int(asked[1]), 206
            end = min(size, int(asked[2] or size - 1) + 1)
            if start >= size:
                self._refuse(416, {"Content-Range": f"bytes */{size}"})
                return
            extra["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
        self._start(status, {**extra, "Content-Length": str(end - start)})
        if self.command == "GET":
            self._send_body(content, start, end)

    def _send_body(self, content: bytes, start: int, end: int) -> None:
        hub, faults = self.hub, self.hub.faults
        cut_at = start + faults.cuts.popleft() if faults.cuts else None
        view, position, began_at, first = memoryview(content), start, time.monotonic(), start
        if faults.is_silent:
            hub.rest(60.0)
            self.close_connection = True
            return
        block_bytes = _BLOCK_BYTES if faults.trickle_seconds is None else 1
        while position < end:
            until = min(position + block_bytes, end, cut_at or end)
            if not hub.may_send(until - position):
                return
            block = view[position:until]
            if faults.lie_at is not None and position <= faults.lie_at < until:
                block = _with_a_lie(block, faults.lie_at - position)
            self.wfile.write(block)
            hub.note_sent(position, until)
            position = until
            if position == cut_at and position < end:
                self.close_connection = True
                return
            if faults.trickle_seconds is not None and not hub.rest(faults.trickle_seconds):
                return
            if rate := faults.connection_bytes_per_second:
                hub.rest(began_at + (position - first) / rate - time.monotonic())

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self._start(status, {**headers, "Content-Length": str(len(body))})
        if self.command == "GET":
            self.wfile.write(body)

    def _refuse(self, status: int, headers: dict[str, str]) -> None:
        self._send(status, headers, b"")

    def _start(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


def _with_a_lie(block: memoryview, at: int) -> memoryview:
    lie = bytearray(block)
    lie[at] ^= 1
    return memoryview(lie)


class _Server(ThreadingHTTPServer):
    request_queue_size = 64

    def handle_error(self, *_: Any) -> None:
        """Clients go away all the time."""


@contextlib.contextmanager
def serve_hub(pages: HubPages | None = None) -> Iterator[HubServer]:
    """Run it until the end of the block."""
    hub = HubServer(pages)
    with contextlib.ExitStack() as stack:
        for host in ("hub", "storage"):
            handler = type("Handler", (_Handler,), {"hub": hub, "host": host})
            server = stack.enter_context(_Server(("127.0.0.1", 0), handler))
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            stack.callback(server.shutdown)
            address = f"http://127.0.0.1:{server.server_port}"
            if host == "hub":
                hub.hub_address = address
            else:
                hub.storage_address = address
        stack.callback(hub.close)
        yield hub

"""A local server that speaks the OpenAI-compatible protocol, with faults to choose from."""

import contextlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["_Handler"], None]
KEY = "sk-test-1"


@dataclass
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class EndpointServer:
    """What it answers, and what it was asked. `replies` come first, each once; then `words`.

    `key` is what it wants, "" for none. `pause_seconds` lies between two pieces.
    """

    address: str = ""
    models: list[dict[str, Any]] = field(default_factory=lambda: [model("tiny"), model("large")])
    words: Sequence[str] = ("Hello", " from", " afar.")
    thoughts: Sequence[str] = ()
    timings: dict[str, Any] | None = None
    key: str = ""
    pause_seconds: float = 0.0
    replies: deque[Reply] = field(default_factory=deque)
    list_replies: deque[Reply] = field(default_factory=deque)
    asked: list[Asked] = field(default_factory=list)
    is_closed: threading.Event = field(default_factory=threading.Event)
    num_cut: int = 0

    def asked_for(self, path: str) -> list[Asked]:
        """The requests to a path."""
        return [asked for asked in self.asked if asked.path == path]

    @property
    def chats(self) -> list[Asked]:
        """The requests for answers."""
        return self.asked_for("/v1/chat/completions")


def model(model_id: str, **more: Any) -> dict[str, Any]:
    """An entry of the list."""
    return {"id": model_id, "object": "model", "owned_by": "vllm", **more}


def chunk(delta: dict[str, Any] | None = None, finish: str | None = None, **more: Any) -> bytes:
    """An event of an answer."""
    choices = [{"index": 0, "delta": delta or {}, "finish_reason": finish}]
    return event({"object": "chat.completion.chunk", "choices": choices, **more})


def event(value: Any) -> bytes:
    """Any value as an event."""
    return b"data: " + (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n\n"


def plain(
    status: int, body: Any = b"", headers: dict[str, str] | None = None, kind: str = ""
) -> Reply:
    """A reply of another kind than an answer."""

    def reply(handler: "_Handler") -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Type", kind or "application/json")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return reply


def refusal(status: int, message: str, **more: Any) -> Reply:
    """An error as servers write it."""
    return plain(status, {"error": {"message": message, **more}})


def events(*pieces: bytes, is_cut: bool = False) -> Reply:
    """These bytes as the stream of an answer; cut in the middle or not."""

    def reply(handler: "_Handler") -> None:
        handler.begin_stream()
        for piece in pieces:
            handler.send_piece(piece)
        if not is_cut:
            handler.end_stream()

    return reply


def silence(handler: "_Handler") -> None:
    """Nothing, until the server is closed or the client goes."""
    handler.connection.settimeout(0.05)
    while not handler.server.endpoint.is_closed.is_set():
        try:
            if not handler.connection.recv(1):
                handler.server.endpoint.num_cut += 1
                return
        except TimeoutError:
            continue


@contextlib.contextmanager
def serve_endpoint() -> Iterator[EndpointServer]:
    """Run it until the end of the block."""
    endpoint = EndpointServer()
    server = _Server(("127.0.0.1", 0), _Handler)
    server.endpoint = endpoint
    endpoint.address = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.is_closed.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    endpoint: EndpointServer

    def handle_error(self, *_: object) -> None:
        """A client that went away is no error."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        self._answer(json.loads(self.rfile.read(length)))

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def send_piece(self, piece: bytes) -> None:
        self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        self.wfile.flush()

    def end_stream(self) -> None:
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def _answer(self, body: Any) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        endpoint = self.server.endpoint
        endpoint.asked.append(Asked(self.command, self.path, headers, body))
        self.close_connection = True
        replies = endpoint.list_replies if self.path == "/v1/models" else endpoint.replies
        if replies:
            replies.popleft()(self)
        elif endpoint.key and headers.get("authorization") != f"Bearer {endpoint.key}":
            refusal(401, "Invalid API key")(self)
        elif self.path == "/v1/models":
            plain(200, {"object": "list", "data": endpoint.models})(self)
        elif self.path == "/v1/chat/completions":
            self._chat()
        else:
            refusal(404, "Not Found")(self)

    def _chat(self) -> None:
        endpoint = self.server.endpoint
        try:
            self.begin_stream()
            self.send_piece(chunk({"role": "assistant", "content": None}))
            for name, words in (
                ("reasoning_content", endpoint.thoughts),
                ("content", endpoint.words),
            ):
                for word in words:
                    if endpoint.is_closed.wait(endpoint.pause_seconds):
                        return
                    self.send_piece(chunk({name: word}))
            more = {"timings": endpoint.timings} if endpoint.timings else {}
            self.send_piece(chunk(finish="stop", **more))
            usage = {"prompt_tokens": 12, "completion_tokens": len(endpoint.words)}
            self.send_piece(event({"choices": [], "usage": usage}))
            self.send_piece(event(b"[DONE]"))
            self.end_stream()
        except OSError:
            endpoint.num_cut += 1


def wait_until(is_so: Callable[[], bool], seconds: float = 20.0) -> None:
    """For what another thread does."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.005)

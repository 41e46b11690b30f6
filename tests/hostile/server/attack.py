"""Many clients at once that ask, cut, stall and talk nonsense; what has to hold of each reply."""

import json
import queue
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

from tests.hostile.server.cases import Case, draw_case, post
from tests.hostile.server.questions import QUESTIONS, streamed_answer, whole_answer

SECONDS = 300.0  # for one reply, behind all others
FLOOD = 24  # connections at once
_SLOW_BYTES, _SLOW_SECONDS = 64, 0.002
_SENT_AWAY = {429, 503}
_ALLOWED = {
    "whole": {200},
    "stream": {200},
    "slow": {200},
    "flood": {200},
    "malformed": {200, 400, 404},
    "schema": {200, 400, 413},
    "tools": {200, 400, 413},
    "foreign": {403},
    "listing": {200},
    "large": {200, 400, 404, 413},
}


@dataclass
class Attack:
    """Clients of the server at `port`, which has `model`. `wrong` has a line for each bad reply."""

    port: int
    model: str
    answers: list[object] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    num_tried: int = 0
    slowest: dict[str, float] = field(default_factory=dict)
    longest_silence: float = 0.0
    wrong: list[str] = field(default_factory=list)
    _counting: threading.Lock = field(default_factory=threading.Lock)
    _flooding: threading.Lock = field(default_factory=threading.Lock)

    def learn(self) -> None:
        """Ask each question alone."""
        for question in QUESTIONS:
            content = question.content(self.model, is_stream=False)
            status, body = self.exchange(post(question.path, content, {"Host": "localhost"}))
            if status != 200:
                raise AssertionError(body)
            self.answers.append(whole_answer(body))

    def run(self, seeds: Iterable[int], num_clients: int, deadline: float = float("inf")) -> None:
        """Send the cases of all seeds, but none after `deadline`, on the monotonic clock."""
        waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        for seed in seeds:
            waiting.put(seed)

        def serve() -> None:
            while time.monotonic() < deadline:
                try:
                    seed = waiting.get_nowait()
                except queue.Empty:
                    return
                self._try(seed)

        clients = [threading.Thread(target=serve) for _ in range(num_clients)]
        is_over = threading.Event()
        listener = threading.Thread(target=self._listen, args=(is_over,))
        for client in (listener, *clients):
            client.start()
        for client in clients:
            client.join()
        is_over.set()
        listener.join()

    def exchange(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; the status and the body of its reply."""
        with closing(self._connect()) as connection:
            connection.sendall(request)
            return _read_reply(connection)

    def judge(self, case: Case, status: int, body: bytes) -> str:
        """What came of a case; it begins with WRONG if it should not have."""
        if status not in _ALLOWED[case.kind] | _SENT_AWAY:
            return f"WRONG {status}: {body[:200]!r}"
        if status == 200 and case.kind in ("whole", "stream", "slow", "flood"):
            read = streamed_answer if case.kind in ("stream", "slow") else whole_answer
            answer = read(body)
            if answer != self.answers[case.number]:
                return f"WRONG answer: {answer!r}"
        if status == 503:
            return "503" if body == b"Service Unavailable" else f"WRONG error: {body[:200]!r}"
        if status != 200 and not json.loads(body)["error"]["message"].endswith("."):
            return f"WRONG error: {body[:200]!r}"
        return str(status)

    def _listen(self, is_over: threading.Event) -> None:
        """Have one answer streamed over and over, and note how long it ever stands still."""
        content = QUESTIONS[0].content(self.model, is_stream=True)
        case = Case("stream", 0, post(QUESTIONS[0].path, content, {"Host": "localhost"}), 0, None)
        while not is_over.wait(0.05):
            try:
                with closing(self._connect()) as connection:
                    connection.sendall(case.request)
                    pauses: list[float] = []
                    outcome = self.judge(case, *_read_reply(connection, pauses=pauses))
            except Exception as error:  # noqa: BLE001  as a case's
                outcome, pauses = f"WRONG {type(error).__name__}: {error}", []
            with self._counting:
                self.longest_silence = max(self.longest_silence, *pauses[1:], 0.0)
                if outcome.startswith("WRONG"):
                    self.wrong.append(f"the stream beside: {outcome}")

    def _try(self, seed: int) -> None:
        case = draw_case(seed, self.model)
        began = time.monotonic()
        try:
            outcomes = self._send(case)
        except Exception as error:  # noqa: BLE001  a case may fail in any way, and is counted
            outcomes = [f"WRONG {type(error).__name__}: {error}"]
        seconds = time.monotonic() - began
        with self._counting:
            self.num_tried += 1
            self.slowest[case.kind] = max(seconds, self.slowest.get(case.kind, 0.0))
            for outcome in outcomes:
                self.counts[f"{case.kind} {outcome}".partition(":")[0]] += 1
                if outcome.startswith("WRONG"):
                    self.wrong.append(f"seed {seed}, {case.kind}: {outcome}")

    def _send(self, case: Case) -> list[str]:
        if case.num_read is not None:
            self._cut(case)
            return ["cut"]
        if case.kind == "flood":
            return [self.judge(case, *reply) for reply in self._flood(case)]
        if case.kind == "slow":
            return [self.judge(case, *self._read_slowly(case))]
        return [self.judge(case, *self.exchange(case.request))]

    def _cut(self, case: Case) -> None:
        with closing(self._connect()) as connection:
            connection.sendall(case.request[: case.num_sent])
            if case.num_read:
                connection.recv(case.num_read)
            if case.kind == "stalled":
                time.sleep(0.2)

    def _flood(self, case: Case) -> list[tuple[int, bytes]]:
        """Replies to the same request over many connections, all sent before the first is read."""
        with self._flooding, ExitStack() as stack:
            connections = [stack.enter_context(closing(self._connect())) for _ in range(FLOOD)]
            for connection in connections:
                connection.sendall(case.request)
            return [_read_reply(connection) for connection in connections]

    def _read_slowly(self, case: Case) -> tuple[int, bytes]:
        with closing(self._connect()) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            connection.sendall(case.request)
            return _read_reply(connection, _SLOW_BYTES, _SLOW_SECONDS)

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)


def _read_reply(
    connection: socket.socket,
    num_bytes: int = 1 << 16,
    pause_seconds: float = 0.0,
    pauses: list[float] | None = None,
) -> tuple[int, bytes]:
    """The status and the body; the time before each piece is added to `pauses`."""
    received, before = b"", time.monotonic()
    while piece := connection.recv(num_bytes):
        received += piece
        now = time.monotonic()
        if pauses is not None:
            pauses.append(now - before)
        before = now
        if pause_seconds:
            time.sleep(pause_seconds)
    head, _, body = received.partition(b"\r\n\r\n")
    is_chunked = b"transfer-encoding: chunked" in head.lower()
    return int(head.split()[1]), _joined(body) if is_chunked else body


def _joined(body: bytes) -> bytes:
    """A chunked body in one piece."""
    joined = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        joined += rest[:length]
        body = rest[length + 2 :]
    return joined

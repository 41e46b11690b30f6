"""Many clients at once that ask, cut, stall and talk nonsense; what has to hold of each reply."""

import json
import queue
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field

from tests.hostile.server.cases import CHAT, QUESTIONS, Case, draw_case, post, valid_body

SECONDS = 300.0  # for one reply, behind all others
_ALLOWED = {
    "whole": {200, 429},
    "stream": {200, 429},
    "malformed": {200, 400, 404, 429},
    "foreign": {403},
}


@dataclass
class Attack:
    """Clients of the server at `port`, which has `model`. `wrong` has a line for each bad reply."""

    port: int
    model: str
    answers: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def learn(self) -> None:
        """Ask each question alone."""
        for number in range(len(QUESTIONS)):
            content = json.dumps(valid_body(self.model, number, is_stream=False)).encode()
            status, body = self._exchange(post(CHAT, content, {"Host": "localhost"}))
            if status != 200:
                raise AssertionError(body)
            self.answers.append(json.loads(body)["choices"][0]["message"]["content"])

    def run(self, seeds: Iterable[int], num_clients: int) -> None:
        """Send the cases of all seeds."""
        waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        for seed in seeds:
            waiting.put(seed)

        def serve() -> None:
            while True:
                try:
                    seed = waiting.get_nowait()
                except queue.Empty:
                    return
                self._try(seed)

        clients = [threading.Thread(target=serve) for _ in range(num_clients)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()

    def _try(self, seed: int) -> None:
        case = draw_case(seed, self.model)
        try:
            outcome = self._send(case)
        except Exception as error:  # noqa: BLE001  a case may fail in any way, and is counted
            outcome = f"WRONG {type(error).__name__}: {error}"
        self.counts[f"{case.kind} {outcome}".partition(":")[0]] += 1
        if outcome.startswith("WRONG"):
            self.wrong.append(f"seed {seed}, {case.kind}: {outcome}")

    def _send(self, case: Case) -> str:
        if case.num_read is not None:
            self._cut(case)
            return "cut"
        status, body = self._exchange(case.request)
        if status not in _ALLOWED[case.kind]:
            return f"WRONG {status}: {body[:200]!r}"
        if status == 200 and case.kind in ("whole", "stream"):
            text = _streamed(body) if case.kind == "stream" else _whole(body)
            if text != self.answers[case.number]:
                return f"WRONG answer: {text!r}"
        if status != 200 and not json.loads(body)["error"]["message"].endswith("."):
            return f"WRONG error: {body[:200]!r}"
        return str(status)

    def _cut(self, case: Case) -> None:
        with closing(self._connect()) as connection:
            connection.sendall(case.request[: case.num_sent])
            if case.num_read:
                connection.recv(case.num_read)
            if case.kind == "stalled":
                time.sleep(0.2)

    def _exchange(self, request: bytes) -> tuple[int, bytes]:
        with closing(self._connect()) as connection:
            connection.sendall(request)
            received = b""
            while piece := connection.recv(1 << 16):
                received += piece
        head, _, body = received.partition(b"\r\n\r\n")
        is_chunked = b"transfer-encoding: chunked" in head.lower()
        return int(head.split()[1]), _joined(body) if is_chunked else body

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)


def _joined(body: bytes) -> bytes:
    """A chunked body in one piece."""
    joined = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        joined += rest[:length]
        body = rest[length + 2 :]
    return joined


def _whole(body: bytes) -> str:
    return str(json.loads(body)["choices"][0]["message"]["content"])


def _streamed(body: bytes) -> str:
    """The text of a stream that ended as it should."""
    *events, done, last = body.split(b"\n\n")
    if (done, last) != (b"data: [DONE]", b""):
        raise ValueError(f"no end: {body[-200:]!r}")
    chunks = [json.loads(event.removeprefix(b"data: ")) for event in events]
    return "".join(chunk["choices"][0]["delta"].get("content", "") for chunk in chunks)

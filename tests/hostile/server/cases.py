"""Requests as programs and attackers send them, drawn from a seed."""

import json
import random
from dataclasses import dataclass
from typing import Literal

Kind = Literal["whole", "stream", "cut", "stalled", "malformed", "head", "foreign"]

KINDS: dict[Kind, int] = {
    "whole": 6,
    "stream": 6,
    "cut": 5,
    "stalled": 1,
    "malformed": 5,
    "head": 2,
    "foreign": 2,
}
CHAT, TEXT = "/v1/chat/completions", "/v1/completions"
QUESTIONS = ("What is a graph?", "Name three rivers.", "Why is the sky blue?", "Count to ten.")


@dataclass(frozen=True)
class Case:
    """One request: its bytes, how many of them are sent, how many bytes of the reply are read."""

    kind: Kind
    number: int
    request: bytes
    num_sent: int
    num_read: int | None

    @property
    def is_complete(self) -> bool:
        """Whether all of it is sent."""
        return self.num_sent >= len(self.request)


def draw_case(seed: int, model: str) -> Case:
    """The case of a seed, for a server that has `model`."""
    draw = random.Random(seed)
    kind = draw.choices(list(KINDS), list(KINDS.values()))[0]
    number = draw.randrange(len(QUESTIONS))
    headers = {"Host": "localhost"}
    path = CHAT
    body = json.dumps(valid_body(model, number, is_stream=kind in ("stream", "cut", "stalled")))
    content = body.encode()
    if kind == "malformed":
        path, content = draw.choice([CHAT, TEXT]), hostile_body(draw, model)
    elif kind == "foreign":
        headers |= draw.choice([{"Origin": "https://evil.example"}, {"Host": "evil.example"}])
    request = post(path, content, headers)
    num_sent, num_read = len(request), None
    if kind == "head":
        num_sent = draw.randrange(1, len(request))
        num_read = 0
    elif kind in ("cut", "stalled"):
        num_read = draw.randrange(0, 600)
    return Case(kind, number, request, num_sent, num_read)


def valid_body(model: str, number: int, *, is_stream: bool) -> dict[str, object]:
    """A question that has one answer."""
    return {
        "model": model,
        "messages": [{"role": "user", "content": QUESTIONS[number]}],
        "max_tokens": 12,
        "temperature": 0.8,
        "seed": number,
        "stream": is_stream,
    }


def post(path: str, content: bytes, headers: dict[str, str]) -> bytes:
    """A request, to be sent as it is; the connection is closed after it."""
    fields = {"Content-Type": "application/json", "Content-Length": str(len(content))} | headers
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST {path} HTTP/1.1\r\nConnection: close\r\n{lines}\r\n".encode() + content


def hostile_body(draw: random.Random, model: str) -> bytes:
    """A valid body with something wrong, mostly."""
    valid = {
        "model": model,
        "messages": [{"role": "user", "content": "x"}],
        "prompt": "x",
        "max_tokens": 4,
        "stop": ["a"],
        "temperature": 1,
        "seed": 1,
        "n": 1,
        "stream_options": {},
    }
    kinds = [
        lambda: json.dumps(valid | {draw.choice([*valid, "new"]): strange(draw)}).encode(),
        lambda: json.dumps(valid).encode()[: draw.randrange(200)],
        lambda: json.dumps(valid).encode().replace(b'"x"', b"\xff\xfe"),
        lambda: b'{"prompt":' + draw.choice([b"[", b'{"a":']) * draw.randrange(5, 60_000),
        lambda: draw.randbytes(draw.randrange(100)),
        lambda: b'{"model":"x",' * 3 + b"}",
    ]
    return draw.choice(kinds)()


def strange(draw: random.Random) -> object:
    """A value that belongs nowhere."""
    messages = [{"role": "user"}], [{"role": "x", "content": "y"}]
    numbers = -1, 10**40, 1e308
    texts = "", "\ud800", "\0" * 10, "x" * 100_000
    lists = [], [[]], [None], ["a", 1], [1] * 999
    return draw.choice([None, True, {}, {"a": {}}, *messages, *numbers, *texts, *lists])

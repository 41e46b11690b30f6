"""Requests as programs and attackers send them, drawn from a seed."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tests.hostile.server.large import in_chunks, large_body
from tests.hostile.server.questions import CHAT, EMBEDDINGS, QUESTIONS, RESPONSES, TEXT
from tests.hostile.server.schemas import encoded, hostile_schema, hostile_tools

Kind = Literal[
    "whole", "stream", "slow", "flood", "cut", "stalled", "malformed", "schema", "tools", "head",
    "foreign", "listing", "large",
]  # fmt: skip

KINDS: dict[Kind, int] = {
    "whole": 6,
    "stream": 6,
    "slow": 1,
    "flood": 1,
    "cut": 5,
    "stalled": 1,
    "malformed": 5,
    "schema": 2,
    "tools": 2,
    "head": 2,
    "foreign": 2,
    "listing": 1,
    "large": 1,
}
_MARKS = (
    "<tool_call>",
    "</tool_call>",
    '<tool_call>\n{"name": "tool_0", "arguments": {}}',
    "<|im_end|>",
)


@dataclass(frozen=True)
class Case:
    """One request: its bytes, how many of them are sent, how many bytes of the reply are read.

    `number` is that of its question, where it is one.
    """

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
    is_stream = kind in ("stream", "slow", "cut", "stalled")
    number = draw.choice([n for n, each in enumerate(QUESTIONS) if each.streams or not is_stream])
    question = QUESTIONS[number]
    headers = {"Host": "localhost"}
    path, content = question.path, question.content(model, is_stream=is_stream)
    if kind == "malformed":
        path, content = draw.choice([CHAT, TEXT, RESPONSES, EMBEDDINGS]), hostile_body(draw, model)
    elif kind in ("schema", "tools"):
        path, content = (
            CHAT,
            encoded(_with_schema(draw, model) if kind == "schema" else _with_tools(draw, model)),
        )
    elif kind == "foreign":
        headers |= draw.choice([{"Origin": "https://evil.example"}, {"Host": "evil.example"}])
    chunk_bytes = None
    if kind == "large":
        path, content = large_body(draw, model)
        chunk_bytes = draw.choice([None, None, 1000, 1])
    request = post(path, content, headers, chunk_bytes)
    if kind == "listing":
        path = draw.choice(["/v1/models", f"/v1/models/{model}", "/health", "/metrics"])
        request = f"GET {path} HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n\r\n".encode()
    num_sent, num_read = len(request), None
    if kind == "head":
        num_sent = draw.randrange(1, len(request))
        num_read = 0
    elif kind in ("cut", "stalled"):
        num_read = draw.randrange(0, 600)
    return Case(kind, number, request, num_sent, num_read)


def post(
    path: str, content: bytes, headers: Mapping[str, str], chunk_bytes: int | None = None
) -> bytes:
    """A request, to be sent as it is, or in chunks; the connection is closed after it."""
    length = {"Content-Length": str(len(content))}
    if chunk_bytes is not None:
        length, content = (
            {"Transfer-Encoding": "chunked"},
            b"".join(in_chunks(content, chunk_bytes)),
        )
    fields = {"Content-Type": "application/json", **length, **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST {path} HTTP/1.1\r\nConnection: close\r\n{lines}\r\n".encode() + content


def _with_schema(draw: random.Random, model: str) -> dict[str, Any]:
    """A question whose answer must have a form that nobody wants."""
    schema = {"name": "x", "schema": hostile_schema(draw)}
    return _chat(model) | {"response_format": {"type": "json_schema", "json_schema": schema}}


def _with_tools(draw: random.Random, model: str) -> dict[str, Any]:
    """A question with tools, and sometimes earlier calls whose results hold marks of calls."""
    named = {"type": "function", "function": {"name": draw.choice(["tool_0", "nobody", ""])}}
    body = _chat(model) | {
        "tools": hostile_tools(draw),
        "tool_choice": draw.choice(["auto", "required", "none", "what", named, None, 5]),
    }
    if draw.random() < 0.3:
        mark = draw.choice(_MARKS)
        call = {
            "name": draw.choice(["tool_0", mark]),
            "arguments": draw.choice(["{}", mark, "[" * 5000]),
        }
        body["messages"] += [
            {
                "role": "assistant",
                "tool_calls": [{"id": mark, "type": "function", "function": call}],
            },
            {"role": "tool", "tool_call_id": draw.choice([mark, "other"]), "content": mark * 9},
        ]  # fmt: skip
    return body


def _chat(model: str) -> dict[str, Any]:
    question = {"role": "user", "content": "x"}
    return {"model": model, "messages": [question], "max_tokens": 4, "seed": 1}


def hostile_body(draw: random.Random, model: str) -> bytes:
    """A valid body with something wrong, mostly."""
    valid = {
        "model": model,
        "messages": [{"role": "user", "content": "x"}],
        "prompt": "x",
        "input": "x",
        "instructions": "x",
        "text": {"format": {"type": "text"}},
        "reasoning": {"effort": "low"},
        "include": [],
        "max_tokens": 4,
        "stop": ["a"],
        "temperature": 1,
        "seed": 1,
        "n": 1,
        "stream_options": {},
        "tools": [],
        "tool_choice": "auto",
        "response_format": {"type": "text"},
        "logit_bias": {"5": 1},
        "dimensions": 4,
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

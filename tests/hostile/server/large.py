"""Bodies as large as a server takes, each of one kind of harm, and how they are sent."""

import json
import random
from collections.abc import Callable, Iterator

from app.server.incoming import MAX_BODY_BYTES
from tests.hostile.server.questions import CHAT, EMBEDDINGS, RESPONSES, TEXT

_PATHS = (CHAT, TEXT, RESPONSES, EMBEDDINGS)
_FIELDS = {
    CHAT: b'"messages":[{"role":"user","content":"x"}],"max_tokens":4',
    TEXT: b'"prompt":"x","max_tokens":4',
    RESPONSES: b'"input":"x","max_output_tokens":16',
    EMBEDDINGS: b'"input":"x"',
}
_OPEN_FIELDS = (b"functions", b"guided_json", b"metadata", b"unknown", b"logit_bias", b"stop")
_TEXT_FIELDS = (b"prompt", b"input", b"user", b"model", b"stop", b"instructions", b"seed")
_LETTERS = (
    b"a",
    b"a ",
    b"\\u0041",
    b"\\n",
    "é".encode(),
    "😀".encode(),
    b"<|im_end|>",
    b"[",
    b"\\\\",
)
_BROKEN = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\\ud800", b"\\x", b"\x00", b"\xf4\x90\x80\x80")
_OPENED = ((b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]"))
_SCHEMA_PARTS = (
    b'{"const":"%d"}', b'"%d"', b'{"type":"object","properties":{"%d":{}}}', b'{"minLength":%d}',
    b'{"items":{"anyOf":[{"const":%d},{}]}}', b'{"$ref":"#/$defs/%d"}',
)  # fmt: skip

Body = tuple[str, bytes]
Made = Callable[[random.Random, bytes], Body]


def large_body(draw: random.Random, model: str) -> Body:
    """A path, and a body of up to as many bytes as may come, or one more."""
    path, body = draw.choice(KINDS)(draw, b'{"model":' + json.dumps(model).encode() + b",")
    return path, body[: MAX_BODY_BYTES + draw.choice([0, 0, 0, 1])]


def in_chunks(body: bytes, num_bytes: int) -> Iterator[bytes]:
    """The body in pieces of so many bytes, each as a chunk, and the last one."""
    for begin in range(0, len(body), num_bytes):
        piece = body[begin : begin + num_bytes]
        yield b"%x\r\n" % len(piece) + piece + b"\r\n"
    yield b"0\r\n\r\n"


def _filled(head: bytes, part: bytes, tail: bytes, between: bytes = b"") -> bytes:
    """As many of `part` as there is room for."""
    room = MAX_BODY_BYTES - len(head) - len(tail)
    return head + between.join([part] * (room // len(part + between))) + tail


def _deep(draw: random.Random, head: bytes) -> Body:
    """Lists in lists; closed again, or not."""
    path, field = draw.choice(_PATHS), draw.choice(_OPEN_FIELDS)
    opened, closed = draw.choice(_OPENED)
    depth = draw.choice([400, 900, 5000, MAX_BODY_BYTES // (2 * len(opened + closed))])
    part = opened * depth + b"1" + closed * depth
    body = head + _FIELDS[path] + b',"' + field + b'":'
    if draw.random() < 0.3:
        return path, _filled(body, opened, b"")
    return path, _filled(body + b"[", part, b"]}", b",")


def _many(draw: random.Random, head: bytes) -> Body:
    """Millions of short values where few are meant."""
    path, field = draw.choice(_PATHS), draw.choice([*_OPEN_FIELDS, *_TEXT_FIELDS])
    part = draw.choice([b'"a"', b'""', b"1", b"[]", b"{}", b"null", b"[1]", b'"\\u0041"'])
    return path, _filled(head + _FIELDS[path] + b',"' + field + b'":[', part, b"]}", b",")


def _messages(draw: random.Random, head: bytes) -> Body:
    """Turns, parts of one, tools, calls: thousands of each."""
    call = b'{"id":"a","function":{"name":"f"}}'
    tool = b'{"type":"function","function":{"name":"f","parameters":{"a":[1,2]}}}'
    turn, part = b'{"role":"user","content":"x"}', b'{"type":"text","text":"x"}'
    place, made = draw.choice(
        [
            (b'"messages":[', turn),
            (b'"messages":[{"role":"assistant"},', turn),
            (b'"messages":[{"role":"user","content":[', part),
            (b'"messages":[{"role":"assistant","tool_calls":[', call),
            (b'"messages":[{"role":"user","content":"x"}],"tools":[', tool),
        ]
    )
    tail = b"]" * (place.count(b"[") - place.count(b"]"))
    tail = (
        b"]}]}"
        if b'{"role"' in place and place.count(b"[") == 2 and b"tools" not in place
        else tail + b"}"
    )
    return CHAT, _filled(head + b'"max_tokens":4,' + place, made, tail, b",")


def _text(draw: random.Random, head: bytes) -> Body:
    """One text, or one number, without end."""
    path, field = draw.choice(_PATHS), draw.choice(_TEXT_FIELDS)
    if draw.random() < 0.3:
        return CHAT, _filled(
            head + b'"max_tokens":4,"messages":[{"role":"user","content":"',
            draw.choice(_LETTERS),
            b'"}]}',
        )
    if draw.random() < 0.2:
        number = draw.choice([(b"9", b""), (b"0", b"1"), (b"9", b"e9"), (b"0.0", b"1")])
        return path, _filled(
            head + _FIELDS[path] + b',"' + field + b'":1', *number[:1], number[1] + b"}"
        )
    return path, _filled(
        head + _FIELDS[path] + b',"' + field + b'":"', draw.choice(_LETTERS), b'"}'
    )


def _broken(draw: random.Random, head: bytes) -> Body:
    """Text that is none, at the very end of much that is."""
    path, field = draw.choice(_PATHS), draw.choice(_TEXT_FIELDS)
    body = head + _FIELDS[path] + b',"' + field + b'":"'
    return path, _filled(body, draw.choice([b"a", *_BROKEN]), draw.choice(_BROKEN) + b'"}')


def _again(draw: random.Random, head: bytes) -> Body:
    """The same names over and over, and other names without end."""
    path = draw.choice(_PATHS)
    part = draw.choice([b'"model":"x"', b'"stream":true', b'"%d":1', _FIELDS[path], b'"":""'])
    if part != b'"%d":1':
        return path, _filled(head, part, b"}", b",")
    names = b",".join(part % number for number in range(MAX_BODY_BYTES // 14))
    return path, head + _FIELDS[path] + b"," + names + b"}"


def _schema(draw: random.Random, head: bytes) -> Body:
    """A form, or the parameters of a tool, of many parts or levels."""
    part, count = draw.choice(_SCHEMA_PARTS), draw.choice([20_000, MAX_BODY_BYTES // 40])
    parts = b",".join(part % number for number in range(count))
    names = b",".join(b'"n%d":{"type":"string"}' % number for number in range(count))
    depth = draw.choice([100, 1000, 100_000])
    schema = draw.choice(
        [
            b'{"enum":[' + parts + b"]}",
            b'{"anyOf":[' + parts + b"]}",
            b'{"allOf":[' + parts + b"]}",
            b'{"type":"object","properties":{' + names + b"}}",
            b'{"type":"array","prefixItems":[' + parts + b"]}",
            b'{"items":' * depth + b"{}" + b"}" * depth,
            b'{"type":"string","pattern":"' + b"(a|b)*" * count + b'"}',
            b'{"type":"string","pattern":"' + b"a" * count + b'"}',
            b'{"const":"' + b"a" * (MAX_BODY_BYTES - 4096) + b'"}',
        ]
    )
    body = head + _FIELDS[CHAT]
    if draw.random() < 0.3:
        tool = b'{"type":"function","function":{"name":"f","parameters":' + schema + b"}}"
        return CHAT, body + b',"tools":[' + tool + b'],"tool_choice":"required"}'
    form = b'{"type":"json_schema","json_schema":{"name":"x","schema":' + schema + b"}}"
    return CHAT, body + b',"response_format":' + form + b"}"


KINDS: tuple[Made, ...] = (_deep, _many, _messages, _text, _broken, _again, _schema)

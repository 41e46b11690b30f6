"""Draws what the hostile Hub replies: a true conversation, of which one reply or more is bent. The same for the same seed."""

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.hostile.hub.reply import (
    RAW_VALUES,
    Reply,
    bomb,
    endless,
    garbage,
    json_reply,
    packed,
    to_bytes,
)
from tests.hostile.hub.server import Script
from tests.support.gguf_bytes import (
    ARCHITECTURE,
    TEXT,
    U32,
    array,
    gguf_bytes,
    key_value,
    tensor_row,
)

REPO, COMMIT = "author/tiny-GGUF", "c0ffee" * 6 + "c0de"
_GIGABYTE = 1 << 30
_LONG = 100_000
ACTIONS = {
    "search": ("search",),
    "page": ("repo", "access", "card"),
    "header": ("resolve", "file"),
    "download": ("resolve", "file"),
}

NAMES = (
    "../../evil.gguf", "/etc/evil.gguf", "C:\\evil.gguf", "C:evil.gguf", "\\\\host\\share\\evil.gguf", "..\\evil.gguf",
    "CON.gguf", "aux", "nul.txt", "COM¹.gguf", "folder/LPT1.x.gguf", "dot..gguf.", "space.gguf ", " lead.gguf",
    "a<b>.gguf", "pipe|.gguf", "star*.gguf", "what?.gguf", 'quote".gguf', "new\nline.gguf", "esc\x1b]0;x\x07.gguf",
    "c1\x9b2J.gguf", "bidi\u202efugg.gguf", "zero\u200bwidth.gguf", "nul\x00.gguf", "lone\ud800.gguf", "x" * 300 + ".gguf",
    "d/" * 300 + "x.gguf", ".hidden/x.gguf", "", ".", "..", "a//b.gguf", "TINY-q8_0.gguf", "x-00001-of-99999.gguf",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 12.5, 1e308, 1 << 63, 1 << 200, "", "x", "12", [], {}, [None], {"id": None}, *NAMES,
    *RAW_VALUES, "A" * 1_000_000, "9999-99-99", "0001-01-01T00:00:00Z", "+275760-09-13",
    "\x1b[2J\x1b]8;;http://x\x07license\x1b\\", "\u2066\u202e\u2069", [["license:x"]],
)  # fmt: skip
LOCATIONS = (
    "http://[::bad", "{other}/stored/x", "{other}/api/models/author/tiny-GGUF", "//", "///", "file:///etc/passwd",
    "javascript:alert(1)", "http://", "https://127.0.0.1:1/", "{hub}/api/models", "{hub}\\@127.0.0.1:1/", "http://a..b/",
    "http://\u00df.invalid\u202e/", "http://127.0.0.1:99999/", "http://127.0.0.1:-1/", "", "?", "/" + "x" * 60_000,
    "http://user:secret@127.0.0.1:1/", "http://xn--/", "http://0x7f000001:1/", "ftp://127.0.0.1/x", "{hub}:80/", " ",
)  # fmt: skip
LENGTHS = (
    "0",
    "1",
    "-1",
    "9" * 5000,
    "abc",
    "1, 2",
    "10000000000000",
    "5\r\nContent-Length: 7",
    "0x10",
    "",
)
ENCODINGS = (
    "gzip",
    "deflate",
    "br",
    "zstd",
    "gzip, " * 20 + "gzip",
    "identity",
    "x",
    "gzip, deflate, gzip",
)
HEADERS = (
    ("Retry-After", "9" * 5000), ("Retry-After", "Thu, 99 Foo 99999 99:99:99 GMT"), ("X-Error-Code", "GatedRepo"),
    ("X-Error-Message", "\x1b[31mred" + "x" * 5000), ("X-Error-Code", "RepoNotFound"), ("ETag", '"' + "e" * 60_000),
    ("X-Linked-ETag", "W/\x9b\u202e"), ("X-Linked-ETag", '"' + "0" * 64 + '"'), ("X-Linked-Size", "9" * 5000),
    ("X-Linked-Size", "-5"), ("X-Linked-Size", "1e9"), ("X-Linked-Size", "\u0663"), ("X-Linked-Size", str(1 << 62)),
    ("Content-Range", "bytes 0-9/" + "9" * 5000), ("Content-Range", "bytes 5-1/3"), ("Content-Range", "bytes */*"),
    ("Content-Range", "\x1b"), ("Set-Cookie", "a=" + "b;" * 20_000), ("Content-Type", "text/html; charset=\x00"),
    ("Link", "<" * 20_000), ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "gzip, chunked"), ("X", "y" * 300_000),
)  # fmt: skip
RAW_HEADS = (
    b"", b"\r\n\r\n", b"HTTP/9.9 200 OK\r\n\r\n", b"HTTP/1.1 99999999 OK\r\n\r\n", b"SSH-2.0-x\r\n", b"<html>hello</html>",
    b"HTTP/1.1 200 OK\r\nNoColon\r\n\r\n", b"HTTP/1.1 200 OK\r\nA\x00B: c\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: \xff\xfe\x1b\r\n\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000, b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50_000, b"HTTP/1.1 101 Up\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc",
    b"HTTP/1.1 302 Found\r\nLocation: \r\n\r\n", b"HTTP/1.1 304 Not Modified\r\n\r\n", b"HTTP/1.1 204 No\r\n\r\n",
)  # fmt: skip


@dataclass
class Case:
    """What is asked, and what the Hub says to it; `bent` names what was done to which reply."""

    seed: int
    action: str
    script: Script
    bent: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.seed} {self.action}: {', '.join(self.bent)}"


def content_of_file() -> bytes:
    """The one model there is."""
    return gguf_bytes(rows=[tensor_row("x", (25_000,))], data=bytes(100_000))


def draw_case(seed: int) -> Case:
    """The case of that number: each kind of bend in turn, on a reply and with details that are drawn."""
    draw = random.Random(seed)
    actions = list(ACTIONS)
    case = Case(seed, actions[seed % len(actions)], Script(_true_replies()))
    has_json = case.action in ("search", "page")
    bends = [name for name in _BENDS if has_json or name not in _BENDS_OF_JSON]
    for index in range(draw.choice((1, 1, 1, 2, 3))):
        name = bends[(seed // len(actions)) % len(bends)] if index == 0 else draw.choice(bends)
        kind = draw.choice(ACTIONS[case.action])
        bend = _BENDS[name]
        case.script.replies[kind] = bend(case.script.replies[kind], draw)
        case.bent.append(f"{name} of {kind}")
    case.script.is_ranged = draw.random() < 0.9
    return case


_BENDS_OF_JSON = ("json", "names", "link")


def _true_replies() -> dict[str, Reply]:
    content = content_of_file()
    digest = hashlib.sha256(content).hexdigest()
    repo = {
        "id": REPO, "sha": COMMIT, "lastModified": "2025-01-02T03:04:05.000Z", "gated": "auto", "downloads": 5, "likes": 2,
        "tags": ["gguf", "license:mit"], "cardData": {"license": "mit"}, "gguf": {"architecture": "llama", "total": 1000},
        "siblings": [{"rfilename": "tiny-Q8_0.gguf", "size": len(content), "lfs": {"sha256": digest, "size": len(content)}},
                     {"rfilename": "README.md", "size": 5}],
    }  # fmt: skip
    linked = (
        ("Location", "{other}/stored/x"), ("X-Repo-Commit", COMMIT), ("X-Linked-Size", str(len(content))),
        ("X-Linked-ETag", f'"{digest}"'),
    )  # fmt: skip
    return {
        "search": json_reply([repo, {**repo, "id": "author/other"}]),
        "repo": json_reply(repo),
        "access": Reply(body=b"OK"),
        "card": Reply(body=b"# Tiny\n\nTiny is a model that is small enough for every test.\n"),
        "resolve": Reply(302, linked),
        "file": Reply(headers=(("ETag", f'"{digest}"'),), body=content),
        "elsewhere": json_reply([{**repo, "id": "evil/evil"}]),
    }


def _bend_json(reply: Reply, draw: random.Random) -> Reply:
    """Somewhere in the JSON, another value or key."""
    try:
        content = json.loads(reply.body) if isinstance(reply.body, bytes) else []
    except (ValueError, RecursionError):
        content = []
    for _ in range(draw.randint(1, 4)):
        content = _bent_value(content, draw)
    return replace(reply, body=to_bytes(content))


def _bent_value(value: Any, draw: random.Random) -> Any:
    if isinstance(value, dict) and value and draw.random() < 0.95:
        key = draw.choice(list(value))
        return {**value, key: _bent_value(value[key], draw)}
    if isinstance(value, list) and value and draw.random() < 0.95:
        index = draw.randrange(len(value))
        return [*value[:index], _bent_value(value[index], draw), *value[index + 1 :]]
    return draw.choice(VALUES)


def _bend_name(reply: Reply, draw: random.Random) -> Reply:
    """Files, or repositories, with names that are traps, and one that is good."""
    try:
        content = json.loads(reply.body) if isinstance(reply.body, bytes) else None
    except (ValueError, RecursionError):
        content = None
    names = [draw.choice(NAMES) for _ in range(draw.randint(1, 40))]
    if isinstance(content, dict) and isinstance(content.get("siblings"), list):
        traps = [{"rfilename": name, "size": 5} for name in names]
        content["siblings"] = [*traps, *content["siblings"], *traps]
        return replace(reply, body=to_bytes(content))
    return replace(reply, body=to_bytes([{"id": f"author/{name}"} for name in names]))


def _bend_many(reply: Reply, draw: random.Random) -> Reply:
    """One item a million times: a list without an end, or one that is only too long."""
    file = b'{"rfilename":"x%d.gguf","size":5,"lfs":{"sha256":"%s","size":5}},'
    pieces = (
        b"{},",
        b'{"id":"a/b"},',
        b"[[1]],",
        b'"x",',
        b"0,",
        b"[",
        b'{"a":',
        b" ",
        file % (0, b"0" * 64),
    )
    starts = (b"[", b'{"id":"author/tiny-GGUF","sha":"c0de","siblings":[', b'{"id":"')
    num_bytes = draw.choice((6 << 20, 12 << 20, 256 << 20))
    return replace(
        reply, body=endless(draw.choice(pieces), draw.choice(starts), num_bytes), length=""
    )


def _bend_bomb(reply: Reply, draw: random.Random) -> Reply:
    body = bomb(
        draw.choice((b"[", b'"', b"")), draw.choice((b" ", b"0,", b"{},", b"\x00")), 4 * _GIGABYTE
    )
    return replace(reply, body=body, length="").with_headers(("Content-Encoding", "gzip"))


def _bend_encoding(reply: Reply, draw: random.Random) -> Reply:
    body = reply.body if isinstance(reply.body, bytes) else b"[]"
    body = draw.choice((body, packed(body), packed(packed(body)), garbage(draw, 500)))
    return replace(reply, body=body).with_headers(("Content-Encoding", draw.choice(ENCODINGS)))


def _bend_link(reply: Reply, draw: random.Random) -> Reply:
    """The next page is elsewhere, or this one again, or nowhere."""
    target = draw.choice((*LOCATIONS, "{hub}/api/models?cursor=1", "{other}/api/models?cursor=1"))
    return reply.with_headers(("Link", f'<{target}>; rel="next"'))


def _bend_redirect(reply: Reply, draw: random.Random) -> Reply:
    return replace(reply, status=draw.choice((301, 302, 303, 307, 308))).with_headers(
        ("Location", draw.choice(LOCATIONS))
    )


def _bend_status(reply: Reply, draw: random.Random) -> Reply:
    statuses = (
        201,
        203,
        206,
        226,
        300,
        304,
        400,
        401,
        403,
        404,
        416,
        418,
        429,
        451,
        500,
        503,
        599,
        999,
    )
    return replace(reply, status=draw.choice(statuses))


def _bend_headers(reply: Reply, draw: random.Random) -> Reply:
    return reply.with_headers(*draw.sample(HEADERS, draw.randint(1, 3)))


def _bend_body(reply: Reply, draw: random.Random) -> Reply:
    bodies: Sequence[Any] = (b"", garbage(draw, 1000), b"\xff\xfe[", b"\xef\xbb\xbf[]", b"<html>sign in</html>", b"null", b"[" * _LONG,
                             b'[{"id":' * _LONG, b"[" + b"9" * 5000 + b"]", b"<!--" * 16_000, b"[" * 64_000, endless(b"x"))  # fmt: skip
    body = draw.choice(bodies)
    return replace(reply, body=body, length=None if isinstance(body, bytes) else "")


def _bend_gguf(reply: Reply, draw: random.Random) -> Reply:
    """A header that goes on and on, whatever is asked for."""
    count = draw.choice((1 << 20, 1 << 31, 1 << 62))
    keys = [ARCHITECTURE, key_value("tokenizer.ggml.tokens", 9, array(TEXT, count, b""))]
    start = gguf_bytes(keys, num_keys=draw.choice((2, 1 << 16))).rstrip(b"\x00")
    items = draw.choice(
        (bytes(8), b"\x01" + bytes(7) + b"x", key_value("k", U32, bytes(4)), b"\xff" * 8)
    )
    return replace(reply, body=endless(items, start), length="")


_BENDS: dict[str, Callable[[Reply, random.Random], Reply]] = {
    "json": _bend_json,
    "names": _bend_name,
    "link": _bend_link,
    "redirect": _bend_redirect,
    "bomb": _bend_bomb,
    "many": _bend_many,
    "length": lambda reply, draw: replace(reply, length=draw.choice(LENGTHS)),
    "drip": lambda reply, draw: replace(reply, drip_from=draw.choice((0, 5, 40, 300))),
    "headers": _bend_headers,
    "encoding": _bend_encoding,
    "status": _bend_status,
    "cut": lambda reply, _: replace(reply, is_cut=True),
    "body": _bend_body,
    "gguf": _bend_gguf,
    "head": lambda reply, draw: replace(reply, raw=draw.choice(RAW_HEADS)),
}

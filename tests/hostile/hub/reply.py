"""One reply as bytes on the wire, true or false in any part. Knows nothing of what it says."""

import gzip
import json
import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

CHUNK_BYTES = 64 << 10
_BLOCK_BYTES = 1 << 20
_DRIP_SECONDS = 0.02
_NAME_OF_STATUS = b"whatever"

RAW_VALUES = {
    "@digits": "9" * 5000,
    "@negative": "-" + "9" * 5000,
    "@infinite": "1e999",
    "@nan": "NaN",
    "@lists": "[" * 100_000 + "]" * 100_000,
    "@mappings": '{"a":' * 5000 + "1" + "}" * 5000,
}

Body = bytes | Callable[[], Iterator[bytes]]


@dataclass(frozen=True)
class Reply:
    """`length` is what Content-Length says: None for the truth, "" for no such header.

    `drip_from`: so many bytes go out at once, the rest one by one; `raw` stands in place of all headers.
    """

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: Body = b""
    length: str | None = None
    drip_from: int | None = None
    is_cut: bool = False
    raw: bytes | None = None

    def with_headers(self, *headers: tuple[str, str]) -> "Reply":
        """With these in place of those of the same name."""
        names = {name.lower() for name, _ in headers}
        kept = tuple(header for header in self.headers if header[0].lower() not in names)
        return replace(self, headers=kept + headers)


@dataclass
class Wire:
    """Sends replies; `rest(seconds)` waits and says whether to go on."""

    write: Callable[[bytes], None]
    rest: Callable[[float], bool]
    num_sent: int = field(default=0)

    def send(self, reply: Reply, *, has_body: bool) -> None:
        """All of `reply`, or as much as the other side takes."""
        self._put(_head(reply), reply.drip_from)
        if not has_body:
            return
        pieces = iter([reply.body]) if isinstance(reply.body, bytes) else reply.body()
        for piece in pieces:
            self._put(piece[: len(piece) // 2] if reply.is_cut else piece, reply.drip_from)
            if reply.is_cut:
                return

    def _put(self, data: bytes, drip_from: int | None) -> None:
        whole = len(data) if drip_from is None else max(0, drip_from - self.num_sent)
        self.write(data[:whole])
        self.num_sent += len(data[:whole])
        for index in range(whole, len(data)):
            if not self.rest(_DRIP_SECONDS):
                return
            self.write(data[index : index + 1])


def json_reply(content: object, *headers: tuple[str, str]) -> Reply:
    """As the API sends it."""
    kind = ("Content-Type", "application/json; charset=utf-8")
    return Reply(headers=(kind, *headers), body=to_bytes(content))


def to_bytes(content: object) -> bytes:
    """JSON; a string that is a key of `RAW_VALUES` stands for what no Python value is."""
    text = json.dumps(content)
    for name, raw in RAW_VALUES.items():
        text = text.replace(f'"{name}"', raw)
    return text.encode()


def endless(piece: bytes, first: bytes = b"", num_bytes: int = 256 << 20) -> Body:
    """`first`, then `piece` again and again, `num_bytes` in all."""

    def produce() -> Iterator[bytes]:
        yield first
        block = piece * max(1, CHUNK_BYTES // len(piece))
        for _ in range(num_bytes // len(block)):
            yield block

    return produce


def bomb(first: bytes, piece: bytes, num_bytes: int) -> Body:
    """What unpacks, as gzip, to `num_bytes` that begin with `first` and go on with `piece`; small to send."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = packer.compress(first) + packer.flush(zlib.Z_FULL_FLUSH)
    block_packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = block_packer.compress(piece * (_BLOCK_BYTES // len(piece)))
    block += block_packer.flush(zlib.Z_FULL_FLUSH)

    def produce() -> Iterator[bytes]:
        yield start
        for _ in range(num_bytes // _BLOCK_BYTES):
            yield block

    return produce


def packed(body: bytes) -> bytes:
    """As gzip."""
    return gzip.compress(body, mtime=0)


def garbage(draw: random.Random, num_bytes: int) -> bytes:
    """Any bytes."""
    return draw.randbytes(num_bytes)


def _head(reply: Reply) -> bytes:
    if reply.raw is not None:
        return reply.raw
    lines = [b"HTTP/1.1 %d " % reply.status + _NAME_OF_STATUS]
    lines += [f"{name}: {value}".encode("utf-8", "surrogatepass") for name, value in reply.headers]
    length = reply.length
    if length is None and isinstance(reply.body, bytes):
        length = str(len(reply.body))
    if length:
        lines.append(f"Content-Length: {length}".encode())
    return b"\r\n".join([*lines, b"Connection: close", b"", b""])

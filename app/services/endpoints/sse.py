"""Server-sent events out of bytes, bounded. Knows no HTTP and no JSON."""

from collections.abc import Iterable, Iterator

MAX_EVENT_BYTES = 1 << 20

_BOM = b"\xef\xbb\xbf"
# An older server of llama.cpp reports errors in a field of their own.
_FIELDS = (b"data", b"error")


class EventTooLongError(Exception):
    """An event is longer than any answer's piece can be."""


def read_events(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The data of each event, wherever `chunks` cut it. Raises `EventTooLongError`."""
    rest, data, size = bytearray(), [], 0
    for chunk in chunks:
        rest += chunk
        if b"\n" in chunk:
            *lines, last = bytes(rest).split(b"\n")
            rest = bytearray(last)
            for line in lines:
                piece = _data_of(line)
                if piece is not None:
                    data.append(piece)
                    size += len(piece)
                elif not line.strip(b"\r") and data:
                    yield b"\n".join(data)
                    data, size = [], 0
        if len(rest) + size > MAX_EVENT_BYTES:
            raise EventTooLongError
    piece = _data_of(bytes(rest))
    if piece is not None:
        data.append(piece)
    if data:  # some servers leave out the last empty line
        yield b"\n".join(data)


def _data_of(line: bytes) -> bytes | None:
    """What a line adds to its event; None for empty lines, comments and other fields."""
    name, separator, value = line.removeprefix(_BOM).removesuffix(b"\r").partition(b":")
    return value.removeprefix(b" ") if separator and name in _FIELDS else None

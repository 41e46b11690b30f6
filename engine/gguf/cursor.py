"""Bounds-checked reads of numbers and strings from a complete or partial GGUF header."""

from struct import Struct, error

from engine.errors import ModelFileError

MAX_HEADER_BYTES = 128 * 2**20
"""The longest header accepted; the largest vocabularies in use need about 40 MiB."""

_U32 = Struct("<I")
_U64 = Struct("<Q")
_MAX_SHOWN_CHARACTERS = 80


class TruncatedHeaderError(ModelFileError):
    """The buffer ends inside the header although the file continues: read more of it."""


def shown(text: str) -> str:
    """`text` quoted for a message: unprintable characters escaped, long text shortened."""
    if len(text) > _MAX_SHOWN_CHARACTERS:
        text = text[:_MAX_SHOWN_CHARACTERS] + "…"
    return repr(text)


class Cursor:
    """Reads a little-endian buffer; checks bounds before it copies.

    `file_name` is for messages; `file_bytes` is the size of the file if `buffer` is only its
    beginning. Every read names its object (`what`, with the article) and raises `ModelFileError`
    when the file ends inside it, `TruncatedHeaderError` when only the buffer does.
    """

    def __init__(self, buffer: memoryview, file_name: str, file_bytes: int | None = None) -> None:
        self.file_name = file_name
        self.offset = 0
        self._buffer = buffer
        self._file_bytes = len(buffer) if file_bytes is None else file_bytes
        self._end = min(self._file_bytes, MAX_HEADER_BYTES)

    def damaged(self, reason: str) -> ModelFileError:
        """The error for an invalid header."""
        return ModelFileError(
            f"{self.file_name} is damaged: {reason}; download it again or choose another file."
        )

    def u32(self, what: str) -> int:
        """An unsigned 32-bit number."""
        value: int = _U32.unpack_from(self._buffer, self._advance(4, what))[0]
        return value

    def u64(self, what: str) -> int:
        """An unsigned 64-bit number."""
        value: int = _U64.unpack_from(self._buffer, self._advance(8, what))[0]
        return value

    def take(self, num_bytes: int, what: str) -> bytes:
        """A copy of the next `num_bytes` bytes."""
        start = self._advance(num_bytes, what)
        return bytes(self._buffer[start : self.offset])

    def text(self, what: str, max_bytes: int) -> bytes:
        """A raw string: a 64-bit length, at most `max_bytes`, then that many bytes."""
        num_bytes = self.u64(f"the length of {what}")
        if num_bytes > max_bytes:
            raise self.damaged(f"it claims {num_bytes} bytes for {what}, more than any model has")
        return self.take(num_bytes, what)

    def texts(self, count: int, what: str) -> bytes:
        """A copy of `count` consecutive strings with their lengths; see `decode_texts`."""
        self.check_count(count, 8, what)
        buffer, unpack, start = self._buffer, _U64.unpack_from, self.offset
        position = start
        try:
            for _ in range(count):
                position += 8 + unpack(buffer, position)[0]
        except (error, OverflowError):
            raise self._missing(position + 8, what) from None
        return self.take(position - start, what)

    def count(self, limit: int, min_bytes: int, what: str) -> int:
        """A 64-bit count, at most `limit`, of items of at least `min_bytes` each."""
        count = self.u64(f"the number of {what}")
        if count > limit:
            raise self.damaged(f"it claims {count} {what}, more than any model has")
        self.check_count(count, min_bytes, what)
        return count

    def check_count(self, count: int, min_bytes: int, what: str) -> None:
        """Raise when `count` items of `min_bytes` bytes exceed the rest of the file."""
        if count * min_bytes > self._end - self.offset:
            raise self.damaged(f"it claims {count} entries in {what}, more than there is room for")

    def _advance(self, num_bytes: int, what: str) -> int:
        """Skip `num_bytes` bytes; returns their offset."""
        start, end = self.offset, self.offset + num_bytes
        if end > min(self._end, len(self._buffer)):
            raise self._missing(end, what)
        self.offset = end
        return start

    def _missing(self, end: int, what: str) -> ModelFileError:
        """The error for `what`, which ends at `end`, beyond the readable bytes."""
        if end <= self._end:
            return TruncatedHeaderError(
                f"{self.file_name} goes on after the first {len(self._buffer)} bytes, which end"
                f" inside {what}; read more of it."
            )
        if self._end < self._file_bytes:
            return self.damaged(f"{what} does not end within the first {self._end >> 20} MiB")
        return ModelFileError(
            f"{self.file_name} is cut short or damaged: it ends inside {what}; download it again."
        )


def decode_texts(data: bytes, count: int) -> tuple[str, ...]:
    """The `count` strings in `data` from `Cursor.texts`; invalid UTF-8 becomes U+FFFD."""
    texts: list[str] = []
    append, unpack, end = texts.append, _U64.unpack_from, 0
    for _ in range(count):
        start = end + 8
        end = start + unpack(data, end)[0]
        append(data[start:end].decode("utf-8", "replace"))
    return tuple(texts)

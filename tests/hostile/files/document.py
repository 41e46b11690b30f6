"""A GGUF file taken apart so that any piece can be changed, and put together again without any check.

Reads sound files only; layout: docs/gguf.md of the ggml project.
"""

import struct
from dataclasses import dataclass, field
from pathlib import Path

U8, I8, U16, I16, U32, I32, F32, BOOL, TEXT, ARRAY, U64, I64, F64 = range(13)
FORMATS = {U8: "B", I8: "b", U16: "H", I16: "h", U32: "I", I32: "i", F32: "f", BOOL: "?"}
FORMATS |= {U64: "Q", I64: "q", F64: "d"}
ALIGNMENT = 32

Scalar = bool | int | float | bytes


@dataclass
class Entry:
    """A key and its value: a scalar of `kind`, or a list of `item_kind` where `kind` is ARRAY.

    `count` is the length that the file claims, where it is not that of the list.
    """

    key: bytes
    kind: int
    value: Scalar | list[Scalar]
    item_kind: int = 0
    count: int | None = None

    @property
    def items(self) -> list[Scalar]:
        """Of an array."""
        assert isinstance(self.value, list)
        return self.value


@dataclass
class Row:
    """One row of the tensor table; `dims` in file order, the contiguous one first."""

    name: bytes
    dims: list[int]
    kind: int
    offset: int


@dataclass
class Document:
    """A file: `data` is what stands behind the header. The counts are those claimed, None the true ones."""

    entries: list[Entry]
    rows: list[Row]
    data: bytearray
    version: int = 3
    num_entries: int | None = None
    num_rows: int | None = None
    padding: int = 0
    done: list[str] = field(default_factory=list)

    def entry(self, key: bytes) -> Entry | None:
        """The first entry called `key`."""
        return next((entry for entry in self.entries if entry.key == key), None)

    @property
    def architecture(self) -> bytes:
        """The prefix of its hyperparameters."""
        entry = self.entry(b"general.architecture")
        return entry.value if entry and isinstance(entry.value, bytes) else b"llama"

    def hyperparameters(self) -> list[Entry]:
        """The entries that say how the model is built."""
        prefix = self.architecture + b"."
        return [entry for entry in self.entries if entry.key.startswith(prefix)]

    def tokenizer(self) -> list[Entry]:
        """The entries of the tokenizer."""
        return [entry for entry in self.entries if entry.key.startswith(b"tokenizer.")]

    def to_bytes(self) -> bytes:
        """The file."""
        counts = (
            len(self.rows) if self.num_rows is None else self.num_rows,
            len(self.entries) if self.num_entries is None else self.num_entries,
        )
        parts = [b"GGUF", struct.pack("<IQQ", self.version, *counts)]
        parts += map(_entry_bytes, self.entries)
        for row in self.rows:
            layout = f"<I{len(row.dims)}QIQ"
            numbers = (len(row.dims), *(n % 2**64 for n in row.dims), row.kind % 2**32)
            parts.append(_text(row.name) + struct.pack(layout, *numbers, row.offset % 2**64))
        header = b"".join(parts)
        return header + bytes(-len(header) % ALIGNMENT + self.padding) + bytes(self.data)


def read_document(path: Path) -> Document:
    """Take the file at `path` apart."""
    raw = path.read_bytes()
    reader = _Reader(raw, 4)
    version, num_rows, num_entries = (reader.number(f) for f in "IQQ")
    entries = [reader.entry() for _ in range(num_entries)]
    rows = [reader.row() for _ in range(num_rows)]
    begin = -(-reader.at // ALIGNMENT) * ALIGNMENT
    return Document(entries, rows, bytearray(raw[begin:]), version)


class _Reader:
    def __init__(self, raw: bytes, at: int) -> None:
        self.raw, self.at = raw, at

    def number(self, layout: str) -> int:
        (value,) = struct.unpack_from(f"<{layout}", self.raw, self.at)
        self.at += struct.calcsize(f"<{layout}")
        number: int = value
        return number

    def text(self) -> bytes:
        size = self.number("Q")
        self.at += size
        return self.raw[self.at - size : self.at]

    def scalar(self, kind: int) -> Scalar:
        return self.text() if kind == TEXT else self.number(FORMATS[kind])

    def entry(self) -> Entry:
        key, kind = self.text(), self.number("I")
        if kind != ARRAY:
            return Entry(key, kind, self.scalar(kind))
        item_kind, count = self.number("I"), self.number("Q")
        return Entry(key, kind, [self.scalar(item_kind) for _ in range(count)], item_kind)

    def row(self) -> Row:
        name, num_dims = self.text(), self.number("I")
        dims = [self.number("Q") for _ in range(num_dims)]
        return Row(name, dims, self.number("I"), self.number("Q"))


def _entry_bytes(entry: Entry) -> bytes:
    head = _text(entry.key) + struct.pack("<I", entry.kind)
    if entry.kind != ARRAY:
        return head + scalar_bytes(entry.kind, entry.value)
    items = entry.value if isinstance(entry.value, list) else [entry.value]
    count = len(items) if entry.count is None else entry.count
    head += struct.pack("<IQ", entry.item_kind, count % 2**64)
    return head + b"".join(scalar_bytes(entry.item_kind, item) for item in items)


def scalar_bytes(kind: int, value: object) -> bytes:
    """`value` as a scalar of `kind` stands in a file, bent to fit: nothing is refused."""
    if kind == TEXT:
        return _text(value if isinstance(value, bytes) else str(value).encode())
    if kind == ARRAY:
        return struct.pack("<IQ", U32, 0)
    layout = FORMATS.get(kind)
    if layout is None:
        return b"\0"
    number = value if isinstance(value, bool | int | float) else 0
    if kind == BOOL:
        return bytes([int(number) & 1 if number == number else 0])
    if kind in (F32, F64):
        return _float_bytes(layout, number)
    size = struct.calcsize(layout)
    whole = int(number) if abs(number) < float("inf") else 0
    return (whole % 2 ** (8 * size)).to_bytes(size, "little")


def _float_bytes(layout: str, number: float) -> bytes:
    try:
        return struct.pack(f"<{layout}", number)
    except OverflowError:
        return struct.pack(f"<{layout}", float("inf"))


def _text(raw: bytes) -> bytes:
    return struct.pack("<Q", len(raw)) + raw

"""The key/value section of a GGUF header. Knows value types, not the meaning of keys.

Layout: docs/gguf.md of the ggml project.
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.gguf.cursor import Cursor, decode_texts, shown

Scalar = bool | int | float | str
MetadataValue = Scalar | tuple[bool, ...] | tuple[int, ...] | tuple[float, ...] | tuple[str, ...]

MAX_KEYS = 2**16
_MAX_ITEMS = 2**21  # the longest arrays in use are merges, half a million
_MAX_KEY_BYTES = 2**16 - 1
_MAX_TEXT_BYTES = 64 * 2**20  # a tokenizer.json kept as a value takes some 35 MiB
MIN_KEY_VALUE_BYTES = 8 + 4 + 1

_BOOL, _TEXT, _ARRAY = 7, 8, 9
# Of the struct module, by value type.
_NUMBER_FORMATS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", _BOOL: "?"}
_NUMBER_FORMATS |= {10: "Q", 11: "q", 12: "d"}


@dataclass(frozen=True)
class _PackedArray:
    """The raw bytes of an array, checked but not decoded."""

    value_type: int
    count: int
    data: bytes

    def unpack(self) -> MetadataValue:
        if self.value_type == _TEXT:
            return decode_texts(self.data, self.count)
        return struct.unpack(f"<{self.count}{_NUMBER_FORMATS[self.value_type]}", self.data)


class KeyValues(Mapping[str, MetadataValue]):
    """The keys and values of one file in file order; arrays are tuples, decoded on first use.

    `file_name` is for messages.
    """

    def __init__(self, values: Mapping[str, MetadataValue | _PackedArray], file_name: str) -> None:
        self.file_name = file_name
        self._values: dict[str, MetadataValue | _PackedArray] = dict(values)

    def __getitem__(self, key: str) -> MetadataValue:
        value = self._values[key]
        if isinstance(value, _PackedArray):
            value = self._values[key] = value.unpack()
        return value

    def num_items(self, key: str) -> int:
        """The length of the array `key`, without decoding it; 0 for anything else."""
        value = self._values.get(key)
        if isinstance(value, _PackedArray):
            return value.count
        return len(value) if isinstance(value, tuple) else 0

    def num_text_bytes(self, key: str) -> int:
        """Bytes of all strings of the array `key`, without decoding it; 0 for anything else."""
        value = self._values.get(key)
        if isinstance(value, _PackedArray) and value.value_type == _TEXT:
            return len(value.data) - 8 * value.count
        return 0

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def read_key_values(cursor: Cursor, count: int) -> KeyValues:
    """Read `count` keys and their values from `cursor`.

    Raises `ModelFileError` for damage: a value beyond the end of the file, a duplicate or
    non-UTF-8 key, an unknown value type, an array of arrays, a bool other than 0 or 1.
    """
    values: dict[str, Scalar | _PackedArray] = {}
    for index in range(count):
        key = read_name(cursor, f"key {index + 1} of {count}")
        if key in values:
            raise cursor.damaged(f"the key {shown(key)} is there twice")
        values[key] = _read_value(cursor, f"the value of {shown(key)}")
    return KeyValues(values, cursor.file_name)


def read_name(cursor: Cursor, what: str) -> str:
    """Read a key or a tensor name: UTF-8, 1 to 65,535 bytes."""
    raw = cursor.text(what, _MAX_KEY_BYTES)
    if not raw:
        raise cursor.damaged(f"{what} has an empty name")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise cursor.damaged(f"{what} has a name that is not UTF-8 text") from None


def _read_value(cursor: Cursor, what: str) -> Scalar | _PackedArray:
    value_type = cursor.u32(f"the type of {what}")
    if value_type == _TEXT:
        return cursor.text(what, _MAX_TEXT_BYTES).decode("utf-8", "replace")
    if value_type == _ARRAY:
        return _read_array(cursor, what)
    data = _read_numbers(cursor, value_type, 1, what)
    scalar: Scalar = struct.unpack(f"<{_NUMBER_FORMATS[value_type]}", data)[0]
    return scalar


def _read_array(cursor: Cursor, what: str) -> _PackedArray:
    value_type = cursor.u32(f"the type of {what}")
    count = cursor.u64(f"the length of {what}")
    cursor.check_count(count, 1, what)
    if count > _MAX_ITEMS:
        raise cursor.damaged(f"it claims {count} entries in {what}, more than any model has")
    if value_type == _TEXT:
        return _PackedArray(value_type, count, cursor.texts(count, what))
    if value_type == _ARRAY:
        raise cursor.damaged(f"{what} is an array of arrays, which no model uses")
    return _PackedArray(value_type, count, _read_numbers(cursor, value_type, count, what))


def _read_numbers(cursor: Cursor, value_type: int, count: int, what: str) -> bytes:
    letter = _NUMBER_FORMATS.get(value_type)
    if letter is None:
        raise cursor.damaged(f"{what} has the unknown type {value_type}")
    item_bytes = struct.calcsize(f"<{letter}")
    cursor.check_count(count, item_bytes, what)
    data = cursor.take(count * item_bytes, what)
    if value_type == _BOOL and data.strip(b"\0\1"):
        raise cursor.damaged(f"{what} is neither true nor false")
    return data

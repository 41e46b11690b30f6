"""GGUF headers byte by byte, for files that no honest writer would write."""

import struct
from collections.abc import Sequence

U32, F32, BOOL, TEXT, ARRAY, U64 = 4, 6, 7, 8, 9, 10


def text(value: bytes | str) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(raw)) + raw


def key_value(key: bytes | str, value_type: int, value: bytes) -> bytes:
    """One row of the key/value section; `value` as it stands in the file."""
    return text(key) + struct.pack("<I", value_type) + value


def array(value_type: int, count: int, items: bytes) -> bytes:
    """The value of an ARRAY row."""
    return struct.pack("<IQ", value_type, count) + items


def tensor_row(
    name: bytes | str, dims: Sequence[int], tensor_type: int = 0, offset: int = 0
) -> bytes:
    """One row of the tensor table; `dims` in file order, the contiguous one first."""
    layout = f"<I{len(dims)}QIQ"
    return text(name) + struct.pack(layout, len(dims), *dims, tensor_type, offset)


ARCHITECTURE = key_value("general.architecture", TEXT, text("llama"))


def gguf_bytes(
    keys: Sequence[bytes] = (ARCHITECTURE,),
    rows: Sequence[bytes] = (),
    data: bytes = b"",
    *,
    num_keys: int | None = None,
    num_tensors: int | None = None,
    version: int = 3,
) -> bytes:
    """A file of these rows, its data aligned to 32; the counts may be made to lie."""
    counts = (
        len(rows) if num_tensors is None else num_tensors,
        len(keys) if num_keys is None else num_keys,
    )
    header = b"GGUF" + struct.pack("<IQQ", version, *counts) + b"".join([*keys, *rows])
    return header + bytes(-len(header) % 32) + data

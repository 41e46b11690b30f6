"""Reads the header of one GGUF file, or of its first bytes. Reads no tensor data.

Versions 2 and 3, little-endian; layout: docs/gguf.md of the ggml project.
"""

from dataclasses import dataclass

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import Cursor, TruncatedHeaderError
from engine.gguf.keyvalues import MAX_KEYS, MIN_KEY_VALUE_BYTES, KeyValues, read_key_values
from engine.gguf.tensors import (
    MAX_TENSORS,
    MIN_TENSOR_BYTES,
    TensorInfo,
    read_alignment,
    read_tensor_table,
)

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)


@dataclass(frozen=True)
class Header:
    """A GGUF header. Tensor data begins at `num_bytes`, a multiple of `alignment`."""

    version: int
    metadata: KeyValues
    tensors: dict[str, TensorInfo]
    alignment: int
    num_bytes: int


def read_header(cursor: Cursor, part: int) -> Header:
    """Read the header of part `part` of a model, counted from 0.

    Raises `ModelFileError` for damage, `UnsupportedModelError` for an unknown version or type.
    """
    version = _read_version(cursor)
    num_tensors = cursor.count(MAX_TENSORS, MIN_TENSOR_BYTES, "tensors")
    num_keys = cursor.count(MAX_KEYS, MIN_KEY_VALUE_BYTES, "keys")
    metadata = read_key_values(cursor, num_keys)
    alignment = read_alignment(metadata, cursor.file_name)
    tensors = read_tensor_table(cursor, num_tensors, part)
    num_bytes = -(-cursor.offset // alignment) * alignment
    return Header(version, metadata, tensors, alignment, num_bytes)


def find_header_bytes(prefix: bytes | bytearray, file_bytes: int, file_name: str) -> int | None:
    """The header size of a file of `file_bytes` bytes starting with `prefix`; None: read more.

    Raises as `read_header` once the prefix shows that reading more cannot help.
    """
    with memoryview(prefix) as view:
        try:
            return read_header(Cursor(view, file_name, file_bytes), part=0).num_bytes
        except TruncatedHeaderError:
            return None


def _read_version(cursor: Cursor) -> int:
    """Check the magic and return the version."""
    name = cursor.file_name
    if cursor.take(len(_MAGIC), "the first 4 bytes") != _MAGIC:
        raise ModelFileError(
            f"{name} is not a GGUF model file, whatever its name says; "
            "choose a model in GGUF format."
        )
    version = cursor.u32("the version")
    if version in _VERSIONS:
        return version
    if int.from_bytes(version.to_bytes(4, "little"), "big") in range(1, 2**8):
        raise UnsupportedModelError(
            f"{name} is a big-endian GGUF, which is not supported; choose a little-endian one."
        )
    if version == 1:
        raise UnsupportedModelError(
            f"{name} is a GGUF of version 1, which is out of use; choose a newer file of the model."
        )
    raise UnsupportedModelError(
        f"{name} claims to be a GGUF of version {version}, which is not known;"
        " download it again, or update this app."
    )

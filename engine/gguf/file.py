"""Opens GGUF files, split or whole: checks the header, maps the tensors. Knows no architecture.

Versions 2 and 3, little-endian; layout: docs/gguf.md of the ggml project.
"""

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import Cursor, shown
from engine.gguf.keyvalues import (
    MAX_KEYS,
    MIN_KEY_VALUE_BYTES,
    KeyValues,
    read_key_values,
)
from engine.gguf.split import part_paths, split_position
from engine.gguf.tensors import (
    MAX_TENSORS,
    MIN_TENSOR_BYTES,
    TensorInfo,
    check_layout,
    read_alignment,
    read_tensor_table,
)

__all__ = ["GGUFFile", "TensorInfo", "check_supported"]

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
ByteArray = np.ndarray[tuple[int], np.dtype[np.uint8]]


@dataclass(frozen=True)
class _Part:
    """One file: its header, and its bytes mapped read-only."""

    path: Path
    version: int
    metadata: KeyValues
    tensors: dict[str, TensorInfo]
    data_start: int
    mapped: ByteArray


class GGUFFile:
    """An opened model: header in memory, tensors mapped. A context manager.

    `path` is what was opened, `paths` every part in order (one when not split), `version` 2 or 3.
    `metadata` maps the raw keys to bool, int, float, str or a tuple of one of these.
    `tensors` maps names to table rows in file order.
    """

    def __init__(self, path: Path, parts: list[_Part]) -> None:
        self.path = path
        self.paths = tuple(part.path for part in parts)
        self.version = parts[0].version
        self.metadata = parts[0].metadata
        self.tensors = _merge_tensors(parts)
        self.file_bytes = sum(part.mapped.nbytes for part in parts)
        self._data: list[ByteArray] = [part.mapped[part.data_start :] for part in parts]

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Open the GGUF at `path`; any part of a split model opens all of it.

        Raises `ModelFileError` (missing, unreadable, not a GGUF, cut short, damaged, a part missing)
        or `UnsupportedModelError` (version, byte order or tensor type not known). Everything in the
        header is checked before anything is allocated from it.
        """
        path = Path(path)
        part = _open_part(path, 0)
        _, count = split_position(part.metadata, path)
        if count == 1:
            return cls(path, [part])
        paths = part_paths(path, count)
        parts = [_open_part(each, index) for index, each in enumerate(paths)]
        for index, each in enumerate(parts):
            if split_position(each.metadata, each.path) != (index, count):
                raise ModelFileError(
                    f"{each.path.name} is not part {index + 1} of {count} of the model that its name"
                    " says; download it again."
                )
        return cls(path, parts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the mapping; it ends when no array of `tensor_bytes` is in use any more."""
        self._data.clear()

    def tensor_bytes(self, name: str) -> ByteArray:
        """The bytes of a tensor as they stand in the file: uint8 [nbytes], read-only, mapped.

        Raises `KeyError` for a name that is not in `tensors`, `ValueError` after `close`.
        """
        tensor = self.tensors[name]
        if not self._data:
            raise ValueError(f"{self.path.name} was closed")
        return self._data[tensor.part][tensor.offset : tensor.offset + tensor.nbytes]

    @property
    def num_parameters(self) -> int:
        """Values in all tensors."""
        return sum(tensor.num_values for tensor in self.tensors.values())

    @property
    def weights_bytes(self) -> int:
        """Bytes of all tensors."""
        return sum(tensor.nbytes for tensor in self.tensors.values())


def check_supported(file: GGUFFile) -> None:
    """Raise `UnsupportedModelError` when `file` has no tensors or some of a type that cannot run."""
    name = file.path.name
    if not file.tensors:
        raise UnsupportedModelError(
            f"{name} holds no weights, only a vocabulary; choose a complete model file."
        )
    for tensor in file.tensors.values():
        if not tensor.type.is_supported:
            raise UnsupportedModelError(
                f"{name} stores the tensor {shown(tensor.name)} as {tensor.type.name}, which is not"
                " supported yet; choose another quantisation of this model, such as Q4_K_M or Q8_0."
            )


def _merge_tensors(parts: list[_Part]) -> dict[str, TensorInfo]:
    tensors: dict[str, TensorInfo] = {}
    for part in parts:
        for name, tensor in part.tensors.items():
            if name in tensors:
                raise ModelFileError(
                    f"{part.path.name} is damaged: an earlier part has its tensor {shown(name)} too;"
                    " download the model again."
                )
            tensors[name] = tensor
    expected = parts[0].metadata.get("split.tensors.count", len(tensors))
    if len(parts) > 1 and expected != len(tensors):
        raise ModelFileError(
            f"{parts[0].path.name} says the model has {expected} tensors, but its parts hold"
            f" {len(tensors)}; download the model again."
        )
    return tensors


def _open_part(path: Path, index: int) -> _Part:
    mapped = _map_file(path)
    cursor = Cursor(mapped.data, path.name)
    version = _read_version(cursor)
    num_tensors = cursor.count(MAX_TENSORS, MIN_TENSOR_BYTES, "tensors")
    num_keys = cursor.count(MAX_KEYS, MIN_KEY_VALUE_BYTES, "keys")
    metadata = read_key_values(cursor, num_keys)
    alignment = read_alignment(metadata, path.name)
    tensors = read_tensor_table(cursor, num_tensors, index)
    data_start = -(-cursor.offset // alignment) * alignment
    check_layout(tuple(tensors.values()), alignment, mapped.nbytes - data_start, cursor)
    return _Part(path, version, metadata, tensors, data_start, mapped)


def _read_version(cursor: Cursor) -> int:
    """Check the magic and return the version."""
    name = cursor.file_name
    if cursor.take(len(_MAGIC), "the first 4 bytes") != _MAGIC:
        raise ModelFileError(
            f"{name} is not a GGUF model file, whatever its name says; choose a model in GGUF format."
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


def _map_file(path: Path) -> ByteArray:
    """The whole file as read-only uint8 [size]; raises `ModelFileError` when that cannot be."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise ModelFileError(f"{path} is a folder; choose the .gguf file inside it.")
        if not stat.S_ISREG(status.st_mode):
            raise ModelFileError(f"{path} is not a regular file; choose a .gguf file.")
        if status.st_size == 0:
            raise ModelFileError(f"{path.name} is empty; download it again.")
        mapped: np.memmap[Any, np.dtype[np.uint8]] = np.memmap(path, np.uint8, "r")
    except FileNotFoundError:
        raise ModelFileError(
            f"There is no file {path}; check the path or download the model."
        ) from None
    except PermissionError:
        raise ModelFileError(
            f"{path} may not be read; change its permissions or copy it to your models folder."
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ModelFileError(
            f"{path} cannot be read ({reason}); check the path and the disk."
        ) from error
    return mapped.view(np.ndarray)

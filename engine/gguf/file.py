"""Opens whole and split GGUF files: checks headers, maps tensors. Knows no architecture."""

import contextlib
import mmap
import stat
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.confinement.model_opener import open_model
from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import Cursor, TruncatedHeaderError, shown
from engine.gguf.header import Header, read_header
from engine.gguf.split import part_paths, split_position
from engine.gguf.tensors import TensorInfo, check_layout

if TYPE_CHECKING:
    import numpy as np

_FIRST_READ_BYTES = 1 << 20
_READ_GROWTH = 8


@dataclass(frozen=True)
class Part:
    """One file: header, size, and the read-only mapped bytes after the header, None if unmapped."""

    path: Path
    header: Header
    file_bytes: int
    data: memoryview | None


class GGUFFile:
    """An open model: headers in memory, tensors mapped. A context manager.

    `path` is the file opened, `paths` all parts in order (one if not split), `version` 2 or 3.
    `metadata` maps raw keys to bool, int, float, str or a tuple of one of these.
    `tensors` maps names to rows of the tensor table in file order.
    """

    def __init__(self, path: Path, parts: list[Part]) -> None:
        self.path = path
        self.paths = tuple(part.path for part in parts)
        self.version = parts[0].header.version
        self.metadata = parts[0].header.metadata
        self.tensors = _merge_tensors(parts)
        self.file_bytes = sum(part.file_bytes for part in parts)
        self._data = [part.data for part in parts if part.data is not None]

    @classmethod
    def open(cls, path: Path | str, *, with_data: bool = True) -> Self:
        """Open the GGUF at `path`; any part of a split model opens all parts.

        Without data nothing is mapped: reading a mapped file that has shrunk kills the process.
        Raises `ModelFileError` (missing, unreadable, not a GGUF, truncated, damaged, incomplete)
        or `UnsupportedModelError` (unknown version, byte order or tensor type). Header values are
        checked before anything is allocated from them.
        """
        path = Path(path)
        part = _open_part(path, 0, with_data=with_data)
        _, count = split_position(part.header.metadata, path)
        if count == 1:
            return cls(path, [part])
        paths = part_paths(path, count)
        parts = [_open_part(each, index, with_data=with_data) for index, each in enumerate(paths)]
        for index, each in enumerate(parts):
            if split_position(each.header.metadata, each.path) != (index, count):
                raise ModelFileError(
                    f"{each.path.name} is not part {index + 1} of {count} of the model that its"
                    " name says; download it again."
                )
        return cls(path, parts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the mapping; it is unmapped once no array of `tensor_bytes` is in use."""
        self._data.clear()

    def part(self, tensors: Mapping[str, TensorInfo]) -> Self:
        """The same open file with these tensors alone."""
        part = copy(self)
        part.tensors = dict(tensors)
        return part

    def tensor_bytes(self, name: str) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
        """The raw bytes of a tensor: uint8 [nbytes], read-only, mapped.

        Raises `KeyError` for an unknown name, `ValueError` after `close`.
        """
        # Imported late: whoever reads only headers, as the window does, has no numpy.
        import numpy as np

        tensor = self.tensors[name]
        if not self._data:
            raise ValueError(f"{self.path.name} was closed")
        data = self._data[tensor.part][tensor.offset : tensor.offset + tensor.nbytes]
        return np.frombuffer(data, np.uint8)

    @property
    def num_parameters(self) -> int:
        """Number of values in all tensors."""
        return sum(tensor.num_values for tensor in self.tensors.values())

    @property
    def weights_bytes(self) -> int:
        """Bytes of all tensors."""
        return sum(tensor.nbytes for tensor in self.tensors.values())


def check_supported(file: GGUFFile) -> None:
    """Raise `UnsupportedModelError` if `file` has no tensors or one of an unsupported type."""
    name = file.path.name
    if not file.tensors:
        raise UnsupportedModelError(
            f"{name} holds no weights, only a vocabulary; choose a complete model file."
        )
    for tensor in file.tensors.values():
        if not tensor.type.is_supported:
            raise UnsupportedModelError(
                f"{name} stores the tensor {shown(tensor.name)} as {tensor.type.name}, which is not"
                " supported yet; choose another quantization of this model, such as Q4_K_M or Q8_0."
            )


def _merge_tensors(parts: list[Part]) -> dict[str, TensorInfo]:
    tensors: dict[str, TensorInfo] = {}
    for part in parts:
        for name, tensor in part.header.tensors.items():
            if name in tensors:
                raise ModelFileError(
                    f"{part.path.name} is damaged: an earlier part has its tensor {shown(name)}"
                    " too; download the model again."
                )
            tensors[name] = tensor
    expected = parts[0].header.metadata.get("split.tensors.count", len(tensors))
    if len(parts) > 1 and expected != len(tensors):
        raise ModelFileError(
            f"{parts[0].path.name} says the model has {expected} tensors, but its parts hold"
            f" {len(tensors)}; download the model again."
        )
    return tensors


def _open_part(path: Path, index: int, *, with_data: bool) -> Part:
    with _told_plainly(path):
        if not with_data:
            return _read_part(path, index)
        _check_file(path)
        with open_model(path) as file:
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    cursor = Cursor(mapped, path.name)
    header = read_header(cursor, index)
    _check_layout(header, mapped.nbytes, cursor)
    return Part(path, header, mapped.nbytes, mapped[header.num_bytes :])


def _read_part(path: Path, index: int) -> Part:
    """Read the header alone, without mapping."""
    file_bytes = _check_file(path)
    num_bytes = _FIRST_READ_BYTES
    while True:
        with open_model(path) as file, memoryview(file.read(num_bytes)) as beginning:
            cursor = Cursor(beginning, path.name, file_bytes)
            try:
                header = read_header(cursor, index)
            except TruncatedHeaderError:
                if num_bytes >= file_bytes:
                    raise
            else:
                _check_layout(header, file_bytes, cursor)
                return Part(path, header, file_bytes, None)
        num_bytes *= _READ_GROWTH


def _check_layout(header: Header, file_bytes: int, cursor: Cursor) -> None:
    rows = tuple(header.tensors.values())
    check_layout(rows, header.alignment, file_bytes - header.num_bytes, cursor)


def _check_file(path: Path) -> int:
    """The size of the file; raises `ModelFileError` if it is not a non-empty regular file."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise ModelFileError(f"{path} is a folder; choose the .gguf file inside it.")
    if not stat.S_ISREG(status.st_mode):
        raise ModelFileError(f"{path} is not a regular file; choose a .gguf file.")
    if status.st_size == 0:
        raise ModelFileError(f"{path.name} is empty; download it again.")
    return status.st_size


@contextlib.contextmanager
def _told_plainly(path: Path) -> Iterator[None]:
    """Turn an OSError into a `ModelFileError`."""
    try:
        yield
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

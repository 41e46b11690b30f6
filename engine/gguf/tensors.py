"""The tensor table of a GGUF header and its checks. Reads no tensor data."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import Cursor, shown
from engine.gguf.keyvalues import MetadataValue, read_name
from engine.gguf.types import GGMLType

MAX_TENSORS = 2**16
MAX_DIMS = 4
MIN_TENSOR_BYTES = 8 + 4 + 8 + 4 + 8
_DEFAULT_ALIGNMENT = 32
_LAYER = re.compile(r"blk\.(\d{1,9})\.")


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """One row of the tensor table.

    `shape` is in numpy order: a weight is [out, in], the last dimension is contiguous.
    `part` is the index of its file (0 if not split), `offset` its first byte,
    counted from the start of that file's data.
    """

    name: str
    shape: tuple[int, ...]
    type: GGMLType
    part: int
    offset: int

    @property
    def num_values(self) -> int:
        """Number of values."""
        return math.prod(self.shape)

    @property
    def layer(self) -> int | None:
        """The number of its layer; None for what is of no layer."""
        found = _LAYER.match(self.name)
        return int(found[1]) if found else None

    @property
    def nbytes(self) -> int:
        """Size in the file in bytes."""
        return self.num_values // self.type.block_len * self.type.block_bytes


def read_tensor_table(cursor: Cursor, count: int, part: int) -> dict[str, TensorInfo]:
    """Read `count` rows of the tensor table, keyed by name.

    Raises `ModelFileError` for a damaged row, `UnsupportedModelError` for an unknown tensor type.
    """
    tensors: dict[str, TensorInfo] = {}
    for index in range(count):
        tensor = _read_tensor(cursor, f"tensor {index + 1} of {count}", part)
        if tensor.name in tensors:
            raise cursor.damaged(f"the tensor {shown(tensor.name)} is there twice")
        tensors[tensor.name] = tensor
    return tensors


def _read_tensor(cursor: Cursor, what: str, part: int) -> TensorInfo:
    name = read_name(cursor, what)
    what = f"the tensor {shown(name)}"
    num_dims = cursor.u32(what)
    if not 1 <= num_dims <= MAX_DIMS:
        raise cursor.damaged(f"{what} has {num_dims} dimensions, not 1 to {MAX_DIMS}")
    # The file lists the contiguous dimension first.
    shape = tuple(cursor.u64(what) for _ in range(num_dims))[::-1]
    if 0 in shape:
        raise cursor.damaged(f"{what} has a dimension of size 0")
    type_number = cursor.u32(what)
    try:
        ggml_type = GGMLType(type_number)
    except ValueError:
        raise UnsupportedModelError(
            f"{cursor.file_name} stores {what} as tensor type {type_number}, which is not known;"
            " choose a file with another quantization, or update this app."
        ) from None
    if shape[-1] % ggml_type.block_len:
        raise cursor.damaged(
            f"{what} has rows of {shape[-1]} values, not a multiple of {ggml_type.name}'s"
            f" {ggml_type.block_len}"
        )
    return TensorInfo(name, shape, ggml_type, part, cursor.u64(what))


def read_alignment(values: Mapping[str, MetadataValue], file_name: str) -> int:
    """The alignment of tensors in bytes: `general.alignment`, a power of two, default 32."""
    alignment = values.get("general.alignment", _DEFAULT_ALIGNMENT)
    if type(alignment) is not int or alignment < 1 or alignment & (alignment - 1):
        raise ModelFileError(
            f"{file_name} is damaged: its general.alignment ({shown(str(alignment))}) is not a"
            " power of two; download it again or choose another file."
        )
    return alignment


def check_layout(
    tensors: Sequence[TensorInfo], alignment: int, data_bytes: int, cursor: Cursor
) -> None:
    """Check that every tensor is aligned, lies inside `data_bytes` bytes and overlaps no other.

    Raises `ModelFileError`.
    """
    end = 0
    for tensor in sorted(tensors, key=lambda t: t.offset):
        what = f"the tensor {shown(tensor.name)}"
        if tensor.offset % alignment:
            raise cursor.damaged(f"{what} is not aligned to {alignment} bytes")
        if tensor.offset < end:
            raise cursor.damaged(f"{what} overlaps another tensor")
        end = tensor.offset + tensor.nbytes
        if end > data_bytes:
            raise ModelFileError(
                f"{cursor.file_name} is cut short or damaged: {what} reaches {end - data_bytes}"
                " bytes past the end of the file; download it again."
            )

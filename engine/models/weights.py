"""Streams tensors from the mapped file to the device; each is used once, none is left over."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from math import prod

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.file import GGUFFile
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.kernels.interface import WeightStore
from engine.kernels.weight_parts import ExpertStack, Matrix, MatrixPart, StackPart
from engine.quants.weight_types import WEIGHT_TYPES

_INTEGERS = {GGMLType.I32: np.int32, GGMLType.I64: np.int64}
_WEIGHT, _SCALE, _INPUT_SCALE = ".weight", ".scale", ".input_scale"


def _scales(weight: TensorInfo) -> bool:
    """Whether the type's block scales are relative to a tensor scale, as in NVFP4."""
    row = WEIGHT_TYPES.get(weight.type)
    return row is not None and row.has_factors


@dataclass(frozen=True)
class Rows:
    """Rows first … first + count, or those in `order`, of the tensor `name` of shape `shape`.

    All dimensions but the last count as rows.
    """

    name: str
    shape: tuple[int, ...]
    first: int
    count: int
    order: tuple[int, ...] | None = None


class _Unread:
    """The tensors of a file that nobody has taken; reports the fraction of bytes read, 0 … 1."""

    def __init__(self, file: GGUFFile, on_progress: Callable[[float], None]) -> None:
        self.names = set(file.tensors)
        self._on_progress = on_progress
        self._bytes_read, self._num_bytes = 0, max(1, file.weights_bytes)

    def mark_read(self, info: TensorInfo) -> None:
        """Note that `info` was taken, perhaps not for the first time."""
        if info.name in self.names:
            self.names.remove(info.name)
            self._bytes_read += info.nbytes
        self._on_progress(self._bytes_read / self._num_bytes)


class WeightReader:
    """Hands out the tensors of `file` by name, as `store` keeps them.

    `on_progress` receives the fraction of weight bytes read, 0 … 1. Methods that take a tensor
    raise ModelFileError when it is absent or of another shape.
    """

    def __init__(
        self, file: GGUFFile, store: WeightStore, on_progress: Callable[[float], None]
    ) -> None:
        self._file = file
        self._store = store
        self._unread = _Unread(file, on_progress)

    def into(self, store: WeightStore) -> "WeightReader":
        """A reader of the same file for another part of the model, whose weights are in `store`."""
        other = copy(self)
        other._store = store
        return other

    def has(self, name: str) -> bool:
        """Whether the file holds a tensor of this name."""
        return name in self._file.tensors

    def is_factor(self, name: str) -> bool:
        """Whether the tensor `name` is a matrix's scale, which is taken together with it."""
        weight = self._file.tensors.get(name.removesuffix(_SCALE) + _WEIGHT)
        return name.endswith(_SCALE) and self.has(name) and weight is not None and _scales(weight)

    def names(self, prefix: str) -> frozenset[str]:
        """The tensors whose names begin with `prefix`."""
        return frozenset(name for name in self._file.tensors if name.startswith(prefix))

    def matrix(self, name: str, shape: tuple[int, int]) -> Matrix:
        """The tensor `name` of `shape`."""
        return self.stacked([Rows(name, shape, 0, shape[0])])

    def stacked(self, parts: Sequence[Rows]) -> Matrix:
        """Rows of tensors stacked, a fused projection; one tensor's may come in any order."""
        infos = {part.name: self._checked(part.name, part.shape) for part in parts}
        matrix = self._store.matrix([self._part(infos[part.name], part) for part in parts])
        for info in infos.values():
            self._unread.mark_read(info)
        return matrix

    def expert_stacks(
        self, name: str, shape: tuple[int, int, int], layer: int, num_parts: int = 1
    ) -> list[ExpertStack]:
        """The tensor `name` of `shape` of a layer, experts first; `num_parts` by rows of each."""
        info = self._checked(name, shape)
        rows = self._file.tensor_bytes(name).reshape(*shape[:2], -1)
        factors = self._factors(info, shape[0])
        stacks = [
            self._store.expert_stack(StackPart(part, info.type, shape[2], factors, layer))
            for part in np.split(rows, num_parts, axis=1)
        ]
        self._unread.mark_read(info)
        return stacks

    def float_matrix(self, name: str, shape: tuple[int, ...]) -> Tensor:
        """The tensor `name` as float32 of `shape` on the device, whatever its type."""
        return self._store.place(self._floats(name, shape))

    def vector(self, name: str, size: int) -> Tensor:
        """The tensor `name` as float32 [size] on the device."""
        return self._store.place(self._vector(name, size))

    def single_row(self, name: str, size: int) -> Tensor:
        """The tensor `name`, a vector or a matrix of one row, as float32 [size] on the device."""
        info = self._file.tensors.get(name)
        is_row = info is not None and info.shape == (1, size)
        return self._store.place(self._floats(name, (1, size) if is_row else (size,)).view(size))

    def optional_vector(self, *parts: tuple[str, int]) -> Tensor | None:
        """The tensors (name, size) concatenated, zeros for missing ones; None if none is there."""
        if not any(self.has(name) for name, _ in parts):
            return None
        vectors = [
            self._vector(name, size) if self.has(name) else torch.zeros(size)
            for name, size in parts
        ]
        return self._store.place(torch.cat(vectors))

    def host_vector(self, name: str, size: int) -> Tensor | None:
        """The tensor `name` as float32 [size] in main memory, None when the file has none."""
        return self._vector(name, size) if self.has(name) else None

    def indices(self, name: str, size: int) -> Tensor:
        """The tensor `name` of integers, int64 [size] in main memory."""
        info = self._checked(name, (size,))
        if info.type not in _INTEGERS:
            raise UnsupportedModelError(
                f"{self._file.path.name} stores {name} as {info.type.name}, which is not supported."
            )
        self._unread.mark_read(info)
        data = self._file.tensor_bytes(name).view(_INTEGERS[info.type])
        return torch.from_numpy(data.astype(np.int64))

    def adopt(self, weight: Matrix) -> Matrix:
        """`weight` of another model on the device, for use in this one too."""
        return self._store.adopt(weight)

    def place(self, data: Tensor) -> Tensor:
        """`data`, a float32 table computed at load, on the device."""
        return self._store.place(data)

    def finish(self, ignored: frozenset[str] = frozenset()) -> None:
        """Raise UnsupportedModelError if a tensor was never taken: an unknown variant."""
        left = sorted(self._unread.names - ignored)
        if left:
            raise UnsupportedModelError(
                f"{self._file.path.name} has tensors that its architecture should not have, "
                f"such as {shown(left[0])}; this variant is not supported yet."
            )

    def _part(self, info: TensorInfo, part: Rows) -> MatrixPart:
        rows = self._file.tensor_bytes(info.name).reshape(prod(part.shape[:-1]), -1)
        end = part.first + part.count
        data = rows[part.first : end] if part.order is None else rows[list(part.order)]
        factor = self._factors(info, 1)
        factors = None if factor is None else np.repeat(factor, part.count)
        return MatrixPart(data, info.type, part.count, part.shape[-1], factors, info.name)

    def _factors(self, info: TensorInfo, count: int) -> NDArray[np.float32] | None:
        """The scale of a tensor, float32 [count]: one, or one per expert."""
        base = info.name.removesuffix(_WEIGHT)
        self._unread.names.discard(base + _INPUT_SCALE)  # of other engines' activations
        if not self.is_factor(base + _SCALE):
            return None
        factors: NDArray[np.float32] = self._vector(base + _SCALE, count).numpy()
        return factors

    def _vector(self, name: str, size: int) -> Tensor:
        return self._floats(name, (size,))

    def _floats(self, name: str, shape: tuple[int, ...]) -> Tensor:
        info = self._checked(name, shape)
        data = self._file.tensor_bytes(name)
        if info.type is GGMLType.F32:
            out = torch.from_numpy(data.reshape(-1).view("<f4").reshape(shape).copy())
        else:
            # Imported here: it needs numba, which few models on a GPU need.
            from engine.quants.dequantize import dequantize_into

            out = torch.empty(shape, dtype=torch.float32)
            dequantize_into(data, info.type, out)
        self._unread.mark_read(info)
        return out

    def _checked(self, name: str, shape: tuple[int, ...]) -> TensorInfo:
        info = self._file.tensors.get(name)
        if info is None:
            raise ModelFileError(
                f"{self._file.path.name} has no tensor {name}; the file is incomplete, "
                "download it again."
            )
        if info.shape != shape:
            raise ModelFileError(
                f"{self._file.path.name} is damaged: tensor {name} is {list(info.shape)} where "
                f"{list(shape)} is expected; download it again."
            )
        return info

"""Streams tensors from the mapped file into float32 memory; every tensor is used once, none is left."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.file import GGUFFile
from engine.quants.dequantize import dequantize_into


class WeightReader:
    """Hands out the tensors of `file` by name.

    `on_progress` is called with the fraction of weight bytes read so far, 0 … 1.
    """

    def __init__(self, file: GGUFFile, on_progress: Callable[[float], None]) -> None:
        self._file = file
        self._left = set(file.tensors)
        self._on_progress = on_progress
        self._bytes_read = 0

    def has(self, name: str) -> bool:
        """Whether the file holds a tensor of this name."""
        return name in self._file.tensors

    def take(self, name: str, *shape: int) -> Tensor:
        """The tensor `name` as float32 of `shape`. Raises ModelFileError when it is absent or differs."""
        return self.take_stacked([(name, shape)])

    def take_optional(self, name: str, *shape: int) -> Tensor | None:
        """The same, or None when the file has no such tensor."""
        return self.take(name, *shape) if self.has(name) else None

    def take_stacked(self, parts: Sequence[tuple[str, tuple[int, ...]]]) -> Tensor:
        """Several tensors below each other in one float32 tensor: a fused projection."""
        for name, shape in parts:
            self._check(name, shape)
        rows = sum(shape[0] for _, shape in parts)
        out = torch.empty((rows, *parts[0][1][1:]), dtype=torch.float32)
        begin = 0
        for name, shape in parts:
            info = self._file.tensors[name]
            dequantize_into(self._file.tensor_bytes(name), info.type, out[begin : begin + shape[0]])
            begin += shape[0]
            self._left.discard(name)
            self._bytes_read += info.nbytes
            self._on_progress(self._bytes_read / max(1, self._file.weights_bytes))
        return out

    def _check(self, name: str, shape: tuple[int, ...]) -> None:
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

    def finish(self, ignored: frozenset[str] = frozenset()) -> None:
        """Raise UnsupportedModelError if a tensor was never taken: the model is not what we think."""
        left = sorted(self._left - ignored)
        if left:
            raise UnsupportedModelError(
                f"{self._file.path.name} has tensors that its architecture should not have, such as "
                f"{left[0]}; this variant is not supported yet."
            )

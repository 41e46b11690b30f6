"""Owns the static tensors of one model: everything that a captured step touches."""

import math

import torch
from torch import Tensor

from engine.kernels.cuda.pinned_memory import pin

_ALIGNMENT = 64


class Arena:
    """Allocates tensors that keep their addresses until the arena is released.

    Memory on `device` is not cleared: kernels never read what was not written.
    """

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self._tensors: list[Tensor] = []

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """A tensor of `shape`, 64-byte aligned. Raises RuntimeError when out of memory."""
        num_bytes = math.prod(shape) * dtype.itemsize
        if self.device.type != "cpu":  # already aligned; padding would cost 2 MiB
            tensor = torch.empty(shape, dtype=dtype, device=self.device)
            self._tensors.append(tensor)
            return tensor
        raw = torch.empty(num_bytes + _ALIGNMENT, dtype=torch.uint8, device=self.device)
        offset = -raw.data_ptr() % _ALIGNMENT
        tensor = raw[offset : offset + num_bytes].view(dtype).view(shape)
        self._tensors.append(tensor)
        return tensor

    def pin(self, *shape: int, dtype: torch.dtype) -> Tensor:
        """A tensor of `shape` in host memory that the device reads and writes.

        Raises MemoryError when the system refuses.
        """
        if self.device.type == "meta":
            return self.allocate(*shape, dtype=dtype)
        tensor = pin(math.prod(shape) * dtype.itemsize, self.device).view(dtype).view(shape)
        self._tensors.append(tensor)
        return tensor

    def release(self) -> None:
        """Drop all tensors; memory is freed once no step holds one."""
        self._tensors.clear()

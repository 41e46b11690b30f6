"""Owns the static tensors of a model: its weights, and all that a captured step touches."""

import math

import torch
from torch import Tensor
from torch.utils.dlpack import from_dlpack

from engine.kernels.cuda.pinned_memory import pin
from engine.kernels.sizes import aligned

_ALIGNMENT = 64


class Arena:
    """Allocates tensors that keep their addresses until the arena is released.

    Those on a GPU are cut from one block of `num_bytes`: its allocator would round each of some
    hundred up, and leave holes between them. What the block has no room for has memory of its own.
    Memory on `device` is not cleared: kernels never read what was not written.
    """

    def __init__(self, device: torch.device, num_bytes: int = 0) -> None:
        """Raises RuntimeError when the device has no room for the block."""
        self.device = device
        self._tensors: list[Tensor] = []
        self._block = torch.empty(num_bytes, dtype=torch.uint8, device=device)
        self.num_bytes_cut = 0
        self.num_bytes_beside = 0
        """Of tensors on a GPU that the block had no room for."""

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """A tensor of `shape`, 64-byte aligned. Raises RuntimeError when out of memory."""
        num_bytes = math.prod(shape) * dtype.itemsize
        end = self.num_bytes_cut + aligned(num_bytes)
        if num_bytes and end <= len(self._block):
            raw = self._block[self.num_bytes_cut : self.num_bytes_cut + num_bytes]
            self.num_bytes_cut = end
            tensor = _with_own_storage(raw).view(dtype).view(shape)
        elif self.device.type != "cpu":  # already aligned; padding would cost 2 MiB
            tensor = torch.empty(shape, dtype=dtype, device=self.device)
            self.num_bytes_beside += num_bytes
        else:
            raw = torch.empty(num_bytes + _ALIGNMENT, dtype=torch.uint8)
            offset = -raw.data_ptr() % _ALIGNMENT
            tensor = raw[offset : offset + num_bytes].view(dtype).view(shape)
        self._tensors.append(tensor)
        return tensor

    def pin(self, *shape: int, dtype: torch.dtype) -> Tensor:
        """A tensor of `shape` in host memory that the device reads and writes.

        Raises MemoryError when the system refuses.
        """
        if self.device.type == "meta":
            return torch.empty(shape, dtype=dtype, device=self.device)
        tensor = pin(math.prod(shape) * dtype.itemsize, self.device).view(dtype).view(shape)
        self._tensors.append(tensor)
        return tensor

    def release(self) -> None:
        """Drop all tensors; memory is freed once no step holds one."""
        self._tensors.clear()
        self._block = torch.empty(0, dtype=torch.uint8, device=self.device)


def _with_own_storage(raw: Tensor) -> Tensor:
    """The same memory; what is beyond its end is not in the storage, so that overruns are seen."""
    return raw if raw.is_meta else from_dlpack(raw)

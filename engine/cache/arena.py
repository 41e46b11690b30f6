"""One block of memory per model: every tensor that a captured step touches is cut from it at load."""

import math

import torch
from torch import Tensor

_ALIGNMENT = 64


class Arena:
    """Hands out tensors that live, at the same address, until the arena is released.

    `device` is where the memory is. Nothing is cleared: kernels never read what was not written.
    """

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self._tensors: list[Tensor] = []

    def allocate(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """A tensor of `shape`, 64-byte aligned. Raises RuntimeError when memory is out."""
        num_bytes = math.prod(shape) * dtype.itemsize
        if self.device.type != "cpu":  # aligned already, and a few bytes more would cost 2 MiB
            tensor = torch.empty(shape, dtype=dtype, device=self.device)
            self._tensors.append(tensor)
            return tensor
        raw = torch.empty(num_bytes + _ALIGNMENT, dtype=torch.uint8, device=self.device)
        offset = -raw.data_ptr() % _ALIGNMENT
        tensor = raw[offset : offset + num_bytes].view(dtype).view(shape)
        self._tensors.append(tensor)
        return tensor

    def release(self) -> None:
        """Forget every tensor; memory is freed once no step holds one."""
        self._tensors.clear()

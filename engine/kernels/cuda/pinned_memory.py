"""Host memory that the device reads at its own address: pinned, mapped, of exactly the size asked.

From the driver, because torch rounds pinned memory up to powers of two and keeps what was freed.
"""

import ctypes
import weakref

import torch
from torch import Tensor

from engine.nvidia_driver import load_driver

_PORTABLE_MAPPED = 1 | 2  # CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTALLOC_DEVICEMAP


def pin(num_bytes: int, device: torch.device) -> Tensor:
    """Uint8 [num_bytes] for `device`, the current one; freed with the last tensor that shows it.

    Raises MemoryError when the system refuses.
    """
    if num_bytes == 0 or device.type != "cuda":
        return torch.empty(num_bytes, dtype=torch.uint8)
    driver, address = load_driver(), ctypes.c_void_p()
    code = (
        -1
        if driver is None
        else driver.cuMemHostAlloc(
            ctypes.byref(address), ctypes.c_size_t(num_bytes), ctypes.c_uint(_PORTABLE_MAPPED)
        )
    )
    if driver is None or code != 0 or not address.value:
        raise MemoryError(f"{num_bytes} bytes of main memory cannot be pinned: {code}")
    block = (ctypes.c_uint8 * num_bytes).from_address(address.value)
    weakref.finalize(block, driver.cuMemFreeHost, ctypes.c_void_p(address.value))
    return torch.frombuffer(block, dtype=torch.uint8)

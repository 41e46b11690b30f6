"""Which device a configuration means, and how much of its memory is free, before a model is loaded.

Imports torch only where there is a driver to ask: without one there is no CUDA device.
"""

import ctypes
import sys
from dataclasses import dataclass

import psutil

_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


@dataclass(frozen=True)
class FoundDevice:
    """`name` is that of the configuration, "auto" resolved; `free_bytes` None: it is not there."""

    name: str
    free_bytes: int | None

    @property
    def is_cuda(self) -> bool:
        """Whether it is a GPU."""
        return self.name != "cpu"


def find_device(wanted: str) -> FoundDevice:
    """The device that `wanted`, as in `EngineConfig.device`, means here."""
    if wanted == "cpu":
        return _cpu()
    free_bytes = _cuda_free_bytes(wanted) if _has_driver() else None
    if wanted == "auto":
        return _cpu() if free_bytes is None else FoundDevice("cuda", free_bytes)
    return FoundDevice(wanted, free_bytes)


def _cpu() -> FoundDevice:
    return FoundDevice("cpu", int(psutil.virtual_memory().available))


def _has_driver() -> bool:
    try:
        ctypes.CDLL(_DRIVER)
    except OSError:
        return False
    return True


def _cuda_free_bytes(name: str) -> int | None:
    import torch  # here, not above: see the top

    if not torch.cuda.is_available():
        return None
    number = name.partition(":")[2]
    index = int(number) if number else torch.cuda.current_device()
    if index >= torch.cuda.device_count():
        return None
    free, _ = torch.cuda.mem_get_info(index)
    return free

"""What the NVIDIA driver says: which CUDA it runs, which GPUs there are. Knows no torch.

Standard library only: installers use it before anything is installed.
"""

import ctypes
import os
from dataclasses import dataclass

OLDEST_CUDA = 12
NEWEST_CUDA = 13
"""The major numbers of CUDA that there are builds of torch for."""

# The CUDA that builds are made with. A driver runs those of its own CUDA, of older ones and, where
# the major number is the same, of newer ones (CUDA Compatibility, "Minor Version Compatibility").
_CUDA_BUILDS = {"cu130": (13, 0), "cu128": (12, 8), "cu126": (12, 6)}
_MAX_NAME_LEN = 256
_DRIVER = "nvcuda.dll" if os.name == "nt" else "libcuda.so.1"


@dataclass(frozen=True)
class Gpu:
    """One GPU; `memory_bytes` in all."""

    name: str
    memory_bytes: int


def driver_cuda() -> tuple[int, int] | None:
    """The newest CUDA that the driver runs, as (major, minor); None without a driver.

    Takes milliseconds.
    """
    driver, version = load_driver(), ctypes.c_int(0)
    if driver is None or driver.cuDriverGetVersion(ctypes.byref(version)) != 0:
        return None
    return version.value // 1000, version.value % 1000 // 10


def num_gpus() -> int:
    """How many GPUs the driver sees. Starting the driver takes a while."""
    driver, count = load_driver(), ctypes.c_int(0)
    if driver is None or driver.cuInit(0) != 0:
        return 0
    return count.value if driver.cuDeviceGetCount(ctypes.byref(count)) == 0 else 0


def find_gpus() -> tuple[Gpu, ...]:
    """The GPUs that the driver sees."""
    return tuple(filter(None, map(_describe, range(num_gpus()))))


def open_context(number: int) -> bool:
    """Let the driver make this process's context on a GPU, and keep it; False if it cannot.

    Takes some tenths of a second without the interpreter's lock. Libraries that ask for the context
    later find it.
    """
    driver = load_driver()
    device, context = ctypes.c_int(), ctypes.c_void_p()
    return (
        driver is not None
        and driver.cuInit(0) == 0
        and driver.cuDeviceGet(ctypes.byref(device), number) == 0
        and driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) == 0
    )


def runnable_builds(cuda: tuple[int, int]) -> list[str]:
    """The builds for a driver's CUDA, the best first: the newest no newer, then the least newer."""
    major = min(cuda[0], NEWEST_CUDA)
    builds = {label: made for label, made in _CUDA_BUILDS.items() if made[0] == major}
    older = [label for label, made in builds.items() if made <= cuda]
    newer = [label for label, made in builds.items() if made > cuda]
    return [*older, *reversed(newer)]


def _describe(number: int) -> Gpu | None:
    driver = load_driver()
    device, memory = ctypes.c_int(), ctypes.c_size_t()
    name = ctypes.create_string_buffer(_MAX_NAME_LEN)
    if driver is None or driver.cuDeviceGet(ctypes.byref(device), number) != 0:
        return None
    driver.cuDeviceGetName(name, _MAX_NAME_LEN, device)
    driver.cuDeviceTotalMem_v2(ctypes.byref(memory), device)
    return Gpu(name.value.decode("utf-8", "replace"), memory.value)


def load_driver() -> ctypes.CDLL | None:
    """The CUDA driver; None if there is none."""
    try:
        return ctypes.CDLL(_DRIVER)
    except OSError:
        return None

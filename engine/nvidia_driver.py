"""What the NVIDIA driver says: which CUDA it runs, which GPUs there are. Knows no torch.

Standard library only: installers use it before anything is installed.
"""

import ctypes
import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

logger = logging.getLogger(__name__)

OLDEST_CAPABILITY = (8, 0)
"""The first compute capability with the integer matrix instruction of the engine's kernels."""

# The CUDA that builds are made with. A driver runs those of its own CUDA, of older ones and, where
# the major number is the same, of newer ones (CUDA Compatibility, "Minor Version Compatibility").
CUDA_BUILDS = {"cu130": (13, 0), "cu128": (12, 8), "cu126": (12, 6)}
"""The builds of torch for CUDA, each with the CUDA that it is made with; the newest first."""
# The oldest driver for all CUDA of a major number (the same document, the same section).
_OLDEST_DRIVERS = {12: 525, 13: 580}
_CAPABILITY_MAJOR, _CAPABILITY_MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*
_STACK_BYTES_OF_A_THREAD = 0  # CU_LIMIT_STACK_SIZE
_MAX_NAME_LEN = 256
_DRIVER = "nvcuda.dll" if os.name == "nt" else "libcuda.so.1"


@dataclass(frozen=True)
class Gpu:
    """One GPU; `memory_bytes` in all, `capability` the compute capability as (major, minor)."""

    name: str
    memory_bytes: int
    capability: tuple[int, int]

    @property
    def is_usable(self) -> bool:
        """Whether the engine's kernels run on it."""
        return self.capability >= OLDEST_CAPABILITY


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


@cache
def open_context(number: int) -> bool:
    """Let the driver make this process's context on a GPU, and keep it; False if it cannot.

    Takes some tenths of a second without the interpreter's lock. Libraries that ask for the context
    later find it. It has no room for the stacks of functions that kernels call: 1 KiB for each
    thread that a GPU can hold, 264 MiB of an H100. The driver makes room for what a kernel needs,
    if any of them needs some, where that kernel is loaded.
    """
    driver = load_driver()
    device, context = ctypes.c_int(), ctypes.c_void_p()
    if (
        driver is None
        or driver.cuInit(0) != 0
        or driver.cuDeviceGet(ctypes.byref(device), number) != 0
        or driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) != 0
        or driver.cuCtxPushCurrent_v2(context) != 0
    ):
        return False
    error = driver.cuCtxSetLimit(_STACK_BYTES_OF_A_THREAD, ctypes.c_size_t(0))
    if error:
        logger.warning("The GPU keeps room for stacks: CUDA error %d", error)
    driver.cuCtxPopCurrent_v2(ctypes.byref(context))
    return True


def runnable_builds(cuda: tuple[int, int]) -> list[str]:
    """The builds for a driver's CUDA, the best first: the newest no newer, then the least newer."""
    older = [label for label, made in CUDA_BUILDS.items() if made <= cuda]
    newer = [label for label, made in CUDA_BUILDS.items() if made > cuda and made[0] == cuda[0]]
    return [*older, *reversed(newer)]


def oldest_driver(builds: Iterable[str]) -> int | None:
    """The oldest driver that runs one of `builds`, such as 580; None if none is for CUDA."""
    majors = {CUDA_BUILDS[label][0] for label in builds if label in CUDA_BUILDS}
    return _OLDEST_DRIVERS[min(majors)] if majors else None


def _describe(number: int) -> Gpu | None:
    driver = load_driver()
    device, memory = ctypes.c_int(), ctypes.c_size_t()
    major, minor = ctypes.c_int(), ctypes.c_int()
    name = ctypes.create_string_buffer(_MAX_NAME_LEN)
    if driver is None or driver.cuDeviceGet(ctypes.byref(device), number) != 0:
        return None
    driver.cuDeviceGetName(name, _MAX_NAME_LEN, device)
    driver.cuDeviceTotalMem_v2(ctypes.byref(memory), device)
    driver.cuDeviceGetAttribute(ctypes.byref(major), _CAPABILITY_MAJOR, device)
    driver.cuDeviceGetAttribute(ctypes.byref(minor), _CAPABILITY_MINOR, device)
    return Gpu(name.value.decode("utf-8", "replace"), memory.value, (major.value, minor.value))


def load_driver() -> ctypes.CDLL | None:
    """The CUDA driver; None if there is none."""
    try:
        return ctypes.CDLL(_DRIVER)
    except OSError:
        return None

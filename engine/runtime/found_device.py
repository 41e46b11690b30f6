"""Finds the device of a configuration and its free memory before a model is loaded.

Imports torch only if there is a CUDA driver.
"""

import ctypes
import logging
from dataclasses import dataclass

import psutil

from engine.config import EngineConfig
from engine.nvidia_driver import OLDEST_CAPABILITY, load_driver, open_context
from engine.runtime.residency import MAX_HOST_SHARE

logger = logging.getLogger(__name__)

_NAME_BYTES = 256
# Of CUDA's context and its libraries, on the device. With the graphs that a model's plan counts
# (`cuda_memory.py`) 568 MiB: two loads on an H100 took 545 and 549 beside their tensors.
_CONTEXT_BYTES = 312 << 20
_NO_DEVICE = 100  # CUDA_ERROR_NO_DEVICE


@dataclass(frozen=True)
class FoundDevice:
    """`name` is as configured, "auto" resolved; the bytes are None when it does not exist.

    `free_bytes` is available to a model: free memory, and memory this process would free for it.
    """

    name: str
    free_bytes: int | None
    capacity_bytes: int | None

    @property
    def is_cuda(self) -> bool:
        """Whether it is a CUDA device."""
        return self.name != "cpu"


def find_device(config: EngineConfig, held_bytes: int = 0) -> FoundDevice:
    """Resolve the device of `config`; of a GPU no more is free than `config` lets a model take.

    `held_bytes` is main memory of this process that counts among a model's needs or is freed
    before the next load.
    """
    wanted, most = config.device, config.device_memory_bytes
    if wanted != "cpu":
        memory = _cuda_memory(wanted) if load_driver() else None
        if memory is not None and kernel_problem(wanted):
            memory = None
        if memory is not None:
            free, total = memory
            free = free if most is None else min(free, within_cap(most))
            return FoundDevice("cuda" if wanted == "auto" else wanted, free, total)
        if wanted != "auto":
            return FoundDevice(wanted, None, None)
    return FoundDevice("cpu", main_memory_free(held_bytes), int(psutil.virtual_memory().total))


def find_gpu_names() -> tuple[str, ...]:
    """The product names of cuda:0, cuda:1, …, from the driver."""
    driver, count = load_driver(), ctypes.c_int()
    if driver is None or driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)):
        return ()
    names = []
    for number in range(count.value):
        device, name = ctypes.c_int(), ctypes.create_string_buffer(_NAME_BYTES)
        if driver.cuDeviceGet(ctypes.byref(device), number):
            return ()
        if driver.cuDeviceGetName(name, _NAME_BYTES, device):
            return ()
        names.append(name.value.decode(errors="replace"))
    return tuple(names)


def driver_failure() -> str | None:
    """Why CUDA's driver does not start; None if it does, has no device, or is not there."""
    driver = load_driver()
    if driver is None:
        return None
    code = driver.cuInit(0)
    if code in (0, _NO_DEVICE):
        return None
    name = ctypes.c_char_p()
    driver.cuGetErrorName(code, ctypes.byref(name))
    return f"{(name.value or b'error').decode()}, {code}"


def cuda_index(name: str) -> int:
    """The index of the CUDA device `name`; "cuda" and "auto" mean the current one."""
    import torch  # here, not above: see the top

    number = name.partition(":")[2]
    return int(number) if number else torch.cuda.current_device()


def kernel_problem(name: str) -> str | None:
    """Why kernels cannot be compiled for the CUDA device `name`; None if they can."""
    import torch  # here, not above: see the top

    major, minor = torch.cuda.get_device_capability(cuda_index(name))
    if (major, minor) < OLDEST_CAPABILITY:
        return f"its compute capability is {major}.{minor}, and they need 8.0"
    try:
        import triton

        from engine.kernels.cuda.launching.prebuilt import use_prebuilt_modules
        from engine.kernels.cuda.launching.shipped_kernels import use_shipped_kernels

        use_prebuilt_modules()
        use_shipped_kernels(10 * major + minor)
        triton.runtime.driver.active.get_current_target()  # compiles the launcher, once
    except Exception as error:
        logger.warning("Triton cannot be used", exc_info=True)
        return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
    return None


def within_cap(device_memory_bytes: int) -> int:
    """What of the device memory that the engine may take is left to models."""
    return max(0, device_memory_bytes - _CONTEXT_BYTES)


def num_threads(wanted: int | None) -> int:
    """Threads of the processor's loops, by default one per core: hyperthreads share units."""
    return wanted or psutil.cpu_count(logical=False) or 1


def pinnable_bytes() -> int:
    """Bytes of main memory that a GPU may be given to read: at most half of what is free."""
    return int(psutil.virtual_memory().available * MAX_HOST_SHARE)


def main_memory_free(held_bytes: int) -> int:
    """Bytes of main memory for a model: available memory and the resident part of `held_bytes`."""
    return int(psutil.virtual_memory().available) + min(held_bytes, private_bytes())


def private_bytes() -> int:
    """Resident bytes of this process without mapped files, which count as available."""
    info = psutil.Process().memory_info()
    # Windows has `private`; elsewhere only Linux has `shared`.
    return int(getattr(info, "private", info.rss - getattr(info, "shared", 0)))


def _cuda_memory(name: str) -> tuple[int, int] | None:
    """Available and total bytes of the CUDA device `name`; None if it is unusable."""
    import torch  # here, not above: see the top

    if not torch.cuda.is_available():
        return None
    index = cuda_index(name)
    if index >= torch.cuda.device_count():
        return None
    open_context(index)
    free, total = torch.cuda.mem_get_info(index)
    return free + torch.cuda.memory_reserved(index), total

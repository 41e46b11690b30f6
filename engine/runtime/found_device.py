"""Which device a configuration means, and how much of its memory a model may take, before one is loaded.

Imports torch only where there is a driver to ask: without one there is no CUDA device.
"""

import ctypes
import logging
import sys
from dataclasses import dataclass
from typing import Any

import psutil

logger = logging.getLogger(__name__)

_LEAST_CAPABILITY = (8, 0)  # what has the integer matrix instruction of the kernels
_NAME_BYTES = 256
_NO_DEVICE = 100  # CUDA_ERROR_NO_DEVICE
_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


@dataclass(frozen=True)
class FoundDevice:
    """`name` is that of the configuration, "auto" resolved; the bytes are None where it is not there.

    `free_bytes` is what a model may take: what is free, and what this process would free for it.
    """

    name: str
    free_bytes: int | None
    capacity_bytes: int | None

    @property
    def is_cuda(self) -> bool:
        """Whether it is a GPU."""
        return self.name != "cpu"


def find_device(wanted: str, held_bytes: int = 0) -> FoundDevice:
    """The device that `wanted`, as in `EngineConfig.device`, means here.

    `held_bytes` is what this process holds of main memory and counts among a model's needs, or would
    free before the next one is loaded.
    """
    if wanted != "cpu":
        memory = _cuda_memory(wanted) if _load_driver() else None
        if memory is not None and kernel_problem(wanted):
            memory = None
        if memory is not None:
            return FoundDevice("cuda" if wanted == "auto" else wanted, *memory)
        if wanted != "auto":
            return FoundDevice(wanted, None, None)
    return FoundDevice("cpu", main_memory_free(held_bytes), int(psutil.virtual_memory().total))


def find_gpu_names() -> tuple[str, ...]:
    """What people call the CUDA devices cuda:0, cuda:1 and so on; asks the driver, which is quick."""
    driver, count = _load_driver(), ctypes.c_int()
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
    """Why CUDA's driver does not start, None where it does, or has no device, or there is no driver."""
    driver = _load_driver()
    code = driver.cuInit(0) if driver is not None else 0
    if code in (0, _NO_DEVICE):
        return None
    name = ctypes.c_char_p()
    driver.cuGetErrorName(code, ctypes.byref(name))
    return f"{(name.value or b'error').decode()}, {code}"


def cuda_index(name: str) -> int:
    """The number of the CUDA device `name`: "cuda:1" names it, "cuda" and "auto" mean the current one."""
    import torch  # here, not above: see the top

    number = name.partition(":")[2]
    return int(number) if number else torch.cuda.current_device()


def kernel_problem(name: str) -> str | None:
    """Why no kernels can be compiled for the CUDA device `name`, None when they can."""
    import torch  # here, not above: see the top

    major, minor = torch.cuda.get_device_capability(cuda_index(name))
    if (major, minor) < _LEAST_CAPABILITY:
        return f"its compute capability is {major}.{minor}, and they need 8.0"
    try:
        import triton

        triton.runtime.driver.active.get_current_target()  # builds what launches kernels, once
    except Exception as error:
        logger.warning("Triton cannot be used", exc_info=True)
        return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
    return None


def main_memory_free(held_bytes: int) -> int:
    """Bytes of main memory a model may take: what is available, and of `held_bytes` what is resident."""
    return int(psutil.virtual_memory().available) + min(held_bytes, private_bytes())


def private_bytes() -> int:
    """Resident memory of this process without files it maps, which count as available already."""
    info = psutil.Process().memory_info()
    # Windows says it outright; elsewhere what is shared is known on Linux only.
    return int(getattr(info, "private", info.rss - getattr(info, "shared", 0)))


def _load_driver() -> Any:
    """CUDA's driver, None where there is none."""
    try:
        return ctypes.CDLL(_DRIVER)
    except OSError:
        return None


def _cuda_memory(name: str) -> tuple[int, int] | None:
    """Bytes that a model may take on the CUDA device `name`, and all it has; None where it cannot be used."""
    import torch  # here, not above: see the top

    if not torch.cuda.is_available():
        return None
    index = cuda_index(name)
    if index >= torch.cuda.device_count():
        return None
    free, total = torch.cuda.mem_get_info(index)
    return free + torch.cuda.memory_reserved(index), total

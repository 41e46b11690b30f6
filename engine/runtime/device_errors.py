"""Turns device failures into errors for the user: out of memory, device lost."""

import contextlib
import traceback
from collections.abc import Iterator

import torch

from engine.errors import DeviceLostError, EngineError, NotEnoughMemoryError
from engine.runtime.device import Device

# The words of CUDA, Triton, cuBLAS and torch's CPU allocator.
_OF_MAIN_MEMORY = "DefaultCPUAllocator"
_OUT_OF_MEMORY = ("out of memory", "ALLOC_FAILED", _OF_MAIN_MEMORY)


@contextlib.contextmanager
def device_errors(device: Device, subject: str, remedy: str) -> Iterator[None]:
    """Device errors inside the block become NotEnoughMemoryError or DeviceLostError.

    The former's message says that `subject` needs more memory than is free, then `remedy`.
    """
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        if _is_lost(device):
            raise DeviceLostError(
                "The GPU failed, so the engine has to start again; try once more, "
                "and run the model on the CPU if it happens again."
            ) from error
        if _is_out_of_memory(error):
            is_of_gpu = device.torch_device.type == "cuda" and not _is_of_main_memory(error)
            memory = "GPU memory" if is_of_gpu else "memory"
            raise NotEnoughMemoryError(
                f"{subject} needs more {memory} than is free; {remedy}."
            ) from error
        raise


def release_failed(device: Device, error: BaseException) -> None:
    """Free what a failed load holds: the frames of `error` keep its tensors alive."""
    link: BaseException | None = error
    while link is not None:
        traceback.clear_frames(link.__traceback__)
        link = link.__context__
    if not isinstance(error, DeviceLostError):
        device.reclaim_memory()


def _is_lost(device: Device) -> bool:
    """Whether the CUDA context is broken: every later call fails."""
    try:
        device.synchronize()
    except RuntimeError:
        return True
    return False


def _is_of_main_memory(error: Exception) -> bool:
    """Whether it is main memory that a device's model has none of."""
    return isinstance(error, MemoryError) or _OF_MAIN_MEMORY in str(error)


def _is_out_of_memory(error: Exception) -> bool:
    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    text = str(error)
    return isinstance(error, RuntimeError) and any(words in text for words in _OUT_OF_MEMORY)

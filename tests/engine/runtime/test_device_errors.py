"""What device errors become: sentences that say what to do, or the end of the process."""

from types import SimpleNamespace
from typing import Any

import pytest
import torch

from engine.errors import DeviceLostError, NotEnoughMemoryError, RequestError
from engine.runtime.device_errors import device_errors

OUT_OF_MEMORY = (
    torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB."),
    MemoryError(),
    RuntimeError("Triton Error [CUDA]: out of memory"),
    RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
    RuntimeError("[enforce fail] . DefaultCPUAllocator: can't allocate memory"),
)


class Device:
    """A device of which only its name and its state are looked at."""

    def __init__(self, kind: str, *, is_lost: bool = False) -> None:
        self.torch_device = SimpleNamespace(type=kind)
        self._is_lost = is_lost

    def synchronize(self) -> None:
        if self._is_lost:
            raise RuntimeError("CUDA error: an illegal memory access was encountered")


def fail(error: Exception, device: Any) -> None:
    with device_errors(device, "The answer", "choose a smaller context"):
        raise error


@pytest.mark.parametrize("error", OUT_OF_MEMORY)
def test_memory_that_runs_out_is_told(error: Exception) -> None:
    with pytest.raises(NotEnoughMemoryError) as told:
        fail(error, Device("cuda"))
    # The host's, pinned or with layers that it computes.
    is_of_host = isinstance(error, MemoryError) or "CPUAllocator" in str(error)
    memory = "memory" if is_of_host else "GPU memory"
    assert (
        str(told.value) == f"The answer needs more {memory} than is free; choose a smaller context."
    )
    with pytest.raises(NotEnoughMemoryError, match="needs more memory than is free"):
        fail(error, Device("cpu"))


def test_a_broken_device_is_lost_whatever_was_raised() -> None:
    for error in (RuntimeError("CUDA error: unspecified launch failure"), OUT_OF_MEMORY[0]):
        with pytest.raises(DeviceLostError, match="start again"):
            fail(error, Device("cuda", is_lost=True))


@pytest.mark.parametrize("error", [ValueError("a bug"), RuntimeError("a bug"), RequestError("no")])
def test_other_errors_are_left_alone(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        fail(error, Device("cuda"))
    assert raised.value is error

"""The interface of a device: memory, weights, kernels, captured steps, sampling."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import torch

from engine.cache.arena import Arena
from engine.config import EngineConfig, SamplingParams
from engine.errors import RequestError
from engine.gguf.file import GGUFFile, TensorInfo
from engine.kernels.interface import Kernels, WeightStore
from engine.kernels.sizes import StepSizes
from engine.models.config import ModelConfig
from engine.runtime.captured_step import StepDevice
from engine.runtime.found_device import driver_failure, kernel_problem
from engine.runtime.memory import MemoryNeeds
from engine.runtime.placement import reason_for_cpu
from engine.runtime.profile import StepProfile
from engine.runtime.step_runner import StepRunner

_NO_DRIVER = (
    "The GPU is not used, because NVIDIA's driver does not start ({}); restart the computer."
)
_NO_KERNELS = "The GPU is not used, because its kernels cannot be compiled here: {}."


class Backend(StepDevice, Protocol):
    """One per loaded model; used only by the thread that created it."""

    device: torch.device
    device_name: str
    """Shown to the user."""
    threads: int
    """CPU threads of the kernels."""
    notice: str | None
    """Notices for the user about the choice of this device."""

    def memory_needs(
        self, model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
    ) -> MemoryNeeds:
        """The device memory that the model needs, computed before any is allocated.

        Raises RequestError for a KV type that the device does not support for the model.
        """

    def memory_free(self) -> int:
        """Bytes of device memory available to a model."""

    def memory_total(self) -> int:
        """Bytes of device memory."""

    def memory_used(self) -> int:
        """Bytes of device memory that this process holds."""

    def create_store(self) -> WeightStore:
        """The store for the model's weights."""

    def create_kernels(self, arena: Arena, sizes: StepSizes, max_width: int) -> Kernels:
        """The kernels, with scratch from `arena` for steps of at most `max_width` rows.

        Called once, before any other step method.
        """

    def synchronize(self) -> None:
        """Wait for all launched work."""

    def close(self) -> None:
        """Return memory to the system. No tensor of the model may be in use."""

    def begin_answer(self, sampling: SamplingParams, seed: int) -> None:
        """Sample with `sampling` and `seed` from now on; drops steps that ran ahead."""

    def decode(self, runner: StepRunner, token_id: int, position: int, *, lookahead: bool) -> int:
        """Run a decode step and return the id sampled for `position` + 1.

        The ids before `position` are those of earlier steps. `lookahead` announces
        decode(returned id, position + 1) as the likely next call, so that it may start early.
        """

    def verify(self, runner: StepRunner, ids: Sequence[int], position: int) -> Iterable[int]:
        """Run a verify step over `ids` from `position` on; yields the id sampled after each.

        Read them before the next step. The one after ids[i] assumes that ids[: i + 1] are accepted.
        """

    def profile(self, runner: StepRunner, position: int) -> StepProfile:
        """Measure decode steps from `position` on; overwrites their rows of the KV cache."""


def create_backend(config: EngineConfig, file: GGUFFile) -> Backend:
    """The backend of `config.device` for the model in `file`.

    `auto` is the CPU if no CUDA device is usable, or if the model fits only on the CPU. Raises
    RequestError when the named device is missing or its kernels cannot be compiled;
    ModelFileError, UnsupportedModelError.
    """
    from engine.runtime.cpu_backend import CpuBackend

    if config.device == "cpu":
        return CpuBackend(config)
    if config.device == "auto" and not torch.cuda.is_available():
        failure = driver_failure()
        return CpuBackend(config, notice=_NO_DRIVER.format(failure) if failure else None)
    _check_cuda_device(config.device)
    problem = kernel_problem(config.device)
    if config.device == "auto":
        reason = _NO_KERNELS.format(problem) if problem else reason_for_cpu(file, config)
        if reason is not None:
            return CpuBackend(config, notice=reason)
    elif problem is not None:
        raise RequestError(
            f"Kernels for {config.device} cannot be compiled here ({problem}); "
            "install a C compiler and Triton, or choose the device cpu."
        )
    # Imported here: Triton may be missing on computers without a GPU.
    from engine.runtime.cuda_backend import CudaBackend

    return CudaBackend(config)


def _check_cuda_device(name: str) -> None:
    if not torch.cuda.is_available():
        failure = driver_failure()
        if failure is not None:
            raise RequestError(
                f"NVIDIA's driver does not start ({failure}), so the model cannot run on {name}; "
                "restart the computer, or choose the device cpu."
            )
        raise RequestError(
            f"There is no CUDA device here, so the model cannot run on {name}; choose the device "
            "auto or cpu."
        )
    num_devices = torch.cuda.device_count()
    _, _, number = name.partition(":")
    if number and int(number) >= num_devices:
        raise RequestError(
            f"There is no device {name} here: this computer's last one is cuda:{num_devices - 1}."
        )

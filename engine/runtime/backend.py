"""A device that models run on: its memory, weights, kernels, captured steps and the picking of tokens."""

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
    """One for each loaded model; it belongs to the thread that made it."""

    device: torch.device
    device_name: str
    """Shown to people."""
    threads: int
    """CPU threads that kernels use."""
    notice: str | None
    """What a person should know about the choice of this device."""

    def memory_needs(
        self, model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
    ) -> MemoryNeeds:
        """What the model needs of the device's memory, before any of it is taken.

        Raises RequestError for a KV type that the device does not have for the model.
        """

    def memory_free(self) -> int:
        """Bytes of the device's memory that a model may still take."""

    def memory_total(self) -> int:
        """Bytes of the device's memory."""

    def memory_used(self) -> int:
        """Bytes that this process holds of it."""

    def create_store(self) -> WeightStore:
        """Where the model's weights are put."""

    def create_kernels(self, arena: Arena, sizes: StepSizes, max_width: int) -> Kernels:
        """The kernels, their scratch cut from `arena` for steps of at most `max_width` rows.

        Called once, before any step is filled, captured or finished.
        """

    def synchronize(self) -> None:
        """Wait until everything launched is done."""

    def close(self) -> None:
        """Give memory back to the system; nobody holds a tensor of the model any more."""

    def begin_answer(self, sampling: SamplingParams, seed: int) -> None:
        """Pick with `sampling` and `seed` from now on; steps run ahead for another answer are void."""

    def decode(self, runner: StepRunner, token_id: int, position: int, *, lookahead: bool) -> int:
        """Run a decode step and return the id picked for `position` + 1.

        The ids before `position` are those of the steps before. `lookahead` says that, as far as the
        caller knows, the next call is decode(picked id, position + 1), so it may be begun already.
        """

    def verify(self, runner: StepRunner, ids: Sequence[int], position: int) -> Iterable[int]:
        """Run a verify step over `ids` from `position` on; gives the id picked after each, in order.

        Read them before the next step. The one after ids[i] takes ids[: i + 1] for granted.
        """

    def profile(self, runner: StepRunner, position: int) -> StepProfile:
        """Measure decode steps from `position` on; their rows of the cache are overwritten."""


def create_backend(config: EngineConfig, file: GGUFFile) -> Backend:
    """The backend that `config.device` names, for the model in `file`.

    `auto` is the CPU where a CUDA device cannot be used, or has no room for the model and the CPU has.
    Raises RequestError when the device that is named is not there, or no kernels can be made for it;
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
            f"Kernels for {config.device} cannot be compiled here ({problem}); install a C compiler "
            "and Triton, or choose the device cpu."
        )
    # Here, not above: what its kernels are made with need not be there without such a device.
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

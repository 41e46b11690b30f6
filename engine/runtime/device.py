"""The interface of a device: what a process has of it once. Chooses the device of a load."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Protocol

import torch

from engine.cache.arena import Arena
from engine.config import EngineConfig
from engine.errors import RequestError
from engine.freed_memory import importing
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.kernels.interface import WeightStore
from engine.kernels.sizes import StepSizes
from engine.models.config import ModelConfig
from engine.models.model_file import ModelFile
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.executor import Executor
from engine.runtime.expert_promotion import ExpertPromotion
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.found_device import (
    driver_failure,
    find_device,
    kernel_problem,
    main_memory_free,
    pinnable_bytes,
)
from engine.runtime.kv_choice import choose_kv_type
from engine.runtime.memory import (
    RUNTIME_BYTES,
    MemoryNeeds,
    cpu_memory_needs,
    resolve_context_len,
)
from engine.runtime.placement import Placement, Room
from engine.runtime.profile import StepProfile
from engine.runtime.residency import ALL_RESIDENT, Residency
from engine.runtime.sequence import Rows
from engine.runtime.step_runner import StepRunner

if TYPE_CHECKING:
    from engine.runtime.cpu_device import CpuDevice
    from engine.runtime.cuda_device import CudaDevice
    from engine.runtime.host_experts import HostExperts

_NO_DRIVER = (
    "The GPU is not used, because NVIDIA's driver does not start ({}); restart the computer."
)
_NO_KERNELS = "The GPU is not used, because its kernels cannot be compiled here: {}."
_GIB = 1 << 30


class Device(Protocol):
    """Memory, weight stores and executors of one device; used by the thread that created it."""

    torch_device: torch.device
    name: str
    """Shown to the user."""
    threads: int
    """CPU threads of the kernels."""
    prompt_rows_are_exact: bool
    """Whether a row of a prefill step has the same bits in a step of any other width or role."""
    has_host: bool
    """Whether the processor may compute the first layers of its models."""
    splits_kv_blocks: bool
    """Whether its kernels keep codes and scales of keys and values apart."""

    def wide_prefill_widths(self, model: ModelConfig) -> tuple[int, ...]:
        """Rows of further prefill steps, if the model leaves enough memory free."""

    def memory_needs(
        self, model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
    ) -> MemoryNeeds:
        """The device memory that the model needs, computed before any is allocated.

        Raises RequestError for a KV type that the model's heads do not allow.
        """

    def memory_free(self) -> int:
        """Bytes of device memory available to a model."""

    def memory_total(self) -> int:
        """Bytes of device memory."""

    def memory_used(self) -> int:
        """Bytes of device memory that this process holds."""

    def create_store(
        self,
        arena: Arena,
        residency: Residency = ALL_RESIDENT,
        usage: ExpertUsage | None = None,
    ) -> WeightStore:
        """A store for the weights of one model, which lie where `residency` says.

        Of the experts, those that `usage` says are read most begin in device memory.
        """

    def create_promotion(self, store: WeightStore, usage: ExpertUsage) -> ExpertPromotion | None:
        """What brings experts into device memory; None if they do not move."""

    def create_host_experts(
        self, store: WeightStore, sizes: StepSizes, max_width: int
    ) -> "HostExperts | None":
        """What computes experts that the processor has in steps of up to `max_width` rows."""

    def create_executor(
        self,
        arena: Arena,
        store: WeightStore,
        sizes: StepSizes,
        max_width: int,
        num_sequences: int,
    ) -> Executor:
        """The executor of the model whose weights are in `store`, with scratch from `arena`."""

    def profile(self, runner: StepRunner, executor: Executor, row: Rows) -> StepProfile:
        """Measure decode steps from `row` on; overwrites their rows of the KV cache."""

    def host(self) -> "Device":
        """The processor, if the device `has_host`."""

    def bandwidth(self, kind: GGMLType) -> Bandwidth | None:
        """How fast memory is, with weights of `kind`; measured if it is not known and matters."""

    def synchronize(self) -> None:
        """Wait for all launched work."""

    def reclaim_memory(self) -> None:
        """Return the memory of closed models to the system."""


def create_device(config: EngineConfig, file: ModelFile) -> tuple[Device, str | None]:
    """The device of `config.device` for the model in `file`, and a notice about the choice.

    `auto` is the CPU if no CUDA device is usable, or if the model fits only on the CPU. Raises
    RequestError when the named device is missing or its kernels cannot be compiled.
    """
    if config.device == "cpu":
        return _cpu_device(config), None
    if config.device == "auto" and not torch.cuda.is_available():
        failure = driver_failure()
        return _cpu_device(config), _NO_DRIVER.format(failure) if failure else None
    _check_cuda_device(config.device)
    problem = kernel_problem(config.device)
    if config.device == "auto":
        reason = _NO_KERNELS.format(problem) if problem else _reason_for_cpu(file, config)
        if reason is not None:
            return _cpu_device(config), reason
    elif problem is not None:
        raise RequestError(
            f"Kernels for {config.device} cannot be compiled here ({problem}); "
            "install a C compiler and Triton, or choose the device cpu."
        )
    create = _import_cuda_device()
    return create(config.device, config.device_memory_bytes, config.threads), None


def _cpu_device(config: EngineConfig) -> Device:
    return _import_cpu_device()(config.threads)


@cache
def _import_cpu_device() -> "type[CpuDevice]":
    """Not with this module: a load on a GPU need not wait for the compiler of the CPU's loops."""
    with importing():
        from engine.runtime.cpu_device import CpuDevice
    return CpuDevice


@cache
def _import_cuda_device() -> "type[CudaDevice]":
    """Not with this module: Triton may be missing on computers without a GPU."""
    from engine.kernels.cuda.launching.kernel_sources import found_by_indentation

    with importing(), found_by_indentation():
        from engine.runtime.cuda_device import CudaDevice
    return CudaDevice


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


def _reason_for_cpu(file: ModelFile, config: EngineConfig) -> str | None:
    """A sentence saying why `file` runs on the CPU instead of the GPU of `config`.

    None if it fits the GPU, or does not fit the CPU either. Raises RequestError for a context
    beyond the model's own.
    """
    # Imported here: it needs Triton, which may be missing without a GPU.
    from engine.runtime.cuda_memory import cuda_memory_needs

    gpu, tensors = find_device(config), file.gguf.tensors.values()
    needs = cuda_memory_needs(file.config, tensors, config)
    needs = choose_kv_type(needs, config, gpu.free_bytes)
    context_len = resolve_context_len(config, needs, gpu.free_bytes)
    on_gpu = needs.plan(context_len).total_bytes
    if gpu.free_bytes is None or on_gpu <= gpu.free_bytes:
        return None
    room = Room(gpu.free_bytes, pinnable_bytes(), main_memory_free(0))
    placement = Placement(file, config, needs, cuda_memory_needs, context_len, room)
    residency = placement.choose(lambda _: None)  # a guess: what is measured comes with the load
    if residency is not None and placement.is_worthwhile(residency):
        return None
    main_free = main_memory_free(RUNTIME_BYTES)
    on_cpu = choose_kv_type(cpu_memory_needs(file.config, tensors, config), config, main_free)
    if on_cpu.plan(context_len).total_bytes > main_free:
        return None
    return (
        f"{file.gguf.path.name} runs on the CPU, more slowly: with a context of {context_len} "
        f"tokens it needs {on_gpu / _GIB:.1f} GiB of GPU memory, "
        f"and {gpu.free_bytes / _GIB:.1f} GiB are free."
    )

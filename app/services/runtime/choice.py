"""Which build of the engine's libraries fits a machine, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.kinds import CPU, describe_system, kind_of
from app.services.runtime.lock import Lock
from app.services.runtime.machine import Machine
from engine.nvidia_driver import (
    CUDA_BUILDS,
    OLDEST_CAPABILITY,
    oldest_driver,
    runnable_builds,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The build that fits, a sentence that says why, and all builds that are offered."""

    lock: Lock
    reason: str
    offered: tuple[Lock, ...]

    def named(self, name: str) -> Lock:
        """The build called `name`. Raises `RuntimeInstallError`."""
        for lock in self.offered:
            if lock.name == name:
                return lock
        names = ", ".join(lock.name for lock in self.offered)
        raise RuntimeInstallError(f"There is no build {name}; choose one of: {names}.")


def choose(locks: Sequence[Lock], machine: Machine) -> Choice:
    """The choice among `locks`, which fit the system. Raises `RuntimeInstallError` without any."""
    if not locks:
        raise RuntimeInstallError(
            f"This Encore has no engine for {describe_system(machine.system)} on this machine; get "
            "the right download of Encore."
        )
    by_kind = {kind_of(lock.name): lock for lock in locks}
    reason = _why_no_gpu(machine)
    if reason is None and machine.cuda is not None:
        for kind in runnable_builds(machine.cuda):
            if kind in by_kind:
                name = next(gpu.name for gpu in machine.gpus if gpu.is_usable)
                words = f"{name} is used; its driver runs CUDA {_dotted(machine.cuda)}."
                return Choice(by_kind[kind], words, tuple(locks))
        reason = _why_no_build(machine.cuda, oldest_driver(by_kind))
    without_gpu = by_kind.get(CPU) or min(locks, key=lambda lock: lock.download_bytes)
    sentences = [reason or ""]
    if kind_of(without_gpu.name) in CUDA_BUILDS:
        sentences.append(
            "This Encore has no build for the processor alone; the one for NVIDIA GPUs, which is "
            "larger, runs there, too."
        )
    return Choice(without_gpu, " ".join(sentences), tuple(locks))


def _why_no_gpu(machine: Machine) -> str | None:
    if machine.system == "macos":
        return "The engine runs on the processor of this Mac."
    if not machine.gpus or machine.cuda is None:
        return "This machine has no NVIDIA GPU, so the processor is used."
    if not any(gpu.is_usable for gpu in machine.gpus):
        gpu = max(machine.gpus, key=lambda gpu: gpu.capability)
        return (
            f"{gpu.name} has compute capability {_dotted(gpu.capability)}, but the engine needs "
            f"{_dotted(OLDEST_CAPABILITY)}, so the processor is used."
        )
    return None


def _why_no_build(cuda: tuple[int, int], driver: int | None) -> str:
    """Why no build fits; `driver` is the oldest that runs one, None if there is none at all."""
    if driver is not None:
        return (
            "This Encore has no build that this machine's NVIDIA driver runs, which is for CUDA "
            f"{_dotted(cuda)}, so the processor is used; with driver {driver} or newer it is the "
            "GPU."
        )
    return (
        "This Encore has no build that this machine's NVIDIA driver runs, which is for CUDA "
        f"{_dotted(cuda)}, so the processor is used."
    )


def _dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"

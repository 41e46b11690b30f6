"""Which build of the engine's libraries fits a machine, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.kinds import CPU, describe_system, kind_of
from app.services.runtime.lock import Lock
from app.services.runtime.machine import Machine
from engine.nvidia_driver import OLDEST_CUDA, runnable_builds


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
    without_gpu = by_kind.get(CPU, locks[0])
    reason = _why_no_gpu(machine)
    if reason is None and machine.cuda is not None:
        for kind in runnable_builds(machine.cuda):
            if kind in by_kind:
                words = (
                    f"{machine.gpus[0].name} is used; its driver runs CUDA {_dotted(machine.cuda)}."
                )
                return Choice(by_kind[kind], words, tuple(locks))
        reason = _why_no_build(machine.cuda, helps="cu130" in by_kind)
    return Choice(without_gpu, reason or "", tuple(locks))


def _why_no_gpu(machine: Machine) -> str | None:
    if machine.system == "macos":
        return "The engine runs on the processor of this Mac."
    if not machine.gpus or machine.cuda is None:
        return "This machine has no NVIDIA GPU, so the processor is used."
    if machine.cuda[0] < OLDEST_CUDA:
        return (
            f"The NVIDIA driver of this machine runs CUDA {_dotted(machine.cuda)} at most, so the "
            "processor is used; with driver 525 or newer it is the GPU."
        )
    return None


def _why_no_build(cuda: tuple[int, int], *, helps: bool) -> str:
    """Why no build fits; `helps` says that a newer driver would have one."""
    if helps:
        return (
            "This Encore has no build that this machine's NVIDIA driver runs, which is for CUDA "
            f"{_dotted(cuda)}, so the processor is used; with driver 580 or newer it is the GPU."
        )
    return (
        "This Encore has no build that this machine's NVIDIA driver runs, which is for CUDA "
        f"{_dotted(cuda)}, so the processor is used."
    )


def _dotted(cuda: tuple[int, int]) -> str:
    return f"{cuda[0]}.{cuda[1]}"

"""What this machine has that matters for the choice of libraries. Slow: starts the driver."""

import platform
from dataclasses import dataclass
from pathlib import Path

import psutil

from app.services.runtime.disk import free_bytes
from engine.nvidia_driver import Gpu, driver_cuda, find_gpus

_SYSTEMS = {"Linux": "linux", "Windows": "windows", "Darwin": "macos"}


@dataclass(frozen=True, slots=True)
class Machine:
    """`system` is as in the names of locks. `cuda`: the newest that the driver runs.

    `memory_bytes` in all; `free_bytes` of the disk that the libraries go to.
    """

    system: str
    gpus: tuple[Gpu, ...]
    cuda: tuple[int, int] | None
    memory_bytes: int
    free_bytes: int


def this_system() -> str:
    """The system as in the names of locks."""
    name = platform.system()
    return _SYSTEMS.get(name, name.lower())


def this_machine(folder: Path) -> Machine:
    """The facts; `folder` is where the libraries go."""
    return Machine(
        this_system(),
        find_gpus(),
        driver_cuda(),
        psutil.virtual_memory().total,
        free_bytes(folder),
    )

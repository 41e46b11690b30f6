"""Chooses the build of torch for this machine: CUDA where an NVIDIA GPU works, else the small CPU build.

Why at all: on Linux the plain requirement brings a CUDA build with several GB of NVIDIA's libraries. A CPU
build says so in its version ("2.13.0+cpu"). pip ranks it above the plain one of the same number, but below
a newer one, so it is asked for by its exact version as soon as any index or folder that pip knows has one.
"""

import ctypes
import os
import platform
import re
import subprocess
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

PYTORCH_CPU_INDEX = "https://download.pytorch.org/whl/cpu"
PYTORCH_CUDA_INDEX = "https://download.pytorch.org/whl/cu130"

_REACHABLE_SECONDS = 3.0
# On Linux CUDA builds of torch bring Triton; this one also brings the C compiler that it takes.
_TRITON_FOR_WINDOWS = "triton-windows>=3.6,<4"


@dataclass(frozen=True)
class TorchBuild:
    """What to ask pip for, which further index to look in, a line for the person, what else it takes."""

    requirement: str
    index: str | None
    note: str
    companions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Machine:
    """What the choice depends on. `system` is as `platform.system()` says."""

    system: str
    has_gpu: bool


OfferedVersions = Callable[[str | None], Sequence[str]]
"""The versions of torch that pip finds, with an index added or without."""


def this_machine() -> Machine:
    """The machine this runs on."""
    return Machine(platform.system(), has_nvidia_gpu())


def has_nvidia_gpu() -> bool:
    """Whether the NVIDIA driver is there and sees a device."""
    name = "nvcuda.dll" if os.name == "nt" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(name)
    except OSError:
        return False
    count = ctypes.c_int(0)
    return (
        driver.cuInit(0) == 0
        and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


def choose_torch(
    requirement: str,
    machine: Machine,
    offered: OfferedVersions,
    is_reachable: Callable[[str], bool],
) -> TorchBuild:
    """The build for `machine` that satisfies `requirement` ("torch>=A,<B")."""
    if machine.system == "Darwin":
        return TorchBuild(requirement, None, "the macOS build of torch")
    if machine.has_gpu:
        return _choose_cuda(requirement, machine, offered, is_reachable)
    return _choose_cpu(requirement, machine, offered, is_reachable)


def _choose_cuda(
    requirement: str,
    machine: Machine,
    offered: OfferedVersions,
    is_reachable: Callable[[str], bool],
) -> TorchBuild:
    note = "the CUDA build of torch: this machine has an NVIDIA GPU"
    # On Windows the plain build is a CPU build; CUDA builds are on PyTorch's own index.
    if machine.system == "Windows":
        if is_reachable(PYTORCH_CUDA_INDEX):
            return TorchBuild(requirement, PYTORCH_CUDA_INDEX, note, (_TRITON_FOR_WINDOWS,))
        return TorchBuild(requirement, None, "the CPU build of torch: no CUDA build in reach")
    unwanted = [f"!={version}" for version in offered(None) if _is_cpu_build(version)]
    return TorchBuild(",".join([requirement, *unwanted]), None, note)


def _choose_cpu(
    requirement: str,
    machine: Machine,
    offered: OfferedVersions,
    is_reachable: Callable[[str], bool],
) -> TorchBuild:
    note = "the CPU build of torch: this machine has no NVIDIA GPU"
    if machine.system == "Windows":
        return TorchBuild(requirement, None, note)
    for index in (None, PYTORCH_CPU_INDEX):
        if index is not None and not is_reachable(index):
            continue
        builds = [v for v in offered(index) if _is_cpu_build(v) and satisfies(v, requirement)]
        if builds:
            newest = max(builds, key=_release)
            return TorchBuild(f"torch=={newest}", index, note)
    return TorchBuild(
        requirement,
        None,
        "the plain build of torch: no CPU build in reach, so this may bring several GB of CUDA libraries",
    )


def satisfies(version: str, requirement: str) -> bool:
    """Whether `version` lies within the bounds of `requirement` ("torch>=A,<B")."""
    release = _release(version)
    for operator, bound in re.findall(r"(>=|<)\s*([\d.]+)", requirement):
        if (release >= _release(bound)) != (operator == ">="):
            return False
    return True


def offered_versions(python: Path, index: str | None) -> list[str]:
    """The versions of torch that `python`'s pip finds for it; empty when pip cannot tell.

    `pip index versions` reads lists only; a dry run of an install may fetch the whole wheel.
    """
    command = [str(python), "-m", "pip", "index", "versions", "torch"]
    command += ["--disable-pip-version-check"]
    if index is not None:
        command += ["--extra-index-url", index]
    result = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    listed = re.search(r"^Available versions: (.*)$", result.stdout, re.MULTILINE)
    return [version.strip() for version in listed[1].split(",")] if listed else []


def has_own_index(python: Path) -> bool:
    """Whether the person has told pip which index to use; then no other is asked."""
    if os.environ.get("PIP_INDEX_URL") or os.environ.get("PIP_NO_INDEX"):
        return True
    command = [str(python), "-m", "pip", "config", "list"]
    result = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    return re.search(r"\.(index-url|no-index)=", result.stdout) is not None


def is_reachable(index: str) -> bool:
    """Whether PyTorch's index answers soon."""
    request = urllib.request.Request(f"{index}/torch/", method="HEAD")
    try:
        with urllib.request.urlopen(request, timeout=_REACHABLE_SECONDS) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _is_cpu_build(version: str) -> bool:
    return version.partition("+")[2] == "cpu"


def _release(version: str) -> tuple[int, ...]:
    """The numbers of a version, without trailing zeros: 2.11 and 2.11.0 are the same."""
    numbers = [int(number) for number in re.findall(r"\d+", version.partition("+")[0])]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)

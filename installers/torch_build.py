"""Chooses the build of torch for this machine: CUDA where an NVIDIA GPU and its driver allow, else the small CPU build.

Why at all: on Linux the plain requirement brings a build for CUDA 13 with several GB of NVIDIA's libraries,
on Windows one for the CPU. Builds for anything else say so in their version ("2.13.0+cpu", "2.13.0+cu126").
pip ranks them above the plain one of the same number, but below a newer one, so they are asked for by their
exact version as soon as any index or folder that pip knows, or PyTorch's own index for them, has one.
"""

import os
import platform
import re
import subprocess
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.nvidia_driver import driver_cuda, find_gpus, oldest_driver, runnable_builds

PYTORCH_INDEX = "https://download.pytorch.org/whl/"
"""Followed by what stands behind the + of a version: an index of such builds."""

_REACHABLE_SECONDS = 3.0
# On Linux CUDA builds of torch bring Triton; this one also brings the C compiler that it takes.
_TRITON_FOR_WINDOWS = "triton-windows>=3.6,<4"
_USUAL, _PLAIN_CUDA = "cu130", 13  # of the plain build on Linux


@dataclass(frozen=True)
class TorchBuild:
    """What to ask pip for, which further index to look in, a line for the person, what else it takes."""

    requirement: str
    index: str | None
    note: str
    companions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Machine:
    """What the choice depends on. `system` is as `platform.system()` says.

    `cuda` is the newest CUDA that the NVIDIA driver runs, as (major, minor); None without a GPU
    that the engine can use.
    """

    system: str
    cuda: tuple[int, int] | None


OfferedVersions = Callable[[str | None], Sequence[str]]
"""The versions of torch that pip finds, with an index added or without."""


def this_machine() -> Machine:
    """The machine this runs on."""
    is_usable = any(gpu.is_usable for gpu in find_gpus())
    return Machine(platform.system(), driver_cuda() if is_usable else None)


def choose_torch(
    requirement: str,
    machine: Machine,
    offered: OfferedVersions,
    is_reachable: Callable[[str], bool],
) -> TorchBuild:
    """The build for `machine` that satisfies `requirement` ("torch>=A,<B")."""
    if machine.system == "Darwin":
        return TorchBuild(requirement, None, "the macOS build of torch")
    find = _Search(requirement, offered, is_reachable)
    if machine.cuda is None:
        return _choose_cpu(find, machine, "this machine has no NVIDIA GPU that the engine can use")
    major, minor = machine.cuda
    note = f"a CUDA build of torch: this machine's NVIDIA driver runs CUDA {major}.{minor}"
    if machine.system == "Linux" and major >= _PLAIN_CUDA:
        unwanted = [f"!={version}" for version in offered(None) if _label(version) == "cpu"]
        return TorchBuild(",".join([requirement, *unwanted]), None, note)
    companions = (_TRITON_FOR_WINDOWS,) if machine.system == "Windows" else ()
    for label in runnable_builds(machine.cuda):
        if build := find.build(label, note, companions):
            return build
    why = f"no build is in reach that this machine's NVIDIA driver runs, which is for CUDA {major}.{minor}"
    if major < _PLAIN_CUDA:
        why += f"; driver {oldest_driver([_USUAL])} or newer runs the usual one"
    return _choose_cpu(find, machine, why)


@dataclass(frozen=True)
class _Search:
    """Where builds are looked for."""

    requirement: str
    offered: OfferedVersions
    is_reachable: Callable[[str], bool]

    def build(self, label: str, note: str, companions: tuple[str, ...] = ()) -> TorchBuild | None:
        """The newest build labelled so, from what pip knows or else from PyTorch's index of them."""
        for index in (None, PYTORCH_INDEX + label):
            if index is not None and not self.is_reachable(index):
                continue
            builds = [
                version
                for version in self.offered(index)
                if _label(version) == label and satisfies(version, self.requirement)
            ]
            if builds:
                newest = max(builds, key=_release)
                return TorchBuild(f"torch=={newest}", index, note, companions)
        return None


def _choose_cpu(find: _Search, machine: Machine, why: str) -> TorchBuild:
    note = f"the CPU build of torch: {why}"
    if machine.system == "Windows":
        return TorchBuild(find.requirement, None, note)
    plain = (
        f"the plain build of torch: {why}, and no CPU build is in reach, so this may bring several GB of "
        "CUDA libraries"
    )
    return find.build("cpu", note) or TorchBuild(find.requirement, None, plain)


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


def _label(version: str) -> str:
    """What a version says of its build: cpu, cu126, or nothing."""
    return version.partition("+")[2]


def _release(version: str) -> tuple[int, ...]:
    """The numbers of a version, without trailing zeros: 2.11 and 2.11.0 are the same."""
    numbers = [int(number) for number in re.findall(r"\d+", version.partition("+")[0])]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)

"""Which build of torch a machine gets."""

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.nvidia_driver import driver_cuda
from installers.torch_build import (
    PYTORCH_INDEX,
    Machine,
    TorchBuild,
    choose_torch,
    satisfies,
    this_machine,
)

REQUIREMENT = "torch>=2.11,<2.14"
PLAIN = ("2.15.0", "2.13.1", "2.13.0", "2.11.0", "2.9.0")


def choose(
    machine: Machine,
    offered: Sequence[str] = PLAIN,
    on_pytorch: Mapping[str, Sequence[str]] | None = None,
) -> TorchBuild:
    """The choice where pip finds `offered`, and what PyTorch's indexes have `on_pytorch`, by their names."""
    further = {PYTORCH_INDEX + name: versions for name, versions in (on_pytorch or {}).items()}
    return choose_torch(
        REQUIREMENT,
        machine,
        lambda index: offered if index is None else [*offered, *further[index]],
        lambda index: index in further,
    )


@pytest.mark.parametrize(
    ("version", "is_within"),
    [
        ("2.11", True),
        ("2.11.0", True),
        ("2.13.9+cpu", True),
        ("2.14", False),
        ("2.14.0", False),
        ("2.10.9", False),
    ],
)
def test_the_bounds_of_a_requirement(version: str, is_within: bool) -> None:
    assert satisfies(version, REQUIREMENT) is is_within


def test_without_a_gpu_a_cpu_build_is_taken_before_a_newer_cuda_build() -> None:
    build = choose(Machine("Linux", cuda=None), (*PLAIN, "2.12.0+cpu", "2.13.0+cpu"))
    assert (build.requirement, build.index) == ("torch==2.13.0+cpu", None)


def test_a_cpu_build_out_of_bounds_is_not_taken() -> None:
    build = choose(Machine("Linux", cuda=None), (*PLAIN, "2.15.0+cpu", "2.9.0+cpu"))
    assert build.requirement == REQUIREMENT


def test_without_a_gpu_pytorchs_own_index_is_asked_when_it_answers() -> None:
    build = choose(Machine("Linux", cuda=None), on_pytorch={"cpu": ["2.13.1+cpu"]})
    assert (build.requirement, build.index) == ("torch==2.13.1+cpu", f"{PYTORCH_INDEX}cpu")


def test_without_any_cpu_build_the_size_is_said() -> None:
    build = choose(Machine("Linux", cuda=None))
    assert (build.requirement, build.index) == (REQUIREMENT, None)
    assert "several GB" in build.note


@pytest.mark.parametrize("cuda", [(13, 0), (13, 2), (14, 0)])
def test_a_new_driver_gets_the_usual_build_and_never_one_for_the_cpu(cuda: tuple[int, int]) -> None:
    build = choose(Machine("Linux", cuda), (*PLAIN, "2.13.0+cpu"))
    assert (build.requirement, build.index) == (f"{REQUIREMENT},!=2.13.0+cpu", None)


# What PyTorch's indexes have of these versions.
ON_PYTORCH = {
    "cpu": ["2.11.0+cpu", "2.13.0+cpu"],
    "cu126": ["2.9.1+cu126", "2.11.0+cu126", "2.12.1+cu126", "2.13.0+cu126", "2.14.0+cu126"],
    "cu128": ["2.11.0+cu128"],
    "cu130": ["2.11.0+cu130", "2.13.0+cu130"],
}


@pytest.mark.parametrize("system", ["Linux", "Windows"])
@pytest.mark.parametrize(
    ("cuda", "version"),
    [
        ((12, 0), "2.13.0+cu126"),
        ((12, 4), "2.13.0+cu126"),
        ((12, 7), "2.13.0+cu126"),
        ((12, 8), "2.11.0+cu128"),
        ((12, 9), "2.11.0+cu128"),
    ],
)
def test_a_driver_for_cuda_12_gets_a_build_that_it_runs(
    system: str, cuda: tuple[int, int], version: str
) -> None:
    build = choose(Machine(system, cuda), on_pytorch=ON_PYTORCH)
    index = PYTORCH_INDEX + version.partition("+")[2]
    assert (build.requirement, build.index) == (f"torch=={version}", index)


def test_another_build_for_cuda_12_will_do() -> None:
    build = choose(Machine("Linux", (12, 8)), on_pytorch={"cu126": ON_PYTORCH["cu126"]})
    assert build.requirement == "torch==2.13.0+cu126"
    build = choose(Machine("Linux", (12, 4)), on_pytorch={"cu128": ON_PYTORCH["cu128"]})
    assert build.requirement == "torch==2.11.0+cu128"


def test_the_persons_own_index_may_have_the_build() -> None:
    build = choose(Machine("Linux", (12, 4)), (*PLAIN, "2.12.1+cu126", "2.13.0+cpu"))
    assert (build.requirement, build.index) == ("torch==2.12.1+cu126", None)


def test_where_no_build_for_cuda_12_is_in_reach_the_cpu_computes_and_it_is_said() -> None:
    build = choose(Machine("Linux", (12, 4)), on_pytorch={"cpu": ON_PYTORCH["cpu"]})
    assert build.requirement == "torch==2.13.0+cpu"
    assert "driver 580 or newer" in build.note


@pytest.mark.parametrize("system", ["Linux", "Windows"])
def test_too_old_a_driver_gets_the_cpu_build_and_is_told(system: str) -> None:
    build = choose(Machine(system, (11, 4)), on_pytorch=ON_PYTORCH)
    assert build.requirement == ("torch==2.13.0+cpu" if system == "Linux" else REQUIREMENT)
    assert "for CUDA 11.4; driver 580 or newer" in build.note
    assert build.companions == ()


def test_windows_with_a_gpu_asks_the_index_that_has_cuda_builds() -> None:
    machine = Machine("Windows", (13, 0))
    build = choose(machine, on_pytorch=ON_PYTORCH)
    assert (build.requirement, build.index) == ("torch==2.13.0+cu130", f"{PYTORCH_INDEX}cu130")
    assert [name.partition(">")[0] for name in build.companions] == ["triton-windows"]
    alone = choose(machine)
    assert (alone.requirement, alone.index, alone.companions) == (REQUIREMENT, None, ())
    assert "no build is in reach" in alone.note


class Driver:
    """Answers as CUDA's driver does."""

    def __init__(self, version: int, num_devices: int, capability: tuple[int, int]) -> None:
        self._version, self._num_devices, self._capability = version, num_devices, capability

    def cuInit(self, _flags: int) -> int:  # noqa: N802
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:  # noqa: N802
        version._obj.value = self._version
        return 0

    def cuDeviceGetCount(self, count: Any) -> int:  # noqa: N802
        count._obj.value = self._num_devices
        return 0

    def cuDeviceGet(self, _device: Any, _number: int) -> int:  # noqa: N802
        return 0

    def cuDeviceGetName(self, name: Any, _size: int, _device: Any) -> int:  # noqa: N802
        name.value = b"GPU"
        return 0

    def cuDeviceTotalMem_v2(self, _memory: Any, _device: Any) -> int:  # noqa: N802
        return 0

    def cuDeviceGetAttribute(self, value: Any, attribute: int, _device: Any) -> int:  # noqa: N802
        value._obj.value = self._capability[attribute - 75]
        return 0


@pytest.mark.parametrize(
    ("version", "num_devices", "capability", "cuda"),
    [
        (12080, 1, (8, 6), (12, 8)),
        (13000, 8, (9, 0), (13, 0)),
        (11040, 1, (8, 0), (11, 4)),
        (13010, 0, (0, 0), None),
        (13000, 1, (7, 5), None),
    ],
)
def test_the_driver_itself_says_what_it_runs(
    monkeypatch: pytest.MonkeyPatch,
    version: int,
    num_devices: int,
    capability: tuple[int, int],
    cuda: tuple[int, int] | None,
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: Driver(version, num_devices, capability))
    assert this_machine().cuda == cuda
    assert driver_cuda() is not None


def test_without_a_driver_there_is_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> None:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", fail)
    assert this_machine().cuda is None


def test_macos_takes_the_plain_build() -> None:
    build = choose(Machine("Darwin", cuda=None))
    assert (build.requirement, build.index) == (REQUIREMENT, None)

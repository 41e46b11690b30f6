"""Which build of torch a machine gets."""

from collections.abc import Sequence

import pytest

from installers.torch_build import (
    PYTORCH_CPU_INDEX,
    PYTORCH_CUDA_INDEX,
    Machine,
    TorchBuild,
    choose_torch,
    satisfies,
)

REQUIREMENT = "torch>=2.11,<2.14"
PLAIN = ("2.15.0", "2.13.1", "2.13.0", "2.11.0", "2.9.0")


def choose(
    machine: Machine,
    offered: Sequence[str] = PLAIN,
    on_pytorch_index: Sequence[str] | None = None,
) -> TorchBuild:
    """The choice where pip finds `offered`, and `on_pytorch_index` too when that answers."""
    versions = {None: offered, PYTORCH_CPU_INDEX: [*offered, *(on_pytorch_index or ())]}
    return choose_torch(
        REQUIREMENT,
        machine,
        lambda index: versions[index],
        lambda _index: on_pytorch_index is not None,
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
    build = choose(Machine("Linux", has_gpu=False), (*PLAIN, "2.12.0+cpu", "2.13.0+cpu"))
    assert (build.requirement, build.index) == ("torch==2.13.0+cpu", None)


def test_a_cpu_build_out_of_bounds_is_not_taken() -> None:
    build = choose(Machine("Linux", has_gpu=False), (*PLAIN, "2.15.0+cpu", "2.9.0+cpu"))
    assert build.requirement == REQUIREMENT


def test_without_a_gpu_pytorchs_own_index_is_asked_when_it_answers() -> None:
    build = choose(Machine("Linux", has_gpu=False), on_pytorch_index=["2.13.1+cpu"])
    assert (build.requirement, build.index) == ("torch==2.13.1+cpu", PYTORCH_CPU_INDEX)


def test_without_any_cpu_build_the_size_is_said() -> None:
    build = choose(Machine("Linux", has_gpu=False))
    assert (build.requirement, build.index) == (REQUIREMENT, None)
    assert "several GB" in build.note


def test_a_gpu_never_gets_a_cpu_build() -> None:
    build = choose(Machine("Linux", has_gpu=True), (*PLAIN, "2.13.0+cpu"))
    assert build.requirement == f"{REQUIREMENT},!=2.13.0+cpu"


def test_windows_with_a_gpu_asks_the_index_that_has_cuda_builds() -> None:
    machine = Machine("Windows", has_gpu=True)
    build = choose(machine, on_pytorch_index=[])
    assert build.index == PYTORCH_CUDA_INDEX
    assert [name.partition(">")[0] for name in build.companions] == ["triton-windows"]
    assert (choose(machine).index, choose(machine).companions) == (None, ())


def test_macos_takes_the_plain_build() -> None:
    build = choose(Machine("Darwin", has_gpu=False))
    assert (build.requirement, build.index) == (REQUIREMENT, None)

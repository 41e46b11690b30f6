"""Which build a machine gets, and the sentence that says why."""

import pytest

from app.services.runtime.choice import choose
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.kinds import describe_kind
from app.services.runtime.lock import Lock
from app.services.runtime.machine import Machine
from engine.nvidia_driver import Gpu

GPU = Gpu("NVIDIA H100", 80 << 30, (9, 0))
OLD_GPU = Gpu("NVIDIA GTX 1080", 8 << 30, (6, 1))
KINDS = ("cpu", "cu126", "cu128", "cu130")


def lock(kind: str, system: str = "linux") -> Lock:
    return Lock(f"{system}-{kind}", kind.encode(), "2026-11-22", 1000, ())


def machine(cuda: tuple[int, int] | None, system: str = "linux") -> Machine:
    return Machine(system, (GPU,) if cuda else (), cuda, 16 << 30, 100 << 30)


@pytest.mark.parametrize(
    ("cuda", "kind", "words"),
    [
        ((13, 0), "cu130", "NVIDIA H100 is used; its driver runs CUDA 13.0"),
        ((14, 1), "cu130", "CUDA 14.1"),
        ((12, 9), "cu128", "CUDA 12.9"),
        ((12, 8), "cu128", "CUDA 12.8"),
        ((12, 4), "cu126", "CUDA 12.4"),
        ((11, 8), "cpu", "for CUDA 11.8, so the processor is used; with driver 525 or newer"),
        (None, "cpu", "no NVIDIA GPU, so the processor is used"),
    ],
)
def test_the_driver_decides(cuda: tuple[int, int] | None, kind: str, words: str) -> None:
    choice = choose([lock(each) for each in KINDS], machine(cuda))
    assert choice.lock.name == f"linux-{kind}"
    assert words in choice.reason
    assert len(choice.offered) == len(KINDS)


@pytest.mark.parametrize(
    ("cuda", "kinds", "driver"),
    [
        ((12, 4), (), None),
        ((12, 4), ("cu130",), 580),
        ((11, 4), ("cu130",), 580),
        ((11, 4), ("cu128", "cu130"), 525),
        ((11, 4), ("cu126",), 525),
    ],
)
def test_a_driver_without_a_build_gets_the_processor(
    cuda: tuple[int, int], kinds: tuple[str, ...], driver: int | None
) -> None:
    choice = choose([lock(kind) for kind in ("cpu", *kinds)], machine(cuda))
    assert choice.lock.name == "linux-cpu"
    assert "no build that this machine's NVIDIA driver runs" in choice.reason
    # The driver that is named runs a build that is there.
    end = "." if driver is None else f"; with driver {driver} or newer it is the GPU."
    assert choice.reason.endswith(f"so the processor is used{end}")


def test_an_older_build_runs_on_a_newer_driver() -> None:
    choice = choose([lock("cpu"), lock("cu126"), lock("cu128")], machine((13, 0)))
    assert choice.lock.name == "linux-cu128"


def test_a_gpu_without_the_kernels_instructions_is_left_alone() -> None:
    locks = [lock(kind) for kind in KINDS]
    old = Machine("linux", (OLD_GPU,), (13, 0), 16 << 30, 100 << 30)
    choice = choose(locks, old)
    assert choice.lock.name == "linux-cpu"
    assert choice.reason == (
        "NVIDIA GTX 1080 has compute capability 6.1, but the engine needs 8.0, so the processor is "
        "used."
    )
    both = Machine("linux", (OLD_GPU, GPU), (13, 0), 16 << 30, 100 << 30)
    assert choose(locks, both).reason.startswith("NVIDIA H100 is used")


def test_without_a_build_for_the_processor_a_larger_one_is_explained() -> None:
    for found in (machine(None), machine((12, 4))):
        choice = choose([lock("cu130")], found)
        assert choice.lock.name == "linux-cu130"
        assert choice.reason.endswith("the one for NVIDIA GPUs, which is larger, runs there, too.")


def test_a_driver_that_sees_no_gpu_gets_the_processor() -> None:
    found = Machine("linux", (), (13, 0), 16 << 30, 100 << 30)
    assert choose([lock(kind) for kind in KINDS], found).lock.name == "linux-cpu"


def test_a_mac_gets_its_only_build() -> None:
    choice = choose([lock("arm64", "macos")], machine(None, "macos"))
    assert choice.lock.name == "macos-arm64"
    assert "Mac" in choice.reason


def test_nothing_to_offer_is_told() -> None:
    with pytest.raises(RuntimeInstallError, match="no engine for Linux"):
        choose([], machine(None))


def test_an_unknown_name_lists_the_others() -> None:
    with pytest.raises(RuntimeInstallError, match="choose one of: linux-cpu, linux-cu126"):
        choose([lock("cpu"), lock("cu126")], machine(None)).named("cu999")


@pytest.mark.parametrize(
    ("kind", "words"), [("cpu", "Processor"), ("cu130", "CUDA 13.0"), ("cu126", "CUDA 12.6")]
)
def test_kinds_in_words(kind: str, words: str) -> None:
    assert describe_kind(kind) == words

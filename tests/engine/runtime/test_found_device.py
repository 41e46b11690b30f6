"""Which device is found, where there is one and where not, and what of its memory may be taken."""

import sys
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
import torch

from engine import nvidia_driver
from engine.config import EngineConfig
from engine.runtime import found_device
from engine.runtime.found_device import (
    FoundDevice,
    driver_failure,
    find_device,
    find_gpu_names,
    main_memory_free,
)


@pytest.fixture
def one_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GPU of 8 bytes, 5 of them free and 2 of them this process's own."""
    monkeypatch.setattr(nvidia_driver, "_DRIVER", None)  # this process itself: it can be loaded
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: (5, 8))
    monkeypatch.setattr(torch.cuda, "memory_reserved", lambda _: 2)
    monkeypatch.setattr(found_device, "kernel_problem", lambda _: None)
    monkeypatch.setattr(found_device, "open_context", lambda _: True)


@pytest.fixture
def main_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """100 bytes of main memory, 40 of them available; this process has 30 resident, 10 of them files."""
    memory = SimpleNamespace(available=40, total=100)
    process = SimpleNamespace(memory_info=lambda: SimpleNamespace(rss=30, shared=10))
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    monkeypatch.setattr(psutil, "Process", lambda: process)


def test_without_a_driver_auto_is_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia_driver, "_DRIVER", "no-such-driver")
    device = find_device(EngineConfig(device="auto"))
    assert device.name == "cpu"
    assert device.free_bytes
    assert not device.is_cuda
    assert find_device(EngineConfig(device="cuda:1")) == FoundDevice("cuda:1", None, None)


@pytest.mark.skipif(sys.platform == "win32", reason="a library needs a name there")
@pytest.mark.usefixtures("one_gpu")
def test_with_a_gpu_auto_is_the_gpu_and_its_model_would_make_room() -> None:
    assert (
        find_device(EngineConfig(device="auto"))
        == find_device(EngineConfig(device="cuda"))
        == FoundDevice("cuda", 5 + 2, 8)
    )
    assert find_device(EngineConfig(device="cuda:0")) == FoundDevice("cuda:0", 5 + 2, 8)
    assert find_device(EngineConfig(device="cuda:1")) == FoundDevice("cuda:1", None, None)
    assert find_device(EngineConfig(device="cpu")).name == "cpu"


@pytest.mark.skipif(sys.platform == "win32", reason="a library needs a name there")
@pytest.mark.usefixtures("one_gpu")
def test_a_gpu_without_kernels_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found_device, "kernel_problem", lambda _: "there is no C compiler")
    assert find_device(EngineConfig(device="auto")).name == "cpu"
    assert find_device(EngineConfig(device="cuda")) == FoundDevice("cuda", None, None)


class Driver:
    """CUDA's own, with two devices."""

    def __init__(self, *, is_broken: bool = False) -> None:
        self._is_broken = is_broken

    def cuInit(self, flags: int) -> int:  # noqa: N802  the driver's name
        return 999 if self._is_broken else 0

    def cuDeviceGetCount(self, count: Any) -> int:  # noqa: N802
        count._obj.value = 2
        return 0

    def cuDeviceGet(self, device: Any, number: int) -> int:  # noqa: N802
        device._obj.value = 10 + number
        return 0

    def cuDeviceGetName(self, name: Any, size: int, device: Any) -> int:  # noqa: N802
        name.value = f"GPU {device.value}".encode()[:size]
        return 0


@pytest.mark.parametrize(
    ("driver", "names"),
    [(Driver(), ("GPU 10", "GPU 11")), (Driver(is_broken=True), ()), (None, ())],
)
def test_gpus_have_names(
    driver: Driver | None, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found_device, "load_driver", lambda: driver)
    assert find_gpu_names() == names


@pytest.mark.usefixtures("main_memory")
@pytest.mark.parametrize(("held", "free"), [(0, 40), (15, 55), (1000, 60)])
def test_of_what_is_held_only_what_is_resident_counts_as_free(held: int, free: int) -> None:
    assert main_memory_free(held) == free
    assert find_device(EngineConfig(device="cpu"), held) == FoundDevice("cpu", free, 100)


class _Driver:
    """CUDA's driver, whose start ends with `code`."""

    def __init__(self, code: int) -> None:
        self._code = code

    def cuInit(self, flags: int) -> int:  # noqa: N802 - CUDA's name
        return self._code

    def cuGetErrorName(self, code: int, name: Any) -> int:  # noqa: N802 - CUDA's name
        name._obj.value = b"CUDA_ERROR_OPERATING_SYSTEM"
        return 0


@pytest.mark.parametrize(
    ("code", "failure"), [(0, None), (100, None), (304, "CUDA_ERROR_OPERATING_SYSTEM, 304")]
)
def test_a_driver_that_does_not_start_says_why(
    monkeypatch: pytest.MonkeyPatch, code: int, failure: str | None
) -> None:
    monkeypatch.setattr(found_device, "load_driver", lambda: _Driver(code))
    assert driver_failure() == failure
    monkeypatch.setattr(found_device, "load_driver", lambda: None)
    assert driver_failure() is None

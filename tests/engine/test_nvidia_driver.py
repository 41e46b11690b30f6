"""What the driver says of the GPUs, and which builds it runs."""

import ctypes
from collections.abc import Iterator
from typing import Any

import pytest

from engine.nvidia_driver import Gpu, driver_cuda, find_gpus, open_context, runnable_builds


@pytest.fixture(autouse=True)
def _no_context_yet() -> Iterator[None]:
    open_context.cache_clear()
    yield
    open_context.cache_clear()


class Driver:
    """A driver with two GPUs. `calls` are those that change the context."""

    def __init__(self, refuses_limits: bool = False) -> None:
        self.calls: list[str] = []
        self._refuses_limits = refuses_limits

    def cuCtxPushCurrent_v2(self, _context: Any) -> int:  # noqa: N802
        self.calls.append("push")
        return 0

    def cuCtxSetLimit(self, limit: int, value: Any) -> int:  # noqa: N802
        self.calls.append(f"limit {limit} = {value.value}")
        return 801 if self._refuses_limits else 0

    def cuCtxPopCurrent_v2(self, _context: Any) -> int:  # noqa: N802
        self.calls.append("pop")
        return 0

    def cuInit(self, _flags: int) -> int:  # noqa: N802  the names in the driver's interface
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:  # noqa: N802
        version._obj.value = 13010
        return 0

    def cuDeviceGetCount(self, count: Any) -> int:  # noqa: N802
        count._obj.value = 2
        return 0

    def cuDeviceGet(self, device: Any, number: int) -> int:  # noqa: N802
        device._obj.value = number
        return 0

    def cuDeviceGetName(self, name: Any, _size: int, device: Any) -> int:  # noqa: N802
        name.value = f"GPU {device.value}".encode()
        return 0

    def cuDevicePrimaryCtxRetain(self, _context: Any, device: Any) -> int:  # noqa: N802
        return 0 if device.value < 2 else 101

    def cuDeviceGetAttribute(self, value: Any, attribute: int, device: Any) -> int:  # noqa: N802
        value._obj.value = {75: 9, 76: device.value}[attribute]
        return 0

    def cuDeviceTotalMem_v2(self, memory: Any, _device: Any) -> int:  # noqa: N802
        memory._obj.value = 80 << 30
        return 0


def test_gpus_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: Driver())
    assert driver_cuda() == (13, 1)
    assert find_gpus() == (Gpu("GPU 0", 80 << 30, (9, 0)), Gpu("GPU 1", 80 << 30, (9, 1)))


def test_without_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> None:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", fail)
    assert driver_cuda() is None
    assert find_gpus() == ()
    assert not open_context(0)


def test_a_context_is_opened_on_a_gpu_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: Driver())
    assert open_context(1)
    assert not open_context(2)


@pytest.mark.parametrize("refuses_limits", [False, True])
def test_a_context_is_opened_once_without_room_for_stacks(
    monkeypatch: pytest.MonkeyPatch, refuses_limits: bool
) -> None:
    driver = Driver(refuses_limits)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: driver)
    assert open_context(0)
    assert open_context(0)
    assert driver.calls == ["push", "limit 0 = 0", "pop"]


@pytest.mark.parametrize(
    ("cuda", "builds"),
    [
        ((13, 0), ["cu130", "cu128", "cu126"]),
        ((14, 0), ["cu130", "cu128", "cu126"]),
        ((12, 9), ["cu128", "cu126"]),
        ((12, 8), ["cu128", "cu126"]),
        ((12, 6), ["cu126", "cu128"]),
        ((12, 0), ["cu126", "cu128"]),
        ((11, 8), []),
    ],
)
def test_builds_that_a_driver_runs(cuda: tuple[int, int], builds: list[str]) -> None:
    assert runnable_builds(cuda) == builds

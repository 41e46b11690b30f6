"""Which device is found, where there is one and where there is none."""

import sys

import pytest
import torch

from engine.runtime import found_device
from engine.runtime.found_device import FoundDevice, find_device


@pytest.fixture
def one_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found_device, "_DRIVER", None)  # this process itself: it can be loaded
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: (5, 8))


def test_without_a_driver_auto_is_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found_device, "_DRIVER", "no-such-driver")
    device = find_device("auto")
    assert device.name == "cpu"
    assert device.free_bytes
    assert not device.is_cuda
    assert find_device("cuda:1") == FoundDevice("cuda:1", None)


@pytest.mark.skipif(sys.platform == "win32", reason="a library needs a name there")
def test_with_a_gpu_auto_is_the_gpu(one_gpu: None) -> None:
    assert find_device("auto") == find_device("cuda") == FoundDevice("cuda", 5)
    assert find_device("cuda:0") == FoundDevice("cuda:0", 5)
    assert find_device("cuda:1") == FoundDevice("cuda:1", None)
    assert find_device("cpu").name == "cpu"

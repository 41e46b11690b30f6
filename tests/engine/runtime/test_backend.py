"""Which device a model is given."""

import sys

import pytest
import torch

from engine.config import EngineConfig
from engine.errors import RequestError
from engine.runtime.backend import create_backend


def test_the_cpu_needs_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> bool:
        raise AssertionError("asked for a driver")

    monkeypatch.setattr(torch.cuda, "is_available", fail)
    assert create_backend(EngineConfig(device="cpu")).device_name == "cpu"


def test_auto_is_the_cpu_where_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert create_backend(EngineConfig()).device_name == "cpu"


@pytest.mark.parametrize("device", ["cuda", "cuda:1"])
def test_a_device_that_is_not_there_is_refused_in_a_sentence(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(RequestError, match=f"cannot run on {device}; choose the device auto"):
        create_backend(EngineConfig(device=device))


def test_a_number_beyond_the_last_device_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(RequestError, match=r"no device cuda:2 here.*last one is cuda:1"):
        create_backend(EngineConfig(device="cuda:2"))


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CUDA device, but nothing to compile its kernels with."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _: (9, 0))
    monkeypatch.setitem(sys.modules, "triton", None)


@pytest.mark.usefixtures("no_compiler")
def test_auto_is_the_cpu_where_kernels_cannot_be_compiled(caplog: pytest.LogCaptureFixture) -> None:
    backend = create_backend(EngineConfig())
    assert backend.device_name == "cpu"
    assert "The GPU is not used" in (backend.notice or "")
    assert "Triton cannot be used" in caplog.text


@pytest.mark.usefixtures("no_compiler")
def test_a_device_without_a_compiler_is_refused_in_a_sentence() -> None:
    with pytest.raises(RequestError, match=r"cannot be compiled here .*choose the device cpu"):
        create_backend(EngineConfig(device="cuda"))


def test_an_old_gpu_leaves_the_model_to_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _: (7, 5))
    backend = create_backend(EngineConfig())
    assert backend.device_name == "cpu"
    assert "compute capability is 7.5" in (backend.notice or "")

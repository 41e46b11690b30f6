"""Which device a model is given."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from engine.config import EngineConfig
from engine.errors import RequestError
from engine.models.model_file import ModelFile, open_model
from engine.runtime import device
from engine.runtime.device import create_device
from engine.runtime.found_device import FoundDevice
from tests.support.tiny_llama import write_tiny_llama

GIB = 1 << 30


@pytest.fixture
def file(tmp_path: Path) -> Iterator[ModelFile]:
    with open_model(write_tiny_llama(tmp_path / "tiny.gguf")) as file:
        yield file


def test_the_cpu_needs_no_driver(file: ModelFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> bool:
        raise AssertionError("asked for a driver")

    monkeypatch.setattr(torch.cuda, "is_available", fail)
    assert create_device(EngineConfig(device="cpu"), file)[0].name == "cpu"


def test_auto_is_the_cpu_where_there_is_nothing_else(
    file: ModelFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert create_device(EngineConfig(), file)[0].name == "cpu"


@pytest.mark.parametrize("device", ["cuda", "cuda:1"])
def test_a_device_that_is_not_there_is_refused_in_a_sentence(
    device: str, file: ModelFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(RequestError, match=f"cannot run on {device}; choose the device auto"):
        create_device(EngineConfig(device=device), file)


def test_a_driver_that_does_not_start_is_told(
    file: ModelFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(
        "engine.runtime.device.driver_failure", lambda: "CUDA_ERROR_OPERATING_SYSTEM, 304"
    )
    chosen, notice = create_device(EngineConfig(), file)
    assert chosen.name == "cpu"
    assert "driver does not start (CUDA_ERROR_OPERATING_SYSTEM, 304)" in (notice or "")
    with pytest.raises(RequestError, match=r"driver does not start .*304.*cannot run on cuda"):
        create_device(EngineConfig(device="cuda"), file)


def test_a_number_beyond_the_last_device_is_refused(
    file: ModelFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(RequestError, match=r"no device cuda:2 here.*last one is cuda:1"):
        create_device(EngineConfig(device="cuda:2"), file)


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CUDA device, but nothing to compile its kernels with."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _: (9, 0))
    monkeypatch.setitem(sys.modules, "triton", None)


@pytest.mark.usefixtures("no_compiler")
def test_auto_is_the_cpu_where_kernels_cannot_be_compiled(
    file: ModelFile, caplog: pytest.LogCaptureFixture
) -> None:
    device, notice = create_device(EngineConfig(), file)
    assert device.name == "cpu"
    assert "The GPU is not used" in (notice or "")
    assert "Triton cannot be used" in caplog.text


@pytest.mark.usefixtures("no_compiler")
def test_a_device_without_a_compiler_is_refused_in_a_sentence(file: ModelFile) -> None:
    with pytest.raises(RequestError, match=r"cannot be compiled here .*choose the device cpu"):
        create_device(EngineConfig(device="cuda"), file)


def test_an_old_gpu_leaves_the_model_to_the_cpu(
    file: ModelFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _: (7, 5))
    device, notice = create_device(EngineConfig(), file)
    assert device.name == "cpu"
    assert "compute capability is 7.5" in (notice or "")


@pytest.fixture
def small_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CUDA device that kernels can be compiled for, with a MiB of memory; much main memory."""
    pytest.importorskip("triton")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr("engine.runtime.device.kernel_problem", lambda _: None)
    monkeypatch.setattr("engine.kernels.cuda.kernels._num_multiprocessors", lambda: 1)
    monkeypatch.setattr("engine.runtime.cuda_device.CudaDevice", lambda *_: "on the GPU")
    monkeypatch.setattr(
        device, "find_device", lambda config: FoundDevice(config.device, 1 << 20, 8 * GIB)
    )
    monkeypatch.setattr(device, "main_memory_free", lambda _: 64 * GIB)


@pytest.mark.usefixtures("small_gpu")
def test_auto_is_the_cpu_where_only_that_has_room_and_says_so(file: ModelFile) -> None:
    device, notice = create_device(EngineConfig(context_len=64), file)
    assert device.name == "cpu"
    assert notice is not None
    assert notice.startswith("tiny.gguf runs on the CPU, more slowly: with a context of 64")
    assert notice.endswith("GiB of GPU memory, and 0.0 GiB are free.")


@pytest.mark.usefixtures("small_gpu")
@pytest.mark.parametrize("room", ["on the GPU", "nowhere", "not to be used"])
def test_otherwise_it_is_the_gpu(
    room: str, file: ModelFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = EngineConfig(device="cuda" if room == "not to be used" else "auto", context_len=64)
    if room == "on the GPU":
        monkeypatch.setattr(
            device, "find_device", lambda config: FoundDevice(config.device, GIB, GIB)
        )
    elif room == "nowhere":
        monkeypatch.setattr(device, "main_memory_free", lambda _: 1 << 20)
    assert create_device(config, file) == ("on the GPU", None)

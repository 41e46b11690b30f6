"""Memory that runs out while a model is loaded, and while it answers."""

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams
from engine.errors import NotEnoughMemoryError
from engine.events import Finished, Started
from engine.runtime.cpu_device import CpuDevice
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.session.session import Session

CONFIG = EngineConfig(device="cpu", context_len=64)
ASK = Generate("1", IdsPrompt((1, 2, 3)), SamplingParams(temperature=0.0), max_tokens=8)


class SmallDevice(CpuDevice):
    """Has no room for kernels when `is_full`."""

    is_full = False
    is_reclaimed = False

    def create_executor(self, *arguments: Any) -> Any:
        if self.is_full:
            self.arena = weakref.ref(arguments[0])
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return super().create_executor(*arguments)

    def reclaim_memory(self) -> None:
        self.is_reclaimed = True


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> SmallDevice:
    device = SmallDevice()
    monkeypatch.setattr("engine.session.session.create_device", lambda *_: (device, None))
    return device


def test_a_load_that_runs_out_of_memory_leaves_nothing(
    device: SmallDevice, golden_dir: Path
) -> None:
    device.is_full = True
    with pytest.raises(NotEnoughMemoryError, match=r"Loading tiny-llama.gguf .* smaller context"):
        Session.load(golden_dir / "tiny-llama.gguf", CONFIG)
    assert device.is_reclaimed
    gc.collect()
    assert device.arena() is None


def test_a_failed_load_holds_nothing_even_while_its_error_is_looked_at(
    device: SmallDevice, golden_dir: Path
) -> None:
    device.is_full = True
    with pytest.raises(NotEnoughMemoryError) as told:
        Session.load(golden_dir / "tiny-llama.gguf", CONFIG)
    assert told.value.__cause__ is not None
    gc.collect()
    assert device.arena() is None


@pytest.mark.usefixtures("device")
def test_an_answer_that_runs_out_of_memory_can_be_asked_for_again(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.load(golden_dir / "tiny-llama.gguf", CONFIG)
    *_, whole = session.generate(ASK)
    decode = LoadedModel.decode

    def fail_at_5(model: LoadedModel, rows: list[Rows], *arguments: Any, **options: Any) -> Any:
        if rows[0].position == 5:
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return decode(model, rows, *arguments, **options)

    seen = []
    with monkeypatch.context() as patch:
        patch.setattr(LoadedModel, "decode", fail_at_5)
        with pytest.raises(
            NotEnoughMemoryError, match=r"The answer needs more memory .* ask again"
        ):
            seen.extend(session.generate(ASK))
    assert isinstance(seen[0], Started)
    *_, again = session.generate(ASK)
    assert isinstance(whole, Finished)
    assert isinstance(again, Finished)
    assert again.ids == whole.ids
    session.close()

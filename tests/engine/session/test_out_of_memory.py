"""Memory that runs out while a model is loaded, and while it answers."""

import gc
import weakref
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams
from engine.errors import NotEnoughMemoryError
from engine.events import Finished, Started
from engine.runtime.cpu_backend import CpuBackend
from engine.runtime.step_runner import StepRunner
from engine.session.session import Session

CONFIG = EngineConfig(device="cpu", context_len=64)
ASK = Generate("1", IdsPrompt((1, 2, 3)), SamplingParams(temperature=0.0), max_tokens=8)


class SmallBackend(CpuBackend):
    """Has no room for kernels when `is_full`; a decode step fails once where `fails_at` says."""

    is_full = False
    fails_at: int | None = None
    is_closed = False

    def create_kernels(self, *arguments: Any) -> Any:
        if self.is_full:
            self.arena = weakref.ref(arguments[0])
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return super().create_kernels(*arguments)

    def decode(self, runner: StepRunner, token_id: int, position: int, *, lookahead: bool) -> int:
        if position == self.fails_at:
            self.fails_at = None
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return super().decode(runner, token_id, position, lookahead=lookahead)

    def verify(self, runner: StepRunner, ids: Sequence[int], position: int) -> Iterable[int]:
        raise AssertionError("nothing is drafted")

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> SmallBackend:
    backend = SmallBackend(CONFIG)
    monkeypatch.setattr("engine.session.session.create_backend", lambda *_: backend)
    return backend


def test_a_load_that_runs_out_of_memory_leaves_nothing(
    backend: SmallBackend, golden_dir: Path
) -> None:
    backend.is_full = True
    with pytest.raises(NotEnoughMemoryError, match=r"Loading tiny-llama.gguf .* smaller context"):
        Session.load(golden_dir / "tiny-llama.gguf", CONFIG)
    assert backend.is_closed
    gc.collect()
    assert backend.arena() is None


def test_a_failed_load_holds_nothing_even_while_its_error_is_looked_at(
    backend: SmallBackend, golden_dir: Path
) -> None:
    backend.is_full = True
    with pytest.raises(NotEnoughMemoryError) as told:
        Session.load(golden_dir / "tiny-llama.gguf", CONFIG)
    assert told.value.__cause__ is not None
    gc.collect()
    assert backend.arena() is None


def test_an_answer_that_runs_out_of_memory_can_be_asked_for_again(
    backend: SmallBackend, golden_dir: Path
) -> None:
    session = Session.load(golden_dir / "tiny-llama.gguf", CONFIG)
    *_, whole = session.generate(ASK)
    backend.fails_at = 5
    seen = []
    with pytest.raises(NotEnoughMemoryError, match=r"The answer needs more memory .* ask again"):
        seen.extend(session.generate(ASK))
    assert isinstance(seen[0], Started)
    *_, again = session.generate(ASK)
    assert isinstance(whole, Finished)
    assert isinstance(again, Finished)
    assert again.ids == whole.ids
    session.close()

"""The recipe "Add an architecture": one module and one line of the registry, and its files are read and run."""

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from engine.config import EngineConfig
from engine.models import registry
from engine.session.inspect import inspect_model
from engine.session.session import Session

CONFIG = EngineConfig(device="cpu", context_len=64)
IDS = [3, 1, 4, 1, 5, 9]

# The whole module of an architecture that is like llama.
_MODULE = """
from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters

Model = Decoder


def read_config(hparams: Hyperparameters) -> ModelConfig:
    return ModelConfig.read(hparams, rope_interleaved=True)
"""


def test_an_architecture_is_one_module_and_one_line(
    golden_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "novel.gguf"
    llama = golden_dir / "tiny-llama.gguf"
    path.write_bytes(llama.read_bytes().replace(b"llama", b"novel"))
    assert "novel" not in registry.SUPPORTED

    module = ModuleType("engine.models.novel")
    exec(compile(_MODULE, "novel.py", "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(registry._MODULES, "novel", module.__name__)

    report = inspect_model(path, CONFIG)
    assert (report.architecture, report.context_len) == ("novel", 4096)
    session, expected = Session.load(path, CONFIG), Session.load(llama, CONFIG)
    assert session.info.architecture == "novel"
    np.testing.assert_array_equal(session.logits(IDS), expected.logits(IDS))

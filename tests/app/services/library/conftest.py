"""A models folder, and a sound model outside of it."""

from pathlib import Path

import numpy as np
import pytest

from app.services.library.folder import ModelFolder
from tests.support.tiny_gguf import write_gguf

METADATA = {
    "general.name": "Tiny",
    "general.license": "mit",
    "general.architecture": "llama",
    "llama.context_length": 256,
}
TENSORS = {"a.weight": np.ones((8, 32), np.float32), "b.weight": np.ones((4, 32), np.float32)}


@pytest.fixture
def folder(tmp_path: Path) -> ModelFolder:
    (tmp_path / "models").mkdir()
    return ModelFolder(tmp_path / "models")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    (tmp_path / "downloads").mkdir()
    return write_gguf(tmp_path / "downloads/tiny-f32.gguf", METADATA, TENSORS)

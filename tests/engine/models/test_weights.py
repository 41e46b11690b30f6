"""Each tensor is used once: what is missing, of another shape or left over is named."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.dense import DenseWeights
from engine.models.registry import SUPPORTED, find_architecture
from engine.models.weights import WeightReader
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import HIDDEN, METADATA, tensors


def load(tmp_path: Path, weights: dict[str, Any], **metadata: Any) -> list[float]:
    """Load a tiny llama; returns the progress it reported."""
    path = write_gguf(tmp_path / "m.gguf", METADATA | metadata, weights)
    progress: list[float] = []
    with GGUFFile.open(path) as file:
        architecture = find_architecture("llama")
        config = architecture.read_config(ModelMetadata(file.metadata), file.tensors)
        architecture.load(config, WeightReader(file, DenseWeights(), progress.append), 16)
    return progress


def test_progress_grows_to_one(tmp_path: Path) -> None:
    progress = load(tmp_path, tensors())
    assert progress == sorted(progress)
    assert progress[-1] == pytest.approx(1.0)


def test_missing_tensor_is_named(tmp_path: Path) -> None:
    weights = tensors()
    del weights["blk.1.ffn_up.weight"]
    with pytest.raises(ModelFileError, match=r"m\.gguf has no tensor blk\.1\.ffn_up\.weight"):
        load(tmp_path, weights)


def test_tensor_of_another_shape_is_named(tmp_path: Path) -> None:
    weights = tensors() | {"blk.0.attn_norm.weight": np.ones(HIDDEN + 1, np.float32)}
    with pytest.raises(ModelFileError, match=r"blk\.0\.attn_norm\.weight is \[33\]"):
        load(tmp_path, weights)


def test_left_over_tensor_is_refused(tmp_path: Path) -> None:
    weights = tensors() | {"blk.0.attn_sinks.weight": np.ones(4, np.float32)}
    with pytest.raises(UnsupportedModelError, match="attn_sinks"):
        load(tmp_path, weights)


@pytest.mark.parametrize(
    ("metadata", "match"),
    [
        ({"llama.attention.head_count": 3}, "impossible shape"),
        ({"llama.attention.head_count": 0}, "impossible shape"),
        ({"llama.attention.key_length": 12}, "heads of 12"),
        ({"llama.attention.value_length": 16}, "different sizes"),
        ({"llama.rope.scaling.type": "elastic"}, "elastic"),
        (
            {"llama.rope.scaling.type": "yarn", "llama.rope.scaling.factor": -1.0},
            "stretches its context in an impossible way",
        ),
        ({"llama.expert_count": 8, "llama.expert_used_count": 9}, "impossible shape"),
    ],
)
def test_shapes_that_cannot_be_run_are_refused(
    tmp_path: Path, metadata: dict[str, Any], match: str
) -> None:
    with pytest.raises(EngineError, match=match):
        load(tmp_path, tensors(), **metadata)


def test_unknown_architecture_lists_what_is_supported() -> None:
    with pytest.raises(UnsupportedModelError, match=r"'mamba'.*llama"):
        find_architecture("mamba")


def test_every_listed_architecture_can_be_imported() -> None:
    for name in SUPPORTED:
        assert find_architecture(name).load is not None

"""Each tensor is used once: what is missing, of another shape or left over is named."""

from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest

from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.gguf.types import GGMLType
from engine.kernels.cpu.products import read_row
from engine.kernels.cpu.weights import CpuMatrix, CpuStack, CpuWeights, OneHot
from engine.kernels.interface import WeightStore
from engine.kernels.reference.weights import DenseMatrix, DenseStack, DenseWeights
from engine.kernels.weight_parts import Matrix
from engine.models.registry import SUPPORTED, find_architecture
from engine.models.weights import Rows, WeightReader
from tests.support.random_rows import random_rows, values_of
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
        ({"llama.attention.key_length": 520}, "its attention.key_length is '520'"),
        ({"llama.attention.value_length": 16}, "different sizes"),
        ({"llama.rope.scaling.type": "elastic"}, "elastic"),
        (
            {"llama.rope.scaling.type": "yarn", "llama.rope.scaling.factor": -1.0},
            "its rope.scaling.factor is '-1.0', not between 1.0 and",
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


EXPERTS, ROWS, COLS = 3, 20, 128
FACTORS = np.array([0.5, 3.0, 0.25], np.float32)


def file_with_factors(
    tmp_path: Path, factors: np.ndarray, kind: GGMLType
) -> tuple[Path, np.ndarray]:
    """A file with `w`, as many matrices [20, 128] as factors, with these; and the values of `w`."""
    shape = (len(factors), ROWS) if len(factors) > 1 else (ROWS,)
    raw = random_rows(kind, len(factors) * ROWS, COLS, seed=1)
    stored = raw.reshape(*shape, -1), gguf.GGMLQuantizationType(int(kind))
    of_inputs = np.full(len(factors), 7.0, np.float32)
    tensors = {"w.weight": stored, "w.scale": factors, "w.input_scale": of_inputs}
    path = write_gguf(tmp_path / "m.gguf", {}, tensors)
    return path, values_of(raw, kind, COLS).numpy().reshape(*shape, COLS)


def some_rows(reader: WeightReader) -> Matrix:
    """Rows 3 … 11, then rows 19, 1 and 10."""
    shape = ROWS, COLS
    parts = [Rows("w.weight", shape, 3, 9), Rows("w.weight", shape, 0, 3, order=(19, 1, 10))]
    return reader.stacked(parts)


def row_of(matrix: Matrix, row: int) -> np.ndarray:
    if isinstance(matrix, DenseMatrix):
        return matrix.values[row].numpy()
    assert isinstance(matrix, CpuMatrix)
    out = np.empty(matrix.num_cols, np.float32)
    read_row(matrix.table, row, *OneHot().arrays, out)
    return out


@pytest.mark.parametrize("store", [DenseWeights(), CpuWeights()], ids=["dense", "panels"])
def test_rows_of_nvfp4_are_multiplied_by_their_factor(tmp_path: Path, store: WeightStore) -> None:
    path, values = file_with_factors(tmp_path, FACTORS[:1], GGMLType.NVFP4)
    expected = (values * FACTORS[0])[[*range(3, 12), 19, 1, 10]]
    with GGUFFile.open(path) as file:
        reader = WeightReader(file, store, lambda _: None)
        matrix = some_rows(reader)
        reader.finish()
        assert reader.is_factor("w.scale")
    for row, wanted in enumerate(expected):
        np.testing.assert_array_equal(row_of(matrix, row), wanted)


@pytest.mark.parametrize("num_parts", [1, 2])
def test_experts_of_nvfp4_have_a_factor_each(tmp_path: Path, num_parts: int) -> None:
    path, values = file_with_factors(tmp_path, FACTORS, GGMLType.NVFP4)
    expected = np.split(values * FACTORS[:, None, None], num_parts, axis=1)
    with GGUFFile.open(path) as file:
        for store in (DenseWeights(), CpuWeights()):
            reader = WeightReader(file, store, lambda _: None)
            stacks = reader.expert_stacks("w.weight", (EXPERTS, ROWS, COLS), 0, num_parts)
            reader.finish()
            for stack, wanted in zip(stacks, expected, strict=True):
                if isinstance(stack, DenseStack):
                    np.testing.assert_array_equal(stack.values.numpy(), wanted)
                else:
                    assert isinstance(stack, CpuStack)
                    each = np.repeat(FACTORS, ROWS // num_parts)
                    np.testing.assert_array_equal(stack.factors, each)


def test_a_factor_of_another_type_is_refused(tmp_path: Path) -> None:
    path, _ = file_with_factors(tmp_path, FACTORS[:1], GGMLType.Q8_0)
    with GGUFFile.open(path) as file:
        reader = WeightReader(file, DenseWeights(), lambda _: None)
        some_rows(reader)
        assert not reader.is_factor("w.scale")
        with pytest.raises(UnsupportedModelError, match=r"such as 'w\.scale'"):
            reader.finish()


def test_factors_of_another_number_are_named(tmp_path: Path) -> None:
    path, _ = file_with_factors(tmp_path, FACTORS[:2], GGMLType.NVFP4)
    with GGUFFile.open(path) as file:
        reader = WeightReader(file, DenseWeights(), lambda _: None)
        with pytest.raises(ModelFileError, match=r"w\.scale is \[2\]"):
            reader.stacked([Rows("w.weight", (2, ROWS, COLS), 0, 5)])

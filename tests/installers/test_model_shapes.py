"""The models that kernels are compiled for are those that Encore offers, as their files are."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.paths import assets_dir
from engine.gguf.file import GGUFFile, check_supported
from installers.model_shapes import ModelShape, read_shapes, write_file

# Beside weights a file has little more than its vocabulary: 32,000 to 152,000 words.
_LEAST_WORDS_BYTES, _MOST_WORDS_BYTES = 500_000, 9_000_000
SHAPES = read_shapes()


def catalogue() -> dict[str, Any]:
    return tomllib.loads((assets_dir() / "catalogue.toml").read_text(encoding="utf-8"))


def written(shape: ModelShape, folder: Path) -> GGUFFile:
    path = folder / shape.file
    write_file(shape, path)
    return GGUFFile.open(path, with_data=False)


def test_every_model_that_is_offered_has_a_shape() -> None:
    offered = {one["file"] for kind in ("model", "drafter") for one in catalogue()[kind]}
    assert {shape.file for shape in SHAPES} == offered


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.file)
def test_a_shape_has_the_size_of_the_file_on_the_hub(shape: ModelShape, tmp_path: Path) -> None:
    with written(shape, tmp_path) as file:
        check_supported(file)
        sizes = {one["file"]: one.get("bytes") for one in catalogue()["model"]}
        if (size := sizes.get(shape.file)) is not None:
            assert _LEAST_WORDS_BYTES < size - file.weights_bytes < _MOST_WORDS_BYTES
        assert (tmp_path / shape.file).stat().st_blocks * 512 < 1_000_000  # no weights


def test_a_shape_has_the_tensors_of_the_file(starter_model: Path, tmp_path: Path) -> None:
    (shape,) = [one for one in SHAPES if one.file == starter_model.name]
    with written(shape, tmp_path) as file, GGUFFile.open(starter_model, with_data=False) as own:
        assert {name: (one.shape, one.type) for name, one in file.tensors.items()} == {
            name: (one.shape, one.type) for name, one in own.tensors.items()
        }

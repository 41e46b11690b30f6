"""Split models: any part opens all; a missing, foreign or renamed part is named."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import ModelFileError
from engine.gguf.file import GGUFFile
from engine.gguf.split import model_stem
from tests.support.tiny_gguf import write_gguf

TENSORS = {f"t{i}.weight": np.full((2, 8), i, np.float32) for i in range(5)}


@pytest.fixture
def parts(tmp_path: Path) -> list[Path]:
    """Three parts of two, two and one tensor."""
    write_gguf(tmp_path / "m.gguf", {"general.name": "Split"}, TENSORS, max_tensors_per_part=2)
    return [tmp_path / f"m-0000{number}-of-00003.gguf" for number in (1, 2, 3)]


@pytest.mark.parametrize("index", [0, 1, 2])
def test_any_part_opens_the_whole_model(parts: list[Path], index: int) -> None:
    with GGUFFile.open(parts[index]) as file:
        assert (file.path, file.paths) == (parts[index], tuple(parts))
        assert file.metadata["general.name"] == "Split"
        assert file.num_parameters == 80
        assert file.file_bytes == sum(part.stat().st_size for part in parts)
        for name, expected in TENSORS.items():
            np.testing.assert_array_equal(
                file.tensor_bytes(name).view(np.float32), expected.ravel()
            )


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_part_is_named(parts: list[Path], missing: int) -> None:
    parts[missing].unlink()
    present = parts[missing - 1]
    with pytest.raises(ModelFileError, match=rf"{parts[missing].name} is missing.*3 parts"):
        GGUFFile.open(present)


def test_a_renamed_part_is_told_its_name(parts: list[Path]) -> None:
    renamed = parts[0].rename(parts[0].with_name("model.gguf"))
    with pytest.raises(ModelFileError, match=r"model\.gguf is one of 3 parts.*-of-00003\.gguf"):
        GGUFFile.open(renamed)


def test_parts_that_changed_places_are_named(parts: list[Path]) -> None:
    parts[1].write_bytes(parts[2].read_bytes())
    with pytest.raises(ModelFileError, match=rf"{parts[1].name} is not part 2 of 3"):
        GGUFFile.open(parts[0])


def test_a_part_of_another_model_is_noticed(parts: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    tensors = {f"t{i}.weight": np.zeros(8, np.float32) for i in range(6)}
    write_gguf(other / "m.gguf", {}, tensors, max_tensors_per_part=2)
    parts[2].write_bytes((other / "m-00003-of-00003.gguf").read_bytes())
    with pytest.raises(ModelFileError, match="says the model has 5 tensors, but its parts hold 6"):
        GGUFFile.open(parts[0])


def test_a_tensor_in_two_parts_is_refused(parts: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    tensors = dict(reversed(TENSORS.items()))
    write_gguf(other / "m.gguf", {}, tensors, max_tensors_per_part=2)
    parts[2].write_bytes((other / "m-00003-of-00003.gguf").read_bytes())
    with pytest.raises(ModelFileError, match=r"an earlier part has its tensor 't0\.weight' too"):
        GGUFFile.open(parts[0])


def test_a_damaged_later_part_is_named(parts: list[Path]) -> None:
    parts[2].write_bytes(parts[2].read_bytes()[:100])
    with pytest.raises(ModelFileError, match=rf"{parts[2].name} is cut short"):
        GGUFFile.open(parts[0])


@pytest.mark.parametrize("values", [{"split.no": 3}, {"split.count": "3"}, {"split.no": True}])
def test_impossible_split_values_are_refused(tmp_path: Path, values: dict[str, object]) -> None:
    path = write_gguf(tmp_path / "m.gguf", {"split.count": 3, **values}, {})
    with pytest.raises(ModelFileError, match=r"m\.gguf is damaged: it claims to be part"):
        GGUFFile.open(path)


def test_a_split_of_one_is_a_plain_file(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", {"split.no": 0, "split.count": 1}, TENSORS)
    with GGUFFile.open(path) as file:
        assert file.paths == (path,)


def test_the_stem_leaves_out_the_part_number() -> None:
    assert model_stem(Path("a/Some-Model.Q4_K_M-00002-of-00003.gguf")) == "Some-Model.Q4_K_M"
    assert model_stem(Path("a/Some-Model.Q4_K_M.gguf")) == "Some-Model.Q4_K_M"

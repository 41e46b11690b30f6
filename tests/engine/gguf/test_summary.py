"""What a model picker shows."""

from pathlib import Path

import gguf
import numpy as np
import pytest

from engine.errors import ModelFileError
from engine.gguf.name_parts import NameParts
from engine.gguf.summary import ModelSummary, read_summary
from tests.support.tiny_gguf import write_gguf

Q8_0 = gguf.GGMLQuantizationType.Q8_0
TENSORS = {
    "norm": np.ones(8, np.float32),
    "w": (gguf.quants.quantize(np.ones((4, 64), np.float32), Q8_0), Q8_0),
}


def test_the_starter_model(starter_model: Path) -> None:
    assert read_summary(starter_model) == ModelSummary(
        paths=(starter_model,),
        name="Smollm2 135M 8k Lc100K Mix1 Ep2",
        architecture="llama",
        quantization="Q4_1",
        num_parameters=134_515_008,
        context_length=8192,
        license="apache-2.0",
        weights_bytes=96_576_768,
        file_bytes=starter_model.stat().st_size,
        name_parts=NameParts("smollm2", "135M", "8k-lc100k-mix1-ep2"),
        has_chat_template=True,
    )


def test_without_a_file_type_the_type_of_most_bytes_is_the_label(tmp_path: Path) -> None:
    summary = read_summary(write_gguf(tmp_path / "Some-1B.gguf", {}, TENSORS))
    assert (summary.name, summary.quantization) == ("Some-1B", "Q8_0")
    assert (summary.context_length, summary.license) == (None, None)
    assert (summary.num_parameters, summary.weights_bytes) == (8 + 256, 32 + 4 * 2 * 34)


def test_an_unknown_file_type_is_no_label(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", {"general.file_type": 999}, TENSORS)
    assert read_summary(path).quantization == "Q8_0"


def test_a_split_model_is_one_model(tmp_path: Path) -> None:
    write_gguf(tmp_path / "Some-1B.gguf", {}, TENSORS, max_tensors_per_part=1)
    summary = read_summary(tmp_path / "Some-1B-00002-of-00002.gguf")
    assert summary.name == "Some-1B"
    assert [path.name for path in summary.paths] == [
        "Some-1B-00001-of-00002.gguf",
        "Some-1B-00002-of-00002.gguf",
    ]
    assert summary.num_parameters == 8 + 256


def test_a_file_without_tensors_has_no_quantization(tmp_path: Path) -> None:
    assert read_summary(write_gguf(tmp_path / "m.gguf", {}, {})).quantization is None


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF")
    with pytest.raises(ModelFileError, match="cut short"):
        read_summary(path)


def test_a_file_that_others_may_cut_short_meanwhile_is_not_mapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_gguf(tmp_path / "m.gguf", {}, TENSORS)
    monkeypatch.setattr(np, "memmap", lambda *_: pytest.fail("mapped"))
    assert read_summary(path).num_parameters


def test_a_header_longer_than_one_read_is_read_whole(tmp_path: Path) -> None:
    tokens = [f"token number {number}" for number in range(80_000)]
    path = write_gguf(tmp_path / "m.gguf", {"tokenizer.ggml.tokens": tokens}, TENSORS)
    summary = read_summary(path)
    assert summary.file_bytes == path.stat().st_size > 1 << 20
    assert summary.num_parameters

"""Opening sound files: everything equals what the gguf package wrote or reads."""

import sys
from pathlib import Path

import gguf
import numpy as np
import pytest

from engine.errors import UnsupportedModelError
from engine.gguf.file import GGUFFile, check_supported
from engine.gguf.metadata import ModelMetadata
from engine.gguf.types import GGMLType
from tests.support.gguf_bytes import ARCHITECTURE, gguf_bytes, tensor_row
from tests.support.tiny_gguf import write_gguf

METADATA = {
    "general.name": "Tiny",
    "llama.block_count": 2,
    "llama.offset": -3,
    "llama.rope.freq_base": 0.5,
    "llama.flag": True,
    "llama.heads": [4, 2],
    "llama.scales": [0.5, -1.0],
    "llama.pattern": [True, False],
    "tokenizer.ggml.tokens": ["a", "ä", "", "日本"],
}


def _tensors() -> dict[str, np.ndarray]:
    return {
        "a.weight": np.arange(12, dtype=np.float32).reshape(3, 4),
        "b.weight": np.arange(5, dtype=np.float16),
        "c.weight": np.arange(24, dtype=np.float32).reshape(2, 3, 4),
    }


def _read(file: GGUFFile, name: str, dtype: type) -> np.ndarray:
    return file.tensor_bytes(name).view(dtype).reshape(file.tensors[name].shape)


def _check_tensors(file: GGUFFile) -> None:
    assert list(file.tensors) == list(_tensors())
    for name, expected in _tensors().items():
        np.testing.assert_array_equal(_read(file, name, expected.dtype.type), expected)


def test_metadata_and_tensors_come_back_as_written(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA, _tensors())
    with GGUFFile.open(path) as file:
        _check_tensors(file)
        values = dict(file.metadata)
        assert (file.path, file.paths, file.version) == (path, (path,), 3)
        assert (file.num_parameters, file.weights_bytes) == (12 + 5 + 24, 48 + 10 + 96)
        assert file.file_bytes == path.stat().st_size
    assert values.pop("general.architecture") == "llama"
    assert values == {
        key: tuple(value) if isinstance(value, list) else value for key, value in METADATA.items()
    }
    assert type(values["llama.flag"]) is bool
    assert all(type(each) is bool for each in values["llama.pattern"])


def test_shapes_are_in_numpy_order_with_sizes_in_values_and_bytes(tmp_path: Path) -> None:
    raw = gguf.quants.quantize(np.ones((3, 64), np.float32), gguf.GGMLQuantizationType.Q4_1)
    path = write_gguf(
        tmp_path / "m.gguf", {}, {"w": (raw, gguf.GGMLQuantizationType.Q4_1), **_tensors()}
    )
    with GGUFFile.open(path) as file:
        tensor = file.tensors["w"]
        assert (tensor.shape, tensor.type) == ((3, 64), GGMLType.Q4_1)
        assert (tensor.num_values, tensor.nbytes) == (192, 3 * 2 * 20)
        np.testing.assert_array_equal(file.tensor_bytes("w"), raw.ravel())


def test_every_golden_model_reads_as_the_gguf_package_reads_it(golden_dir: Path) -> None:
    paths = sorted(golden_dir.glob("*.gguf"))
    assert paths
    for path in paths:
        theirs = gguf.GGUFReader(path)
        with GGUFFile.open(path) as file:
            assert list(file.tensors) == [tensor.name for tensor in theirs.tensors]
            for tensor in theirs.tensors:
                ours = file.tensors[tensor.name]
                assert ours.type.name == tensor.tensor_type.name
                assert ours.shape == tuple(int(size) for size in tensor.shape)[::-1]
                np.testing.assert_array_equal(
                    file.tensor_bytes(tensor.name), tensor.data.view(np.uint8).ravel()
                )
            check_supported(file)


def test_tensors_are_read_only_and_mapped(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA, _tensors())
    with GGUFFile.open(path) as file:
        data = file.tensor_bytes("a.weight")
        assert data.dtype == np.uint8
        assert not data.flags.writeable
        assert not data.flags.owndata
        with pytest.raises(KeyError):
            file.tensor_bytes("missing")


def test_after_close_metadata_stays_and_tensors_are_refused(tmp_path: Path) -> None:
    file = GGUFFile.open(write_gguf(tmp_path / "m.gguf", METADATA, _tensors()))
    kept = file.tensor_bytes("a.weight")
    file.close()
    assert file.metadata["tokenizer.ggml.tokens"] == ("a", "ä", "", "日本")
    assert kept.view(np.float32)[5] == 5.0
    with pytest.raises(ValueError, match="closed"):
        file.tensor_bytes("a.weight")


def test_a_path_may_be_a_string_with_any_characters(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "модель №1.gguf", METADATA, _tensors())
    with GGUFFile.open(str(path)) as file:
        _check_tensors(file)


def test_version_2_is_read(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA, _tensors())
    raw = bytearray(path.read_bytes())
    raw[4] = 2
    path.write_bytes(raw)
    with GGUFFile.open(path) as file:
        assert file.version == 2
        _check_tensors(file)


def test_another_alignment_is_respected(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", {**METADATA, "general.alignment": 256}, _tensors())
    with GGUFFile.open(path) as file:
        _check_tensors(file)
        assert file.tensors["b.weight"].offset == 256


def test_text_that_is_not_utf8_is_readable_with_marks(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", {"tokenizer.ggml.tokens": [b"a\xff", b"b"]}, {})
    with GGUFFile.open(path) as file:
        assert file.metadata["tokenizer.ggml.tokens"] == ("a\ufffd", "b")


def test_the_last_tensor_needs_no_padding_after_it(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf_bytes(rows=[tensor_row("w", [3])], data=bytes(12)))
    with GGUFFile.open(path) as file:
        assert file.tensor_bytes("w").nbytes == 12


def test_a_file_without_tensors_opens_but_cannot_run(tmp_path: Path) -> None:
    path = tmp_path / "vocab.gguf"
    path.write_bytes(gguf_bytes([ARCHITECTURE]))
    with (
        GGUFFile.open(path) as file,
        pytest.raises(UnsupportedModelError, match=r"vocab\.gguf holds no weights"),
    ):
        check_supported(file)


@pytest.mark.parametrize("kind", [kind for kind in GGMLType if not kind.is_supported])
def test_a_known_type_that_cannot_run_can_be_looked_at(tmp_path: Path, kind: GGMLType) -> None:
    path = tmp_path / "m.gguf"
    rows = [tensor_row("ok", [8], 0, 0), tensor_row("w", [kind.block_len], kind.value, 32)]
    path.write_bytes(gguf_bytes(rows=rows, data=bytes(32 + kind.block_bytes)))
    with GGUFFile.open(path) as file:
        assert file.tensors["w"].type is kind
        assert file.weights_bytes == 32 + kind.block_bytes
        with pytest.raises(UnsupportedModelError, match=f"'w' as {kind.name}, which is not supp"):
            check_supported(file)


def test_a_large_vocabulary_is_decoded_only_when_asked_for(tmp_path: Path) -> None:
    tokens = [f"token {number} of many" for number in range(50_000)]
    path = write_gguf(tmp_path / "m.gguf", {"tokenizer.ggml.tokens": tokens}, {})
    with GGUFFile.open(path) as file:
        assert sys.getsizeof(file.metadata["general.architecture"]) < 100
        assert ModelMetadata(file.metadata).num_tokens == len(tokens)
        assert file.metadata["tokenizer.ggml.tokens"] == tuple(tokens)
        assert file.metadata["tokenizer.ggml.tokens"] is file.metadata["tokenizer.ggml.tokens"]

"""Files that cannot be opened: each gives one plain sentence that names the file."""

import mmap
import os
import struct
from pathlib import Path

import gguf
import numpy as np
import pytest

from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.gguf import cursor
from engine.gguf.file import GGUFFile
from tests.support.gguf_bytes import (
    ARCHITECTURE,
    ARRAY,
    BOOL,
    F32,
    TEXT,
    U32,
    U64,
    array,
    gguf_bytes,
    key_value,
    tensor_row,
    text,
)
from tests.support.tiny_gguf import write_gguf

HUGE = 2**64 - 1
PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


def alignment(value: int) -> bytes:
    return key_value("general.alignment", U32, struct.pack("<I", value))


def row(dims: list[int], tensor_type: int = 0, offset: int = 0, name: bytes = b"w") -> bytes:
    return tensor_row(name, dims, tensor_type, offset)


# What the file holds, and what its sentence must say.
BAD_FILES = {
    "empty": (b"", "is empty"),
    "png": (PNG, "is not a GGUF model file"),
    "older format": (b"tjgg" + bytes(100), "is not a GGUF model file"),
    "shorter than the magic": (b"GG", "ends inside the first 4 bytes"),
    "magic only": (b"GGUF", "ends inside the version"),
    "no counts": (b"GGUF" + struct.pack("<I", 3), "ends inside the number of tensors"),
    "absurd number of keys": (gguf_bytes(num_keys=HUGE), "claims 18446744073709551615 keys"),
    "absurd number of tensors": (gguf_bytes(num_tensors=HUGE), "18446744073709551615 tensors"),
    "more keys than bytes": (
        gguf_bytes(num_keys=60_000),
        "claims 60000 entries in keys, more than there is room for",
    ),
    "one key too few": (gguf_bytes([ARCHITECTURE], num_keys=2), "key 2 of 2 has an empty name"),
    "absurd key length": (
        gguf_bytes([struct.pack("<Q", 2**62) + bytes(64)]),
        "claims 4611686018427387904 bytes for key 1 of 1",
    ),
    "absurd text length": (
        gguf_bytes([key_value("k", TEXT, struct.pack("<Q", HUGE))]),
        "claims 18446744073709551615 bytes for the value of 'k'",
    ),
    "text past the end": (
        gguf_bytes([key_value("k", TEXT, struct.pack("<Q", 5000))]),
        "ends inside the value of 'k'",
    ),
    "key twice": (gguf_bytes([ARCHITECTURE, ARCHITECTURE]), "'general.architecture' is there twi"),
    "key not UTF-8": (gguf_bytes([key_value(b"\xff\xfe", BOOL, b"\0")]), "key 1 of 1 has a name"),
    "unknown value type": (gguf_bytes([key_value("k", 77, bytes(32))]), "unknown type 77"),
    "unknown array type": (
        gguf_bytes([key_value("k", ARRAY, array(13, 1, bytes(32)))]),
        "unknown type 13",
    ),
    "bool of 2": (gguf_bytes([key_value("k", BOOL, b"\2")]), "neither true nor false"),
    "bool of 2 in an array": (
        gguf_bytes([key_value("k", ARRAY, array(BOOL, 3, b"\0\2\1"))]),
        "neither true nor false",
    ),
    "nested array": (
        gguf_bytes([key_value("k", ARRAY, array(ARRAY, 1, array(U32, 1, bytes(4))))]),
        "array of arrays",
    ),
    "absurd array of numbers": (
        gguf_bytes([key_value("k", ARRAY, array(U64, 2**61, bytes(64)))]),
        "claims 2305843009213693952 entries",
    ),
    "absurd array of texts": (
        gguf_bytes([key_value("k", ARRAY, array(TEXT, HUGE, bytes(64)))]),
        "claims 18446744073709551615 entries",
    ),
    "array of texts past the end": (
        gguf_bytes([key_value("k", ARRAY, array(TEXT, 2, text("a") + struct.pack("<Q", HUGE)))]),
        "ends inside the value of 'k'",
    ),
    "alignment 0": (gguf_bytes([alignment(0)]), r"general.alignment \('0'\) is not a power of two"),
    "alignment 24": (gguf_bytes([alignment(24)]), "not a power of two"),
    "alignment a number with a point": (
        gguf_bytes([key_value("general.alignment", F32, struct.pack("<f", 32.0))]),
        "not a power of two",
    ),
    "alignment past the end": (
        gguf_bytes([alignment(2**31)], [row([1])], bytes(32)),
        "past the end of the file",
    ),
    "tensor twice": (gguf_bytes(rows=[row([1]), row([1], 0, 32)], data=bytes(64)), "'w' is there"),
    "tensor without a name": (
        gguf_bytes(rows=[row([1], name=b"")], data=bytes(32)),
        "tensor 1 of 1 has an empty name",
    ),
    "tensor name not UTF-8": (gguf_bytes(rows=[row([1], name=b"\xff")], data=bytes(32)), "UTF-8"),
    "no dimensions": (gguf_bytes(rows=[row([])], data=bytes(32)), "0 dimensions, not 1 to 4"),
    "five dimensions": (gguf_bytes(rows=[row([1] * 5)], data=bytes(32)), "5 dimensions"),
    "dimension 0": (gguf_bytes(rows=[row([4, 0])], data=bytes(32)), "dimension of size 0"),
    "partial block": (
        gguf_bytes(rows=[row([48], 2)], data=bytes(64)),
        "rows of 48 values, not a multiple of Q4_0's 32",
    ),
    "unaligned tensor": (gguf_bytes(rows=[row([1], 0, 4)], data=bytes(64)), "not aligned to 32"),
    "overlapping tensors": (
        gguf_bytes(rows=[row([9]), row([1], 0, 32, b"v")], data=bytes(96)),
        "'v' overlaps another",
    ),
    "tensors in one place": (
        gguf_bytes(rows=[row([1]), row([1], name=b"v")], data=bytes(96)),
        "overlaps another",
    ),
    "tensor past the end": (
        gguf_bytes(rows=[row([9])], data=bytes(32)),
        "'w' reaches 4 bytes past the end of the file; download it again",
    ),
    "absurd offset": (
        gguf_bytes(rows=[row([1], 0, 2**64 - 32)], data=bytes(32)),
        "past the end of the file",
    ),
    "absurd dimensions": (
        gguf_bytes(rows=[row([2**63, 2**63, 2**63, 2**63])], data=bytes(32)),
        "past the end of the file",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_gives_one_plain_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=sentence) as caught:
        GGUFFile.open(path)
    message = str(caught.value)
    assert "bad.gguf" in message
    assert message.endswith(".")
    assert "\n" not in message


UNSUPPORTED_FILES = {
    "version 1": (gguf_bytes(version=1), "version 1, which is out of use"),
    "version 4": (gguf_bytes(version=4), "version 4, which is not known"),
    "version 0": (gguf_bytes(version=0), "version 0, which is not known"),
    "unknown tensor type": (
        gguf_bytes(rows=[tensor_row("w", [32], 99)], data=bytes(32)),
        "the tensor 'w' as tensor type 99, which is not known",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), UNSUPPORTED_FILES.values(), ids=UNSUPPORTED_FILES)
def test_what_is_not_known_is_named(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "new.gguf"
    path.write_bytes(content)
    with pytest.raises(UnsupportedModelError, match=rf"new\.gguf .*{sentence}"):
        GGUFFile.open(path)


def test_a_big_endian_file_is_refused(tmp_path: Path) -> None:
    tensors = {"w": np.ones(8, np.float32)}
    path = write_gguf(tmp_path / "m.gguf", {}, tensors, byte_order=gguf.GGUFEndian.BIG)
    with pytest.raises(UnsupportedModelError, match=r"m\.gguf is a big-endian GGUF"):
        GGUFFile.open(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"There is no file .*gone\.gguf"):
        GGUFFile.open(tmp_path / "gone.gguf")


def test_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="is a folder"):
        GGUFFile.open(tmp_path)


@pytest.mark.parametrize("name", ["a\0b.gguf", "x" * 5000 + ".gguf"], ids=["NUL", "long"])
def test_an_impossible_path_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(EngineError, match="check the path"):
        GGUFFile.open(tmp_path / name)


def test_a_file_without_permission_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_gguf(tmp_path / "m.gguf", {}, {})
    path.chmod(0)
    if os.access(path, os.R_OK):  # an administrator may read everything

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(mmap, "mmap", refuse)
    with pytest.raises(ModelFileError, match=r"m\.gguf may not be read; change its permissions"):
        GGUFFile.open(path)


def test_a_disk_error_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_gguf(tmp_path / "m.gguf", {}, {})

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(mmap, "mmap", fail)
    with pytest.raises(ModelFileError, match=r"m\.gguf cannot be read \(Input/output error\)"):
        GGUFFile.open(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    path = tmp_path / "pipe.gguf"
    os.mkfifo(path)
    with pytest.raises(ModelFileError, match="is not a regular file"):
        GGUFFile.open(path)


def test_a_header_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cursor, "MAX_HEADER_BYTES", 2**20)
    path = tmp_path / "m.gguf"
    texts = array(TEXT, 2**15, text(bytes(2**20 - 2**18)) + bytes(2**20))
    path.write_bytes(gguf_bytes([key_value("k", ARRAY, texts)]))
    with pytest.raises(ModelFileError, match="does not end within the first 1 MiB"):
        GGUFFile.open(path)
    path.write_bytes(gguf_bytes([key_value("k", TEXT, struct.pack("<Q", 2**21) + bytes(2**22))]))
    with pytest.raises(ModelFileError, match="does not end within the first 1 MiB"):
        GGUFFile.open(path)


def test_a_long_or_unprintable_name_is_shortened_and_escaped(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf_bytes([key_value("line\n" + "x" * 5000, BOOL, b"\2")]))
    with pytest.raises(ModelFileError) as caught:
        GGUFFile.open(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300

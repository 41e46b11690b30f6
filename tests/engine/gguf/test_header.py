"""How long a header is, said from the beginning of a file: whole, cut, damaged, or no header at all."""

import contextlib
import random
import struct
from pathlib import Path

import pytest

from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.gguf import cursor
from engine.gguf.cursor import Cursor, TruncatedHeaderError
from engine.gguf.header import find_header_bytes, read_header
from tests.support.gguf_bytes import (
    ARCHITECTURE,
    ARRAY,
    TEXT,
    U32,
    array,
    gguf_bytes,
    key_value,
    tensor_row,
    text,
)

TOKENS = key_value(
    "tokens", ARRAY, array(TEXT, 40, b"".join(text(f"token {n}") for n in range(40)))
)
NUMBERS = key_value("numbers", ARRAY, array(U32, 100, bytes(400)))
HEADER = gguf_bytes(
    [ARCHITECTURE, TOKENS, NUMBERS], [tensor_row("w", [64, 4]), tensor_row("v", [8], offset=1024)]
)
FILE_BYTES = len(HEADER) + 1056


@pytest.mark.parametrize("num_bytes", [len(HEADER), len(HEADER) + 7, FILE_BYTES])
def test_a_whole_header_is_measured_whatever_follows(num_bytes: int) -> None:
    prefix = (HEADER + bytes(1056))[:num_bytes]
    assert find_header_bytes(prefix, FILE_BYTES, "m.gguf") == len(HEADER)


def test_of_every_shorter_prefix_more_is_needed() -> None:
    whole = len(HEADER.rstrip(b"\0")) + 6  # the last row ends in its offset, 1024, as 8 bytes
    assert [
        n for n in range(whole) if find_header_bytes(HEADER[:n], FILE_BYTES, "m") is not None
    ] == []


@pytest.mark.parametrize("name", ["tiny-llama", "tiny-qwen3", "tinyq-llama-Q4_K"])
def test_real_headers_need_more_until_they_are_whole(golden_dir: Path, name: str) -> None:
    content = (golden_dir / f"{name}.gguf").read_bytes()
    num_bytes = find_header_bytes(content, len(content), name)
    assert num_bytes is not None
    assert num_bytes < len(content)
    chooser = random.Random(1)
    for cut in [0, 3, 4, 23, 24, *(chooser.randrange(num_bytes - 32) for _ in range(50))]:
        assert find_header_bytes(content[:cut], len(content), name) is None
    assert find_header_bytes(content[:num_bytes], len(content), name) == num_bytes


# What a prefix shows although most of the file is missing: that more of it would not help.
@pytest.mark.parametrize(
    ("prefix", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n", "is not a GGUF model file"),
        (b"<!DOCTYPE html>", "is not a GGUF model file"),
        (gguf_bytes(num_keys=2**60), "claims 1152921504606846976 keys"),
        (gguf_bytes([key_value("k", 77, b"")]), "unknown type 77"),
        (
            gguf_bytes([key_value("k", TEXT, struct.pack("<Q", 2**25))]),
            "is cut short or damaged: it ends inside the value of 'k'",
        ),
        (
            gguf_bytes(
                [key_value("k", ARRAY, array(TEXT, 2, text("a") + struct.pack("<Q", 2**50)))]
            ),
            "is cut short or damaged: it ends inside the value of 'k'",
        ),
        (
            gguf_bytes([key_value("k", ARRAY, array(U32, 2**40, b""))]),
            "more than there is room for",
        ),
    ],
)
def test_damage_is_told_from_the_prefix_alone(prefix: bytes, sentence: str) -> None:
    with pytest.raises(ModelFileError, match=sentence) as told:
        find_header_bytes(prefix, 10_000_000, "m.gguf")
    assert not isinstance(told.value, TruncatedHeaderError)


def test_a_tensor_type_that_is_not_known_is_told_from_the_prefix_alone() -> None:
    prefix = gguf_bytes(rows=[tensor_row("w", [32], 99)], num_tensors=1000)
    with pytest.raises(UnsupportedModelError, match="tensor type 99"):
        find_header_bytes(prefix, 10_000_000, "m.gguf")


def test_a_header_longer_than_any_model_has_is_not_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cursor, "MAX_HEADER_BYTES", 2**20)
    prefix = gguf_bytes([key_value("k", TEXT, struct.pack("<Q", 2**21))])
    with pytest.raises(ModelFileError, match="does not end within the first 1 MiB"):
        find_header_bytes(prefix, 2**30, "m.gguf")


def test_a_cut_file_is_not_taken_for_a_prefix() -> None:
    with pytest.raises(ModelFileError, match="damaged"):
        find_header_bytes(HEADER[:100], 100, "m.gguf")


def test_the_error_for_a_cut_prefix_says_where_it_ends() -> None:
    with pytest.raises(
        TruncatedHeaderError, match=r"m\.gguf goes on after the first 30 bytes, which end"
    ):
        read_header(Cursor(memoryview(HEADER[:30]), "m.gguf", FILE_BYTES), part=0)


def test_random_changes_never_end_in_anything_but_a_length_or_a_sentence() -> None:
    chooser = random.Random(7)
    for _ in range(2000):
        changed = bytearray(HEADER)
        for _ in range(chooser.randint(1, 3)):
            changed[chooser.randrange(len(changed))] = chooser.randrange(256)
        prefix = changed[: chooser.randrange(len(changed) + 1)]
        with contextlib.suppress(EngineError):
            num_bytes = find_header_bytes(prefix, FILE_BYTES, "m.gguf")
            assert num_bytes is None or num_bytes > 0

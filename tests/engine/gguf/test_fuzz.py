"""Whatever the bytes: a file opens or raises an EngineError, quickly and within little memory."""

import random
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.gguf.file import GGUFFile, check_supported
from engine.gguf.metadata import ModelMetadata
from engine.gguf.summary import read_summary
from tests.support.gguf_bytes import ARRAY, gguf_bytes, key_value, tensor_row

MIB = 2**20
FUZZ = settings(
    max_examples=300,
    deadline=2000,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
EXTREMES = [0, 1, 2**8 - 1, 2**16, 2**31 - 1, 2**32 - 1, 2**62, 2**63, 2**64 - 1]


def open_and_read_all(path: Path) -> bool:
    """Whether `path` opens and everything in it can be had; any error but EngineError escapes."""
    try:
        with GGUFFile.open(path) as file:
            for name in file.tensors:
                assert file.tensor_bytes(name).nbytes == file.tensors[name].nbytes
            assert len(dict(file.metadata)) == len(file.metadata)
            metadata = ModelMetadata(file.metadata)
            assert metadata.tokenizer.tokens
            check_supported(file)
        assert read_summary(path).name
    except EngineError as error:
        message = str(error)
        assert message.endswith(".")
        assert "\n" not in message
        assert len(message) < 1000
        return False
    return True


@contextmanager
def at_most(num_bytes: int) -> Iterator[None]:
    """Fail when more than `num_bytes` of memory are allocated at any moment inside."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < num_bytes
    finally:
        tracemalloc.stop()


@FUZZ
@given(st.binary(max_size=2000))
def test_random_bytes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "random.gguf"
    path.write_bytes(content)
    assert not open_and_read_all(path)


@FUZZ
@given(
    st.lists(st.tuples(st.binary(max_size=20), st.integers(0, 14), st.binary(max_size=80))),
    st.sampled_from([None, *EXTREMES]),
    st.sampled_from([None, *EXTREMES]),
    st.integers(1, 4),
)
def test_random_keys_and_counts(
    tmp_path: Path,
    keys: list[tuple[bytes, int, bytes]],
    num_keys: int | None,
    num_tensors: int | None,
    version: int,
) -> None:
    path = tmp_path / "keys.gguf"
    rows = [key_value(*key) for key in keys]
    path.write_bytes(gguf_bytes(rows, num_keys=num_keys, num_tensors=num_tensors, version=version))
    with at_most(4 * MIB):
        open_and_read_all(path)


@FUZZ
@given(st.integers(0, 14), st.sampled_from(EXTREMES), st.binary(max_size=200))
def test_random_arrays(tmp_path: Path, value_type: int, count: int, items: bytes) -> None:
    value = value_type.to_bytes(4, "little") + count.to_bytes(8, "little") + items
    path = tmp_path / "array.gguf"
    path.write_bytes(gguf_bytes([key_value("k", ARRAY, value)]))
    with at_most(4 * MIB):
        open_and_read_all(path)


@FUZZ
@given(
    st.lists(
        st.tuples(
            st.text(max_size=3),
            st.lists(st.sampled_from([1, 2, 32, 256, *EXTREMES]), max_size=5),
            st.integers(0, 45),
            st.sampled_from([0, 32, 64, 100, *EXTREMES]),
        ),
        max_size=4,
    )
)
def test_random_tensor_tables(tmp_path: Path, rows: list[tuple[str, list[int], int, int]]) -> None:
    path = tmp_path / "tensors.gguf"
    path.write_bytes(gguf_bytes(rows=[tensor_row(*row) for row in rows], data=bytes(4096)))
    with at_most(4 * MIB):
        open_and_read_all(path)


def _mutated(header: bytes, chooser: random.Random) -> bytes:
    """`header` with a few bits, bytes or whole numbers changed; its length stays."""
    mutated = bytearray(header)
    for _ in range(chooser.randint(1, 4)):
        position = chooser.randrange(len(header))
        match chooser.randrange(4):
            case 0:
                mutated[position] ^= 1 << chooser.randrange(8)
            case 1:
                mutated[position] = chooser.randrange(256)
            case 2:
                size = chooser.choice([4, 8])
                number = chooser.choice(EXTREMES) % 2 ** (8 * size)
                mutated[position : position + size] = number.to_bytes(size, "little")
            case _:
                source = chooser.randrange(len(header))
                size = chooser.randint(1, 64)
                mutated[position : position + size] = header[source : source + size]
    return bytes(mutated[: len(header)])


@pytest.fixture
def real_copy(golden_dir: Path, tmp_path: Path) -> tuple[Path, bytes]:
    """A copy of a real model that may be damaged, and its header's bytes."""
    path = tmp_path / "model.gguf"
    content = (golden_dir / "tiny-llama.gguf").read_bytes()
    path.write_bytes(content)
    with GGUFFile.open(path) as file:
        return path, content[: file.file_bytes - file.weights_bytes]


def test_a_thousand_mutated_real_headers(real_copy: tuple[Path, bytes]) -> None:
    path, header = real_copy
    num_opened = 0
    for seed in range(1000):
        mutated = _mutated(header, random.Random(seed))
        with path.open("r+b") as target:
            target.write(mutated)
        with at_most(4 * MIB):
            num_opened += open_and_read_all(path)
    # Some changes only touch a token's text, most break something.
    assert 100 < num_opened < 900


def test_a_real_model_cut_anywhere_is_refused(real_copy: tuple[Path, bytes]) -> None:
    path, header = real_copy
    content = path.read_bytes()
    cuts = [*range(0, len(header), 37), *range(len(header), len(content) - 32, 99_991)]
    for size in cuts:
        path.write_bytes(content[:size])
        with at_most(4 * MIB):
            assert not open_and_read_all(path), size

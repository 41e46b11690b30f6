"""Headers are read once, as long as their files stay as they are."""

from pathlib import Path

import pytest

from app.services.library.folder import ModelFolder
from app.services.library.listing import HeaderCache
from engine.errors import ModelFileError
from engine.gguf.summary import ModelSummary, read_summary
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.settled import settle
from tests.support.tiny_gguf import write_gguf


class _Reader:
    """Reads headers and counts how often."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, path: Path) -> ModelSummary:
        self.read.append(path.name)
        return read_summary(path)


@pytest.fixture
def reader() -> _Reader:
    return _Reader()


def test_a_long_list_is_read_once_for_all_starts(
    folder: ModelFolder, tmp_path: Path, reader: _Reader
) -> None:
    whole = write_gguf(folder.folder / "0.gguf", METADATA, TENSORS)
    for number in range(1, 500):
        (folder.folder / f"{number}.gguf").write_bytes(whole.read_bytes())
    settle(*folder.folder.iterdir())
    path = tmp_path / "cache/headers.json"
    first = ModelFolder(folder.folder, headers=HeaderCache(path, reader)).list_models()
    assert len(reader.read) == 500
    again = ModelFolder(folder.folder, headers=HeaderCache(path, reader)).list_models()
    assert len(reader.read) == 500
    assert again == first


def test_what_changed_is_read_again(folder: ModelFolder, reader: _Reader) -> None:
    headers = HeaderCache(read=reader)
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    settle(path)
    assert headers.summary(path) == headers.summary(path) == read_summary(path)
    write_gguf(path, {**METADATA, "general.name": "Other"}, TENSORS)
    assert headers.summary(path).name == "Other"
    assert len(reader.read) == 2


def test_every_part_counts(folder: ModelFolder, reader: _Reader) -> None:
    headers = HeaderCache(read=reader)
    write_gguf(folder.folder / "big.gguf", METADATA, TENSORS, max_tensors_per_part=1)
    first, second = sorted(folder.folder.iterdir())
    settle(first, second)
    assert headers.summary(first) == headers.summary(first)
    assert len(reader.read) == 1
    second.unlink()
    with pytest.raises(ModelFileError):
        headers.summary(first)


def test_a_file_just_written_is_not_trusted_to_stay(folder: ModelFolder, reader: _Reader) -> None:
    headers = HeaderCache(read=reader)
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    headers.summary(path)
    headers.summary(path)
    assert len(reader.read) == 2


@pytest.mark.parametrize("content", [b"{", b'{"version": 0, "headers": {}}', b'{"headers": 3}'])
def test_a_cache_that_makes_no_sense_is_made_again(
    folder: ModelFolder, tmp_path: Path, content: bytes
) -> None:
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    settle(path)
    stored = tmp_path / "headers.json"
    stored.write_bytes(content)
    headers = HeaderCache(stored)
    assert headers.summary(path).name == "Tiny"
    headers.save()
    assert stored.read_bytes() != content


def test_a_cache_that_cannot_be_written_is_done_without(
    folder: ModelFolder, tmp_path: Path
) -> None:
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    settle(path)
    (tmp_path / "file").write_bytes(b"")
    headers = HeaderCache(tmp_path / "file/headers.json")
    headers.summary(path)
    headers.save()
    assert headers.summary(path).name == "Tiny"

"""What models take, and what is left."""

from pathlib import Path

import pytest

from app.services.library.entry import ImportMode
from app.services.library.folder import ModelFolder
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.tiny_gguf import write_gguf


def test_each_file_counts_once_and_where_it_lies(folder: ModelFolder, elsewhere: Path) -> None:
    own = write_gguf(folder.folder / "own.gguf", METADATA, TENSORS)
    (folder.folder / "again.gguf").hardlink_to(own)
    folder.import_model(elsewhere)
    space = folder.space()
    assert space.models_bytes == own.stat().st_size
    assert space.elsewhere_bytes == elsewhere.stat().st_size
    assert space.free_bytes is not None
    assert space.total_bytes is not None
    assert 0 < space.free_bytes < space.total_bytes


def test_a_symbolic_link_takes_nothing_here(
    folder: ModelFolder, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.folder / "tiny.gguf").symlink_to(elsewhere)
    assert folder.import_model(elsewhere, ImportMode.LINK).path == folder.folder / "tiny.gguf"
    assert folder.space().models_bytes == 0
    assert folder.space().elsewhere_bytes == elsewhere.stat().st_size


def test_unfinished_downloads_count_for_what_they_have(folder: ModelFolder) -> None:
    (folder.folder / ".downloads").mkdir()
    (folder.folder / ".downloads/a.part").write_bytes(bytes(10_000))
    assert folder.space().unfinished_bytes >= 10_000


def test_a_folder_that_is_not_there_yet_has_room(tmp_path: Path) -> None:
    space = ModelFolder(tmp_path / "not/yet").space()
    assert space.models_bytes == 0
    assert space.free_bytes

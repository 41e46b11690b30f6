"""Which files of a folder may be models."""

from pathlib import Path

import pytest

from app.services.library.scan import find_models


def test_hidden_empty_and_unfinished_files_are_passed_over(tmp_path: Path) -> None:
    for name in (
        "a.gguf",
        "deep/er/B.GGUF",
        ".hidden.gguf",
        ".downloads/c.gguf",
        "$RECYCLE.BIN/d.gguf",
        "notes.txt",
        "e.gguf.part",
        "f.gguf",
        "f.gguf.aria2",
        "downloading_g.gguf",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "empty.gguf").touch()
    (tmp_path / "folder.gguf").mkdir()
    found = {path.relative_to(tmp_path).as_posix() for path in find_models(tmp_path)}
    assert found == {"a.gguf", "deep/er/B.GGUF"}


def test_links_are_followed_and_loops_are_not(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk/a.gguf").write_bytes(b"x")
    (tmp_path / "disk/loop").symlink_to(tmp_path / "disk")
    (tmp_path / "models").mkdir()
    (tmp_path / "models/link").symlink_to(tmp_path / "disk")
    (tmp_path / "models/nowhere.gguf").symlink_to(tmp_path / "nowhere")
    assert list(find_models(tmp_path / "models")) == [tmp_path / "models/link/a.gguf"]


@pytest.mark.parametrize("name", ["gone", "file"])
def test_a_folder_that_is_none_is_empty(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    assert list(find_models(tmp_path / name)) == []

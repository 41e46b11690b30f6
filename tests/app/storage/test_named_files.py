"""Texts kept as files under names that people choose."""

import os
from pathlib import Path

import pytest

from app.storage.database import StorageError
from app.storage.named_files import MAX_NAME_LEN, NamedFiles, file_stem


@pytest.fixture
def kept(tmp_path: Path) -> NamedFiles:
    return NamedFiles(tmp_path / "prompts", ".md")


def test_what_is_kept_is_read_again_and_goes(kept: NamedFiles) -> None:
    assert kept.names() == ()
    for name in ("b", "A", "Grüße 👋"):
        kept.write(name, f"{name}\nmore")
    assert kept.names() == ("A", "b", "Grüße 👋")
    assert kept.read("Grüße 👋") == "Grüße 👋\nmore"
    kept.write("b", "other")
    assert kept.read("b") == "other"
    kept.delete("b")
    kept.delete("b")
    assert kept.names() == ("A", "Grüße 👋")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("../../etc/passwd", "etc passwd"),
        ("a\nb\0c", "a b c"),
        ("CON", "CON_"),
        ("...", ""),
        ("x" * 500, "x" * MAX_NAME_LEN),
    ],
)
def test_no_name_leaves_the_folder(name: str, stem: str) -> None:
    assert file_stem(name) == stem


def test_what_a_person_puts_there_is_found_if_it_is_text(kept: NamedFiles, tmp_path: Path) -> None:
    folder = tmp_path / "prompts"
    folder.mkdir()
    (folder / "Mine.md").write_bytes(b"\xef\xbb\xbfHello")
    (folder / "Binary.md").write_bytes(b"\xff\xfe\x00")
    (folder / "Large.md").write_bytes(b"x" * (1 << 20))
    (folder / ".hidden.md").write_text("no")
    (folder / "notes.txt").write_text("no")
    assert kept.names() == ("Binary", "Large", "Mine")
    assert kept.read("Mine") == "Hello"
    for name in ("Binary", "Large", "Missing"):
        with pytest.raises(StorageError, match=name):
            kept.read(name)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_the_files_are_for_this_person_alone(kept: NamedFiles, tmp_path: Path) -> None:
    kept.write("a", "secret")
    assert (tmp_path / "prompts" / "a.md").stat().st_mode & 0o077 == 0

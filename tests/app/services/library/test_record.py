"""What the library remembers between two starts."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.services.library.folder import ModelFolder
from app.services.library.record import FACTS_NAME, IMPORTS_NAME, FileFacts, Record
from engine.errors import RequestError


@pytest.mark.parametrize("content", [b"imported = [", b"\xff\xfe\x00"])
def test_a_damaged_record_of_imports_is_named(folder: ModelFolder, content: bytes) -> None:
    (folder.folder / IMPORTS_NAME).write_bytes(content)
    with pytest.raises(RequestError, match=IMPORTS_NAME):
        folder.list_models()


def test_an_odd_record_is_read_as_far_as_it_makes_sense(folder: ModelFolder) -> None:
    (folder.folder / IMPORTS_NAME).write_text("sha256 = 3\n[imported]\na = 1\n", encoding="utf-8")
    assert folder.list_models() == []


def test_facts_outlive_the_program_and_the_folders_old_place(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    record = Record(old)
    noon = datetime(2026, 5, 4, 12, tzinfo=UTC)
    record.note_checksum(old / "a/b.gguf", "AB", "author/repo", "abc")
    record.note_use(old / "a/b.gguf", noon)
    record.note_use(tmp_path / "elsewhere.gguf", noon)
    old.rename(new)
    facts = Record(new).facts(new / "a/b.gguf")
    assert facts == FileFacts("ab", "author/repo", "abc", noon)
    assert Record(new).facts(tmp_path / "elsewhere.gguf").last_used == noon


def test_two_programs_see_each_others_notes(tmp_path: Path) -> None:
    window, terminal = Record(tmp_path), Record(tmp_path)
    window.note_checksum(tmp_path / "a.gguf", "aa")
    terminal.note_checksum(tmp_path / "b.gguf", "bb")
    window.note_checksum(tmp_path / "c.gguf", "cc")
    known = [terminal.facts(tmp_path / f"{name}.gguf").sha256 for name in "abc"]
    assert known == ["aa", "bb", "cc"]


def test_checksums_of_the_first_version_are_still_known(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere/b.gguf"
    (tmp_path / IMPORTS_NAME).write_text(
        f'[imported]\n"b.gguf" = \'{elsewhere}\'\n[sha256]\n"a.gguf" = "aa"\n"b.gguf" = "bb"\n',
        encoding="utf-8",
    )
    record = Record(tmp_path)
    record.add_import("c.gguf", tmp_path / "elsewhere/c.gguf")
    record = Record(tmp_path)
    assert record.facts(tmp_path / "a.gguf").sha256 == "aa"
    assert record.facts(elsewhere).sha256 == "bb"
    assert list(record.read_imports()) == ["b.gguf", "c.gguf"]


def test_damaged_facts_are_put_aside(tmp_path: Path) -> None:
    (tmp_path / FACTS_NAME).write_bytes(b"{broken")
    record = Record(tmp_path)
    assert record.facts(tmp_path / "a.gguf") == FileFacts()
    record.note_checksum(tmp_path / "a.gguf", "aa")
    assert Record(tmp_path).facts(tmp_path / "a.gguf").sha256 == "aa"
    assert (tmp_path / f"{FACTS_NAME}.damaged").read_bytes() == b"{broken"


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(RequestError, match="file"):
        Record(tmp_path / "file").note_checksum(tmp_path / "a.gguf", "aa")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]

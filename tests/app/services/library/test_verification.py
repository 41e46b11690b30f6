"""Checksums: the Hub's, the catalogue's, the cache's own, the last time's."""

import hashlib
from pathlib import Path

import pytest

from app.services.catalogue import starter_entry
from app.services.library.entry import Verification
from app.services.library.folder import ModelFolder
from engine.errors import ModelFileError
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.settled import settle
from tests.support.tiny_gguf import write_gguf


def change_a_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def test_verifying_notices_a_changed_byte(folder: ModelFolder, elsewhere: Path) -> None:
    folder.import_model(elsewhere)
    assert folder.verify("tiny") is Verification.FIRST_TIME
    assert folder.verify("tiny") is Verification.RECORDED
    change_a_byte(elsewhere)
    with pytest.raises(ModelFileError, match="checksum"):
        folder.verify("tiny")


def test_a_download_is_held_against_the_hub(folder: ModelFolder) -> None:
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    folder.record_checksum(path, digest.upper(), "author/repo", "abc")
    assert folder.verify("tiny") is Verification.HUB
    change_a_byte(path)
    with pytest.raises(ModelFileError, match="get it again"):
        folder.verify("tiny")


def test_the_least_certain_part_decides(folder: ModelFolder) -> None:
    write_gguf(folder.folder / "big.gguf", METADATA, TENSORS, max_tensors_per_part=1)
    first = folder.folder / "big-00001-of-00002.gguf"
    digest = hashlib.sha256(first.read_bytes()).hexdigest()
    folder.record_checksum(first, digest, "author/repo", "abc")
    assert folder.verify("big") is Verification.FIRST_TIME
    assert folder.verify("big") is Verification.RECORDED


def test_progress_goes_over_all_parts(folder: ModelFolder) -> None:
    write_gguf(folder.folder / "big.gguf", METADATA, TENSORS, max_tensors_per_part=1)
    progress: list[tuple[int, int]] = []
    folder.verify("big", lambda done, total: progress.append((done, total)))
    (entry,) = folder.list_models()
    assert progress == sorted(progress)
    assert (progress[0], progress[-1]) == ((0, entry.size), (entry.size, entry.size))


def test_verifying_a_file_of_the_catalogue_needs_no_record(folder: ModelFolder) -> None:
    write_gguf(folder.folder / starter_entry().file, METADATA, TENSORS)
    with pytest.raises(ModelFileError, match="checksum"):
        folder.verify(starter_entry().file)


def test_verifying_a_truncated_file_says_so(folder: ModelFolder) -> None:
    path = write_gguf(folder.folder / "tiny.gguf", METADATA, TENSORS)
    path.write_bytes(path.read_bytes()[:-64])
    settle(path)
    with pytest.raises(ModelFileError, match=r"tiny\.gguf"):
        folder.verify("tiny")

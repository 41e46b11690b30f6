"""Whether the Hub has another file than the one here."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.services.hub.settings import HubError
from app.services.library.entry import ModelEntry
from app.services.library.newer import find_newer
from tests.support.scripted_hub import create_model

HERE = create_model("Q4_K_M")


@pytest.fixture
def entry(tmp_path: Path) -> ModelEntry:
    path = tmp_path / HERE.file_name
    path.write_bytes(b"x" * 100)
    return ModelEntry(
        path.name, path, is_imported=False, size=100, paths=(path,), repo_id="somebody/tiny-GGUF"
    )


def test_the_checksum_decides(entry: ModelEntry) -> None:
    models = (create_model("Q2_K"), HERE)
    assert find_newer(entry, models, {entry.path: "a" * 64}) == ()
    assert find_newer(entry, models, {entry.path: "b" * 64}) == (HERE,)


def test_without_a_checksum_the_size_does(entry: ModelEntry) -> None:
    as_long = replace(HERE, files=(replace(HERE.files[0], size=100),))
    assert find_newer(entry, (as_long,), {}) == ()
    assert find_newer(entry, (HERE,), {entry.path: None}) == (HERE,)


def test_a_file_that_is_gone_is_said(entry: ModelEntry) -> None:
    with pytest.raises(HubError, match=r"somebody/tiny-GGUF has no tiny-Q4_K_M\.gguf any more"):
        find_newer(entry, (create_model("Q2_K"),), {})

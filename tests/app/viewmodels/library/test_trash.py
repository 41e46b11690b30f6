"""The desktop's trash, as Linux desktops share it."""

import sys
from pathlib import Path

import pytest

from app.viewmodels.library.trash import move_to_trash, take_from_trash


@pytest.mark.skipif(sys.platform != "linux", reason="the trash of the person at this machine")
def test_a_file_goes_to_the_trash_and_leaves_nothing_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    path = tmp_path / "a model.gguf"
    path.write_bytes(b"GGUF")
    place = move_to_trash(path)
    assert not path.exists()
    assert place.read_bytes() == b"GGUF"
    notes = place.parent.parent / "info"
    assert len(list(notes.iterdir())) == 1
    take_from_trash(place, path)
    assert path.read_bytes() == b"GGUF"
    assert list(notes.iterdir()) == []

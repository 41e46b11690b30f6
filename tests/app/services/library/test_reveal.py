"""Which commands show a file in a file manager."""

import subprocess
from pathlib import Path

import pytest

from app.services.library.reveal import reveal, reveal_commands
from engine.errors import RequestError


def test_each_desktop_has_its_command() -> None:
    path = Path("/models/a, b.gguf")
    assert reveal_commands(path, "win32") == [["explorer", "/select,", str(path)]]
    assert reveal_commands(path, "darwin") == [["open", "-R", str(path)]]
    show, fallback = reveal_commands(path, "linux")
    assert "array:string:file:///models/a%2C%20b.gguf" in show
    assert fallback == ["xdg-open", "/models"]


def test_the_next_command_is_tried_when_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        tried.append(command[0])
        return subprocess.CompletedProcess(command, 1 if command[0] == "first" else 0)

    commands = [["missing"], ["first"], ["second"], ["third"]]
    monkeypatch.setattr("app.services.library.reveal.reveal_commands", lambda _path: commands)
    monkeypatch.setattr("shutil.which", lambda name: None if name == "missing" else name)
    monkeypatch.setattr(subprocess, "run", run)
    reveal(tmp_path)
    assert tried == ["first", "second"]


def test_without_a_file_manager_the_place_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(RequestError, match=tmp_path.name):
        reveal(tmp_path)


def test_a_file_that_went_away_is_named(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="no longer there"):
        reveal(tmp_path / "gone.gguf")

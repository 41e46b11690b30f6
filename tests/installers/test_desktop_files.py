"""What a Linux desktop is told of Encore, judged by the desktop's own checkers."""

import argparse
import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from app.terminal.commands import add_commands
from installers.icons.make import DRAWING, SIZES
from installers.linux.desktop_files import add_desktop_files
from installers.tools import PACKAGES


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """A folder like /usr/share."""
    add_desktop_files(tmp_path / "share")
    return tmp_path / "share"


def _check(*words: str | Path) -> str:
    if shutil.which(str(words[0])) is None:
        pytest.skip(f"{words[0]} is missing; install it: apt-get install {PACKAGES[str(words[0])]}")
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def test_the_menu_entry_is_valid(share: Path) -> None:
    said = _check("desktop-file-validate", share / "applications/encore.desktop")
    assert said == ""


def test_the_description_for_software_centers_is_valid(share: Path) -> None:
    (metainfo,) = share.glob("metainfo/*.xml")
    _check("appstreamcli", "validate", "--no-net", metainfo)


def test_a_model_is_known_by_its_name_and_its_first_bytes(share: Path) -> None:
    _check("update-mime-database", share / "mime")
    assert "application/x-gguf:*.gguf" in (share / "mime/globs").read_text(encoding="utf-8")
    assert b"GGUF" in (share / "mime/magic").read_bytes()


def test_the_manual_page_has_no_mistakes(share: Path) -> None:
    page = share / "man/man1/encore.1.gz"
    assert b"@" not in gzip.decompress(page.read_bytes())
    assert "warning" not in _check("man", "--warnings", "--local-file", page)


def test_the_manual_page_has_every_command(share: Path) -> None:
    text = gzip.decompress((share / "man/man1/encore.1.gz").read_bytes()).decode()
    commands = argparse.ArgumentParser().add_subparsers()
    add_commands(commands)
    missing = [name for name in commands.choices if f"encore {name}" not in text.replace("\\", "")]
    assert not missing


def test_icons_are_there_in_every_size(share: Path) -> None:
    for size in SIZES:
        png = (share / f"icons/hicolor/{size}x{size}/apps/encore.png").read_bytes()
        assert png.startswith(b"\x89PNG")
        assert int.from_bytes(png[16:20], "big") == size
    drawing = share / "icons/hicolor/scalable/apps/encore.svg"
    assert drawing.read_bytes() == DRAWING.read_bytes()

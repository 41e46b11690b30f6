"""The program at the front of an AppImage, with a folder that is quickly packed."""

import os
import subprocess
from pathlib import Path

import pytest

from installers.linux import appimage
from tests.installers.packages.conftest import need

pytestmark = [pytest.mark.packages, pytest.mark.timeout(120)]

# What it started writes into the folder for a tenth of a second or so, or until that is gone.
_PROGRAM = """#!/bin/sh
mkdir "$APPDIR/later"
(
    turn=0
    while [ $turn -lt 4000 ]; do
        : > "$APPDIR/later/$turn"
        turn=$((turn + 1))
    done
) > /dev/null 2>&1 &
sleep 0.01
exit 3
"""


def test_the_folder_goes_though_something_still_writes_there(tmp_path: Path) -> None:
    need("mksquashfs", "gcc")
    folder, temporary = tmp_path / "AppDir", tmp_path / "tmp"
    for each in (folder, temporary):
        each.mkdir()
    for number in range(50):
        (folder / f"file-{number}").write_text("x" * number)
    (folder / "AppRun").write_text(_PROGRAM)
    (folder / "AppRun").chmod(0o755)
    appimage._pack(folder, tmp_path / "image", is_fast=True)
    program = tmp_path / "program"
    runtime = appimage._build_runtime(tmp_path / "runtime")
    program.write_bytes(runtime + (tmp_path / "image").read_bytes() + b"0" * 64)
    program.chmod(0o755)
    done = subprocess.run(
        [program, "--appimage-extract-and-run"],
        env=os.environ | {"TMPDIR": str(temporary)},
        check=False,
    )
    assert done.returncode == 3
    assert not list(temporary.iterdir())

"""The application for Macs with Apple silicon: Encore.app, in a disk image. It is not signed by a developer."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from installers.bundle import settle
from installers.checkout import read_epoch, read_version
from installers.icons.containers import build_icns
from installers.macos.dmg import write_dmg
from installers.templates import fill
from installers.tools import find_tool, run_tool

_HERE = Path(__file__).parent
_TARGET = "aarch64-macos.14.0"


def add_launcher(bundle: Path) -> None:
    """Nothing: what starts it lies outside, in Contents/MacOS."""


def build(bundle: Path, out: Path, *, is_fast: bool) -> Path:
    """Make `out`/Encore-VERSION-arm64.dmg of an assembled folder; `is_fast` compresses less."""
    image_folder = out / "dmg"
    write_app(bundle, image_folder / "Encore.app")
    (image_folder / "Applications").symlink_to("/Applications")
    settle(image_folder)
    raw, result = out / "encore.hfs", out / f"Encore-{read_version()}-arm64.dmg"
    command = [find_tool("xorriso"), "-as", "mkisofs", "-quiet", "-hfsplus", "-V", "Encore"]
    variables = os.environ | {"SOURCE_DATE_EPOCH": str(read_epoch())}
    run_tool([*command, "-o", raw, image_folder], variables)
    write_dmg(raw, result, level=1 if is_fast else 9)
    raw.unlink()
    shutil.rmtree(image_folder)
    return result


def write_app(bundle: Path, app: Path) -> None:
    """Put an assembled folder into an application."""
    contents = app / "Contents"
    shutil.copytree(bundle, contents / "Resources", symlinks=True, copy_function=os.link)
    (contents / "MacOS").mkdir()
    _compile_launcher(contents / "MacOS/Encore")
    (contents / "Info.plist").write_text(fill(_HERE / "Info.plist.in"), encoding="utf-8")
    (contents / "PkgInfo").write_text("APPL????", encoding="ascii")
    (contents / "Resources/Encore.icns").write_bytes(build_icns())


def _compile_launcher(path: Path) -> None:
    """Compile with Zig, whose linker signs it ad hoc: macOS starts no other program on Apple silicon."""
    with tempfile.TemporaryDirectory() as cache:
        variables = os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        command = [sys.executable, "-m", "ziglang", "cc", "-target", _TARGET, "-Os", "-s"]
        run_tool([*command, "-o", path, _HERE / "launcher.c"], variables)

"""What makes a Linux desktop know Encore: menu entry, description, file type, icons, manual page, launcher."""

import gzip
import shutil
from pathlib import Path

from installers.icons.containers import read_png
from installers.icons.sizes import SIZES
from installers.preparation import ROOT
from installers.templates import fill

_HERE = Path(__file__).parent


def add_launcher(bundle: Path) -> None:
    """Put the program that people start into a bundle."""
    shutil.copyfile(_HERE / "encore.sh", bundle / "encore")
    (bundle / "encore").chmod(0o755)


def add_desktop_files(share: Path) -> None:
    """Put the files into a folder like /usr/share."""
    _copy(_HERE / "encore.desktop", share / "applications/encore.desktop")
    _copy(_HERE / "encore.xml", share / "mime/packages/encore.xml")
    metainfo = share / "metainfo/chat.encore.Encore.metainfo.xml"
    metainfo.parent.mkdir(parents=True)
    metainfo.write_text(fill(_HERE / "encore.metainfo.xml.in"), encoding="utf-8")
    for size in SIZES:
        icon = share / f"icons/hicolor/{size}x{size}/apps/encore.png"
        icon.parent.mkdir(parents=True)
        icon.write_bytes(read_png(size))
    _copy(ROOT / "assets/icons/encore.svg", share / "icons/hicolor/scalable/apps/encore.svg")
    write_gzip(fill(_HERE / "encore.1.in"), share / "man/man1/encore.1.gz")


def write_gzip(text: str, path: Path) -> None:
    """Write a compressed text without a time in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True)
    shutil.copyfile(source, target)

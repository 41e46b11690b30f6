"""The package for Debian, Ubuntu and what is made of them."""

import hashlib
import os
import shutil
from email.utils import formatdate
from pathlib import Path

from installers.bundle import settle
from installers.checkout import read_epoch, read_version
from installers.linux.desktop_files import add_desktop_files, write_gzip
from installers.preparation import ROOT
from installers.system_libraries import FONT_PACKAGE, QT_LIBRARIES
from installers.templates import fill
from installers.tools import find_tool, run_tool

_HERE = Path(__file__).parent
# Of Qt 6.11's wheels for Linux; then what everything is linked to, and certificates for downloads.
_DEPENDS = ("libc6 (>= 2.34)", "libgcc-s1", "libstdc++6", "zlib1g", "ca-certificates")


def build(bundle: Path, out: Path, *, is_fast: bool) -> Path:
    """Make `out`/encore_VERSION_amd64.deb of an assembled folder; `is_fast` compresses less."""
    tree = out / "deb"
    shutil.copytree(bundle, tree / "usr/lib/encore", symlinks=True, copy_function=os.link)
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin/encore").symlink_to("../lib/encore/encore")
    add_desktop_files(tree / "usr/share")
    documents = tree / "usr/share/doc/encore"
    documents.mkdir(parents=True)
    shutil.copyfile(_HERE / "copyright", documents / "copyright")
    write_gzip((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), documents / "NEWS.gz")
    date = formatdate(read_epoch())
    write_gzip(fill(_HERE / "changelog.in", RFC_DATE=date), documents / "changelog.gz")
    overrides = tree / "usr/share/lintian/overrides/encore"
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(_HERE / "lintian-overrides", overrides)
    _write_control(tree)
    settle(tree)
    package = out / f"encore_{read_version()}_amd64.deb"
    compression = ["-Zzstd", "-z3"] if is_fast else ["-Zxz", "-z9"]
    command = [find_tool("dpkg-deb"), "--root-owner-group", *compression, "--threads-max=2"]
    variables = os.environ | {"SOURCE_DATE_EPOCH": str(read_epoch())}
    run_tool([*command, "--build", tree, package], variables)
    shutil.rmtree(tree)
    return package


def _write_control(tree: Path) -> None:
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    kib = sum(-(-path.stat().st_size // 1024) for path in files)
    depends = [*_DEPENDS, FONT_PACKAGE + " | fonts-noto-core", *sorted({*QT_LIBRARIES.values()})]
    (tree / "DEBIAN").mkdir()
    control = fill(_HERE / "control.in", INSTALLED_KIB=str(kib), DEPENDS=", ".join(depends))
    (tree / "DEBIAN/control").write_text(control, encoding="utf-8")
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(tree)}\n"
        for path in files
    ]
    (tree / "DEBIAN/md5sums").write_text("".join(sums), encoding="utf-8")

"""Two builds of one commit, in folders of different names, are the same bytes."""

import hashlib
from pathlib import Path

import pytest

from installers.build import KINDS, LINUX, pack
from installers.bundle import assemble
from tests.installers.packages.conftest import need

pytestmark = [
    pytest.mark.packages,
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("others"),
]


def _digest(folder: Path) -> str:
    """Of names, links, permissions, times and contents."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        about = path.lstat()
        digest.update(f"{path.relative_to(folder)} {about.st_mode} {about.st_mtime}\n".encode())
        if path.is_file() and not path.is_symlink():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def test_the_same_commit_gives_the_same_bytes(tmp_path: Path) -> None:
    need("patchelf", "strip", "mksquashfs", "gcc", "dpkg-deb")
    first, second = tmp_path / "first", tmp_path / "the second"
    for folder in (first, second):
        assemble(LINUX, None, folder)
    assert _digest(first) == _digest(second)
    packages: dict[str, set[bytes]] = {}
    for number, bundle in enumerate((first, second)):
        for kind in ("deb", "appimage"):
            out = tmp_path / f"{kind}-{number}"
            out.mkdir()
            package = pack(KINDS[kind], bundle, out, is_fast=True)
            packages.setdefault(kind, set()).add(hashlib.sha256(package.read_bytes()).digest())
            package.unlink()
    assert {kind: len(digests) for kind, digests in packages.items()} == {"deb": 1, "appimage": 1}

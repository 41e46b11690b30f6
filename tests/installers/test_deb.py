"""The package for Debian, as its tools want it, made of a small bundle."""

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from installers.checkout import read_version
from installers.linux import deb
from installers.tools import PACKAGES


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package around a few files, all of them executable."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip(f"dpkg-deb is missing; install it: apt-get install {PACKAGES['dpkg-deb']}")
    bundle = tmp_path / "bundle"
    for name in ("encore", "bin/uv", "python/lib/libz.so.1", "src/app/main.py"):
        (bundle / name).parent.mkdir(parents=True, exist_ok=True)
        (bundle / name).write_bytes(b"content")
        (bundle / name).chmod(0o700)
    out = tmp_path / "out"
    out.mkdir()
    return deb.build(bundle, out, is_fast=True)


@pytest.fixture
def tree(package: Path, tmp_path: Path) -> Path:
    """What the package unpacks to."""
    folder = tmp_path / "tree"
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return folder


def test_programs_alone_are_executable(tree: Path) -> None:
    files = [path for path in (tree / "usr/lib/encore").rglob("*") if path.is_file()]
    programs = {path.name for path in files if path.stat().st_mode & 0o111}
    assert len(files) == 4
    assert programs == {"encore", "uv"}


def test_each_field_is_one_line_but_for_the_description(package: Path) -> None:
    command = ["dpkg-deb", "--info", package, "control"]
    control = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    fields, _, description = control.partition("\nDescription: ")
    assert all(re.match(r"[A-Z][A-Za-z-]+: \S", line) for line in fields.splitlines())
    assert "\nDepends: libc6 (>= " in fields
    assert description.count("\n ") > 1


def test_its_changelog_names_the_version_and_where_the_news_are(tree: Path) -> None:
    documents = tree / "usr/share/doc/encore"
    heading, *_, trailer = gzip.decompress((documents / "changelog.gz").read_bytes()).splitlines()
    assert heading.decode() == f"encore ({read_version()}) stable; urgency=medium"
    assert re.fullmatch(rb" -- .+ <.+@.+>  \w{3}, \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4}", trailer)
    assert b"Unreleased" in gzip.decompress((documents / "NEWS.gz").read_bytes())
    assert re.search(r"^Copyright: \d{4} ", (documents / "copyright").read_text(), re.MULTILINE)

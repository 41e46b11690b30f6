"""Kernels in a wheel: part of a CUDA build in a bundle, and found by the engine once installed."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import triton

from app.services.runtime.lock import read_lock
from app.services.runtime.records import find_damaged
from engine.kernels.cuda.launching.module_names import KERNELS_PACKAGE, archive_name
from engine.kernels.cuda.launching.shipped_kernels import ShippedKernels, use_shipped_kernels
from installers.console import SetupError
from installers.kernel_wheel import add_to_locks, write_wheel
from installers.preparation import ROOT
from installers.tools import find_uv
from tests.engine.kernels.cuda.launching.test_shipped_kernels import FILES, KEY, archive

__all__ = ["archive"]

PYTHON = f"cp{sys.version_info.major}{sys.version_info.minor}"
ADDRESS = "https://encore.example/releases"


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    """Locks of a bundle: one of CUDA with the Triton that is locked, one of the CPU."""
    folder = tmp_path / "locks"
    folder.mkdir()
    for kind in ("cpu", "cu130"):
        name = f"pylock.linux-{kind}.toml"
        (folder / name).write_bytes((ROOT / "installers/locks/cp311" / name).read_bytes())
    return folder


def locked_triton(locks: Path) -> str:
    text = (locks / "pylock.linux-cu130.toml").read_text(encoding="utf-8")
    found = re.search(r'name = "triton"\nversion = "([^"]+)"', text)
    assert found is not None
    return found[1]


def make(archive: Path, triton_version: str, python: str = PYTHON, version: str = "1.0") -> Path:
    return write_wheel([archive], version, python, triton_version, archive.parent)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the locks tried here are of 3.11")
def test_the_cuda_build_brings_the_kernels(archive: Path, locks: Path) -> None:
    before = {path.name: path.read_bytes() for path in locks.iterdir()}
    wheel = make(archive, locked_triton(locks))
    content = wheel.read_bytes()
    assert make(archive, locked_triton(locks)).read_bytes() == content
    old = read_lock(locks / "pylock.linux-cu130.toml")
    add_to_locks(wheel, locks, PYTHON, f"{ADDRESS}/updates.json")
    lock = read_lock(locks / "pylock.linux-cu130.toml")
    (added,) = set(lock.wheels) - set(old.wheels)
    assert added.package == "encore-kernels"
    assert added.file.url == f"{ADDRESS}/{wheel.name}"
    assert added.file.size == len(content)
    assert lock.unpacked_bytes > old.unpacked_bytes
    assert lock.hash != old.hash
    assert (locks / "pylock.linux-cpu.toml").read_bytes() == before["pylock.linux-cpu.toml"]


@pytest.mark.parametrize(
    ("python", "triton_version", "address", "words"),
    [
        ("cp399", None, ADDRESS, "kernels for cp399"),
        (PYTHON, "0.1", ADDRESS, r"Triton 0\.1, which no CUDA build has"),
        (PYTHON, None, "", "update-address"),
        (PYTHON, None, "/media/releases", "update-address"),
    ],
)
def test_kernels_that_nobody_could_use_are_refused(
    archive: Path, locks: Path, python: str, triton_version: str | None, address: str, words: str
) -> None:
    wheel = make(archive, triton_version or locked_triton(locks), python)
    before = {path: path.read_bytes() for path in locks.iterdir()}
    with pytest.raises(SetupError, match=words):
        add_to_locks(wheel, locks, PYTHON, address)
    assert before == {path: path.read_bytes() for path in locks.iterdir()}


@pytest.fixture
def libraries(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The engine's libraries with the kernels, as the app installs them."""
    folder = tmp_path / "lib"
    command = [find_uv(), "pip", "install", "--no-config", "--offline", "--no-index", "--no-deps"]
    command += ["--python", sys.executable, "--target", folder, make(archive, "3.7.1")]
    subprocess.run(command, check=True, capture_output=True)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(ShippedKernels, "members", {})
    with triton.knobs.cache.scope():
        triton.knobs.cache.dir = str(tmp_path / "cache")
        yield folder
    use_shipped_kernels.cache_clear()


def test_the_engine_finds_kernels_among_its_libraries(libraries: Path) -> None:
    assert (libraries / KERNELS_PACKAGE / archive_name(90)).is_file()
    use_shipped_kernels(90)
    manager = triton.knobs.cache.manager_class
    assert manager is not None
    group = manager(KEY).get_group("add.json") or {}
    assert {name: Path(path).read_bytes() for name, path in group.items()} == FILES


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the locks tried here are of 3.11")
def test_damaged_kernels_are_noticed_by_a_repair(
    libraries: Path, archive: Path, locks: Path
) -> None:
    add_to_locks(make(archive, locked_triton(locks)), locks, PYTHON, ADDRESS)
    wheels = read_lock(locks / "pylock.linux-cu130.toml").wheels
    kernels = [wheel for wheel in wheels if wheel.package == "encore-kernels"]
    assert find_damaged(libraries, kernels, lambda _: None) == []
    (libraries / KERNELS_PACKAGE / archive_name(90)).write_bytes(b"")
    assert find_damaged(libraries, kernels, lambda _: None) == kernels

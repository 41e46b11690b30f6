"""The .deb and the AppImage on a Debian without Python, a compiler or a network."""

import shutil
import time
from pathlib import Path

import pytest

from installers.build import KINDS, pack
from tests.installers.packages.conftest import need
from tests.support.chroot import Chroot
from tests.support.installed import MODEL, Installed, bare_window, start_within, use

pytestmark = [
    pytest.mark.packages,
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("linux"),
]

# What an AppImage may expect of a desktop.
_DESKTOP = (
    *("libgl1", "libegl1", "libx11-6", "libx11-xcb1", "libxcb1", "libfontconfig1", "libfreetype6"),
    *("libglib2.0-0", "libdbus-1-3", "zlib1g", "libstdc++6", "fonts-dejavu-core", "xkb-data"),
)
_WARM_START_SECONDS = 1.0
_REMOVAL_SECONDS = 20.0


def _copy_into(chroot: Chroot, file: Path, name: str) -> None:
    shutil.copyfile(file, chroot.root / "home/person" / name)
    (chroot.root / "home/person" / name).chmod(0o755)


def test_a_deb_is_installed_used_and_removed(
    linux_bundle: Path,
    chroot: Chroot,
    display: str,
    mirror: str,
    tmp_path: Path,
) -> None:
    package = pack(KINDS["deb"], linux_bundle, tmp_path, is_fast=True)
    _copy_into(chroot, package, "encore.deb")
    before = _system_files(chroot)
    installed = chroot.run(
        *("apt-get", "install", "-qy", "--no-install-recommends", "/home/person/encore.deb")
    )
    assert installed.returncode == 0, installed.stdout + installed.stderr
    for program in ("python3", "gcc", "cc"):
        assert chroot.run("sh", "-c", f"command -v {program}").returncode != 0
    encore = Installed(chroot, ["encore"], display)
    start_within(_WARM_START_SECONDS, encore, bare_window(chroot, "/usr/lib/encore", display))
    use(encore, mirror, Path("/usr/lib/encore") / MODEL)
    removed = chroot.run("apt-get", "purge", "-qy", "encore")
    assert removed.returncode == 0, removed.stdout + removed.stderr
    left = {name for name in _system_files(chroot) - before if "encore" in name.lower()}
    assert not left
    assert (chroot.root / "home/person/.local/share/Encore/runtimes").is_dir()


def test_an_appimage_runs_without_being_installed(
    linux_bundle: Path, chroot: Chroot, display: str, mirror: str, tmp_path: Path
) -> None:
    need("mksquashfs", "gcc", "ldd")
    _copy_into(chroot, pack(KINDS["appimage"], linux_bundle, tmp_path, is_fast=True), "Encore")
    prepared = chroot.run("apt-get", "install", "-qy", "--no-install-recommends", *_DESKTOP)
    assert prepared.returncode == 0, prepared.stdout + prepared.stderr
    chroot.run("apt-get", "autoremove", "--purge", "-qy")
    assert not list(chroot.root.glob("usr/lib/*/libxcb-cursor.so*"))
    model = Path("usr/lib/encore", MODEL)
    extracted = chroot.run("./Encore", "--appimage-extract", str(model), user="person")
    assert extracted.returncode == 0, extracted.stderr
    # What the other test left; not its compiled loops, which take longest and are the same.
    chroot.run("rm", "-rf", "/home/person/.local", "/home/person/.config")
    encore = Installed(chroot, ["./Encore", "--appimage-extract-and-run"], display)
    use(encore, mirror, Path("/home/person/squashfs-root") / model)
    end = time.monotonic() + _REMOVAL_SECONDS  # by the process that waited for the window
    while "encore-appimage-" in chroot.run("ls", "/tmp", user="person").stdout:
        assert time.monotonic() < end
        time.sleep(0.2)
    once = Installed(chroot, ["./Encore"], display)
    for _ in range(2):
        assert once.run("models", "list").returncode == 0
    unpacked = list(chroot.root.glob("home/person/.cache/Encore/appimage/*/AppRun"))
    assert len(unpacked) == 1


def _system_files(chroot: Chroot) -> set[str]:
    """Every file outside of /home and of what the kernel and apt keep."""
    listed = chroot.run(
        *("find", "/", "-xdev", "-not", "-path", "/home/*", "-not", "-path", "/proc/*"),
        *("-not", "-path", "/var/lib/apt/*", "-not", "-path", "/var/cache/*"),
        *("-not", "-path", "/tmp/*"),
    )
    return set(listed.stdout.splitlines())

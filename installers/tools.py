"""Programs that the installers are made with: where they are, and what to install where they are missing."""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from installers.console import SetupError

PACKAGES = {
    "7zz": "7zip",
    "Xvfb": "xvfb",
    "appstreamcli": "appstream",
    "desktop-file-validate": "desktop-file-utils",
    "dpkg-deb": "dpkg",
    "dpkg-query": "dpkg",
    "gcc": "gcc",
    "ip": "iproute2",
    "ldd": "libc-bin",
    "makensis": "nsis",
    "man": "man-db",
    "mksquashfs": "squashfs-tools",
    "mmdebstrap": "mmdebstrap",
    "nsenter": "util-linux",
    "patchelf": "patchelf",
    "strip": "binutils",
    "unshare": "util-linux",
    "update-mime-database": "shared-mime-info",
    "wine64": "wine64",
    "wixl": "wixl",
    "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64",
    "x86_64-w64-mingw32-windres": "binutils-mingw-w64-x86-64",
    "xorriso": "xorriso",
    "xwininfo": "x11-utils",
}
"""Program → Debian package."""

# What the AppImage's runtime is linked to.
_LIBRARIES = (
    "libsquashfuse-dev",
    "liblz4-dev",
    "liblzma-dev",
    "liblzo2-dev",
    "libzstd-dev",
    "zlib1g-dev",
)


def find_tool(name: str) -> Path:
    """The program `name`. Raises `SetupError` with what to install."""
    found = shutil.which(name) or shutil.which(name, path="/usr/lib/wine:/usr/sbin")
    if found is None:
        raise SetupError(
            f"{name} is missing; install it: apt-get install {PACKAGES.get(name, name)}"
        )
    return Path(found)


def missing_packages() -> list[str]:
    """The Debian packages that installers are made and tried with and that are not installed; else none."""
    if shutil.which("dpkg-query") is None:
        return []
    wanted = sorted({*PACKAGES.values(), *_LIBRARIES})
    command = ["dpkg-query", "--show", "--showformat", "${Package} ${Status}\n", *wanted]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    installed = {line.split()[0] for line in listed.splitlines() if line.endswith(" installed")}
    return [name for name in wanted if name not in installed]


def find_uv() -> Path:
    """uv: on the path, or in the environment for development."""
    beside = Path(sys.executable).with_name("uv")
    checkout = Path(__file__).resolve().parents[1] / ".venv/bin/uv"
    for path in (beside, checkout):
        if path.exists():
            return path
    found = shutil.which("uv")
    if found is None:
        raise SetupError("uv is missing; install it: pip install uv")
    return Path(found)


def run_tool(
    command: Iterable[object],
    variables: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> str:
    """Run a command; what it printed. Raises `SetupError` with its last lines when it fails."""
    words = [str(part) for part in command]
    result = subprocess.run(
        words,
        env=variables,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if result.returncode != 0:
        end = "\n".join(result.stdout.splitlines()[-20:])
        raise SetupError(f"{Path(words[0]).name} failed with exit code {result.returncode}:\n{end}")
    return result.stdout

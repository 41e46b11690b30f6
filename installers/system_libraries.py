"""What the window needs from the operating system on Linux: Qt's libraries and a font. Elsewhere: nothing."""

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from installers.console import SetupError, fail, say

# Shared library → Debian package. First what QtGui and QtNetwork are linked to, then Qt's X11 plugin; libglib and
# the t64 packages of newer releases answer to these names too.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
FONT_PACKAGE = "fonts-dejavu-core"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


def missing_libraries() -> list[str]:
    """The libraries of `QT_LIBRARIES` that cannot be loaded; found by loading them."""
    if not sys.platform.startswith("linux"):
        return []
    return [name for name in QT_LIBRARIES if not _can_load(name)]


def ensure_window_libraries() -> None:
    """Install what the window needs, where that may be done.

    Raises `SetupError`, with the one command to run, when something is missing and cannot be installed.
    """
    if not sys.platform.startswith("linux"):
        return
    missing = missing_libraries()
    packages = sorted({QT_LIBRARIES[name] for name in missing})
    if not _has_font():
        packages.append(FONT_PACKAGE)
    if not packages:
        return
    if shutil.which("apt-get") is None:
        raise SetupError(
            f"Qt needs libraries that are not here: {', '.join(missing) or 'any font'}. "
            "Install them with your system's package manager, then run this again."
        )
    install_packages(packages)
    if missing := missing_libraries():
        raise SetupError(f"These libraries still cannot be loaded: {', '.join(missing)}.")


def install_packages(packages: Sequence[str]) -> None:
    """Install Debian packages, as root or through a sudo that asks nothing; else raise `SetupError`."""
    prefix = _root_prefix()
    if prefix is None or shutil.which("apt-get") is None:
        command = shlex.join(["apt-get", "install", "-y", *packages])
        raise SetupError(f"Missing on this system; run this once as root:\n    {command}")
    say(f"    apt-get installs: {' '.join(packages)}")
    install = ["install", "-y", "--no-install-recommends", *packages]
    # A fresh image has no package lists; a used one should not wait for new ones.
    if _apt_get(prefix, install) == 0:
        return
    if _apt_get(prefix, ["update"]) != 0 or _apt_get(prefix, install) != 0:
        command = shlex.join(["apt-get", "install", "-y", *packages])
        raise SetupError(f"apt-get failed; see above, then run as root:\n    {command}")


def _apt_get(prefix: Sequence[str], arguments: Sequence[str]) -> int:
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    command += ["-o", "DPkg::Lock::Timeout=120", *arguments]
    code = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    if code != 0:
        fail(f"    apt-get {arguments[0]} ended with {code}")
    return code


def _root_prefix() -> list[str] | None:
    """What to put before a command to run it as root; None when that may not be done without asking."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    allowed = (
        subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    )
    return ["sudo", "-n"] if allowed else None


def _can_load(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _has_font() -> bool:
    """Whether any font file is where fontconfig looks; without one Qt draws boxes."""
    for folder in FONT_FOLDERS:
        for pattern in ("*.ttf", "*.otf", "*.ttc"):
            if next(Path(folder).expanduser().rglob(pattern), None) is not None:
                return True
    return False

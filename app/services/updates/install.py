"""Installs a downloaded package, each kind in its own way; at the start, before the window.

An AppImage is replaced. Installers of Windows run visibly while this program is closed. What needs
an administrator is left to the system's own tools.
"""

import contextlib
import hashlib
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from app.services.installation import Installation, PackageKind
from app.services.updates.errors import UpdateError
from app.services.updates.manifest import is_newer
from app.services.updates.state import KeptPackage, UpdateFolder, UpdateState

_log = logging.getLogger(__name__)

AT_START = frozenset({PackageKind.APPIMAGE, PackageKind.NSIS, PackageKind.MSI})
"""Kinds that this program installs by itself; the others are opened for the person."""

_EXECUTABLE = 0o755
_PREVIOUS_SUFFIX = ".previous"

StartProgram = Callable[[Sequence[str]], object]
"""Starts a program with its arguments and does not wait for it."""

Become = Callable[[Path, Sequence[str]], None]
"""Replaces this process by a program with arguments."""


def start_program(command: Sequence[str]) -> None:
    """Start `command`; it outlives this process. Raises `OSError`."""
    subprocess.Popen(command, start_new_session=True, close_fds=True)


def become(program: Path, arguments: Sequence[str]) -> None:
    """Replace this process. Raises `OSError`."""
    os.execv(program, [str(program), *arguments])


def appimage_path(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The AppImage that runs, as its runtime says; None if this is none."""
    named = environment.get("APPIMAGE")
    return Path(named) if named and Path(named).is_file() else None


def previous_appimage(appimage: Path) -> Path:
    """Where the version before is kept."""
    return appimage.with_name(appimage.name + _PREVIOUS_SUFFIX)


def install_due(
    folder: UpdateFolder,
    installation: Installation,
    arguments: Sequence[str],
    *,
    appimage: Path | None = None,
    start: StartProgram = start_program,
    change_to: Become = become,
) -> bool:
    """Install what is due, once; returns whether this process has to end for it.

    Why it failed is kept in the state, and the program starts as it is. `arguments` are those of
    this start, for the new version.
    """
    state = folder.read()
    package = state.package(state.due)
    if state.due is None or state.was_tried:
        return False
    if package is None or package.version == installation.version:
        _save(folder, replace(state, due=None))
        return False
    # Kept first: a start that fails here must not fail again.
    if not _save(folder, replace(state, was_tried=True)):
        return False
    try:
        check_package(folder.package_path(package), package)
        if installation.kind is PackageKind.APPIMAGE:
            current = _require(appimage)
            replace_appimage(current, folder.package_path(package))
            _save(folder, replace(state, was_tried=True, replaced=installation.version))
            change_to(current, arguments)
        else:
            start(_installer_command(installation.kind, folder.package_path(package)))
    except (OSError, UpdateError) as error:
        _log.warning("version %s could not be installed", package.version, exc_info=True)
        reason = str(error) if isinstance(error, UpdateError) else f"{error.strerror or error}."
        problem = f"Encore {package.version} could not be installed: {reason}"
        _save(folder, replace(state, was_tried=True, problem=problem))
        return False
    return True


def settle(folder: UpdateFolder, installation: Installation) -> UpdateState:
    """The state after the start: an installed package is no longer due. Raises `OSError`."""
    state = folder.read()
    if state.due is None or state.due != installation.version:
        return state
    packages = state.packages
    if installation.kind is PackageKind.APPIMAGE:
        packages = ()  # the version before lies beside the AppImage
    state = replace(state, due=None, was_tried=False, problem=None, packages=packages)
    folder.write(state)
    folder.prune(state)
    return state


def previous_version(
    state: UpdateState, installation: Installation, appimage: Path | None
) -> str | None:
    """The version that can be gone back to, "" if its number is not known, None without one."""
    if installation.kind is PackageKind.APPIMAGE:
        is_kept = appimage is not None and previous_appimage(appimage).is_file()
        return (state.replaced or "") if is_kept else None
    if installation.kind is not PackageKind.NSIS:
        return (
            None  # package managers keep versions of their own; Windows Installer and Finder none
        )
    older = [one for one in state.packages if is_newer(installation.version, one.version)]
    return older[-1].version if older else None


def replace_appimage(current: Path, new: Path) -> None:
    """Put `new` in the place of `current`, at once, and keep that. Raises `OSError`."""
    staged = current.with_name(f".{current.name}.new")
    try:
        shutil.copyfile(new, staged)
        staged.chmod(_EXECUTABLE)
        with staged.open("rb+") as file:
            os.fsync(file.fileno())
        _keep(current, previous_appimage(current))
        staged.replace(current)
    finally:
        with contextlib.suppress(OSError):
            staged.unlink(missing_ok=True)


def swap_appimage(current: Path) -> None:
    """Exchange an AppImage and the version before it. Raises `OSError`."""
    previous, aside = previous_appimage(current), current.with_name(f".{current.name}.aside")
    _keep(current, aside)
    previous.replace(current)
    aside.replace(previous)


def check_package(path: Path, package: KeptPackage) -> None:
    """Raise `UpdateError` unless the file is still what was verified; or `OSError`."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != package.sha256:
        raise UpdateError("the downloaded file was changed since; download it again.")


def open_command(path: Path) -> tuple[str, ...]:
    """The command that opens a package with the system's own installer."""
    return ("open" if sys.platform == "darwin" else "xdg-open", str(path))


def _require(appimage: Path | None) -> Path:
    if appimage is None:
        raise UpdateError("the file of this AppImage cannot be found; replace it by hand.")
    return appimage


def _installer_command(kind: PackageKind, path: Path) -> tuple[str, ...]:
    return ("msiexec", "/i", str(path)) if kind is PackageKind.MSI else (str(path),)


def _keep(file: Path, copy: Path) -> None:
    """Have `copy` be `file` as it is now, whatever takes its name later."""
    temporary = copy.with_name(f".{copy.name}.keep")
    temporary.unlink(missing_ok=True)
    try:
        temporary.hardlink_to(file)
    except OSError:  # not every file system has links
        shutil.copy2(file, temporary)
    temporary.replace(copy)


def _save(folder: UpdateFolder, state: UpdateState) -> bool:
    try:
        folder.write(state)
    except OSError:
        _log.warning("the state of updates cannot be kept", exc_info=True)
        return False
    return True

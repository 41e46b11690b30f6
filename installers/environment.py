"""The private Python environment: made, filled from pyproject.toml, repaired after an interruption.

A stamp, written last, says what was installed. Where it matches, nothing is done; where it does not, or is
missing, everything is checked and installed again, which costs little for what is there already.
"""

import contextlib
import csv
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any

from engine.nvidia_driver import driver_cuda
from installers.console import SetupError, say, step
from installers.system_libraries import install_packages
from installers.torch_build import (
    Machine,
    choose_torch,
    has_own_index,
    is_reachable,
    offered_versions,
    this_machine,
)

STAMP_NAME = "encore-setup.json"
LOCK_NAME = "encore-setup.lock"

_OWN_FILES = (LOCK_NAME,)
_ENGINE = "engine"


class Environment:
    """A virtual environment in `folder` for the checkout `root`: the window's libraries, the engine's, `extras`."""

    def __init__(self, root: Path, folder: Path, extras: Sequence[str] = ()) -> None:
        self.root = root
        self.folder = folder.absolute()
        self.extras = frozenset((_ENGINE, *extras))

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        if os.name == "nt":
            return self.folder / "Scripts" / "python.exe"
        return self.folder / "bin" / "python"

    def script(self, name: str) -> Path:
        """A command that a package brought."""
        return self.python.with_name(f"{name}.exe" if os.name == "nt" else name)

    def is_current(self) -> bool:
        """Whether all that is wanted is there, judged in milliseconds by the stamp."""
        stamp = self._read_stamp()
        if stamp is None or not self.python.exists():
            return False
        # Whether a GPU is seen takes the driver a while; that there was one is enough.
        machine = Machine("", driver_cuda()) if stamp["cuda"] else this_machine()
        wanted = self._stamp(machine, self.extras | set(stamp["extras"]))
        return stamp == wanted

    def ensure(self) -> None:
        """Make it what is wanted. Raises `SetupError`; may be interrupted and called again at any point."""
        if self.is_current():
            return
        self._make_folder()
        with _exclusive(self.folder / LOCK_NAME):
            if self.is_current():
                return
            stamp = self._read_stamp()
            extras = self.extras | set(stamp["extras"] if stamp else ())
            (self.folder / STAMP_NAME).unlink(missing_ok=True)
            if not self._is_usable():
                self._create()
            elif stamp is None:
                forget_broken_packages(self._site_packages())
            machine = this_machine()
            self._install(machine, extras)
            self._write_stamp(self._stamp(machine, extras))

    def _make_folder(self) -> None:
        """The folder, marked as ours by the lock file; nobody else's folder is ever emptied."""
        known = {LOCK_NAME, STAMP_NAME, "pyvenv.cfg"}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            names = {path.name for path in self.folder.iterdir()}
            if names and not names & known:
                raise SetupError(
                    f"{self.folder} holds other files; name another folder with --venv."
                )
            (self.folder / LOCK_NAME).touch()
        except OSError as error:
            raise SetupError(
                f"{self.folder} cannot be written ({error.strerror}); name another folder with --venv."
            ) from error

    def _is_usable(self) -> bool:
        """Whether its interpreter runs, is new enough, lives in this folder and has pip."""
        check = "import sys, pip; print(sys.version_info >= (3, 11), sys.prefix)"
        try:
            result = subprocess.run(
                [str(self.python), "-c", check], capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            return False
        is_new_enough, _, prefix = result.stdout.strip().partition(" ")
        return is_new_enough == "True" and Path(prefix).resolve() == self.folder.resolve()

    def _create(self) -> None:
        step(f"Making a private Python environment in {self.folder}")
        if importlib.util.find_spec("ensurepip") is None:
            # Debian keeps pip for new environments in a package of its own.
            install_packages([f"python3.{sys.version_info.minor}-venv"])
        for path in self.folder.iterdir():
            if path.name in _OWN_FILES:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        result = subprocess.run([sys.executable, "-m", "venv", str(self.folder)], check=False)
        if result.returncode != 0:
            raise SetupError("Python could not make the environment; see above.")

    def _install(self, machine: Machine, extras: frozenset[str]) -> None:
        step("Choosing the build of torch")
        own_index = has_own_index(self.python)
        build = choose_torch(
            self._torch_requirement(),
            machine,
            partial(offered_versions, self.python),
            lambda index: not own_index and is_reachable(index),
        )
        say(f"    {build.requirement}: {build.note}")
        step("Installing Encore and the libraries it uses")
        names = f"[{','.join(sorted(extras))}]"
        command = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]
        if build.index is not None:
            command += ["--extra-index-url", build.index]
        command += [build.requirement, *build.companions, "--editable", f"{self.root}{names}"]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
        if result.returncode != 0:
            raise SetupError(
                "pip could not install everything; see above. Once the cause is gone "
                "(often the network, or a full disk), run the same command again."
            )

    def _torch_requirement(self) -> str:
        dependencies: list[str] = self._project()["optional-dependencies"][_ENGINE]
        return next(r for r in dependencies if r.startswith("torch"))

    def _project(self) -> dict[str, Any]:
        project: dict[str, Any] = tomllib.loads(
            (self.root / "pyproject.toml").read_text(encoding="utf-8")
        )["project"]
        return project

    def _site_packages(self) -> Path:
        if os.name == "nt":
            return self.folder / "Lib" / "site-packages"
        return next((self.folder / "lib").glob("python3*/site-packages"))

    def _stamp(self, machine: Machine, extras: frozenset[str]) -> dict[str, Any]:
        """What the stamp holds once `extras` are installed for `machine`."""
        project = self._project()
        asked = {key: project.get(key) for key in ("dependencies", "optional-dependencies")}
        asked |= {key: project.get(key) for key in ("scripts", "requires-python", "version")}
        digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        return {
            "requirements": digest,
            "extras": sorted(extras),
            "cuda": machine.cuda[0] if machine.cuda else None,
            "root": str(self.root),
            "folder": str(self.folder),
        }

    def _read_stamp(self) -> dict[str, Any] | None:
        try:
            stamp = json.loads((self.folder / STAMP_NAME).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        is_ours = isinstance(stamp, dict) and {"extras", "cuda"} <= stamp.keys()
        return stamp if is_ours else None

    def _write_stamp(self, stamp: dict[str, Any]) -> None:
        temporary = self.folder / f"{STAMP_NAME}.new"
        temporary.write_text(json.dumps(stamp, indent=2), encoding="utf-8")
        temporary.replace(self.folder / STAMP_NAME)


def forget_broken_packages(site_packages: Path) -> None:
    """Make pip install anew what it was interrupted in.

    pip takes a package for installed when its `.dist-info` folder is there, but writes the list of its
    files (RECORD) last: without that list, or without a file on it, the folder is removed.
    """
    for folder in site_packages.glob("*.dist-info"):
        if not _is_whole(folder):
            say(f"    {folder.stem} is incomplete and will be installed again")
            shutil.rmtree(folder)


def _is_whole(dist_info: Path) -> bool:
    try:
        with (dist_info / "RECORD").open(encoding="utf-8", newline="") as record:
            names = [row[0] for row in csv.reader(record) if row]
    except OSError:
        return False
    return all((dist_info.parent / name).exists() for name in names if not name.endswith(".pyc"))


@contextlib.contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Hold the lock file; the system lets go of it when this process ends, however it ends."""
    with path.open("a+b") as file:
        if not _try_lock(file):
            say("    another setup is running here; waiting for it")
            _wait_for_lock(file)
        yield


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_for_lock(file: IO[bytes]) -> None:
        # LK_LOCK itself gives up after ten seconds.
        while not _try_lock(file):
            with contextlib.suppress(OSError):
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _wait_for_lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

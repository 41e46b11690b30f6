"""Makes the lock files: what an installed Encore consists of, wheel by wheel, each with its SHA-256.

    .venv/bin/python installers/locks/make.py [NAME ...] [--python 3.13] [--wheels DIR]

`gui-SYSTEM.txt` are the window's libraries and uv, `pylock.RUNTIME.toml` the engine's with all they need, for
one system, one version of Python and one kind of device. Runtimes other than PyPI's own build of torch need
PyTorch's index, or the wheel of torch in a folder named by --wheels.
"""

import argparse
import hashlib
import os
import sys
import tempfile
import tomllib
import urllib.error
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import tomlkit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from installers.console import SetupError, say, step
from installers.locks.remote_file import RemoteFile
from installers.preparation import ROOT, run_guarded
from installers.tools import find_uv, run_tool
from installers.torch_build import PYTORCH_INDEX

_LOCKS = ROOT / "installers/locks"
_PYTHONS = ("3.11", "3.13")
_BLOCK = 4096  # what a file takes on most file systems is a multiple of this


@dataclass(frozen=True)
class _Target:
    """The system that wheels are chosen for, as uv calls it; for torch not from PyPI, the label of its build."""

    platform: str
    label: str | None = None
    companions: tuple[str, ...] = ()


_LINUX = "x86_64-manylinux_2_34"  # the oldest that Qt's wheels run on
_WINDOWS = "x86_64-pc-windows-msvc"
_MACOS = "aarch64-apple-darwin"
MACOS_VERSION = "14.0"  # the oldest that torch's wheels run on
_TRITON = ("triton-windows>=3.6,<4",)  # builds for Linux bring theirs

WINDOWS_LIBRARIES = {
    "gui-linux": _Target(_LINUX),
    "gui-windows": _Target(_WINDOWS),
    "gui-macos": _Target(_MACOS),
}
RUNTIMES = {
    "linux-cpu": _Target(_LINUX, "cpu"),
    "linux-cu126": _Target(_LINUX, "cu126"),
    "linux-cu128": _Target(_LINUX, "cu128"),
    "linux-cu130": _Target(_LINUX),
    "windows-cpu": _Target(_WINDOWS),
    "windows-cu126": _Target(_WINDOWS, "cu126", _TRITON),
    "windows-cu128": _Target(_WINDOWS, "cu128", _TRITON),
    "windows-cu130": _Target(_WINDOWS, "cu130", _TRITON),
    "macos-arm64": _Target(_MACOS),
}


def main(arguments: Sequence[str]) -> int:
    """Make the named locks, or all; those that cannot be made are named, and make the exit code 1."""
    parser = argparse.ArgumentParser(description="Make the lock files.")
    names = [*WINDOWS_LIBRARIES, *RUNTIMES]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    parser.add_argument("--python", action="append", choices=_PYTHONS, help="default: each")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="a folder with wheels of torch")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(names):
        raise SetupError(
            f"There is no lock named {sorted(unknown)[0]}; there are {', '.join(names)}."
        )
    failed = []
    for python in options.python or _PYTHONS:
        folder = _LOCKS / f"cp{python.replace('.', '')}"
        folder.mkdir(exist_ok=True)
        for name in options.names or names:
            step(f"{folder.name}/{name}")
            try:
                _make(name, python, folder, options.wheels)
            except (SetupError, urllib.error.URLError) as error:
                say(f"    not made: {error}")
                failed.append(f"{folder.name}/{name}")
    if failed:
        say(f"Not made: {', '.join(failed)}.")
    return 1 if failed else 0


def _make(name: str, python: str, folder: Path, wheels: Path | None) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    today = datetime.now(UTC).date()
    if target := WINDOWS_LIBRARIES.get(name):
        libraries = _compile([*project["dependencies"], "uv"], python, target, "requirements.txt")
        heading = f"# The window's libraries, made by installers/locks/make.py on {today}.\n"
        (folder / f"{name}.txt").write_text(heading + libraries, encoding="utf-8")
        return
    target = RUNTIMES[name]
    asked = [*project["optional-dependencies"]["engine"], *target.companions]
    if target.label and wheels and (wheel := _torch_wheel(wheels, target.label, folder.name)):
        asked.append(f"torch=={wheel}")
        source = ["--find-links", str(wheels)]
    else:
        source = ["--torch-backend", target.label] if target.label else []
    lock = _compile(asked, python, target, "pylock.toml", source)
    text = _completed(lock, target, folder.name, today)
    (folder / f"pylock.{name}.toml").write_text(text, encoding="utf-8")


def _torch_wheel(wheels: Path, label: str, tag: str) -> str | None:
    """The newest version of torch labelled so that `wheels` holds for a Python."""
    found = [path.name.split("-")[1] for path in wheels.glob(f"torch-*+{label}-{tag}-*.whl")]
    return max(
        found,
        default=None,
        key=lambda version: [int(n) for n in version.partition("+")[0].split(".")],
    )


def _compile(
    requirements: Sequence[str], python: str, target: _Target, form: str, source: Sequence[str] = ()
) -> str:
    """What `uv pip compile` chooses: wheels alone, all that they need included."""
    with tempfile.TemporaryDirectory() as name:
        asked, made = Path(name) / "asked.txt", Path(name) / f"pylock.{form}"
        asked.write_text("\n".join(requirements), encoding="utf-8")
        command = [str(find_uv()), "pip", "compile", str(asked), "--no-config", "--quiet"]
        command += ["--python-version", python, "--python-platform", target.platform]
        command += ["--only-binary", ":all:", "--generate-hashes", "--no-header", "--no-annotate"]
        command += ["--format", form, "--output-file", str(made), *source]
        run_tool(command, os.environ | {"MACOSX_DEPLOYMENT_TARGET": MACOS_VERSION})
        return made.read_text(encoding="utf-8")


def _completed(lock: str, target: _Target, tag: str, today: date) -> str:
    """`lock` with one wheel a package, its public address and size, and what the app asks before it downloads."""
    document = tomlkit.parse(lock)
    unpacked = 0
    for package in document["packages"]:
        wheels = package["wheels"]
        best = max(wheels, key=partial(_rank, tag))
        for wheel in [other for other in wheels if other is not best]:
            wheels.remove(wheel)
        unpacked += _complete(best, target)
    encore = tomlkit.table()
    encore["date"] = today
    encore["unpacked-bytes"] = unpacked
    document["tool"] = {"encore": encore}
    heading = f"# The engine's libraries, made by installers/locks/make.py on {today}.\n"
    return heading + tomlkit.dumps(document)


def _rank(tag: str, wheel: Any) -> tuple[bool, bool, str]:
    """How well a wheel fits: made for this Python, for any, for none; then the newer system."""
    return (
        f"-{tag}-{tag}-" in wheel["url"],
        "-abi3-" in wheel["url"],
        wheel["url"].rpartition("/")[2],
    )


def _complete(wheel: Any, target: _Target) -> int:
    """Give one wheel its public address and its size; returns the bytes that its files take unpacked."""
    address = urlsplit(wheel["url"])
    if address.scheme == "file":
        path = Path(unquote(address.path))
        if hashlib.sha256(path.read_bytes()).hexdigest() != wheel["hashes"]["sha256"]:
            raise SetupError(f"{path} changed while it was read.")
        wheel["url"] = f"{PYTORCH_INDEX}{target.label}/{quote(path.name)}"
        wheel["size"] = path.stat().st_size
        with zipfile.ZipFile(path) as archive:
            return _unpacked_bytes(archive)
    with RemoteFile(wheel["url"]) as file, zipfile.ZipFile(file) as archive:
        wheel["size"] = file.size
        return _unpacked_bytes(archive)


def _unpacked_bytes(archive: zipfile.ZipFile) -> int:
    return sum(-(-entry.file_size // _BLOCK) * _BLOCK for entry in archive.infolist())


if __name__ == "__main__":
    sys.exit(run_guarded(main))

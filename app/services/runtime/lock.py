"""Reads the locks of the engine's libraries: pylock.NAME.toml as PEP 751 has it, and our table.

[tool.encore]
date = 2026-11-22              when the versions were chosen
unpacked-bytes = 4866000000    what they take on the disk
"""

import hashlib
import logging
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from packaging.pylock import Package, PackageWheel, Pylock, PylockSelectError, PylockValidationError

from app.services.downloads.web_file import WebFile
from app.services.runtime.errors import RuntimeInstallError

_log = logging.getLogger(__name__)

_PREFIX, _SUFFIX = "pylock.", ".toml"
_HASH_LEN = 16


class LockError(RuntimeInstallError):
    """A lock cannot be used here; the message says why."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """One package and the wheel of it that fits this interpreter."""

    package: str
    version: str
    file: WebFile

    @property
    def requirement(self) -> str:
        """A line of requirements.txt that allows this very wheel."""
        return f"{self.package}=={self.version} --hash=sha256:{self.file.sha256}"


@dataclass(frozen=True)
class Lock:
    """The libraries of one build of the engine; `content` is the file that says so.

    `name` is the system and the kind of the build: "linux-cu130". `date` is when the versions were
    chosen, `unpacked_bytes` what they take on the disk.
    """

    name: str
    content: bytes
    date: str
    unpacked_bytes: int
    wheels: tuple[Wheel, ...]

    @cached_property
    def hash(self) -> str:
        """Identifies the contents."""
        return hashlib.sha256(self.content).hexdigest()[:_HASH_LEN]

    @property
    def download_bytes(self) -> int:
        """Size of all wheels."""
        return sum(wheel.file.size for wheel in self.wheels)

    @property
    def version(self) -> str:
        """The version of torch, the largest of the libraries; "" without it."""
        versions = {wheel.package: wheel.version for wheel in self.wheels}
        return versions.get("torch", "")


def read_lock(path: Path) -> Lock:
    """The lock at `path`, for this interpreter. Raises `LockError`."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LockError(f"{path} cannot be read: {error.strerror}.") from error
    return parse_lock(path.name.removeprefix(_PREFIX).removesuffix(_SUFFIX), content)


def parse_lock(name: str, content: bytes) -> Lock:
    """The lock called `name`, for this interpreter. Raises `LockError`."""
    try:
        lock = Pylock.from_dict(tomllib.loads(content.decode()))
        wheels = tuple(_wheel(name, *chosen) for chosen in lock.select())
        ours = _our_table(lock.tool)
        return Lock(name, content, str(ours["date"]), int(ours["unpacked-bytes"]), wheels)
    except (PylockValidationError, ValueError, KeyError) as error:
        raise LockError(f"The list of libraries {name} is damaged: {error}.") from error
    except PylockSelectError as error:
        raise LockError(f"The libraries {name} do not fit this machine: {error}.") from error


def find_locks(folder: Path, system: str) -> tuple[Lock, ...]:
    """The locks in `folder` whose libraries fit `system` ("linux") and this Python, by name."""
    locks = []
    for path in sorted(folder.glob(f"{_PREFIX}{system}-*{_SUFFIX}")):
        try:
            locks.append(read_lock(path))
        except LockError:
            _log.info("%s is not offered", path, exc_info=True)
    return tuple(locks)


def _wheel(name: str, package: Package, source: object) -> Wheel:
    if not isinstance(source, PackageWheel) or source.url is None or source.size is None:
        raise LockError(f"The list of libraries {name} has no wheel of {package.name}.")
    if urlsplit(source.url).scheme not in ("http", "https"):
        raise LockError(f"The list of libraries {name} has no address for {package.name}.")
    file = WebFile(source.filename, source.url, source.size, source.hashes["sha256"])
    return Wheel(package.name, str(package.version), file)


def _our_table(tools: Mapping[str, Any] | None) -> Mapping[str, Any]:
    table: Mapping[str, Any] = (tools or {})["encore"]
    return table

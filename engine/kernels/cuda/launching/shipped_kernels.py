"""Kernels compiled before: an installed Encore has those of common models.

An archive, made by installers/kernels.py, holds kernels of one capability under the keys that
Triton computes of its own files, the kernel's source, signature and options. So what is out of date
is never found, and is compiled. What is found is unpacked into Triton's own cache. Archives lie in
`prebuilt/`, or in a package among the engine's libraries.
"""

import functools
import importlib.util
import logging
import lzma
import threading
import zipfile
from pathlib import Path
from typing import ClassVar

import triton.knobs
from triton.runtime import JITFunction, cache
from triton.runtime.jit import DependenciesFinder

from engine.kernels.cuda.launching.module_names import KERNELS_PACKAGE, archive_name
from engine.kernels.cuda.launching.prebuilt import PREBUILT_DIR

logger = logging.getLogger(__name__)

_DAMAGED = (OSError, EOFError, zipfile.BadZipFile, lzma.LZMAError)


class ShippedKernels(cache.FileCacheManager):  # type: ignore[misc]  # Triton has no types
    """Triton's cache, filled from archives. Triton makes one for each kernel, with its key."""

    members: ClassVar[dict[str, tuple[zipfile.ZipFile, list[str]]]] = {}
    """The archive of each kernel and its files' names there, by key."""

    def get_group(self, filename: str) -> dict[str, str] | None:
        """The paths of a kernel's files by name; None if it has to be compiled."""
        found: dict[str, str] | None = super().get_group(filename)
        if found is None and self.key in self.members:
            found = self._unpack(filename)
        return found

    def put_group(self, filename: str, group: dict[str, str]) -> str:
        """Note that the files of a kernel are there, which was just compiled."""
        logger.info("%s was compiled here: it is in no archive", Path(filename).stem)
        path: str = super().put_group(filename, group)
        return path

    def _unpack(self, filename: str) -> dict[str, str] | None:
        archive, names = self.members[self.key]
        try:
            files = {Path(name).name: archive.read(name) for name in names}
        except _DAMAGED:
            logger.warning("%s is damaged", archive.filename, exc_info=True)
            return None
        paths = {name: self.put(content, name) for name, content in files.items()}
        super().put_group(filename, paths)
        return paths


@functools.cache
def use_shipped_kernels(capability: int, *folders: Path) -> None:
    """Let Triton look into the archives of a capability, such as 90 for 9.0, if there are any.

    Without `folders`, those of this Encore and of its libraries.
    """
    key_callees_first()
    for folder in folders or (PREBUILT_DIR, *_installed_dirs()):
        path = folder / archive_name(capability)
        if path.is_file():
            _add_archive(path)
    if ShippedKernels.members:
        triton.knobs.cache.manager_class = ShippedKernels


@functools.cache
def key_callees_first() -> None:
    """Let a kernel's key not depend on which kernels were launched before it.

    Triton up to 3.7 takes what a function reads from its callees before these have looked it up, so
    their first caller gets another key. Call it before any kernel is launched.
    """
    own = DependenciesFinder._update_hash

    def update_hash(finder: DependenciesFinder, callee: JITFunction) -> None:
        _ = callee.cache_key  # looks up what the callee reads
        own(finder, callee)

    DependenciesFinder._update_hash = update_hash


def _add_archive(path: Path) -> None:
    try:
        archive = zipfile.ZipFile(path)
    except _DAMAGED:
        logger.warning("%s is damaged", path, exc_info=True)
        return
    found: dict[str, tuple[zipfile.ZipFile, list[str]]] = {}
    for name in archive.namelist():
        found.setdefault(name.partition("/")[0], (archive, []))[1].append(name)
    for key, files in found.items():
        ShippedKernels.members.setdefault(key, files)


def _installed_dirs() -> list[Path]:
    """The folder of the package of kernels, if the libraries have it."""
    spec = importlib.util.find_spec(KERNELS_PACKAGE)
    return [Path(place) for place in (spec and spec.submodule_search_locations) or ()]


def hash_triton_ahead() -> None:
    """Compute what all of Triton's keys begin with, a hash of its library, beside other work."""
    threading.Thread(target=cache.triton_key, name="triton-key", daemon=True).start()

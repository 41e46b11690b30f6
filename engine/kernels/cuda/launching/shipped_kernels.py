"""Kernels compiled before: an installed Encore has those of common models.

An archive in `prebuilt/`, made by installers/kernels.py, holds kernels of one capability under the
keys that Triton computes of its own files, the kernel's source, signature and options. So what is
out of date is never found, and is compiled. What is found is unpacked into Triton's own cache.
"""

import functools
import logging
import lzma
import threading
import zipfile
from pathlib import Path
from typing import ClassVar

import triton.knobs
from triton.runtime import cache

from engine.kernels.cuda.launching.module_names import archive_name
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
def use_shipped_kernels(capability: int, folder: Path = PREBUILT_DIR) -> None:
    """Let Triton look into the archive of a capability, such as 90 for 9.0, if there is one."""
    path = folder / archive_name(capability)
    if not path.is_file():
        return
    try:
        archive = zipfile.ZipFile(path)
    except _DAMAGED:
        logger.warning("%s is damaged", path, exc_info=True)
        return
    for name in archive.namelist():
        key = name.partition("/")[0]
        ShippedKernels.members.setdefault(key, (archive, []))[1].append(name)
    triton.knobs.cache.manager_class = ShippedKernels


def hash_triton_ahead() -> None:
    """Compute what all of Triton's keys begin with, a hash of its library, beside other work."""
    threading.Thread(target=cache.triton_key, name="triton-key", daemon=True).start()

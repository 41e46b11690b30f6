"""Checks installed packages against the RECORD that each brought: a hash of every file.

https://packaging.python.org/en/latest/specifications/recording-installed-packages/
"""

import base64
import csv
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.utils import canonicalize_name

from app.services.runtime.lock import Wheel

_BLOCK_BYTES = 1 << 20
_INFO_SUFFIX = ".dist-info"


@dataclass(frozen=True, slots=True)
class RecordedFile:
    """A file of a package, relative to the folder of packages; `hash` as in "sha256=…", or ""."""

    path: str
    hash: str


def find_damaged(
    libraries: Path, wheels: Sequence[Wheel], on_bytes: Callable[[int], None]
) -> list[Wheel]:
    """The packages of `wheels` that are missing in `libraries`, incomplete or changed.

    `on_bytes` is called with the number of bytes read, and may raise.
    """
    return [wheel for wheel in wheels if not _is_whole(libraries, wheel, on_bytes)]


def recorded_files(libraries: Path, wheel: Wheel) -> Iterator[RecordedFile]:
    """The files of an installed package. Raises OSError."""
    info = _info_folder(libraries, wheel)
    if info is None:
        raise FileNotFoundError(wheel.package)
    with (info / "RECORD").open(newline="", encoding="utf-8") as file:
        for row in csv.reader(file):
            yield RecordedFile(row[0], row[1] if len(row) > 1 else "")


def _is_whole(libraries: Path, wheel: Wheel, on_bytes: Callable[[int], None]) -> bool:
    try:
        files = list(recorded_files(libraries, wheel))
        return bool(files) and all(_is_as_recorded(libraries, file, on_bytes) for file in files)
    except (OSError, UnicodeDecodeError, csv.Error):
        return False


def _is_as_recorded(libraries: Path, file: RecordedFile, on_bytes: Callable[[int], None]) -> bool:
    path = libraries / file.path
    if not file.hash:
        return path.is_file()
    name, _, expected = file.hash.partition("=")
    digest = hashlib.new(name)
    with path.open("rb") as content:
        while block := content.read(_BLOCK_BYTES):
            digest.update(block)
            on_bytes(len(block))
    return base64.urlsafe_b64encode(digest.digest()).rstrip(b"=").decode() == expected


def _info_folder(libraries: Path, wheel: Wheel) -> Path | None:
    for path in libraries.glob(f"*{_INFO_SUFFIX}"):
        name, _, version = path.name.removesuffix(_INFO_SUFFIX).partition("-")
        if canonicalize_name(name) == wheel.package and version == wheel.version:
            return path
    return None

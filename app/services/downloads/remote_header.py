"""Reads the headers of GGUF files on the Hub before any download.

They are cached as sparse files of the real size, so that header readers can open them as models.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from app.services.downloads.answers import check_part, check_whole, host_of, told_plainly
from app.services.downloads.errors import (
    AttemptFailedError,
    FileChangedError,
    NoRangesError,
    UrlExpiredError,
)
from app.services.downloads.source import NO_ENCODING, HubSource, RemoteFile
from app.services.downloads.stop import StopSignal
from app.services.hub.client import HubClient, time_limit
from app.services.hub.files import HubFile
from app.services.hub.settings import HubError, HubSettings, require_online
from app.storage.private_files import PRIVATE_FOLDER, make_private_folder, private_opener
from engine.errors import UnsupportedModelError
from engine.gguf.header import find_header_bytes

FIRST_BYTES, _MAX_BYTES = 1 << 20, 32 << 20  # the largest known header takes about 20 MB
KEPT_MODELS = 48  # about 10 MB each
_KEPT_SECONDS = 30 * 24 * 3600.0
_FOLDER_NAME = "headers"
_MAX_ATTEMPTS = 4
_BACKOFF_SECONDS = 0.5
_LONGEST_WAIT_SECONDS = 10.0  # the user is waiting
_PATIENCE = 3  # a few MB per part, where a page has a few kB


def fetch_headers(
    files: Sequence[HubFile], hub: HubSettings, cache: Path, stop: StopSignal | None = None
) -> Path:
    """Fetch the headers of `files`, the parts of one model in order; returns the first part's path.

    Cached headers need no network. Raises `ModelFileError` or `UnsupportedModelError` when a file
    is not a GGUF, is damaged or unsupported; `OfflineError`, `HubError` or `DownloadError` with a
    sentence; `StoppedError`.
    """
    kept = cache / _FOLDER_NAME
    folder = kept / _key(files)
    path = folder / files[0].name
    if _is_whole(folder, files):
        os.utime(folder)  # the eviction is by age
        return path
    require_online(hub, f"Looking into {files[0].name}")
    try:
        make_private_folder(kept)
        _clear_old(kept)
        with tempfile.TemporaryDirectory(
            prefix=".new-", dir=kept, ignore_cleanup_errors=True
        ) as new:
            _fetch_into(Path(new) / "model", files, hub, stop or StopSignal())
            _move(Path(new) / "model", folder, files)
    except OSError as error:
        raise HubError(
            f"The header of {files[0].name} could not be kept in {kept}: {error.strerror or error}."
        ) from error
    return path


def _fetch_into(folder: Path, files: Sequence[HubFile], hub: HubSettings, stop: StopSignal) -> None:
    folder.mkdir(mode=PRIVATE_FOLDER)
    with HubClient(hub) as client, time_limit(_PATIENCE * hub.patience_seconds):
        for file in files:
            header = _HeaderReader(file, hub, client, stop).read()
            _write_sparse(folder / file.name, header, file.size)


class _HeaderReader:
    """Reads the start of one file up to the end of its header."""

    def __init__(
        self, file: HubFile, hub: HubSettings, client: HubClient, stop: StopSignal
    ) -> None:
        self._file, self._client, self._stop = file, client, stop
        self._source = HubSource(file, hub, client, stop)
        self._bytes = bytearray()

    def read(self) -> bytes:
        """The bytes of the header."""
        file, wanted = self._file, FIRST_BYTES
        while True:
            self._extend(min(wanted, file.size))
            num_bytes = find_header_bytes(self._bytes, file.size, file.name)
            if num_bytes is not None:
                return bytes(self._bytes[:num_bytes])
            if wanted >= _MAX_BYTES:
                raise UnsupportedModelError(
                    f"The header of {file.name} is longer than {_MAX_BYTES >> 20} MB, as that of no"
                    " known model is; choose another file."
                )
            wanted *= 2

    def _extend(self, wanted: int) -> None:
        """Read on until `wanted` bytes are there, retrying failed requests."""
        num_failures = 0
        while len(self._bytes) < wanted:
            try:
                self._request(wanted)
            except FileChangedError as error:
                raise HubError(
                    f"{self._file.name} was replaced on the Hub; look the model up again."
                ) from error
            except AttemptFailedError as error:
                num_failures += 1
                if num_failures == _MAX_ATTEMPTS or error.wait_seconds > _LONGEST_WAIT_SECONDS:
                    raise HubError(
                        f"The header of {self._file.name} could not be read: {error}; "
                        "try again later."
                    ) from error
                self._stop.wait(max(error.wait_seconds, _BACKOFF_SECONDS * num_failures))

    def _request(self, wanted: int) -> None:
        """Request the bytes up to `wanted` once; keeps what arrives, even on failure."""
        remote = self._source.current()
        if remote.identity.size != self._file.size:
            raise FileChangedError
        try:
            self._receive(remote, wanted)
        except UrlExpiredError:
            self._source.expire(remote)
            raise

    def _receive(self, remote: RemoteFile, wanted: int) -> None:
        position = len(self._bytes)
        headers = {
            **NO_ENCODING,
            "Range": f"bytes={position}-{wanted - 1}",
        }
        with (
            told_plainly(remote.url, self._stop),
            self._client.stream(remote.url, headers) as response,
            self._stop.watch(response),
        ):
            num_known = 0
            try:
                check_part(response, position, self._file.size)
            except NoRangesError:
                check_whole(response, self._file.size)
                num_known = position
            for chunk in response.iter_bytes():
                self._bytes += chunk[num_known:]
                num_known = max(0, num_known - len(chunk))
                if len(self._bytes) >= wanted:
                    return
        raise AttemptFailedError(f"the connection to {host_of(remote.url)} was cut")


def _key(files: Sequence[HubFile]) -> str:
    """The cache key of these files: equal for equal contents."""
    lines = [
        f"{file.sha256 or f'{file.repo_id}@{file.revision}:{file.path}'} {file.size} {file.name}"
        for file in files
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def _is_whole(folder: Path, files: Sequence[HubFile]) -> bool:
    paths = [(folder / file.name, file.size) for file in files]
    return all(path.is_file() and path.stat().st_size == size for path, size in paths)


def _write_sparse(path: Path, header: bytes, size: int) -> None:
    """Write a file of `size` bytes that starts with `header` and takes no more space."""
    with open(path, "wb", opener=private_opener) as file:
        if sys.platform == "win32":
            _allow_holes(file)
        file.write(header)
        file.truncate(size)


if sys.platform == "win32":

    def _allow_holes(file: IO[bytes]) -> None:
        """Make the file sparse, where Windows allows it; other systems do so by default."""
        import ctypes
        import msvcrt
        from ctypes import wintypes

        set_sparse, num_returned = 0x900C4, wintypes.DWORD()  # FSCTL_SET_SPARSE of winioctl.h
        handle = wintypes.HANDLE(msvcrt.get_osfhandle(file.fileno()))
        ctypes.windll.kernel32.DeviceIoControl(
            handle, set_sparse, None, 0, None, 0, ctypes.byref(num_returned), None
        )


def _move(source: Path, target: Path, files: Sequence[HubFile]) -> None:
    """Move the folder into place, unless another thread was faster."""
    try:
        source.rename(target)
    except OSError:
        if _is_whole(target, files):
            return
        shutil.rmtree(target, ignore_errors=True)
        source.rename(target)


def _clear_old(folder: Path) -> None:
    """Remove headers unused for a month, and all but the latest `KEPT_MODELS` - 1."""
    ages = []
    for entry in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another thread moved it
            ages.append((time.time() - entry.stat().st_mtime, entry))
    ages.sort()
    for number, (age, entry) in enumerate(ages, start=1):
        if number >= KEPT_MODELS or age > _KEPT_SECONDS:
            shutil.rmtree(entry, ignore_errors=True)

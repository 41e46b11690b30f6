"""Brings a package into its folder, checked: by the download queue, or from a folder."""

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path

from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.errors import StoppedError
from app.services.downloads.queue import DownloadQueue
from app.services.downloads.web_file import WebFile
from app.services.hub.settings import HubSettings
from app.services.updates.errors import UpdateError
from app.services.updates.manifest import ReleasePackage
from app.storage.private_files import make_private_folder

_BLOCK_BYTES = 1 << 20
_POLL_SECONDS = 0.25
_ENDED = frozenset({DownloadState.DONE, DownloadState.FAILED, DownloadState.PAUSED})

OnProgress = Callable[[int], None]
"""Called with the number of bytes that are there."""


def download_package(
    url: str,
    target: Path,
    package: ReleasePackage,
    hub: HubSettings,
    options: TransferOptions,
    on_progress: OnProgress,
    stop: threading.Event,
) -> None:
    """Fetch a package to `target`; goes on where it was stopped.

    Raises `EngineError`, `OSError`, and `StoppedError` when `stop` is set.
    """
    make_private_folder(target.parent)
    file = WebFile(target.name, url, package.size, package.sha256)
    queue = DownloadQueue(target.parent, lambda: hub, options=options)
    try:
        queue.start(resume_saved=False)
        download_id = queue.add(target.name, [file], first=True)
        while True:
            download = queue.wait(download_id, _POLL_SECONDS)
            on_progress(download.done_bytes)
            if download.state in _ENDED:
                break
            if stop.is_set():
                raise StoppedError
        if download.state is not DownloadState.DONE:
            raise UpdateError(download.problem or f"{target.name} was stopped; download it again.")
        queue.remove_finished()
    finally:
        queue.close()


def copy_package(
    source: Path,
    target: Path,
    package: ReleasePackage,
    on_progress: OnProgress,
    stop: threading.Event,
) -> None:
    """Copy a package to `target` and check it.

    Raises `UpdateError`, `OSError`, and `StoppedError` when `stop` is set.
    """
    make_private_folder(target.parent)
    part = target.with_name(f".{target.name}.part")
    digest, num_bytes = hashlib.sha256(), 0
    if not source.is_file():
        raise UpdateError(f"{source} is not there, though the update list names it.")
    with source.open("rb") as file, part.open("wb") as copy:
        while block := file.read(_BLOCK_BYTES):
            if stop.is_set():
                raise StoppedError
            digest.update(block)
            copy.write(block)
            num_bytes += len(block)
            on_progress(num_bytes)
    if digest.hexdigest() != package.sha256:
        part.unlink()
        raise UpdateError(
            f"{source} is not the file that the update list describes; it is not used."
        )
    part.replace(target)

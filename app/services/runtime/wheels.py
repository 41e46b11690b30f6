"""Gets wheels: through the download queue, from a mirror if one is set, or from a folder."""

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from app.services.downloads.disk import allocated_bytes
from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.queue import DownloadQueue
from app.services.downloads.stop import StopSignal
from app.services.downloads.web_file import WebFile
from app.services.hub.settings import HubSettings
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.lock import Lock, Wheel
from app.services.runtime.progress import InstallProgress, OnProgress, Stage

MIRROR_VARIABLE = "ENCORE_WHEEL_MIRROR"
OPTIONS = TransferOptions(num_parallel=1)
_POLL_SECONDS = 0.2
_BLOCK_BYTES = 1 << 20
_MAX_NAMED = 3
_ENDED = frozenset({DownloadState.DONE, DownloadState.FAILED, DownloadState.PAUSED})


def mirror_address(saved: str, environment: Mapping[str, str] = os.environ) -> str:
    """The mirror to fetch from, "" for none: `ENCORE_WHEEL_MIRROR` goes before what is saved.

    Raises `RuntimeInstallError` when it is no address.
    """
    mirror = (environment.get(MIRROR_VARIABLE, "").strip() or saved.strip()).rstrip("/")
    if not mirror:
        return ""
    if "://" not in mirror:
        mirror = f"https://{mirror}"
    parts = urlsplit(mirror)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise RuntimeInstallError(
            f"{mirror} is no address of a mirror; give one like https://mirror.example/pypi, or "
            "choose a folder."
        )
    return mirror


def at_mirror(file: WebFile, mirror: str) -> WebFile:
    """`file` on the mirror: the path of its URL stays, behind the mirror's address."""
    return replace(file, url=mirror + urlsplit(file.url).path) if mirror else file


class WheelSource:
    """Puts the wheels of a lock into `folder`. `hub` has the proxy, `mirror` an address."""

    def __init__(
        self,
        folder: Path,
        hub: Callable[[], HubSettings],
        mirror: Callable[[], str] = lambda: "",
        options: TransferOptions = OPTIONS,
    ) -> None:
        self._folder, self._hub, self._mirror = folder, hub, mirror
        self._options = options

    def fetch(self, lock: Lock, wheels: Sequence[Wheel], stop: StopSignal, on: OnProgress) -> Path:
        """Fetch `wheels`, going on where an earlier call stopped; returns the folder of them.

        Raises `EngineError`, `StoppedError`.
        """
        mirror = mirror_address(self._mirror())
        files = [at_mirror(wheel.file, mirror) for wheel in wheels]
        self._folder.mkdir(parents=True, exist_ok=True)
        if not files:
            return self._folder
        queue = DownloadQueue(self._folder, self._settings, options=self._options)
        try:
            queue.start(resume_saved=False)
            self._follow(queue, queue.add(f"Engine {lock.name}", files), stop, on)
        finally:
            queue.close()
        return self._folder

    def missing_bytes(self, wheels: Sequence[Wheel]) -> int:
        """The bytes of `wheels` that are not on the disk yet."""
        total = sum(wheel.file.size for wheel in wheels)
        there = [path for path in self._folder.rglob("*") if path.is_file()]
        return max(0, total - sum(map(allocated_bytes, there)))

    def discard(self) -> None:
        """Forget everything fetched."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _settings(self) -> HubSettings:
        # Wheels are no business of the Hub: its token stays here.
        return replace(self._hub(), token=None)

    def _follow(
        self, queue: DownloadQueue, download_id: str, stop: StopSignal, on: OnProgress
    ) -> None:
        while True:
            stop.check()
            download = queue.wait(download_id, _POLL_SECONDS)
            on(
                InstallProgress(
                    Stage.FETCHING,
                    download.done_bytes,
                    download.total_bytes,
                    download.bytes_per_second,
                    download.seconds_left,
                    download.problem,
                )
            )
            if download.state is DownloadState.DONE:
                return
            if download.state in _ENDED:
                raise RuntimeInstallError(
                    download.problem or "The download was paused; try again to go on with it."
                )


def check_folder(folder: Path, wheels: Sequence[Wheel], stop: StopSignal, on: OnProgress) -> Path:
    """Raise `RuntimeInstallError` unless `folder` has all of `wheels`, unchanged; returns it."""
    missing = [wheel.file.name for wheel in wheels if not (folder / wheel.file.name).is_file()]
    if missing:
        named = ", ".join(missing[:_MAX_NAMED])
        num_more = len(missing) - _MAX_NAMED
        if num_more > 0:
            raise RuntimeInstallError(
                f"{folder} lacks {named} and {num_more} more; put the wheels there."
            )
        raise RuntimeInstallError(f"{folder} lacks {named}; put the wheels there.")
    total, done = sum(wheel.file.size for wheel in wheels), 0
    for wheel in wheels:
        on(InstallProgress(Stage.CHECKING, done, total))
        if _sha256(folder / wheel.file.name, stop) != wheel.file.sha256:
            raise RuntimeInstallError(
                f"{folder / wheel.file.name} is not the file that is needed: its checksum is "
                "another one; get it again."
            )
        done += wheel.file.size
    return folder


def _sha256(path: Path, stop: StopSignal) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK_BYTES):
                stop.check()
                digest.update(block)
    except OSError as error:
        raise RuntimeInstallError(f"{path} cannot be read: {error.strerror}.") from error
    return digest.hexdigest()

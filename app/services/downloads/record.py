"""Saved downloads: a folder for each in `.downloads`, with its record and part files."""

import hashlib
import logging
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec
from filelock import FileLock

from app.services.downloads.errors import DownloadError
from app.services.downloads.part_file import read_done_bytes
from app.services.downloads.web_file import WebFile
from app.services.hub.address import is_sound_path, is_sound_repo_id
from app.services.hub.files import HubFile
from app.storage.private_files import PRIVATE_FILE, PRIVATE_FOLDER, replace_privately

FOLDER_NAME = ".downloads"
_RECORD_NAME = "download.json"

_log = logging.getLogger(__name__)


class SavedState(StrEnum):
    """The saved state of a download; WAITING ones continue when the program starts."""

    WAITING = "waiting"
    PAUSED = "paused"
    FAILED = "failed"
    DONE = "done"


class Record(msgspec.Struct, frozen=True):
    """One download. New fields need a default: records of earlier versions must stay readable.

    Either `files` are fetched from the Hub, or `web_files` from where they are. Lower `rank` comes
    first. `problem` says why it FAILED; `is_temporary`: it may be retried later.
    """

    title: str
    files: tuple[HubFile, ...]
    rank: float
    state: SavedState = SavedState.WAITING
    problem: str | None = None
    is_temporary: bool = False
    web_files: tuple[WebFile, ...] = ()

    @property
    def all_files(self) -> tuple[HubFile | WebFile, ...]:
        """What is fetched."""
        return self.files or self.web_files


def create_record(title: str, files: Sequence[HubFile | WebFile], rank: float) -> Record:
    """A new download of `files`, all from the Hub or all from elsewhere."""
    from_hub = tuple(file for file in files if isinstance(file, HubFile))
    from_web = tuple(file for file in files if isinstance(file, WebFile))
    return Record(title, from_hub, rank, web_files=from_web)


class DownloadFolder:
    """The folder of one download."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self.id = folder.name

    @property
    def models(self) -> Path:
        """The models folder that contains it."""
        return self.path.parent.parent

    @property
    def lock_path(self) -> Path:
        """The file that the process running the download locks."""
        return self.path / "lock"

    def part_path(self, index: int) -> Path:
        """Path of file `index` while it grows."""
        return self.path / f"{index}.part"

    def whole_path(self, index: int) -> Path:
        """Path of file `index` when it is complete and verified, but others are not."""
        return self.path / f"{index}.whole"

    def done_bytes(self, num_files: int) -> int:
        """The number of fetched bytes of all files."""
        done_bytes = 0
        for index in range(num_files):
            whole = self.whole_path(index)
            is_whole = whole.is_file()
            done_bytes += (
                whole.stat().st_size if is_whole else read_done_bytes(self.part_path(index))
            )
        return done_bytes

    def create(self) -> None:
        """Create the folder privately; the models folder is shared. Raises `OSError`."""
        self.path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)

    def locked(self) -> FileLock:
        """The lock of a running download; raises `Timeout` at once if another process holds it."""
        self.create()
        return FileLock(self.lock_path, timeout=0, mode=PRIVATE_FILE, thread_local=False)

    def read(self) -> Record | None:
        """The record; None when it is missing or damaged."""
        path = self.path / _RECORD_NAME
        try:
            return msgspec.json.decode(path.read_bytes(), type=Record)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError):
            _log.warning("%s cannot be read and is left alone", path, exc_info=True)
            return None

    def write(self, record: Record) -> None:
        """Save `record`; raises `OSError`."""
        self.create()
        replace_privately(self.path / _RECORD_NAME, msgspec.json.encode(record))

    def delete_files(self) -> None:
        """Remove everything but the held lock; raises `OSError`."""
        for path in self.path.glob("*"):
            if path != self.lock_path:
                path.unlink()

    def delete_folder(self) -> None:
        """Remove the rest after `delete_files`, once the lock is released."""
        try:
            self.lock_path.unlink(missing_ok=True)
            self.path.rmdir()
        except OSError:
            # Another process may have opened it.
            _log.info("%s stays", self.path, exc_info=True)


def download_id(files: Sequence[HubFile | WebFile]) -> str:
    """An id that is equal for equal files, so that nothing is downloaded twice at once."""
    names = "\n".join(map(_identity, files))
    return hashlib.sha256(names.encode()).hexdigest()[:16]


def _identity(file: HubFile | WebFile) -> str:
    if isinstance(file, WebFile):
        return f"{file.name}\n{file.sha256}"
    return f"{file.repo_id}\n{file.revision}\n{file.path}"


def target_path(
    models: Path, file: HubFile | WebFile, starter_repo: str, starter_file: str
) -> Path:
    """The path of a finished file: by repository and path; others directly in `models`.

    The starter model is one of the others. Raises `DownloadError` for names that leave the folder
    or that some system cannot hold.
    """
    if isinstance(file, WebFile):
        if "/" in file.name or not is_sound_path(file.name):
            raise DownloadError(f"{file.name} is a name that cannot be kept here.")
        return models / file.name
    if not is_sound_repo_id(file.repo_id) or not is_sound_path(file.path):
        raise DownloadError(
            f"{file.repo_id}/{file.path} has a name that cannot be kept here; choose another model."
        )
    if (file.repo_id, file.path) == (starter_repo, starter_file):
        return models / file.name
    return models.joinpath(*file.repo_id.split("/"), *file.path.split("/"))


def saved_downloads(models: Path) -> Iterator[tuple[DownloadFolder, Record]]:
    """All saved downloads of the models folder."""
    folder = models / FOLDER_NAME
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        one = DownloadFolder(path)
        if path.is_dir() and (record := one.read()) is not None:
            yield one, record

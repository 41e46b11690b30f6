"""What the disk remembers of a download: a folder for each in `.downloads`, with its record and its part files."""

import hashlib
import logging
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from app.services.downloads.errors import DownloadError
from app.services.downloads.part_file import read_done_bytes
from app.services.hub.files import HubFile
from app.services.hub.names import is_sound_path, is_sound_repo_id
from app.storage.private_files import PRIVATE_FOLDER, replace_privately

FOLDER_NAME = ".downloads"
_RECORD_NAME = "download.json"

_log = logging.getLogger(__name__)


class SavedState(StrEnum):
    """What a download is to do when the program starts: WAITING ones go on."""

    WAITING = "waiting"
    PAUSED = "paused"
    FAILED = "failed"
    DONE = "done"


class Record(msgspec.Struct, frozen=True):
    """One download. New fields need a default: records of earlier versions must stay readable.

    Lower `rank` comes first. `problem` is why it FAILED; `is_temporary`: it may work later by itself.
    """

    title: str
    files: tuple[HubFile, ...]
    rank: float
    state: SavedState = SavedState.WAITING
    problem: str | None = None
    is_temporary: bool = False


class DownloadFolder:
    """The folder of one download."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self.id = folder.name

    @property
    def models(self) -> Path:
        """The models folder that it is in, which a person knows."""
        return self.path.parent.parent

    @property
    def lock_path(self) -> Path:
        """The file that the process which runs the download has locked."""
        return self.path / "lock"

    def part_path(self, index: int) -> Path:
        """Where the file of that number grows."""
        return self.path / f"{index}.part"

    def whole_path(self, index: int) -> Path:
        """Where it waits, complete and checked, for the others."""
        return self.path / f"{index}.whole"

    def done_bytes(self, num_files: int) -> int:
        """How many bytes of all files are there."""
        done_bytes = 0
        for index in range(num_files):
            whole = self.whole_path(index)
            is_whole = whole.is_file()
            done_bytes += (
                whole.stat().st_size if is_whole else read_done_bytes(self.part_path(index))
            )
        return done_bytes

    def create(self) -> None:
        """Make the folder, for nobody else to enter; the models folder above it is for many. Raises `OSError`."""
        self.path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)

    def read(self) -> Record | None:
        """The record; None when it is gone or damaged."""
        path = self.path / _RECORD_NAME
        try:
            return msgspec.json.decode(path.read_bytes(), type=Record)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError):
            _log.warning("%s cannot be read and is left alone", path, exc_info=True)
            return None

    def write(self, record: Record) -> None:
        """Keep `record`; raises `OSError`."""
        self.create()
        replace_privately(self.path / _RECORD_NAME, msgspec.json.encode(record))

    def delete_files(self) -> None:
        """Remove everything but the lock, which is held; raises `OSError`."""
        for path in self.path.glob("*"):
            if path != self.lock_path:
                path.unlink()

    def delete_folder(self) -> None:
        """Remove what `delete_files` left, once the lock is released."""
        try:
            self.lock_path.unlink(missing_ok=True)
            self.path.rmdir()
        except OSError:
            # Another process has just taken an interest in it.
            _log.info("%s stays", self.path, exc_info=True)


def download_id(files: Sequence[HubFile]) -> str:
    """The same for the same files, so that nothing is downloaded twice at a time."""
    names = "\n".join(f"{file.repo_id}\n{file.revision}\n{file.path}" for file in files)
    return hashlib.sha256(names.encode()).hexdigest()[:16]


def target_path(models: Path, file: HubFile, starter_repo: str, starter_file: str) -> Path:
    """Where a finished file goes: by repository and its path there; the starter model directly into `models`.

    Raises `DownloadError` for names that would lead elsewhere, or that not every system can hold.
    """
    if not is_sound_repo_id(file.repo_id) or not is_sound_path(file.path):
        raise DownloadError(
            f"{file.repo_id}/{file.path} has a name that cannot be kept here; choose another model."
        )
    if (file.repo_id, file.path) == (starter_repo, starter_file):
        return models / file.name
    return models.joinpath(*file.repo_id.split("/"), *file.path.split("/"))


def saved_downloads(models: Path) -> Iterator[tuple[DownloadFolder, Record]]:
    """All downloads kept in the models folder."""
    folder = models / FOLDER_NAME
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        one = DownloadFolder(path)
        if path.is_dir() and (record := one.read()) is not None:
            yield one, record

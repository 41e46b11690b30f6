"""Removes what Encore keeps for this user, part by part. What others put beside it stays."""

import logging
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.paths import cache_dir, config_dir, data_dir, log_dir, runtimes_dir
from app.services.downloads.record import FOLDER_NAME as DOWNLOADS_NAME
from app.services.endpoints.store import FILE_NAME as ENDPOINTS_NAME
from app.services.endpoints.store import KEYS_NAME
from app.services.hub.token_store import FILE_NAME as TOKEN_NAME
from app.services.library.entry import ModelEntry, Origin
from app.services.library.record import FACTS_NAME, IMPORTS_NAME
from app.services.tools.store import FILE_NAME as TOOLS_NAME
from app.services.tools.store import KEYS_NAME as TOOL_KEYS_NAME
from app.storage.api_key import FILE_NAME as API_KEY_NAME
from app.storage.database import StorageError
from app.storage.lease import Lease, opening
from app.storage.saved_texts import saved_files

_log = logging.getLogger(__name__)

CONVERSATIONS_NAME = "conversations.sqlite3"
UPDATES_NAME = "updates"
# Data and settings share a folder on Windows and macOS, so files are named one by one.
_SETTINGS_PATTERNS = (
    *("settings.toml*", "models.json", "window.ini*"),
    *(TOKEN_NAME, API_KEY_NAME, ENDPOINTS_NAME, KEYS_NAME, TOOLS_NAME, TOOL_KEYS_NAME),
)
_WINDOW_PATTERN = "window.*"  # of the running window, in the data folder


class Part(StrEnum):
    """What can be removed by itself."""

    CONVERSATIONS = "conversations"
    SETTINGS = "settings"
    MODELS = "models"
    RUNTIMES = "runtimes"
    CACHES = "caches"


@dataclass(frozen=True, slots=True)
class KeptPart:
    """One part as it is now: its files and folders, and their bytes together."""

    part: Part
    paths: tuple[Path, ...]
    size: int


@dataclass(frozen=True, slots=True)
class DataPlaces:
    """Where everything is kept. `list_models` lists the library, other programs' models too."""

    data: Path
    config: Path
    log: Path
    cache: Path
    runtimes: Path
    models: Path
    list_models: Callable[[], Iterable[ModelEntry]]

    @staticmethod
    def default(models: Path, list_models: Callable[[], Iterable[ModelEntry]]) -> "DataPlaces":
        """The places of this user."""
        folders = data_dir(), config_dir(), log_dir(), cache_dir(), runtimes_dir()
        return DataPlaces(*folders, models, list_models)


def find_parts(places: DataPlaces) -> tuple[KeptPart, ...]:
    """Every part that is there, with its size."""
    stem = Path(CONVERSATIONS_NAME).stem
    # Models may lie in a folder with other things: only what the library lists is ours.
    models = [
        path
        for entry in places.list_models()
        if entry.origin is Origin.MODELS_FOLDER
        for path in (entry.paths or (entry.path,))
    ]
    records = [places.models / name for name in (DOWNLOADS_NAME, IMPORTS_NAME, FACTS_NAME)]
    state = [one for pattern in _SETTINGS_PATTERNS for one in places.config.glob(pattern)]
    window = [one for one in places.data.glob(_WINDOW_PATTERN) if one not in state]
    found = {
        Part.CONVERSATIONS: [*places.data.glob(f"{stem}.*")],
        Part.SETTINGS: [*state, *saved_files(places.data)],
        Part.MODELS: [*models, *records],
        Part.RUNTIMES: [places.runtimes],
        Part.CACHES: [places.cache, places.log, places.data / UPDATES_NAME, *window],
    }
    parts = []
    for part, paths in found.items():
        there = tuple(path for path in paths if path.exists() or path.is_symlink())
        if there:
            parts.append(KeptPart(part, there, sum(map(_size, there))))
    return tuple(parts)


def require_closed(places: DataPlaces) -> None:
    """Raise `StorageError` while a window has the conversations open."""
    running = (places.data / CONVERSATIONS_NAME).with_suffix(".running")
    if not running.is_dir():
        return
    try:
        with opening(running):
            lease = Lease(running)
            try:
                is_open = lease.has_others()
            finally:
                lease.release()
    except OSError:
        _log.warning("cannot tell whether a window is open", exc_info=True)
        return
    if is_open:
        raise StorageError("Encore is open; close its windows first, then remove its data.")


def remove_part(part: KeptPart, places: DataPlaces) -> None:
    """Delete the files of a part, and folders that are empty then. Raises `StorageError`."""
    for path in part.paths:
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(
                f"{path} could not be deleted ({error.strerror or error}); delete it by hand."
            ) from error
        if part.part is Part.MODELS:
            _drop_empty(path.parent, places.models)
        elif part.part is Part.SETTINGS:
            _drop_empty(path.parent, places.data)
    for folder in (places.models, places.config, places.data):
        _drop_empty(folder, folder)


def _drop_empty(folder: Path, last: Path) -> None:
    """Remove `folder` and its parents up to `last`, as far as they are empty."""
    while folder.is_relative_to(last):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def _size(path: Path) -> int:
    files = [path] if not path.is_dir() or path.is_symlink() else path.rglob("*")
    return sum(one.lstat().st_size for one in files if one.is_symlink() or one.is_file())

"""Files and folders that only the user may read: folders 0700, files 0600.

On Windows the user's folders are private by default, so nothing is done there. The models folder
keeps its permissions.
"""

import contextlib
import logging
import os
import stat
import uuid
from collections.abc import Collection
from pathlib import Path

_log = logging.getLogger(__name__)

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
_OF_OTHERS = 0o077


def make_private_folder(folder: Path) -> None:
    """Create `folder` and missing parents with private permissions. Raises OSError."""
    for missing in reversed([folder, *folder.parents]):
        if not missing.is_dir():
            missing.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def private_opener(path: str, flags: int) -> int:
    """For `open(opener=…)`: creates files with private permissions."""
    return os.open(path, flags, PRIVATE_FILE)


def touch_private(path: Path) -> None:
    """Create an empty private file if missing, before a library opens it. Raises OSError."""
    with open(path, "ab", opener=private_opener):
        pass


def replace_privately(path: Path, content: bytes) -> None:
    """Atomically replace the file at `path` by `content`, with private permissions.

    Creates the folder, too. After an OSError the old file is unchanged.
    """
    make_private_folder(path.parent)
    temporary = path.with_name(f".{path.name}-{uuid.uuid4().hex}")
    try:
        with open(temporary, "xb", opener=private_opener) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def mend_private_folder(folder: Path, shared: Collection[Path] = ()) -> None:
    """Remove other users' permissions from `folder` and its contents, except the folders `shared`.

    Links are not followed, and files of other users are left alone. Raises no OSError.
    """
    if os.name != "posix":
        return
    try:
        for root, names, file_names, handle in os.fwalk(folder):
            names[:] = [name for name in names if Path(root, name) not in shared]
            _mend(".", handle)
            for name in file_names:
                _mend(name, handle)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        _log.warning("not everything in %s could be made private: %s", folder, error)


def _mend(name: str, folder: int) -> None:
    """Remove other users' permissions from `name` in the open folder."""
    with contextlib.suppress(OSError):
        if not _is_ours_and_open(os.stat(name, dir_fd=folder, follow_symlinks=False)):
            return
        # O_NOFOLLOW and a second check: a link may have replaced it in between.
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        try:
            status = os.fstat(handle)
            if _is_ours_and_open(status):
                os.fchmod(handle, stat.S_IMODE(status.st_mode) & ~_OF_OTHERS)
        finally:
            os.close(handle)


def _is_ours_and_open(status: os.stat_result) -> bool:
    is_kind = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
    return is_kind and status.st_uid == os.geteuid() and bool(status.st_mode & _OF_OTHERS)

"""The database file: opening, migrations, damage. Contains no query about conversations."""

import contextlib
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.storage.lease import Lease, opening
from app.storage.private_files import make_private_folder, touch_private
from app.storage.schema import MIGRATIONS
from engine.errors import EngineError

_log = logging.getLogger(__name__)

# A full check of a larger file would delay the window.
_MAX_CHECKED_BYTES = 64 * 2**20
_BUSY_TIMEOUT_SECONDS = 2.0
# Limit of the copy in memory, used when nothing can be saved.
_MAX_COPIED_BYTES = 256 * 2**20
_WAL_SUFFIX = "-wal"


class StorageError(EngineError):
    """Something could not be read from or written to disk; the message is for the user."""


class GoneError(StorageError):
    """The record to change no longer exists."""


@dataclass(frozen=True, slots=True)
class Database:
    """An open database. `damaged_copy` is where a damaged file was moved, if there was one.

    `lease` is None for a database in memory, which no other process sees.
    """

    connection: sqlite3.Connection
    damaged_copy: Path | None = None
    lease: Lease | None = None

    def close(self) -> None:
        """Close the file; the connection is unusable afterwards."""
        self.connection.close()
        if self.lease is not None:
            self.lease.release()


def open_database(path: Path, migrations: Sequence[str] = MIGRATIONS) -> Database:
    """Open or create the database at `path` and migrate it to the newest schema.

    A damaged file is moved aside and replaced by a new one. Before a migration the file is copied
    next to itself. Raises StorageError when a newer version wrote the file, when it is damaged and
    open in another process, or when the folder is unusable.
    """
    try:
        make_private_folder(path.parent)
        running = path.with_suffix(".running")
        with opening(running):
            lease = Lease(running)
            try:
                connection, damaged_copy = _open_or_replace(path, migrations, lease)
            except BaseException:
                lease.release()
                raise
            return Database(connection, damaged_copy, lease)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StorageError(
            f"The conversations at {path} cannot be opened ({reason}); "
            "check that the folder can be written to and that the disk is not full."
        ) from error


def open_in_memory(path: Path, migrations: Sequence[str] = MIGRATIONS) -> Database:
    """An in-memory database with a copy of what is readable at `path`, which is not changed."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        _copy_into(connection, path, len(migrations))
    except (OSError, sqlite3.Error):
        _log.info("%s cannot be read", path, exc_info=True)
        connection.close()
        connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    _migrate(connection, path, migrations)
    return Database(connection)


@contextlib.contextmanager
def transaction(
    connection: sqlite3.Connection, subject: str = "The conversation"
) -> Iterator[sqlite3.Connection]:
    """Commit all changes or none. Raises StorageError when the disk refuses to save `subject`."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    except sqlite3.Error as error:
        raise StorageError(
            f"{subject} could not be saved ({error}); check that the disk is not full."
        ) from error


def _open_or_replace(
    path: Path, migrations: Sequence[str], lease: Lease
) -> tuple[sqlite3.Connection, Path | None]:
    has_others = lease.has_others()
    try:
        return _open_sound(path, migrations), None
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        _log.exception("damaged database %s", path)
        if has_others:
            raise StorageError(
                f"The conversations at {path} are damaged and another window has them open; "
                "close all windows of Encore and start it again."
            ) from error
        moved = _move_aside(path)
        return _open_sound(path, migrations), moved


def _copy_into(connection: sqlite3.Connection, path: Path, newest_version: int) -> None:
    """Fill `connection` from the file at `path`, unless it is damaged, newer or too large."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        for suffix in ("", _WAL_SUFFIX):
            part = path.with_name(path.name + suffix)
            if part.is_file() and part.stat().st_size <= _MAX_COPIED_BYTES:
                shutil.copyfile(part, Path(folder, part.name))
        with contextlib.closing(sqlite3.connect(copy)) as readable:
            _check(readable, copy)
            (version,) = readable.execute("PRAGMA user_version").fetchone()
            if 0 < version <= newest_version:
                readable.backup(connection)


def _open_sound(path: Path, migrations: Sequence[str]) -> sqlite3.Connection:
    # SQLite gives the WAL files the permissions of this file.
    touch_private(path)
    connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        _check(connection, path)
        _migrate(connection, path, migrations)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    if path.stat().st_size > _MAX_CHECKED_BYTES:
        return
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[str]) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(migrations):
        raise StorageError(
            f"The conversations at {path} were written by a newer version of Encore; "
            "install that version, or move the file away to start afresh."
        )
    is_file = connection.execute("PRAGMA database_list").fetchone()[2] != ""
    if is_file and 0 < version < len(migrations):
        _back_up(connection, path.with_name(f"{path.stem}.v{version}.bak{path.suffix}"))
    for number in range(version, len(migrations)):
        try:
            connection.executescript(
                f"BEGIN;\n{migrations[number]}\nPRAGMA user_version = {number + 1};\nCOMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _back_up(connection: sqlite3.Connection, target: Path) -> None:
    touch_private(target)
    with contextlib.closing(sqlite3.connect(target)) as copy:
        connection.backup(copy)


def _move_aside(path: Path) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
    target = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    path.replace(target)
    for suffix in (_WAL_SUFFIX, "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return target

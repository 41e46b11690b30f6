"""What must be true after a crash, looked at as the next start does."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from app.domain import MessageStatus
from app.storage.conversations import Conversations
from app.storage.database import StorageError, open_database
from app.storage.settings.settings_file import SettingsFile
from app.storage.temporary import FIRST_TEMPORARY_ID
from tests.hostile.crashes.journal import Entries
from tests.hostile.crashes.windows import IMPORTED_MESSAGES, IMPORTED_TITLE, OTHER_TITLE, folders

MOST_LOST_SECONDS = 2.0


def judge(home: Path, victim: Entries, killed: float, *, has_other: bool) -> list[str]:
    """Every sentence is a fault. `killed`: when the victim was, as its journal counts time."""
    paths = folders(home)
    try:
        with closing(open_database(paths.data / "conversations.sqlite3")) as database:
            store = Conversations(database.connection, lease=database.lease)
            store.recover()
            store.purge_deleted()
            faults = [
                *_damage(database.connection, database.damaged_copy),
                *_lost_text(database.connection, victim, killed),
                *_touched(database.connection, has_other=has_other),
                *_torn_imports(database.connection),
            ]
    except StorageError as error:
        faults = [str(error)]
    loaded = SettingsFile(paths.config / "settings.toml").load()
    if loaded.is_damaged or loaded.bad_names:
        faults.append(f"the settings are damaged: {loaded.bad_names}")
    return [*faults, *victim.problems, *_readable_by_others(home)]


def lost_seconds(connection: sqlite3.Connection, victim: Entries, killed: float) -> float:
    """The longest time before its end from which shown text is missing."""
    lost = [0.0]
    for message_id, moments in victim.shown.items():
        length = _kept_length(connection, message_id)
        missing = [moment for moment, shown in moments if length is not None and shown > length]
        lost += [killed - min(missing)] if missing else []
    return max(lost)


def judge_other(home: Path, other: Entries) -> list[str]:
    """The window that lived through all of it, after it has ended its answer and undone its deletion."""
    if not other.is_done:
        return ["the other window did not come to its end", *other.problems]
    faults = list(other.problems)
    with closing(open_database(folders(home).data / "conversations.sqlite3")) as database:
        for message_id, length in other.ended.items():
            kept = _kept_length(database.connection, message_id)
            if kept != length:
                faults.append(f"the other window showed {length} characters and {kept} are kept")
        sql = "SELECT count(*) FROM conversation WHERE title LIKE ? AND is_deleted = 0"
        (num_back,) = database.connection.execute(sql, (f"{OTHER_TITLE}%",)).fetchone()
        if num_back != 2:
            faults.append(f"{num_back} of the other window's 2 conversations are there")
    return faults


def _damage(connection: sqlite3.Connection, damaged_copy: Path | None) -> Iterator[str]:
    if damaged_copy is not None:
        yield f"the database was replaced; see {damaged_copy}"
    for (verdict,) in connection.execute("PRAGMA integrity_check"):
        if verdict != "ok":
            yield verdict
    for row in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row leads nowhere: {row}"
    # Answers that grow are not in the index; for a moment they have ended.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE message SET status = 'partial' WHERE status = 'streaming'")
    for table in ("message_search", "title_search"):
        try:
            connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
        except sqlite3.DatabaseError as error:
            yield f"{table}: {error}"
    connection.execute("ROLLBACK")
    sql = """
        SELECT c.id FROM conversation c LEFT JOIN message m ON m.id = c.active_leaf_id
        WHERE c.active_leaf_id IS NOT NULL AND m.conversation_id IS NOT c.id
    """
    for (row,) in connection.execute(sql):
        yield f"conversation {row} shows what it has not"


def _lost_text(connection: sqlite3.Connection, victim: Entries, killed: float) -> Iterator[str]:
    seconds = lost_seconds(connection, victim, killed)
    if seconds > MOST_LOST_SECONDS:
        yield f"text of the last {seconds:.2f} s is lost"
    for message_id, length in victim.ended.items():
        kept = _kept_length(connection, message_id)
        # An answer that went on since is longer.
        went_on = any(shown > length for _, shown in victim.shown.get(message_id, ()))
        if kept is not None and kept != length and not went_on:
            yield f"a finished answer had {length} characters and {kept} are kept"


def _touched(connection: sqlite3.Connection, *, has_other: bool) -> Iterator[str]:
    sql = "SELECT c.title FROM message m JOIN conversation c ON c.id = conversation_id WHERE status = ?"
    running = [title for (title,) in connection.execute(sql, (MessageStatus.STREAMING,))]
    if running != [OTHER_TITLE] * has_other:
        yield f"running answers are those of {running}"
    sql = "SELECT count(*) FROM conversation WHERE title = ? AND is_deleted = 1"
    (num_deleted,) = connection.execute(sql, (f"{OTHER_TITLE} deleted",)).fetchone()
    if num_deleted != int(has_other):
        yield "the other window cannot undo its deletion any more"


def _torn_imports(connection: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT m.text, count(*) FROM message m JOIN conversation c ON c.id = conversation_id
        WHERE c.is_deleted = 0 AND m.text LIKE ? GROUP BY c.id
    """
    for text, number in connection.execute(sql, (f"{IMPORTED_TITLE} %",)):
        if number != IMPORTED_MESSAGES:
            yield f"{number} messages are kept of what was imported: {text[:40]}"
    sql = "SELECT count(*) FROM message WHERE id >= ?"
    if connection.execute(sql, (FIRST_TEMPORARY_ID,)).fetchone() != (0,):
        yield "a temporary message is on the disk"


def _kept_length(connection: sqlite3.Connection, message_id: int) -> int | None:
    """Characters of an answer; None when it was deleted."""
    sql = "SELECT length(text) + length(reasoning) FROM message WHERE id = ?"
    row = connection.execute(sql, (message_id,)).fetchone()
    return None if row is None else int(row[0])


def _readable_by_others(home: Path) -> Iterator[str]:
    if os.name != "posix":
        return
    for path in home.rglob("*"):
        # Whoever killed it may still be removing files.
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            continue
        if mode & 0o077 and "models" not in path.parts:
            yield f"{path} can be read by others: {mode:o}"

"""Opening, migrating, refusing and replacing the database file."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import Author
from app.storage.conversations import Conversations
from app.storage.database import StorageError, open_database, open_in_memory, transaction
from app.storage.schema import MIGRATIONS

_OPEN = """
import sys
from contextlib import closing
from pathlib import Path
from app.storage.conversations import Conversations
from app.storage.database import open_database
with closing(open_database(Path(sys.argv[1]))) as database:
    store = Conversations(database.connection, lease=database.lease)
    store.recover()
    store.create()
"""

_TWO_STEPS = (
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);",
    "ALTER TABLE note ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;",
)


def test_creates_folder_and_newest_schema(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "deep" / "chats.db")) as database:
        (version,) = database.connection.execute("PRAGMA user_version").fetchone()
        (mode,) = database.connection.execute("PRAGMA journal_mode").fetchone()
    assert (version, mode, database.damaged_copy) == (len(MIGRATIONS), "wal", None)


def test_migrates_what_an_older_version_wrote_and_keeps_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with closing(open_database(path, _TWO_STEPS[:1])) as old:
        old.connection.execute("INSERT INTO note (text) VALUES ('kept')")
    with closing(open_database(path, _TWO_STEPS)) as new:
        assert new.connection.execute("SELECT text, is_pinned FROM note").fetchall() == [
            ("kept", 0)
        ]
    with closing(sqlite3.connect(tmp_path / "notes.v1.bak.db")) as backup:
        assert backup.execute("SELECT * FROM note").fetchall() == [(1, "kept")]


def test_answers_kept_before_there_were_thoughts_have_none(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path, MIGRATIONS[:1])) as old:
        old.connection.execute("INSERT INTO conversation (created, updated) VALUES (0, 0)")
        old.connection.execute(
            "INSERT INTO message (conversation_id, author, text, status, created)"
            " VALUES (1, 'assistant', 'kept', 'complete', 0)"
        )
    with closing(open_database(path)) as new:
        message = Conversations(new.connection).message(1)
    assert (message.text, message.reasoning, message.stats.thinking_ms) == ("kept", "", None)


def test_a_failed_migration_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    open_database(path, _TWO_STEPS[:1]).close()
    broken = (_TWO_STEPS[0], "ALTER TABLE note ADD COLUMN a TEXT; SELECT nothing FROM nowhere;")
    with pytest.raises(StorageError, match="cannot be opened"):
        open_database(path, broken)
    with closing(open_database(path, _TWO_STEPS)) as database:
        columns = [row[1] for row in database.connection.execute("PRAGMA table_info(note)")]
    assert columns == ["id", "text", "is_pinned"]


def test_refuses_a_newer_schema_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    open_database(path, _TWO_STEPS).close()
    with pytest.raises(StorageError, match="newer version of Encore"):
        open_database(path, _TWO_STEPS[:1])
    assert path.exists()


@pytest.mark.parametrize("damage", ["garbage", "torn"])
def test_moves_a_damaged_file_aside_and_starts_afresh(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path)) as database, transaction(database.connection):
        for number in range(200):
            database.connection.execute(
                "INSERT INTO conversation (title, created, updated) VALUES (?, 0, 0)",
                (f"a title that fills pages {number}" * 20,),
            )
    content = path.read_bytes()
    torn = content[:8192] + b"\xff" * (len(content) - 8192)
    path.write_bytes(b"not a database" * 900 if damage == "garbage" else torn)
    with closing(open_database(path)) as fresh:
        assert fresh.connection.execute("SELECT count(*) FROM conversation").fetchone() == (0,)
        assert fresh.damaged_copy is not None
        assert fresh.damaged_copy.exists()


def test_a_damaged_file_that_another_window_has_open_stays_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path)) as database:
        database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        path.write_bytes(b"not a database" * 900)
        with pytest.raises(StorageError, match="another window has them open"):
            open_database(path)
        assert path.read_bytes() == b"not a database" * 900


def test_several_windows_may_be_the_first(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _OPEN, str(tmp_path / "new" / "chats.db")]
    windows = [
        subprocess.Popen(command, cwd=Path(__file__).parents[3], stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    problems = [window.communicate(timeout=60)[1] for window in windows]
    assert problems == [b""] * 4
    with closing(open_database(tmp_path / "new" / "chats.db")) as database:
        assert len(Conversations(database.connection).all()) == 4


@pytest.mark.skipif(os.name != "posix", reason="Windows has other means")
def test_nobody_else_may_read_any_of_its_files(tmp_path: Path) -> None:
    path = tmp_path / "data" / "notes.db"
    open_database(path, _TWO_STEPS[:1]).close()
    with closing(open_database(path, _TWO_STEPS)) as database, transaction(database.connection):
        database.connection.execute("INSERT INTO note (text) VALUES ('private')")
        modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.rglob("*")}
    assert modes.pop("notes.running") == path.parent.stat().st_mode & 0o777 == 0o700
    assert {"notes.db", "notes.db-wal", "notes.db-shm", "notes.v1.bak.db"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_where_nothing_can_be_kept_what_is_there_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path)) as database:
        kept = Conversations(database.connection)
        chat = kept.create()
        kept.append(chat.id, None, Author.USER, "an otter")
        before = {each: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
        with closing(open_in_memory(path)) as copy:
            store = Conversations(copy.connection)
            assert [hit.conversation.id for hit in store.search("otter")] == [chat.id]
            store.append(chat.id, None, Author.USER, "unsaved")
        assert before == {each: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
        assert len(kept.branch(chat.id)) == 1


@pytest.mark.parametrize("content", [None, b"not a database" * 900])
def test_in_memory_one_can_always_begin(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "chats.db"
    if content is not None:
        path.write_bytes(content)
    with closing(open_in_memory(path)) as database:
        assert Conversations(database.connection).create().title == ""


def test_what_a_newer_version_wrote_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(open_database(path)) as database:
        Conversations(database.connection).create()
        database.connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with closing(open_in_memory(path)) as copy:
        assert Conversations(copy.connection).all() == []


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="cannot be opened"):
        open_database(tmp_path / "file" / "chats.db")


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "notes.db", _TWO_STEPS)) as database:
        connection = database.connection
        sql = "INSERT INTO note (text) VALUES (?)"
        with pytest.raises(StorageError), transaction(connection):
            connection.executemany(sql, [("lost",), (None,)])
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (0,)

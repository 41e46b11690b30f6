"""The database of temporary conversations: in memory, never on the disk."""

import sqlite3

from app.storage.schema import MIGRATIONS

FIRST_TEMPORARY_ID = 2**30
"""Ids of temporary conversations, messages and attachments begin here, above any in a file."""


def open_temporary() -> sqlite3.Connection:
    """An empty database in memory whose ids follow `FIRST_TEMPORARY_ID`."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA temp_store = MEMORY")  # a large sort would use a file
    connection.execute("PRAGMA foreign_keys = ON")
    for migration in MIGRATIONS:
        connection.executescript(migration)
    # SQLite counts on from the largest id; these rows are never shown.
    connection.execute(
        "INSERT INTO conversation (id, created, updated, is_deleted) VALUES (?, 0, 0, 1)",
        (FIRST_TEMPORARY_ID,),
    )
    connection.execute(
        "INSERT INTO message (id, conversation_id, author, text, status, created)"
        " VALUES (?, ?, 'user', '', 'complete', 0)",
        (FIRST_TEMPORARY_ID, FIRST_TEMPORARY_ID),
    )
    connection.execute(
        "INSERT INTO attachment (id, conversation_id, message_id, name, text, num_characters)"
        " VALUES (?, ?, ?, '', '', 0)",
        (FIRST_TEMPORARY_ID,) * 3,
    )
    return connection

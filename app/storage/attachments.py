"""All SQL about attachments: those of messages, and those of drafts. Used as `Conversations` is."""

import json
import sqlite3
from collections.abc import Callable, Iterable

from app.domain import Attachment
from app.storage.database import transaction


class DraftAttachments:
    """What goes along with the unsent messages. Writing raises StorageError.

    `database_of` gives the database of the conversation or attachment with an id.
    """

    def __init__(self, database_of: Callable[[int], sqlite3.Connection]) -> None:
        self._database_of = database_of

    def all(self, conversation_id: int) -> dict[int, Attachment]:
        """Those of a conversation's draft by id, in the order they were added."""
        sql = (
            "SELECT id, name, text, num_characters FROM attachment"
            " WHERE conversation_id = ? AND message_id IS NULL ORDER BY id"
        )
        rows = self._database_of(conversation_id).execute(sql, (conversation_id,))
        return {row_id: Attachment(*values) for row_id, *values in rows}

    def add(self, conversation_id: int, attachment: Attachment) -> int:
        """Add to the draft of a conversation; returns the id."""
        with transaction(self._database_of(conversation_id)) as connection:
            return insert(connection, conversation_id, None, attachment)

    def cut(self, attachment_id: int, text: str) -> None:
        """Keep only `text`, the beginning."""
        with transaction(self._database_of(attachment_id)) as connection:
            sql = "UPDATE attachment SET text = ? WHERE id = ? AND message_id IS NULL"
            connection.execute(sql, (text, attachment_id))

    def remove(self, attachment_ids: Iterable[int]) -> None:
        """Remove from their draft."""
        sql = "DELETE FROM attachment WHERE id = ? AND message_id IS NULL"
        for attachment_id in attachment_ids:
            with transaction(self._database_of(attachment_id)) as connection:
                connection.execute(sql, (attachment_id,))


def insert(
    connection: sqlite3.Connection,
    conversation_id: int,
    message_id: int | None,
    attachment: Attachment,
) -> int:
    """Add a row, within a transaction; returns its id."""
    row_id = connection.execute(
        "INSERT INTO attachment (conversation_id, message_id, name, text, num_characters)"
        " VALUES (?, ?, ?, ?, ?)",
        (
            *(conversation_id, message_id),
            *(attachment.name, attachment.text, attachment.num_characters),
        ),
    ).lastrowid
    assert row_id is not None
    return row_id


def attachments_of(
    connection: sqlite3.Connection, message_ids: Iterable[int]
) -> dict[int, tuple[Attachment, ...]]:
    """The attachments of those messages that have any."""
    found: dict[int, list[Attachment]] = {}
    for message_id, *values in connection.execute(
        "SELECT message_id, name, text, num_characters FROM attachment"
        " WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (json.dumps(list(message_ids)),),
    ):
        found.setdefault(message_id, []).append(Attachment(*values))
    return {message_id: tuple(attachments) for message_id, attachments in found.items()}

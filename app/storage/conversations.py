"""All SQL about conversations and messages. Used on the thread that opened the database."""

import re
import sqlite3
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, fields
from datetime import UTC, datetime
from typing import Any

from app.domain import AnswerStats, Author, Conversation, Message, MessageStatus, SearchHit
from app.storage.database import GoneError, transaction
from app.storage.lease import Lease
from app.storage.message_tree import MessageTree

_PREVIEW_LEN = 160
_MAX_HITS = 200

_STATS_COLUMNS = tuple(field.name for field in fields(AnswerStats))
_CONVERSATION_SQL = f"""
    SELECT c.id, c.title, c.created, c.updated,
        substr(coalesce(m.text, ''), 1, {_PREVIEW_LEN}), c.draft
    FROM conversation c LEFT JOIN message m ON m.id = c.active_leaf_id
"""
_MESSAGE_SQL = f"""
    SELECT m.id, m.conversation_id, m.parent_id, m.author, m.text, m.status, m.created,
        m.model, m.settings_json, m.problem, m.reasoning, m.token_ids,
        {", ".join("m." + name for name in _STATS_COLUMNS)},
        (SELECT count(*) FROM message s WHERE s.conversation_id = m.conversation_id
            AND s.parent_id IS m.parent_id AND s.id <= m.id),
        (SELECT count(*) FROM message s WHERE s.conversation_id = m.conversation_id
            AND s.parent_id IS m.parent_id)
"""


class Conversations:
    """Conversations and their message trees.

    The shown branch is the path from the conversation's active leaf up to its root. All methods
    that write raise app.storage.database.StorageError when the disk refuses the write.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        clock: Callable[[], float] = time.time,
        lease: Lease | None = None,
    ) -> None:
        """With a `lease`, processes respect each other's streaming answers and deletions."""
        self._connection = connection
        self._clock = clock
        self._lease = lease
        self._owner = lease.owner if lease is not None else None
        self.tree = MessageTree(connection, clock, self._owner)

    def create(self) -> Conversation:
        """Create an empty conversation."""
        now = self._clock()
        row_id = self._write("INSERT INTO conversation (created, updated) VALUES (?, ?)", now, now)
        return self.get(row_id)

    def get(self, conversation_id: int) -> Conversation:
        """Raises KeyError for an unknown id."""
        sql = _CONVERSATION_SQL + "WHERE c.id = ? AND c.is_deleted = 0"
        row = self._connection.execute(sql, (conversation_id,)).fetchone()
        if row is None:
            raise KeyError(conversation_id)
        return _conversation(row)

    def all(self) -> list[Conversation]:
        """All conversations, most recently changed first."""
        sql = _CONVERSATION_SQL + "WHERE c.is_deleted = 0 ORDER BY c.updated DESC, c.id DESC"
        return [_conversation(row) for row in self._connection.execute(sql)]

    def rename(self, conversation_id: int, title: str) -> None:
        """Set the title."""
        self._write("UPDATE conversation SET title = ? WHERE id = ?", title, conversation_id)

    def set_draft(self, conversation_id: int, text: str) -> None:
        """Save text that was written but not sent."""
        self._write("UPDATE conversation SET draft = ? WHERE id = ?", text, conversation_id)

    def settings_json(self, conversation_id: int) -> str:
        """What a conversation sets for itself; "" for nothing, also for an unknown one."""
        sql = "SELECT settings_json FROM conversation WHERE id = ?"
        row = self._connection.execute(sql, (conversation_id,)).fetchone()
        return "" if row is None else str(row[0])

    def set_settings_json(self, conversation_id: int, content: str) -> None:
        """Keep what a conversation sets for itself."""
        sql = "UPDATE conversation SET settings_json = ? WHERE id = ?"
        self._write(sql, content, conversation_id)

    def delete(self, conversation_id: int) -> None:
        """Hide a conversation until `restore` or `purge_deleted`."""
        sql = "UPDATE conversation SET is_deleted = 1, deleted_by = ? WHERE id = ?"
        self._write(sql, self._owner, conversation_id)

    def restore(self, conversation_id: int) -> bool:
        """Undo `delete`; False when the conversation is already purged."""
        sql = "UPDATE conversation SET is_deleted = 0, deleted_by = NULL WHERE id = ?"
        with transaction(self._connection):
            return self._connection.execute(sql, (conversation_id,)).rowcount > 0

    def purge_deleted(self) -> None:
        """Purge deleted conversations, unless a live process may undo that or answers."""
        deleted = "FROM conversation WHERE is_deleted = 1"
        with transaction(self._connection):
            for owner in self._ended_owners(f"SELECT DISTINCT deleted_by {deleted}"):
                self._connection.execute(
                    f"DELETE {deleted} AND deleted_by IS ? AND NOT EXISTS (SELECT 1 FROM message"
                    " WHERE conversation_id = conversation.id AND status = ?)",
                    (owner, MessageStatus.STREAMING),
                )

    def recover(self) -> int:
        """At start: mark streaming answers of ended processes as partial; returns their number."""
        num_recovered = 0
        sql = f"SELECT DISTINCT owner FROM message WHERE status = '{MessageStatus.STREAMING}'"
        with transaction(self._connection):
            for owner in self._ended_owners(sql):
                num_recovered += self._connection.execute(
                    "UPDATE message SET status = ?, owner = NULL WHERE status = ? AND owner IS ?",
                    (MessageStatus.PARTIAL, MessageStatus.STREAMING, owner),
                ).rowcount
        return num_recovered

    def branch(self, conversation_id: int) -> list[Message]:
        """The messages of the shown branch, oldest first."""
        sql = f"""
            WITH RECURSIVE path (id) AS (
                SELECT active_leaf_id FROM conversation WHERE id = ?
                UNION ALL SELECT message.parent_id FROM message JOIN path USING (id)
            )
            {_MESSAGE_SQL} FROM path JOIN message m USING (id) ORDER BY m.id
        """
        return [_message(row) for row in self._connection.execute(sql, (conversation_id,))]

    def messages(self, conversation_id: int) -> list[Message]:
        """All messages of the tree, oldest first."""
        sql = _MESSAGE_SQL + "FROM message m WHERE m.conversation_id = ? ORDER BY m.id"
        return [_message(row) for row in self._connection.execute(sql, (conversation_id,))]

    def message(self, message_id: int) -> Message:
        """Raises KeyError for an unknown id."""
        sql = _MESSAGE_SQL + "FROM message m WHERE m.id = ?"
        row = self._connection.execute(sql, (message_id,)).fetchone()
        if row is None:
            raise KeyError(message_id)
        return _message(row)

    def append(
        self,
        conversation_id: int,
        parent_id: int | None,
        author: Author,
        text: str,
        status: MessageStatus = MessageStatus.COMPLETE,
        *,
        model: str | None = None,
        settings_json: str | None = None,
    ) -> Message:
        """Add a message below `parent_id` (a new version if it has siblings) and show its branch.

        Raises GoneError when another window deleted the conversation.
        """
        now = self._clock()
        with transaction(self._connection):
            self._require(conversation_id)
            row_id = self._connection.execute(
                "INSERT INTO message (conversation_id, parent_id, author, text, status, created,"
                " model, settings_json, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(conversation_id, parent_id, author, text, status, now),
                    *(model, settings_json, self._owner),
                ),
            ).lastrowid
            self._connection.execute(
                "UPDATE conversation SET active_leaf_id = ?, updated = ? WHERE id = ?",
                (row_id, now, conversation_id),
            )
        assert row_id is not None
        return self.message(row_id)

    def save_text(self, message_id: int, text: str, reasoning: str = "") -> None:
        """Save the part of an answer that has arrived."""
        sql = "UPDATE message SET text = ?, reasoning = ? WHERE id = ?"
        self._write(sql, text, reasoning, message_id)

    def set_model(self, message_id: int, model: str) -> None:
        """Note the model of an answer."""
        self._write("UPDATE message SET model = ? WHERE id = ?", model, message_id)

    def finish(
        self,
        message_id: int,
        text: str,
        status: MessageStatus,
        stats: AnswerStats,
        problem: str | None = None,
        reasoning: str = "",
        token_ids: Sequence[int] = (),
    ) -> Message:
        """Save the end of an answer; `token_ids` of one that may go on. Raises GoneError when its conversation was deleted."""
        names = ("text", "status", "problem", "reasoning", "token_ids", *_STATS_COLUMNS)
        blob = struct.pack(f"<{len(token_ids)}I", *token_ids) or None
        assignments = ", ".join(f"{name} = ?" for name in names)
        self._write(
            f"UPDATE message SET {assignments}, owner = NULL WHERE id = ?",
            *(text, status, problem, reasoning, blob, *_stats_values(stats), message_id),
        )
        try:
            return self.message(message_id)
        except KeyError as error:
            raise GoneError("The answer was deleted with its conversation.") from error

    def search(self, text: str) -> list[SearchHit]:
        """Conversations with words that start with those of `text` in the title or one message.

        Titles first, then messages, best match first.
        """
        words = re.findall(r"\w+", text)
        if not words:
            return []
        query = " ".join(f'"{word}"*' for word in words)
        pieces: dict[int, str] = {}
        titles = "SELECT rowid, '' FROM title_search WHERE title_search MATCH ? ORDER BY rank"
        messages = (
            "SELECT m.conversation_id, snippet(message_search, 0, '', '', '…', 12) "
            "FROM message_search JOIN message m ON m.id = message_search.rowid "
            "WHERE message_search MATCH ? ORDER BY rank"
        )
        for sql in (titles, messages):
            for conversation_id, piece in self._connection.execute(
                f"{sql} LIMIT {_MAX_HITS}", (query,)
            ):
                pieces.setdefault(conversation_id, piece)
        known = {conversation.id: conversation for conversation in self.all()}
        return [SearchHit(known[row], piece) for row, piece in pieces.items() if row in known]

    def _require(self, conversation_id: int) -> None:
        sql = "SELECT 1 FROM conversation WHERE id = ? AND is_deleted = 0"
        if self._connection.execute(sql, (conversation_id,)).fetchone() is None:
            raise GoneError(
                "This conversation was deleted in another window; start or choose another one."
            )

    def _ended_owners(self, sql: str) -> list[str | None]:
        """The owners selected by `sql` that have ended. Call it within a transaction."""
        owners = [owner for (owner,) in self._connection.execute(sql)]
        return [one for one in owners if self._lease is None or not self._lease.is_alive(one)]

    def _write(self, sql: str, *values: object) -> int:
        with transaction(self._connection):
            cursor = self._connection.execute(sql, values)
        return cursor.lastrowid or 0


def _conversation(row: tuple[Any, ...]) -> Conversation:
    row_id, title, created, updated, preview, draft = row
    return Conversation(row_id, title, _time(created), _time(updated), preview, draft)


def _message(row: tuple[Any, ...]) -> Message:
    row_id, conversation_id, parent_id, author, text, status, created, *rest = row
    model, settings_json, problem, reasoning, token_ids, *stats, version, num_versions = rest
    known = dict(zip(_STATS_COLUMNS, stats, strict=True))
    known["seed"] = None if known["seed"] is None else int(known["seed"])
    return Message(
        id=row_id,
        conversation_id=conversation_id,
        parent_id=parent_id,
        author=Author(author),
        text=text,
        status=MessageStatus(status),
        created=_time(created),
        model=model,
        settings_json=settings_json,
        problem=problem,
        stats=AnswerStats(**known),
        version=version,
        num_versions=num_versions,
        reasoning=reasoning,
        token_ids=struct.unpack(f"<{len(token_ids) // 4}I", token_ids) if token_ids else (),
    )


def _stats_values(stats: AnswerStats) -> list[object]:
    values = dict(zip(_STATS_COLUMNS, astuple(stats), strict=True))
    # SQLite's signed integers cannot hold every 64-bit seed.
    values["seed"] = None if stats.seed is None else str(stats.seed)
    return list(values.values())


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)

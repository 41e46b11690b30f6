"""All SQL about conversations and messages. Used on the thread that opened the database."""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain

from app.domain import (
    AnswerStats,
    Attachment,
    Author,
    Conversation,
    Message,
    MessageStatus,
    SearchHit,
    Spans,
    ToolUse,
    Twin,
)
from app.storage.attachments import DraftAttachments, attachments_of, insert
from app.storage.database import GoneError, transaction
from app.storage.folders import Folders
from app.storage.importing import ChatImport
from app.storage.lease import Lease
from app.storage.message_tree import MessageTree
from app.storage.rows import CONVERSATION_SQL, MESSAGE_SQL, conversation_of, message_of, packed
from app.storage.search import find
from app.storage.stats_columns import STATS_COLUMNS, stats_values
from app.storage.temporary import FIRST_TEMPORARY_ID, open_temporary
from app.storage.tool_uses import encode_tool_uses


class Conversations:
    """Conversations and their message trees.

    The shown branch is the path from the conversation's active leaf up to its root. `folders` is
    how a person orders them. Temporary ones are in memory and have ids of their own range. All
    methods that write raise app.storage.database.StorageError when the disk refuses the write.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        clock: Callable[[], float] = time.time,
        lease: Lease | None = None,
    ) -> None:
        """With a `lease`, processes respect each other's streaming answers and deletions."""
        self.folders = Folders(connection)
        self._connection = connection
        self._temporary: sqlite3.Connection | None = None
        self.drafted = DraftAttachments(self._at)
        self._clock = clock
        self._lease = lease
        self._owner = lease.owner if lease is not None else None

    def create(self, *, is_temporary: bool = False) -> Conversation:
        """Create an empty conversation."""
        now = self._clock()
        home = FIRST_TEMPORARY_ID if is_temporary else 0
        sql = "INSERT INTO conversation (created, updated) VALUES (?, ?)"
        return self.get(self._write(home, sql, now, now))

    def get(self, conversation_id: int) -> Conversation:
        """Raises KeyError for an unknown id."""
        sql = CONVERSATION_SQL + "WHERE c.id = ? AND c.is_deleted = 0"
        row = self._at(conversation_id).execute(sql, (conversation_id,)).fetchone()
        if row is None:
            raise KeyError(conversation_id)
        return conversation_of(row)

    def all(self) -> list[Conversation]:
        """All conversations, most recently changed first; temporary ones come before the rest."""
        sql = CONVERSATION_SQL + "WHERE c.is_deleted = 0 ORDER BY c.updated DESC, c.id DESC"
        homes = [self._temporary, self._connection]
        return [
            conversation_of(row) for home in homes if home is not None for row in home.execute(sql)
        ]

    def rename(self, conversation_id: int, title: str) -> None:
        """Set the title that a person chose; `suggest_title` leaves it alone from then on."""
        sql = "UPDATE conversation SET title = ?, is_named = 1 WHERE id = ?"
        self._write(conversation_id, sql, title, conversation_id)

    def suggest_title(self, conversation_id: int, title: str) -> None:
        """Set the title, unless a person has chosen one."""
        sql = "UPDATE conversation SET title = ? WHERE id = ? AND is_named = 0"
        self._write(conversation_id, sql, title, conversation_id)

    def set_draft(self, conversation_id: int, text: str) -> None:
        """Save text that was written but not sent."""
        sql = "UPDATE conversation SET draft = ? WHERE id = ?"
        self._write(conversation_id, sql, text, conversation_id)

    def settings_json(self, conversation_id: int) -> str:
        """What a conversation sets for itself; "" for nothing, also for an unknown one."""
        sql = "SELECT settings_json FROM conversation WHERE id = ?"
        row = self._at(conversation_id).execute(sql, (conversation_id,)).fetchone()
        return "" if row is None else str(row[0])

    def set_settings_json(self, conversation_id: int, content: str) -> None:
        """Keep what a conversation sets for itself."""
        sql = "UPDATE conversation SET settings_json = ? WHERE id = ?"
        self._write(conversation_id, sql, content, conversation_id)

    def set_viewed(self, conversation_id: int) -> None:
        """Note that a conversation is shown now."""
        sql = "UPDATE conversation SET viewed = ? WHERE id = ?"
        self._write(conversation_id, sql, self._clock(), conversation_id)

    def last_viewed(self) -> int | None:
        """The conversation that was shown last, else the newest one; None if there is none."""
        sql = (
            "SELECT id FROM conversation WHERE is_deleted = 0"
            " ORDER BY viewed DESC, updated DESC, id DESC LIMIT 1"
        )
        row = self._connection.execute(sql).fetchone()
        return None if row is None else int(row[0])

    def delete(self, *conversation_ids: int) -> None:
        """Hide conversations until `restore` or `purge_deleted`; temporary ones are gone."""
        temporary = [(one,) for one in conversation_ids if one >= FIRST_TEMPORARY_ID]
        if temporary:
            with transaction(self._at(FIRST_TEMPORARY_ID)) as connection:
                connection.executemany("DELETE FROM conversation WHERE id = ?", temporary)
        sql = "UPDATE conversation SET is_deleted = 1, deleted_by = ? WHERE id = ?"
        rows = [(self._owner, one) for one in conversation_ids if one < FIRST_TEMPORARY_ID]
        with transaction(self._connection):
            self._connection.executemany(sql, rows)

    def restore(self, *conversation_ids: int) -> list[int]:
        """Undo `delete`; returns those that were there to be restored."""
        sql = (
            "UPDATE conversation SET is_deleted = 0, deleted_by = NULL"
            " WHERE id = ? AND is_deleted = 1"
        )
        with transaction(self._connection):
            return [
                one for one in conversation_ids if self._connection.execute(sql, (one,)).rowcount
            ]

    def begin_import(self) -> ChatImport:
        """An import of conversations from elsewhere."""
        return ChatImport(self._connection, self._owner, self._clock)

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
            {MESSAGE_SQL} FROM path JOIN message m USING (id) ORDER BY m.id
        """
        return self._read(sql, conversation_id)

    def messages(self, conversation_id: int) -> list[Message]:
        """All messages of the tree, oldest first."""
        sql = MESSAGE_SQL + "FROM message m WHERE m.conversation_id = ? ORDER BY m.id"
        return self._read(sql, conversation_id)

    def message(self, message_id: int) -> Message:
        """Raises KeyError for an unknown id."""
        found = self._read(MESSAGE_SQL + "FROM message m WHERE m.id = ?", message_id)
        if not found:
            raise KeyError(message_id)
        return found[0]

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
        attachments: Sequence[Attachment] = (),
    ) -> Message:
        """Add a message below `parent_id` (a new version if it has siblings) and show its branch.

        Raises GoneError when another window deleted the conversation.
        """
        now = self._clock()
        with transaction(self._at(conversation_id)) as connection:
            self._require(conversation_id)
            row_id = connection.execute(
                "INSERT INTO message (conversation_id, parent_id, author, text, status, created,"
                " model, settings_json, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(conversation_id, parent_id, author, text, status, now),
                    *(model, settings_json, self._owner),
                ),
            ).lastrowid
            connection.execute(
                "UPDATE conversation SET active_leaf_id = ?, updated = ? WHERE id = ?",
                (row_id, now, conversation_id),
            )
            for attachment in attachments:
                insert(connection, conversation_id, row_id, attachment)
        assert row_id is not None
        return self.message(row_id)

    def save_text(
        self, message_id: int, text: str, reasoning: str = "", drafted: Spans = ()
    ) -> None:
        """Save the part of an answer that has arrived."""
        sql = "UPDATE message SET text = ?, reasoning = ?, drafted_spans = ? WHERE id = ?"
        self._write(message_id, sql, text, reasoning, packed(chain(*drafted)), message_id)

    def save_tool_uses(self, message_id: int, uses: Sequence[ToolUse]) -> None:
        """Save the calls of tools within an answer."""
        sql = "UPDATE message SET tool_uses = ? WHERE id = ?"
        self._write(message_id, sql, encode_tool_uses(uses), message_id)

    def set_model(self, message_id: int, model: str) -> None:
        """Note the model of an answer."""
        self._write(message_id, "UPDATE message SET model = ? WHERE id = ?", model, message_id)

    def finish(
        self,
        message_id: int,
        text: str,
        status: MessageStatus,
        stats: AnswerStats,
        problem: str | None = None,
        reasoning: str = "",
        token_ids: Sequence[int] = (),
        drafted: Spans = (),
    ) -> Message:
        """Save the end of an answer; `token_ids` are those of one that may go on.

        Raises GoneError when its conversation was deleted.
        """
        names = ("text", "status", "problem", "reasoning", *STATS_COLUMNS)
        names += ("token_ids", "drafted_spans")
        assignments = ", ".join(f"{name} = ?" for name in names)
        self._write(
            message_id,
            f"UPDATE message SET {assignments}, owner = NULL WHERE id = ?",
            *(text, status, problem, reasoning, *stats_values(stats)),
            *(packed(token_ids), packed(chain(*drafted)), message_id),
        )
        try:
            return self.message(message_id)
        except KeyError as error:
            raise GoneError("The answer was deleted with its conversation.") from error

    def search(self, text: str) -> list[SearchHit]:
        """Conversations with words that start with those of `text` in title, message or attachment.

        Titles come first, then the newest messages, then attachments. Temporary conversations are
        not searched.
        """
        hits = []
        for conversation_id, found in find(self._connection, text).items():
            with contextlib.suppress(KeyError):
                hits.append(SearchHit(self.get(conversation_id), *found))
        return hits

    def tree_of(self, row_id: int) -> MessageTree:
        """Changes of the tree that has the conversation or message `row_id`."""
        return MessageTree(self._at(row_id), self._clock, self._owner)

    def _at(self, row_id: int) -> sqlite3.Connection:
        """The database of the conversation or message `row_id`."""
        if row_id < FIRST_TEMPORARY_ID:
            return self._connection
        if self._temporary is None:
            self._temporary = open_temporary()
        return self._temporary

    def _read(self, sql: str, row_id: int) -> list[Message]:
        connection = self._at(row_id)
        rows = connection.execute(sql, (row_id,)).fetchall()
        messages = [self._with_twin(message_of(row)) for row in rows]
        attached = attachments_of(connection, (message.id for message in messages))
        return [
            replace(message, attachments=attached[message.id])
            if message.id in attached
            else message
            for message in messages
        ]

    def _require(self, conversation_id: int) -> None:
        sql = "SELECT 1 FROM conversation WHERE id = ? AND is_deleted = 0"
        if self._at(conversation_id).execute(sql, (conversation_id,)).fetchone() is None:
            raise GoneError(
                "This conversation was deleted in another window; start or choose another one."
            )

    def _ended_owners(self, sql: str) -> list[str | None]:
        """The owners selected by `sql` that have ended. Call it within a transaction."""
        owners = [owner for (owner,) in self._connection.execute(sql)]
        return [one for one in owners if self._lease is None or not self._lease.is_alive(one)]

    def _with_twin(self, message: Message) -> Message:
        """`message`, with the first other version that has the same tokens."""
        if message.num_versions < 2 or not message.stats.new_tokens:
            return message
        sql = (
            "SELECT id, fnv1a64, tok_s FROM message"
            " WHERE conversation_id = ? AND parent_id IS ? ORDER BY id"
        )
        siblings = self._at(message.id).execute(sql, (message.conversation_id, message.parent_id))
        for version, (row_id, fnv1a64, tok_s) in enumerate(siblings, start=1):
            if fnv1a64 == message.stats.fnv1a64 and fnv1a64 and row_id != message.id:
                return replace(message, twin=Twin(version, tok_s))
        return message

    def _write(self, row_id: int, sql: str, *values: object) -> int:
        """Execute `sql` where the conversation or message `row_id` is."""
        with transaction(self._at(row_id)) as connection:
            cursor = connection.execute(sql, values)
        return cursor.lastrowid or 0

"""Writes conversations from elsewhere into the database, hidden until all of them are there."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.domain import AnswerStats, Attachment, Author, MessageStatus, ToolUse
from app.storage.attachments import insert
from app.storage.database import transaction
from app.storage.rows import time_of
from app.storage.stats_columns import STATS_COLUMNS, stats_values
from app.storage.tool_uses import encode_tool_uses

_MESSAGES_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class ImportedMessage:
    """A message from elsewhere; `parent` is the key of another one before it. Times are seconds."""

    key: str
    parent: str | None
    author: Author
    text: str
    created: float | None = None
    model: str | None = None
    reasoning: str = ""
    settings_json: str | None = None
    stats: AnswerStats = field(default_factory=AnswerStats)
    attachments: tuple[Attachment, ...] = ()
    tool_uses: tuple[ToolUse, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedChat:
    """A conversation from elsewhere. Parents come before replies; `shown` is the last shown."""

    title: str
    messages: Sequence[ImportedMessage]
    shown: str | None = None
    created: float | None = None
    updated: float | None = None


@dataclass(slots=True)
class ImportCount:
    """What came of an import: the ids of new conversations, and how many were there already."""

    ids: list[int] = field(default_factory=list)
    num_present: int = 0


class ChatImport:
    """One import. What a crash leaves of it is removed at the next start, as if deleted."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        owner: str | None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._connection = connection
        self._owner = owner
        self._clock = clock
        self.count = ImportCount()

    def write(self, chats: Sequence[ImportedChat]) -> Iterator[None]:
        """Write a bounded amount at each step. Raises StorageError."""
        present = self._present()
        for chat in chats:
            begun = None if chat.created is None else time_of(chat.created)
            if (begun, chat.messages[0].text) in present:
                self.count.num_present += 1
                continue
            yield from self._write_chat(chat)
        rows = [(row_id,) for row_id in self.count.ids]
        with transaction(self._connection):
            sql = "UPDATE conversation SET is_deleted = 0, deleted_by = NULL WHERE id = ?"
            self._connection.executemany(sql, rows)

    def _present(self) -> set[tuple[datetime, str]]:
        """Beginning, as exact as an export says it, and first message of each conversation."""
        sql = (
            "SELECT c.created, m.text FROM conversation c"
            " JOIN message m ON m.conversation_id = c.id AND m.parent_id IS NULL"
            " WHERE c.is_deleted = 0"
        )
        return {(time_of(begun), text) for begun, text in self._connection.execute(sql)}

    def _write_chat(self, chat: ImportedChat) -> Iterator[None]:
        now = self._clock()
        created = now if chat.created is None else chat.created
        updated = created if chat.updated is None else chat.updated
        with transaction(self._connection):
            chat_id = self._connection.execute(
                "INSERT INTO conversation (title, created, updated, is_named, is_deleted,"
                " deleted_by) VALUES (?, ?, ?, 1, 1, ?)",
                (chat.title, created, updated, self._owner),
            ).lastrowid
        assert chat_id is not None
        ids: dict[str, int] = {}
        for first in range(0, len(chat.messages), _MESSAGES_AT_ONCE):
            part = chat.messages[first : first + _MESSAGES_AT_ONCE]
            self._write_messages(chat_id, part, ids, created)
            yield
        shown = ids.get(chat.shown or "", ids[chat.messages[-1].key])
        with transaction(self._connection):
            sql = "UPDATE conversation SET active_leaf_id = ? WHERE id = ?"
            self._connection.execute(sql, (shown, chat_id))
        self.count.ids.append(chat_id)

    def _write_messages(
        self, chat_id: int, part: Sequence[ImportedMessage], ids: dict[str, int], created: float
    ) -> None:
        columns = (
            *("id", "conversation_id", "parent_id", "author", "text", "status", "created"),
            *("model", "reasoning", "settings_json", "tool_uses", *STATS_COLUMNS),
        )
        sql = (
            f"INSERT INTO message ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"
        )
        with transaction(self._connection):
            (last,) = self._connection.execute(
                "SELECT coalesce(max(id), 0) FROM message"
            ).fetchone()
            rows = []
            for number, message in enumerate(part, start=last + 1):
                ids[message.key] = number
                parent = None if message.parent is None else ids[message.parent]
                when = created if message.created is None else message.created
                rows.append(
                    (
                        *(number, chat_id, parent, message.author, message.text),
                        *(MessageStatus.COMPLETE, when, message.model, message.reasoning),
                        *(message.settings_json, encode_tool_uses(message.tool_uses)),
                        *stats_values(message.stats),
                    )
                )
            self._connection.executemany(sql, rows)
            for message in part:
                for attachment in message.attachments:
                    insert(self._connection, chat_id, ids[message.key], attachment)

"""Versions, copies and deletions within the trees of messages. Knows no display."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.domain import MessageStatus
from app.storage.database import GoneError, transaction
from app.storage.tool_uses import at_the_start

EDITED = "edited"
"""The finish reason of an answer that a person changed."""

_NOT_COPIED = ("id", "conversation_id", "parent_id", "owner", "viewed_leaf_id")


@dataclass(frozen=True, slots=True)
class Deletion:
    """What `MessageTree.restore` needs to undo a deletion.

    The messages wait in a deleted conversation, `bin_id`; `moved` are those that got another
    parent, each with the one it had.
    """

    conversation_id: int
    bin_id: int
    leaf_id: int | None
    moved: tuple[tuple[int, int | None], ...]
    is_version: bool


class MessageTree:
    """Changes of the trees beyond appending.

    All methods raise GoneError for messages that another window deleted, and
    app.storage.database.StorageError when the disk refuses the write.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        clock: Callable[[], float] = time.time,
        owner: str | None = None,
    ) -> None:
        self._connection = connection
        self._clock = clock
        self._owner = owner

    def show_version(self, message_id: int, step: int) -> bool:
        """Show the version `step` places after a message, down to where it was left.

        A version that was never left is shown with its newest branch. False if there is none.
        """
        with transaction(self._connection):
            conversation_id, parent_id = self._place(message_id)
            siblings = self._children(conversation_id, parent_id)
            position = siblings.index(message_id) + step
            if not 0 <= position < len(siblings):
                return False
            self._note_viewed(conversation_id)
            self._show(conversation_id, self._viewed_leaf(siblings[position]))
        return True

    def show_message(self, message_id: int) -> int:
        """Have the branch shown contain a message; returns its conversation."""
        with transaction(self._connection):
            conversation_id, _ = self._place(message_id)
            leaf = self._leaf(conversation_id)
            if leaf not in self._subtree(message_id):
                self._note_viewed(conversation_id)
                self._show(conversation_id, self._viewed_leaf(message_id))
        return conversation_id

    def leave(self, conversation_id: int) -> None:
        """Remember the branch shown: another version of one of its messages will be shown."""
        with transaction(self._connection):
            if not self._exists(conversation_id):
                raise GoneError("This conversation was deleted in another window.")
            self._note_viewed(conversation_id)

    def reopen(self, message_id: int) -> None:
        """Let an answer that ended early go on: it is streaming again."""
        with transaction(self._connection):
            conversation_id, _ = self._place(message_id)
            self._connection.execute(
                "UPDATE message SET status = ?, owner = ?, problem = NULL, finish_reason = NULL,"
                " token_ids = NULL WHERE id = ?",
                (MessageStatus.STREAMING, self._owner, message_id),
            )
            self._touch(conversation_id)

    def edit_answer(self, message_id: int, text: str, following: Sequence[int] = ()) -> int:
        """Add `text` as a version of an answer, with copies of what follows; returns its id.

        `following` are the messages after it on the branch shown, in order.
        """
        with transaction(self._connection):
            conversation_id, parent_id = self._place(message_id)
            self._note_viewed(conversation_id)
            edited = self._copy(message_id, conversation_id, parent_id)
            self._connection.execute(
                "UPDATE message SET text = ?, status = ?, problem = NULL, reasoning = '',"
                " thinking_ms = NULL, prompt_tokens = NULL, new_tokens = NULL, ttft_ms = NULL,"
                " tok_s = NULL, drafted = NULL, accepted = NULL, recaptures = NULL, seed = NULL,"
                " accepted_by_depth = NULL, draft_gain = NULL, draft_pause = NULL,"
                " fnv1a64 = NULL, token_ids = NULL, drafted_spans = NULL, finish_reason = ?"
                " WHERE id = ?",
                (text, MessageStatus.COMPLETE, EDITED, edited),
            )
            sql = "SELECT tool_uses FROM message WHERE id = ?"
            (uses,) = self._connection.execute(sql, (edited,)).fetchone()
            self._execute(
                "UPDATE message SET tool_uses = ? WHERE id = ?", at_the_start(uses), edited
            )
            leaf = edited
            for followed in following:
                leaf = self._copy(followed, conversation_id, leaf)
            self._show(conversation_id, leaf)
            self._touch(conversation_id)
        return edited

    def branch_into_new(self, message_id: int, title: str) -> int:
        """Copy the messages up to this one into a new conversation; returns its id.

        It is in the folder of the first one, and set as that is.
        """
        sql = """
            WITH RECURSIVE path (id) AS (
                SELECT ? UNION ALL SELECT parent_id FROM message JOIN path USING (id)
            )
            SELECT id FROM path WHERE id IS NOT NULL ORDER BY id
        """
        now = self._clock()
        with transaction(self._connection):
            source, _ = self._place(message_id)
            made = self._connection.execute(
                "INSERT INTO conversation"
                " (title, created, updated, is_named, folder_id, settings_json)"
                " SELECT ?, ?, ?, ?, folder_id, settings_json FROM conversation WHERE id = ?",
                (title, now, now, bool(title), source),
            ).lastrowid
            assert made is not None
            leaf = None
            for (copied,) in self._connection.execute(sql, (message_id,)).fetchall():
                leaf = self._copy(copied, made, leaf)
            self._show(made, leaf)
        return made

    def delete(self, message_id: int) -> Deletion:
        """Delete a version with what follows it, or a whole turn, whose followers move up.

        An answer without other versions is deleted with its question.
        """
        with transaction(self._connection):
            conversation_id, parent_id = self._place(message_id)
            siblings = self._children(conversation_id, parent_id)
            if len(siblings) == 1 and self._is_answer(message_id) and parent_id is not None:
                message_id = parent_id
                _, parent_id = self._place(message_id)
                siblings = self._children(conversation_id, parent_id)
            followers = [] if len(siblings) > 1 else self._followers(conversation_id, message_id)
            removed = self._subtree(message_id)
            for follower, _ in followers:
                removed -= self._subtree(follower)
                self._set_parent(follower, parent_id)
            leaf = self._leaf(conversation_id)
            bin_id = self._into_bin(removed)
            self._set_parent(message_id, None)
            if leaf in removed:
                siblings_left = [one for one in siblings if one != message_id]
                before = [one for one in siblings_left if one < message_id]
                nearest = max(before, default=min(siblings_left, default=parent_id))
                self._show(conversation_id, nearest and self._viewed_leaf(nearest))
            self._touch(conversation_id)
        moved = ((message_id, parent_id), *followers)
        return Deletion(conversation_id, bin_id, leaf, moved, len(siblings) > 1)

    def restore(self, deletion: Deletion) -> None:
        """Undo `delete`."""
        place = deletion.conversation_id
        with transaction(self._connection):
            sql = "UPDATE message SET conversation_id = ? WHERE conversation_id = ?"
            if not self._exists(place) or not self._execute(sql, place, deletion.bin_id):
                raise GoneError("What was deleted is gone for good; another window removed it.")
            for moved, parent_id in deletion.moved:
                self._set_parent(moved, parent_id)
            self._show(place, deletion.leaf_id)
            self._execute("DELETE FROM conversation WHERE id = ?", deletion.bin_id)
            self._touch(place)

    def _place(self, message_id: int) -> tuple[int, int | None]:
        """The conversation and the parent of a message that is there."""
        row = self._connection.execute(
            "SELECT conversation_id, parent_id FROM message WHERE id = ?", (message_id,)
        ).fetchone()
        if row is None or not self._exists(row[0]):
            raise GoneError("This message was deleted in another window.")
        return row[0], row[1]

    def _exists(self, conversation_id: int) -> bool:
        sql = "SELECT 1 FROM conversation WHERE id = ? AND is_deleted = 0"
        return self._connection.execute(sql, (conversation_id,)).fetchone() is not None

    def _copy(self, message_id: int, conversation_id: int, parent_id: int | None) -> int:
        """Copy a message, whatever columns it has, with its attachments."""
        columns = self._connection.execute("SELECT name FROM pragma_table_info('message')")
        names = ", ".join(name for (name,) in columns if name not in _NOT_COPIED)
        copied = self._connection.execute(
            f"INSERT INTO message (conversation_id, parent_id, {names})"
            f" SELECT ?, ?, {names} FROM message WHERE id = ?",
            (conversation_id, parent_id, message_id),
        ).lastrowid
        assert copied is not None
        self._connection.execute(
            "INSERT INTO attachment (conversation_id, message_id, name, text, num_characters)"
            " SELECT ?, ?, name, text, num_characters FROM attachment WHERE message_id = ?"
            " ORDER BY id",
            (conversation_id, copied, message_id),
        )
        return copied

    def _children(self, conversation_id: int, parent_id: int | None) -> list[int]:
        sql = "SELECT id FROM message WHERE conversation_id = ? AND parent_id IS ? ORDER BY id"
        return [row for (row,) in self._connection.execute(sql, (conversation_id, parent_id))]

    def _followers(self, conversation_id: int, question_id: int) -> list[tuple[int, int | None]]:
        """The next questions below any answer to a question, each with that answer."""
        return [
            (follower, answer)
            for answer in self._children(conversation_id, question_id)
            for follower in self._children(conversation_id, answer)
        ]

    def _subtree(self, message_id: int) -> set[int]:
        sql = """
            WITH RECURSIVE below (id) AS (
                SELECT ? UNION ALL SELECT message.id FROM message JOIN below ON parent_id = below.id
            )
            SELECT id FROM below
        """
        return {row for (row,) in self._connection.execute(sql, (message_id,))}

    def _note_viewed(self, conversation_id: int) -> None:
        """Note at each message of the branch shown where it ends."""
        leaf = self._leaf(conversation_id)
        self._execute(
            """
            WITH RECURSIVE path (id) AS (
                SELECT ? UNION ALL SELECT message.parent_id FROM message JOIN path USING (id)
            )
            UPDATE message SET viewed_leaf_id = ? WHERE id IN path
            """,
            *(leaf, leaf),
        )

    def _viewed_leaf(self, message_id: int) -> int:
        """Where the branch through a message ended last, if that is there, else its newest."""
        sql = "SELECT viewed_leaf_id FROM message WHERE id = ?"
        (viewed,) = self._connection.execute(sql, (message_id,)).fetchone()
        # A child is newer than its parent, so the newest message of a subtree is a leaf.
        below = self._subtree(message_id)
        return int(viewed) if viewed in below else max(below)

    def _into_bin(self, message_ids: set[int]) -> int:
        """Move messages into a deleted conversation, which is purged like others."""
        now = self._clock()
        bin_id = self._connection.execute(
            "INSERT INTO conversation (created, updated, is_deleted, deleted_by)"
            " VALUES (?, ?, 1, ?)",
            (now, now, self._owner),
        ).lastrowid
        assert bin_id is not None
        self._connection.executemany(
            "UPDATE message SET conversation_id = ? WHERE id = ?",
            [(bin_id, message_id) for message_id in message_ids],
        )
        return bin_id

    def _is_answer(self, message_id: int) -> bool:
        sql = "SELECT author = 'assistant' FROM message WHERE id = ?"
        return bool(self._connection.execute(sql, (message_id,)).fetchone()[0])

    def _leaf(self, conversation_id: int) -> int | None:
        sql = "SELECT active_leaf_id FROM conversation WHERE id = ?"
        leaf: int | None = self._connection.execute(sql, (conversation_id,)).fetchone()[0]
        return leaf

    def _show(self, conversation_id: int, leaf_id: int | None) -> None:
        self._execute(
            "UPDATE conversation SET active_leaf_id = ? WHERE id = ?", leaf_id, conversation_id
        )

    def _set_parent(self, message_id: int, parent_id: int | None) -> None:
        self._execute("UPDATE message SET parent_id = ? WHERE id = ?", parent_id, message_id)

    def _touch(self, conversation_id: int) -> None:
        sql = "UPDATE conversation SET updated = ? WHERE id = ?"
        self._execute(sql, self._clock(), conversation_id)

    def _execute(self, sql: str, *values: object) -> int:
        return self._connection.execute(sql, values).rowcount

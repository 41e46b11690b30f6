"""All SQL about folders and pins: how a person orders conversations."""

import sqlite3
from collections.abc import Iterable

from app.domain import Folder
from app.storage.database import transaction


class Folders:
    """Folders of conversations, and the conversations pinned to the top.

    All methods that write raise app.storage.database.StorageError when the disk refuses the write.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def all(self) -> list[Folder]:
        """All folders by name."""
        sql = "SELECT id, name, is_open FROM folder ORDER BY name COLLATE NOCASE, id"
        return [Folder(row, name, bool(is_open)) for row, name, is_open in self._rows(sql)]

    def create(self, name: str) -> int:
        """Create an empty folder; returns its id."""
        with transaction(self._connection):
            cursor = self._connection.execute("INSERT INTO folder (name) VALUES (?)", (name,))
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def rename(self, folder_id: int, name: str) -> None:
        """Set the name of a folder."""
        self._write("UPDATE folder SET name = ? WHERE id = ?", [(name, folder_id)])

    def set_open(self, folder_id: int, *, is_open: bool) -> None:
        """Set whether the conversations of a folder are listed."""
        self._write("UPDATE folder SET is_open = ? WHERE id = ?", [(is_open, folder_id)])

    def delete(self, folder_id: int) -> None:
        """Delete a folder; its conversations stay, in none."""
        self._write("DELETE FROM folder WHERE id = ?", [(folder_id,)])

    def move(self, conversation_ids: Iterable[int], folder_id: int | None) -> None:
        """Move conversations into a folder, or out of theirs with None."""
        # A folder that another window has deleted is none.
        sql = (
            "UPDATE conversation SET folder_id = (SELECT id FROM folder WHERE id = ?) WHERE id = ?"
        )
        self._write(sql, [(folder_id, one) for one in conversation_ids])

    def pin(self, conversation_ids: Iterable[int], *, is_pinned: bool) -> None:
        """Pin conversations to the top, or no longer."""
        sql = "UPDATE conversation SET is_pinned = ? WHERE id = ?"
        self._write(sql, [(is_pinned, one) for one in conversation_ids])

    def _rows(self, sql: str) -> sqlite3.Cursor:
        return self._connection.execute(sql)

    def _write(self, sql: str, rows: list[tuple[object, ...]]) -> None:
        with transaction(self._connection):
            self._connection.executemany(sql, rows)

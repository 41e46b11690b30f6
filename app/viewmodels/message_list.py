"""The messages of the open conversation as an item model; text streams into the last row."""

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.domain import Message
from app.viewmodels.formatting import author_name, footnote

_USER_ROLE = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()


class MessageRole(IntEnum):
    """Item roles, with the type of each value."""

    ID = _USER_ROLE + 1  # int
    TEXT = _USER_ROLE + 2  # str, markdown source
    AUTHOR = _USER_ROLE + 3  # str, equal to an app.domain.Author (Qt makes it a plain str)
    STATUS = _USER_ROLE + 4  # str, equal to an app.domain.MessageStatus
    FOOTNOTE = _USER_ROLE + 5  # str, "" while streaming and for the person's messages
    VERSION = _USER_ROLE + 6  # int, from 1
    NUM_VERSIONS = _USER_ROLE + 7  # int
    IS_LAST = _USER_ROLE + 8  # bool
    PROBLEM = _USER_ROLE + 9  # str, why it failed or stopped early, "" when nothing is wrong


class MessageListModel(QAbstractListModel):
    """Rows run from the first message to the newest of the branch shown.

    DisplayRole is the text; AccessibleTextRole is author, text and footnote in words.
    Text that streams in gives one `dataChanged` for the last row with the roles
    [DisplayRole, TEXT]; the end of an answer gives one without roles (everything may have changed).
    Another branch or conversation keeps the rows that both have in common and replaces the rest.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._messages: list[Message] = []
        # The streaming text stands apart: replacing a frozen message each frame would copy it all.
        self._tail = ""

    @property
    def messages(self) -> Sequence[Message]:
        """The messages shown; the text of a streaming one is as it was when it was added."""
        return self._messages

    def message(self, message_id: int) -> Message | None:
        """The message shown with this id."""
        return next((entry for entry in self._messages if entry.id == message_id), None)

    def row_of(self, message_id: int) -> int:
        """Row of a message, -1 when it is not shown."""
        for row, entry in enumerate(self._messages):
            if entry.id == message_id:
                return row
        return -1

    def show(self, messages: Sequence[Message]) -> None:
        """Show another branch or conversation, or the same one with more messages."""
        self._keep_tail()
        common = _num_common(self._messages, messages)
        if common < len(self._messages):
            self.beginRemoveRows(_ROOT, common, len(self._messages) - 1)
            del self._messages[common:]
            self._tail = self._messages[-1].text if self._messages else ""
            self.endRemoveRows()
        self._messages[:] = messages[:common]
        self._tail = self._messages[-1].text if self._messages else ""
        if common < len(messages):
            self.beginInsertRows(_ROOT, common, len(messages) - 1)
            self._messages.extend(messages[common:])
            self._tail = self._messages[-1].text
            self.endInsertRows()
        if common:
            # Versions, and which row is the last, may have changed.
            self.dataChanged.emit(self.index(0), self.index(common - 1))

    def append_text(self, text: str) -> None:
        """More text of the last message."""
        self._tail += text
        last = self.index(len(self._messages) - 1)
        self.dataChanged.emit(last, last, [int(Qt.ItemDataRole.DisplayRole), int(MessageRole.TEXT)])

    def replace_last(self, message: Message) -> None:
        """The last message as it ended."""
        self._messages[-1] = message
        self._tail = message.text
        last = self.index(len(self._messages) - 1)
        self.dataChanged.emit(last, last)

    def _keep_tail(self) -> None:
        if self._messages:
            self._messages[-1] = replace(self._messages[-1], text=self._tail)

    def _text(self, row: int) -> str:
        return self._tail if row == len(self._messages) - 1 else self._messages[row].text

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """Messages; none below a message."""
        return 0 if parent.isValid() else len(self._messages)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:
        """See MessageRole."""
        if not index.isValid() or index.row() >= len(self._messages):
            return None
        row = index.row()
        message = self._messages[row]
        match role:
            case Qt.ItemDataRole.DisplayRole | MessageRole.TEXT:
                return self._text(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return (
                    f"{author_name(message.author)}: {self._text(row)} {footnote(message)}".strip()
                )
            case MessageRole.IS_LAST:
                return row == len(self._messages) - 1
            case MessageRole.FOOTNOTE:
                return footnote(message)
            case _:
                return _plain_value(message, role)


def _num_common(old: Sequence[Message], new: Sequence[Message]) -> int:
    pairs = zip(old, new, strict=False)
    return next(
        (row for row, (before, after) in enumerate(pairs) if before.id != after.id),
        min(len(old), len(new)),
    )


def _plain_value(message: Message, role: int) -> Any:
    values = {
        MessageRole.ID: message.id,
        MessageRole.AUTHOR: message.author,
        MessageRole.STATUS: message.status,
        MessageRole.VERSION: message.version,
        MessageRole.NUM_VERSIONS: message.num_versions,
        MessageRole.PROBLEM: message.problem or "",
    }
    return values.get(role)  # type: ignore[call-overload]

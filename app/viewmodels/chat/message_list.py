"""The messages of the open conversation as an item model; text streams into the last row."""

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QObject, Qt

from app.domain import Message
from app.viewmodels.formatting import author_name, footnote, thinking_label
from app.viewmodels.row_list import RowListModel

_USER_ROLE = int(Qt.ItemDataRole.UserRole)


class MessageRole(IntEnum):
    """Item roles, with the type of each value."""

    ID = _USER_ROLE + 1  # int
    TEXT = _USER_ROLE + 2  # str, markdown source
    AUTHOR = _USER_ROLE + 3  # str, equal to an app.domain.Author (Qt makes it a plain str)
    STATUS = _USER_ROLE + 4  # str, equal to an app.domain.MessageStatus
    FOOTNOTE = _USER_ROLE + 5  # str, "" while streaming and for user messages
    VERSION = _USER_ROLE + 6  # int, from 1
    NUM_VERSIONS = _USER_ROLE + 7  # int
    IS_LAST = _USER_ROLE + 8  # bool
    PROBLEM = _USER_ROLE + 9  # str, why it failed or stopped early, "" when nothing is wrong
    REASONING = _USER_ROLE + 10  # str, markdown source of what the model thought first
    THINKING = _USER_ROLE + 11  # str, that it thinks or for how long it thought; "" if it did not


class MessageListModel(RowListModel[Message]):
    """Rows run from the first message to the newest of the branch shown.

    DisplayRole is the text; AccessibleTextRole is author, text and footnote in words.
    Streamed text emits one `dataChanged` for the last row with the roles [DisplayRole, TEXT],
    reasoning likewise with [REASONING]; the end of an answer emits one without roles. Another
    branch or conversation keeps the common rows and replaces the rest.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Streaming text is kept apart while it grows: replacing the frozen message each frame would
        # copy all of it.
        self._tail: str | None = None
        self._reasoning_tail: str | None = None

    @property
    def messages(self) -> Sequence[Message]:
        """The messages shown; a streaming one has the text it had when it was added."""
        return self._rows

    def message(self, message_id: int) -> Message | None:
        """The shown message with this id."""
        return next((entry for entry in self._rows if entry.id == message_id), None)

    def show(self, messages: Sequence[Message]) -> None:
        """Show another branch or conversation, or more messages of the same one."""
        self._keep_tail()
        common = _num_common(self._rows, messages)
        if common < len(self._rows):
            self._remove(common, len(self._rows) - 1)
        self._rows[:] = messages[:common]
        if common < len(messages):
            self._insert(messages[common:])
        if common:
            # Version counts and the last row may have changed.
            self._tell(0, common - 1)

    def append_text(self, text: str) -> None:
        """Append text to the last message."""
        self._tail = self._text(len(self._rows) - 1) + text
        self._tell_last(int(Qt.ItemDataRole.DisplayRole), int(MessageRole.TEXT))

    def append_reasoning(self, text: str) -> None:
        """Append reasoning to the last message."""
        self._reasoning_tail = self._reasoning(len(self._rows) - 1) + text
        self._tell_last(int(MessageRole.REASONING))

    def end_thinking(self, milliseconds: float) -> None:
        """Set the thinking time; the last message itself begins."""
        last = self._rows[-1]
        stats = replace(last.stats, thinking_ms=milliseconds)
        self._rows[-1] = replace(last, stats=stats)
        self._tell_last(int(MessageRole.THINKING))

    def replace_last(self, message: Message) -> None:
        """Replace the last message by its final state."""
        self._rows[-1] = message
        self._tail = self._reasoning_tail = None
        self._tell_last()

    def _tell_last(self, *roles: int) -> None:
        last = len(self._rows) - 1
        self._tell(last, last, *roles)

    def _keep_tail(self) -> None:
        if self._rows:
            last = len(self._rows) - 1
            text, reasoning = self._text(last), self._reasoning(last)
            self._rows[last] = replace(self._rows[last], text=text, reasoning=reasoning)
            self._tail = self._reasoning_tail = None

    def _reasoning(self, row: int) -> str:
        is_last = row == len(self._rows) - 1
        tail = self._reasoning_tail if is_last else None
        return self._rows[row].reasoning if tail is None else tail

    def _text(self, row: int) -> str:
        tail = self._tail if row == len(self._rows) - 1 else None
        return self._rows[row].text if tail is None else tail

    def _key(self, row: Message) -> int:
        return row.id

    def _value(self, at: int, role: int) -> Any:
        """See MessageRole."""
        message = self._rows[at]
        match role:
            case Qt.ItemDataRole.DisplayRole | MessageRole.TEXT:
                return self._text(at)
            case Qt.ItemDataRole.AccessibleTextRole:
                return (
                    f"{author_name(message.author)}: {self._text(at)} {footnote(message)}".strip()
                )
            case MessageRole.REASONING:
                return self._reasoning(at)
            case MessageRole.THINKING:
                if not self._reasoning(at):
                    return ""
                return thinking_label(replace(message, text=self._text(at)))
            case MessageRole.IS_LAST:
                return at == len(self._rows) - 1
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

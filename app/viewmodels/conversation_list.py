"""The conversations as an item model, with search, rename and delete."""

from collections.abc import Callable
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import Qt, Signal

from app.domain import Conversation
from app.storage.conversations import Conversations
from app.viewmodels.formatting import moment, tool_tip
from app.viewmodels.row_list import RowListModel

_USER_ROLE = int(Qt.ItemDataRole.UserRole)
_MAX_PREVIEW_LEN = 300  # a matching snippet may contain a word of any length


class ConversationRole(IntEnum):
    """Item roles, with the type of each value."""

    ID = _USER_ROLE + 1  # int
    TITLE = _USER_ROLE + 2  # str, never empty
    PREVIEW = _USER_ROLE + 3  # str, one line; the matching snippet during a search
    TIME = _USER_ROLE + 4  # str, "14:05", "Yesterday", "12 Nov"
    IS_CURRENT = _USER_ROLE + 5  # bool


class ConversationListModel(RowListModel[Conversation]):
    """Newest first; best match first during a search.

    DisplayRole is the title, ToolTipRole the preview, AccessibleTextRole title, time and preview.

    Signals:
        current_changed(conversation_id: int): another conversation was selected or created.
        conversation_deleted(title: str): one was deleted; `undo_delete` brings it back.
    """

    current_changed = Signal(int)
    conversation_deleted = Signal(str)

    def __init__(
        self, conversations: Conversations, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        super().__init__()
        self._conversations = conversations
        self._now = now
        self._search = ""
        self._rows = conversations.all()
        self._pieces: dict[int, str] = {}
        self._current_id: int | None = None
        self._deleted: list[int] = []

    @property
    def current_id(self) -> int | None:
        """The selected conversation."""
        return self._current_id

    def open_latest(self) -> None:
        """At start: select the newest conversation, or create the first one."""
        if self._rows:
            self.select(self._rows[0].id)
        else:
            self.create()

    def select(self, conversation_id: int) -> None:
        """Make a conversation the current one."""
        if conversation_id == self._current_id:
            return
        before, self._current_id = self._current_id, conversation_id
        for changed in (before, conversation_id):
            row = -1 if changed is None else self.row_of(changed)
            if row >= 0:
                self._tell(row, row, int(ConversationRole.IS_CURRENT))
        self.current_changed.emit(conversation_id)

    def create(self) -> None:
        """Select a new, empty conversation (reuses an empty one)."""
        self.set_search("")
        unused = next((row for row in self._rows if not _is_used(row)), None)
        conversation = unused or self._conversations.create()
        self.refresh()
        self.select(conversation.id)

    def open_created(self, conversation_id: int) -> None:
        """Select a conversation that was made elsewhere."""
        self.set_search("")
        self.refresh()
        self.select(conversation_id)

    def rename(self, conversation_id: int, title: str) -> None:
        """Set the title of a conversation; ignores an empty one."""
        title = " ".join(title.split())
        if title:
            self._conversations.rename(conversation_id, title)
            self.refresh()

    def delete(self, conversation_id: int) -> None:
        """Delete a conversation; can be undone until the window closes."""
        row = self.row_of(conversation_id)
        if row < 0:
            return
        title = self._title(self._rows[row])
        self._conversations.delete(conversation_id)
        self._deleted.append(conversation_id)
        self._remove(row, row)
        if conversation_id == self._current_id:
            self._select_near(row)
        self.conversation_deleted.emit(title)

    def undo_delete(self) -> None:
        """Restore the conversation deleted last, and select it."""
        if not self._deleted:
            return
        conversation_id = self._deleted.pop()
        if not self._conversations.restore(conversation_id):
            return
        self.set_search("")
        self.refresh()
        self.select(conversation_id)

    def set_search(self, text: str) -> None:
        """Show only conversations whose title or messages contain all words; "" shows all."""
        if text.strip() != self._search:
            self._search = text.strip()
            self.refresh()

    def refresh(self) -> None:
        """Reload the list (also a slot for ChatViewModel.conversation_touched)."""
        if self._search:
            hits = self._conversations.search(self._search)
            rows = [hit.conversation for hit in hits]
            self._pieces = {hit.conversation.id: hit.snippet for hit in hits}
        else:
            rows, self._pieces = self._conversations.all(), {}
        self._update(rows)

    def _select_near(self, row: int) -> None:
        if self._rows:
            self.select(self._rows[min(row, len(self._rows) - 1)].id)
        else:
            self.create()

    def _title(self, conversation: Conversation) -> str:
        return conversation.title[:_MAX_PREVIEW_LEN] or self.tr("New chat")

    def _preview(self, conversation: Conversation) -> str:
        text = self._pieces.get(conversation.id) or conversation.preview
        return " ".join(text[:_MAX_PREVIEW_LEN].split())

    def _key(self, row: Conversation) -> int:
        return row.id

    def _value(self, at: int, role: int) -> Any:
        """See ConversationRole."""
        conversation = self._rows[at]
        match role:
            case Qt.ItemDataRole.DisplayRole | ConversationRole.TITLE:
                return self._title(conversation)
            case Qt.ItemDataRole.ToolTipRole:
                return tool_tip(self._preview(conversation))
            case ConversationRole.PREVIEW:
                return self._preview(conversation)
            case Qt.ItemDataRole.AccessibleTextRole:
                time = moment(conversation.updated, self._now())
                return f"{self._title(conversation)}, {time}. {self._preview(conversation)}"
            case ConversationRole.ID:
                return conversation.id
            case ConversationRole.TIME:
                return moment(conversation.updated, self._now())
            case ConversationRole.IS_CURRENT:
                return conversation.id == self._current_id
        return None


def _is_used(conversation: Conversation) -> bool:
    return bool(conversation.title or conversation.preview or conversation.draft)

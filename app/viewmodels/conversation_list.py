"""The conversations as an item model, with search, rename, delete and undo."""

import contextlib
from bisect import insort
from collections.abc import Callable
from datetime import UTC, datetime
from enum import IntEnum
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal

from app.domain import Conversation, SearchHit
from app.storage.conversations import Conversations
from app.storage.database import StorageError
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
    MARKS = _USER_ROLE + 6  # tuple of (start, end): the words of a search in PREVIEW
    TITLE_MARKS = _USER_ROLE + 7  # the same in FOUND_TITLE
    IS_PINNED = _USER_ROLE + 8  # bool
    IS_TEMPORARY = _USER_ROLE + 9  # bool
    FOUND_TITLE = _USER_ROLE + 10  # str, the title, from shortly before the words of a search on


_SEARCH_ROLES = (
    ConversationRole.PREVIEW,
    ConversationRole.MARKS,
    ConversationRole.TITLE_MARKS,
    ConversationRole.FOUND_TITLE,
)


class ConversationListModel(RowListModel[Conversation]):
    """Temporary ones, then newest first; in the order of the hits during a search.

    DisplayRole is the title, ToolTipRole the preview, AccessibleTextRole title, time and preview.

    Signals:
        current_changed(conversation_id: int): another conversation was selected or created.
        conversations_deleted(sentence: str, ids: tuple[int, ...]): `undo_delete` brings them back.
        deletion_undone(ids: tuple[int, ...], is_restored: bool): or they are gone for good.
        hit_opened(message_id: int, words: tuple[str, ...]): the current conversation was found by
            this message: by all words together, or each of them.
        changed(): rows were added, removed, moved or changed in any way.
    """

    current_changed = Signal(int)
    conversations_deleted = Signal(str, object)
    deletion_undone = Signal(object, bool)
    hit_opened = Signal(int, object)
    changed = Signal()

    def __init__(
        self, conversations: Conversations, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        super().__init__()
        self._conversations = conversations
        self._now = now
        self._search = ""
        self._rows = conversations.all()
        self._hits: dict[int, SearchHit] = {}
        self._current_id: int | None = None
        self._deleted: list[tuple[int, ...]] = []
        self._readers: dict[int, Callable[[Conversation], Any]] = {
            Qt.ItemDataRole.DisplayRole: self._title,
            Qt.ItemDataRole.ToolTipRole: self._tool_tip,
            Qt.ItemDataRole.AccessibleTextRole: self._spoken,
            ConversationRole.ID: lambda row: row.id,
            ConversationRole.TITLE: self._title,
            ConversationRole.FOUND_TITLE: self._found_title,
            ConversationRole.PREVIEW: self._preview,
            ConversationRole.TIME: self._time,
            ConversationRole.IS_CURRENT: lambda row: row.id == self._current_id,
            ConversationRole.MARKS: partial(self._marks, in_title=False),
            ConversationRole.TITLE_MARKS: partial(self._marks, in_title=True),
            ConversationRole.IS_PINNED: lambda row: row.is_pinned,
            ConversationRole.IS_TEMPORARY: lambda row: row.is_temporary,
        }

    @property
    def conversations(self) -> list[Conversation]:
        """The rows."""
        return self._rows

    @property
    def current_id(self) -> int | None:
        """The selected conversation."""
        return self._current_id

    @property
    def search(self) -> str:
        """The words that are searched for, "" for none."""
        return self._search

    def open_last(self) -> None:
        """At start: select the conversation viewed last, or create the first one."""
        last = self._conversations.last_viewed()
        if last is not None:
            self.select(last)
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
        with contextlib.suppress(StorageError):  # where a start begins is not worth a sentence
            self._conversations.set_viewed(conversation_id)
        self.current_changed.emit(conversation_id)

    def open(self, conversation_id: int) -> None:
        """Make a conversation the current one; during a search, show what was found in it."""
        self.select(conversation_id)
        hit = self._hits.get(conversation_id)
        if hit is not None and hit.message is not None:
            self.hit_opened.emit(hit.message_id, (self._search, *hit.message.words))

    def create(self, *, is_temporary: bool = False) -> None:
        """Select a new, empty conversation (reuses an empty one)."""
        self.set_search("")
        self.select(self.find_empty(is_temporary=is_temporary))

    def find_empty(self, other_than: int | None = None, *, is_temporary: bool = False) -> int:
        """An empty conversation, which is created unless there is one."""
        unused = (
            row.id
            for row in self._conversations.all()
            if row.is_temporary == is_temporary and row.id != other_than and not _is_used(row)
        )
        found = next(unused, None)
        if found is None:
            found = self._conversations.create(is_temporary=is_temporary).id
        self.refresh()
        return found

    def has(self, conversation_id: int) -> bool:
        """Whether there is such a conversation, found by the search or not."""
        try:
            self._conversations.get(conversation_id)
        except KeyError:
            return False
        return True

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
            self.touch(conversation_id)

    def delete(self, *conversation_ids: int, then: int | None = None) -> None:
        """Delete conversations; can be undone until the window closes, but for temporary ones.

        `then` is selected if the current one is among them.
        """
        shown = {row.id: row for row in self._rows}
        deleted = [shown[one] for one in conversation_ids if one in shown]
        if not deleted:
            return
        position = self.row_of(deleted[0].id)
        self._conversations.delete(*(row.id for row in deleted))
        kept = tuple(row.id for row in deleted if not row.is_temporary)
        self.refresh()
        if self._current_id in {row.id for row in deleted}:
            self._select_near(position, then)
        if kept:
            self._deleted.append(kept)
            self.conversations_deleted.emit(self._deleted_sentence(kept, deleted), kept)

    def discard_unused(self, conversation_id: int) -> None:
        """Delete a conversation without an undo if nothing was written or chosen in it."""
        with contextlib.suppress(KeyError):  # deleted in another window
            row = self._conversations.get(conversation_id)
            is_placed = row.is_pinned or row.folder_id is not None
            if not (_is_used(row) or is_placed or self._conversations.settings_json(row.id)):
                self._conversations.delete(row.id)
                self.refresh()

    def undo_delete(self, ids: tuple[int, ...] = ()) -> bool:
        """Restore `ids`, or what was deleted last, and select it; False if it is gone for good."""
        ids = ids or next(reversed(self._deleted), ())
        if ids not in self._deleted:
            return False
        self._deleted.remove(ids)
        restored = self._conversations.restore(*ids)
        if restored:
            self.set_search("")
            self.refresh()
            self.select(restored[0])
        self.deletion_undone.emit(ids, bool(restored))
        return bool(restored)

    def set_search(self, text: str) -> None:
        """Show only conversations whose title or messages contain all words; "" shows all."""
        if text.strip() != self._search:
            self._search = text.strip()
            self.refresh()

    def refresh(self) -> None:
        """Reload the list."""
        if self._search:
            self._hits = {
                hit.conversation.id: hit for hit in self._conversations.search(self._search)
            }
            rows = [hit.conversation for hit in self._hits.values()]
        else:
            rows, self._hits = self._conversations.all(), {}
        self._merge(rows)
        self._tell_all(*_SEARCH_ROLES)
        self.changed.emit()

    def touch(self, conversation_id: int) -> None:
        """Reload one conversation (a slot for ChatViewModel.conversation_touched)."""
        if self._search:
            self.refresh()
            return
        rows = [row for row in self._rows if row.id != conversation_id]
        with contextlib.suppress(KeyError):  # deleted in another window
            insort(rows, self._conversations.get(conversation_id), key=_newest_first)
        self._merge(rows)
        self.changed.emit()

    def value(self, conversation: Conversation, role: int) -> Any:
        """See ConversationRole."""
        read = self._readers.get(role)
        return None if read is None else read(conversation)

    def _select_near(self, row: int, then: int | None) -> None:
        if then is not None and self.row_of(then) >= 0:
            self.select(then)
        elif self._rows:
            self.select(self._rows[min(row, len(self._rows) - 1)].id)
        else:
            self.create()

    def _deleted_sentence(self, kept: tuple[int, ...], deleted: list[Conversation]) -> str:
        if len(kept) == 1:
            title = next(self._title(row) for row in deleted if row.id == kept[0])
            return self.tr("“{0}” was deleted.").format(title)
        return self.tr("%n chats were deleted.", "", len(kept))

    def _title(self, conversation: Conversation) -> str:
        unnamed = self.tr("Temporary chat") if conversation.is_temporary else self.tr("New chat")
        return conversation.title[:_MAX_PREVIEW_LEN] or unnamed

    def _found_title(self, conversation: Conversation) -> str:
        hit = self._hits.get(conversation.id)
        found = None if hit is None else hit.title
        return self._title(conversation) if found is None else found.text

    def _preview(self, conversation: Conversation) -> str:
        hit = self._hits.get(conversation.id)
        if hit is not None and hit.message is not None:
            return hit.message.text
        return " ".join(conversation.preview[:_MAX_PREVIEW_LEN].split())

    def _tool_tip(self, conversation: Conversation) -> str:
        return tool_tip(self._preview(conversation) or self._title(conversation))

    def _time(self, conversation: Conversation) -> str:
        return moment(conversation.updated, self._now())

    def _marks(self, conversation: Conversation, *, in_title: bool) -> tuple[tuple[int, int], ...]:
        hit = self._hits.get(conversation.id)
        if hit is None:
            return ()
        found = hit.title if in_title else hit.message
        return () if found is None else found.marks

    def _spoken(self, conversation: Conversation) -> str:
        states = (
            (conversation.is_pinned, self.tr("pinned")),
            (conversation.is_temporary, self.tr("temporary")),
        )
        words = [self._title(conversation), *(word for holds, word in states if holds)]
        words.append(self._time(conversation))
        return f"{', '.join(words)}. {self._preview(conversation)}"

    def _key(self, row: Conversation) -> int:
        return row.id

    def _value(self, at: int, role: int) -> Any:
        return self.value(self._rows[at], role)


def _newest_first(conversation: Conversation) -> tuple[bool, float, int]:
    return not conversation.is_temporary, -conversation.updated.timestamp(), -conversation.id


def _is_used(conversation: Conversation) -> bool:
    return bool(conversation.title or conversation.preview or conversation.draft)

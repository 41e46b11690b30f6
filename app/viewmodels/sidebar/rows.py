"""The rows of the sidebar: the conversations under headings for pins, folders and days."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, Qt

from app.domain import Conversation, Folder
from app.storage.folders import Folders
from app.viewmodels.conversation_list import ConversationListModel, ConversationRole
from app.viewmodels.row_list import RowListModel
from app.viewmodels.sidebar.days import Days

_EDIT = int(Qt.ItemDataRole.EditRole)
_MIME_TYPE = "application/x-encore-conversations"


class RowKind(StrEnum):
    """What a row is."""

    CHAT = "chat"
    FOLDER = "folder"
    SECTION = "section"


class RowRole(IntEnum):
    """Item roles beside those of ConversationRole, which chats have too."""

    KIND = int(Qt.ItemDataRole.UserRole) + 101  # RowKind
    FOLDER_ID = int(Qt.ItemDataRole.UserRole) + 102  # int | None: the folder, or that of a chat
    IS_OPEN = int(Qt.ItemDataRole.UserRole) + 103  # bool, of a folder
    COUNT = int(Qt.ItemDataRole.UserRole) + 104  # int, chats in a folder


@dataclass(frozen=True, slots=True)
class SidebarRow:
    """A heading, a folder or a chat. `folder` is that of a chat listed below it."""

    kind: RowKind
    title: str = ""
    chat: Conversation | None = None
    folder: Folder | None = None
    num_chats: int = 0

    @property
    def key(self) -> object:
        """What it is the row of: the id of a chat, or a folder or heading."""
        if self.chat is not None:
            return self.chat.id
        return self.kind, self.title if self.folder is None else self.folder.id


class SidebarRows(RowListModel[SidebarRow]):
    """Temporary chats, pinned ones, folders, then days. During a search: the hits in their order.

    Chats are dragged onto folders, or out of them onto anything else.
    """

    def __init__(
        self,
        conversations: ConversationListModel,
        folders: Folders,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__()
        self._conversations = conversations
        self._folders = folders
        self._now = now
        self._known: list[Folder] = []
        conversations.changed.connect(self.refresh)
        conversations.current_changed.connect(self._on_current_changed)
        self.refresh()

    @property
    def folders(self) -> Sequence[Folder]:
        """All folders by name."""
        return self._known

    def refresh(self) -> None:
        """Put the conversations in order anew."""
        self._known = self._folders.all()
        chats = self._conversations.conversations
        if self._conversations.search:
            self._merge([SidebarRow(RowKind.CHAT, chat=chat) for chat in chats])
            self._tell_all()  # other words may be found in the same chats
        else:
            self._merge(self._grouped(chats))

    def row_of_chat(self, conversation_id: int) -> int:
        """The row of a conversation, -1 if it is not listed."""
        return self.row_of(conversation_id)

    def next_chat(self, conversation_ids: Iterable[int]) -> int | None:
        """The chat to show once these are gone: the next one below them, else the one above."""
        gone = set(conversation_ids)
        chats = [row.chat.id for row in self._rows if row.chat is not None]
        places = [place for place, chat in enumerate(chats) if chat in gone]
        if not places:
            return None
        below = [chat for chat in chats[places[0] :] if chat not in gone]
        above = [chat for chat in chats[: places[0]] if chat not in gone]
        return below[0] if below else above[-1] if above else None

    def create_folder(self, name: str, conversation_ids: Sequence[int] = ()) -> int:
        """Create a folder with these conversations; returns its id."""
        folder_id = self._folders.create(name)
        self.move(conversation_ids, folder_id)
        return folder_id

    def rename_folder(self, folder_id: int, name: str) -> None:
        """Set the name of a folder; ignores an empty one."""
        name = " ".join(name.split())
        if name:
            self._folders.rename(folder_id, name)
            self.refresh()

    def delete_folder(self, folder_id: int) -> None:
        """Delete a folder; its conversations go back to their days."""
        self._folders.delete(folder_id)
        self._conversations.refresh()

    def toggle_folder(self, folder_id: int) -> None:
        """List the conversations of a folder, or no longer."""
        is_open = any(folder.is_open for folder in self._known if folder.id == folder_id)
        self._folders.set_open(folder_id, is_open=not is_open)
        self.refresh()

    def move(self, conversation_ids: Sequence[int], folder_id: int | None) -> None:
        """Move conversations into a folder, or out of theirs with None."""
        self._folders.move(conversation_ids, folder_id)
        self._conversations.refresh()

    def pin(self, conversation_ids: Sequence[int], *, is_pinned: bool) -> None:
        """Pin conversations to the top, or no longer."""
        self._folders.pin(conversation_ids, is_pinned=is_pinned)
        self._conversations.refresh()

    def _grouped(self, chats: Sequence[Conversation]) -> list[SidebarRow]:
        rows: list[SidebarRow] = []
        temporary = [chat for chat in chats if chat.is_temporary]
        pinned = [chat for chat in chats if chat.is_pinned]
        rows += _section(self.tr("Temporary"), temporary)
        rows += _section(self.tr("Pinned"), pinned)
        filed: dict[int, list[Conversation]] = {folder.id: [] for folder in self._known}
        days, dated = Days(self._now()), dict[str, list[Conversation]]()
        for chat in chats:
            if chat.is_temporary or chat.is_pinned:
                continue
            if chat.folder_id in filed:
                filed[chat.folder_id].append(chat)
            else:
                dated.setdefault(days.section(chat.updated), []).append(chat)
        for folder in self._known:
            inside = filed[folder.id]
            rows.append(
                SidebarRow(RowKind.FOLDER, folder.name, folder=folder, num_chats=len(inside))
            )
            if folder.is_open:
                rows += [SidebarRow(RowKind.CHAT, chat=chat, folder=folder) for chat in inside]
        for name, section in dated.items():
            rows += _section(name, section)
        return rows

    def _on_current_changed(self) -> None:
        self._tell_all(int(ConversationRole.IS_CURRENT))

    def _key(self, row: SidebarRow) -> object:
        return row.key

    def _value(self, at: int, role: int) -> Any:
        """See RowRole and ConversationRole."""
        row = self._rows[at]
        match role:
            case RowRole.KIND:
                return row.kind
            case RowRole.FOLDER_ID:
                return None if row.folder is None else row.folder.id
            case RowRole.IS_OPEN:
                return row.folder is not None and row.folder.is_open
            case RowRole.COUNT:
                return row.num_chats
        if row.chat is not None:
            return self._conversations.value(row.chat, role)
        match role:
            case Qt.ItemDataRole.DisplayRole | ConversationRole.TITLE:
                return row.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
        return None

    def _spoken(self, row: SidebarRow) -> str:
        if row.folder is None:
            return row.title
        state = self.tr("open") if row.folder.is_open else self.tr("closed")
        words = self.tr("Folder {0}, {1}, chats: {2}")
        return words.format(row.title, state, row.num_chats)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Headings are passed over by the keyboard."""
        flag = Qt.ItemFlag
        if not index.isValid():
            return flag.NoItemFlags
        kind = index.data(RowRole.KIND)
        if kind == RowKind.CHAT:
            usual = flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable
            dragged = flag.ItemIsDragEnabled | flag.ItemIsDropEnabled
            return usual | dragged | flag.ItemNeverHasChildren
        if kind == RowKind.FOLDER:
            usual = flag.ItemIsEnabled | flag.ItemIsEditable | flag.ItemNeverHasChildren
            return usual | flag.ItemIsDropEnabled
        return flag.ItemIsDropEnabled | flag.ItemNeverHasChildren

    def setData(
        self, index: QModelIndex | QPersistentModelIndex, value: str, role: int = _EDIT
    ) -> bool:
        """Rename a chat or a folder."""
        if role != _EDIT:
            return False
        if index.data(RowRole.KIND) == RowKind.FOLDER:
            self.rename_folder(index.data(RowRole.FOLDER_ID), value)
        else:
            self._conversations.rename(index.data(ConversationRole.ID), value)
        return True

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802  Qt's
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:  # noqa: N802  Qt's
        return [_MIME_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802  Qt's
        data = QMimeData()
        ids = [index.data(ConversationRole.ID) for index in indexes]
        data.setData(_MIME_TYPE, json.dumps(ids).encode())
        return data

    def dropMimeData(  # noqa: N802  Qt's
        self,
        data: QMimeData,
        _action: Qt.DropAction,
        _row: int,
        _column: int,
        parent: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if not data.hasFormat(_MIME_TYPE) or not parent.isValid():
            return False
        ids = json.loads(bytes(data.data(_MIME_TYPE).data()))
        self.move(ids, parent.data(RowRole.FOLDER_ID))
        return True


def _section(title: str, chats: Sequence[Conversation]) -> list[SidebarRow]:
    if not chats:
        return []
    heading = SidebarRow(RowKind.SECTION, title)
    return [heading, *(SidebarRow(RowKind.CHAT, chat=chat) for chat in chats)]

"""The list of conversations in the sidebar: choosing, renaming, deleting, dragging, keys."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from app.viewmodels.conversation_list import ConversationListModel, ConversationRole
from app.viewmodels.sidebar.exchange import ExchangeViewModel
from app.viewmodels.sidebar.rows import RowKind, RowRole, SidebarRows
from app.widgets.plain_widgets import fill_list
from app.widgets.sidebar.chat_row import ChatRowDelegate
from app.widgets.sidebar.menus import RowMenus

_OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_Flag = QItemSelectionModel.SelectionFlag


class ChatList(QListView):
    """Shows SidebarRows.

    A click opens a chat and leaves the focus here; Enter opens it and moves on to the message box,
    and so does typing. Several are selected with Ctrl, Shift and Ctrl+A; Ctrl+Z brings back what
    was deleted last.

    Signals:
        opened(): a chat was opened by Enter.
        typed(text: str): text for the message box.
        beside_wanted(conversation_id: int): show this chat beside the open one.
    """

    opened = Signal()
    typed = Signal(str)
    beside_wanted = Signal(int)

    def __init__(
        self,
        rows: SidebarRows,
        conversations: ConversationListModel,
        exchange: ExchangeViewModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._rows = rows
        self._conversations = conversations
        self._pressed: tuple[str, QPersistentModelIndex] | None = None
        self._delegate = ChatRowDelegate(self)
        self.menus = RowMenus(self.viewport(), self, rows, exchange)
        fill_list(self, rows, self._delegate, self.tr("Conversations"))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(True)
        self.clicked.connect(self._on_clicked)
        conversations.current_changed.connect(self.show_current)
        conversations.changed.connect(self._on_changed)

    @property
    def chosen_ids(self) -> list[int]:
        """The selected conversations from top to bottom."""
        chosen = sorted(self.selectedIndexes(), key=QModelIndex.row)
        return [index.data(ConversationRole.ID) for index in chosen]

    def ids_for(self, index: QModelIndex) -> list[int]:
        """The conversations that an action on a row is about: the selection if it is part of it."""
        if index.data(RowRole.KIND) != RowKind.CHAT:
            return []
        chosen = self.chosen_ids
        own = int(index.data(ConversationRole.ID))
        return chosen if own in chosen else [own]

    def show_current(self) -> None:
        """Select the open conversation, and scroll to it."""
        current = self._conversations.current_id
        row = -1 if current is None else self._rows.row_of_chat(current)
        if row >= 0:
            self.selectionModel().setCurrentIndex(self._rows.index(row), _Flag.ClearAndSelect)
        else:
            self.clearSelection()

    def focus_first(self) -> None:
        """Go to the first chat."""
        self.setFocus()
        chats = (row for row in range(self._rows.rowCount()) if self._is_chat(row))
        first = next(chats, -1)
        if first >= 0:
            self.selectionModel().setCurrentIndex(self._rows.index(first), _Flag.ClearAndSelect)

    def open_current(self) -> None:
        """Open the chat with the focus, or the first one; a folder opens or closes."""
        index = self.currentIndex()
        if index.data(RowRole.KIND) == RowKind.FOLDER:
            self._rows.toggle_folder(index.data(RowRole.FOLDER_ID))
            return
        if not index.isValid() or index.data(ConversationRole.ID) is None:
            self.focus_first()
            index = self.currentIndex()
        if index.isValid():
            self._conversations.open(index.data(ConversationRole.ID))
            self.opened.emit()

    def rename(self, index: QModelIndex) -> None:
        """Edit the title where it stands."""
        if index.isValid():
            self.scrollTo(index)
            self.setCurrentIndex(index)
            self.edit(index)

    def open_beside(self, index: QModelIndex) -> None:
        """Ask for the chat of a row beside the open one."""
        self.beside_wanted.emit(index.data(ConversationRole.ID))

    def delete(self, index: QModelIndex) -> None:
        """Delete what an action on the row is about; a folder's chats stay."""
        if index.data(RowRole.KIND) == RowKind.FOLDER:
            self._rows.delete_folder(index.data(RowRole.FOLDER_ID))
            return
        ids = self.ids_for(index)
        if ids:
            self._conversations.delete(*ids, then=self._rows.next_chat(ids))

    def _is_chat(self, row: int) -> bool:
        return bool(self._rows.index(row).data(RowRole.KIND) == RowKind.CHAT)

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.data(RowRole.KIND) == RowKind.FOLDER:
            self._rows.toggle_folder(index.data(RowRole.FOLDER_ID))
        elif index.data(RowRole.KIND) == RowKind.CHAT and len(self.selectedIndexes()) == 1:
            self._conversations.open(index.data(ConversationRole.ID))

    def _act(self, action: str, index: QModelIndex) -> None:
        own = index.data(ConversationRole.ID)
        match action:
            case "pin":
                self._rows.pin([own], is_pinned=not index.data(ConversationRole.IS_PINNED))
            case "edit":
                self.rename(index)
            case "trash" | "close":
                self._conversations.delete(own, then=self._rows.next_chat([own]))
            case _:
                self.menus.show(index, self.visualRect(index).bottomRight())

    def _on_changed(self) -> None:
        is_searching = bool(self._conversations.search)
        if is_searching != self._delegate.is_searching:
            self._delegate.is_searching = is_searching
            self.scheduleDelayedItemsLayout()
            self.scrollToTop()
            self.show_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if self.state() == QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif event.key() in _OPENING_KEYS:
            self.open_current()
        elif event.key() == Qt.Key.Key_Delete:
            self.delete(index)
        elif event.matches(QKeySequence.StandardKey.Undo):
            self._conversations.undo_delete()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._fold(event.key(), index):
            event.accept()
        elif is_plain and event.text().strip() and event.text().isprintable():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _fold(self, key: int, index: QModelIndex) -> bool:
        """Close or open a folder by an arrow key; False if there is none."""
        if index.data(RowRole.KIND) != RowKind.FOLDER:
            return False
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        opens = (key == Qt.Key.Key_Right) != is_mirrored
        if opens != index.data(RowRole.IS_OPEN):
            self._rows.toggle_folder(index.data(RowRole.FOLDER_ID))
        return True

    def _button_at(self, event: QMouseEvent) -> tuple[str, QModelIndex]:
        place = event.position().toPoint()
        index = self.indexAt(place)
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return "", index
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return self._delegate.button_at(option, index, place), index

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A button acts on its row and leaves the selection as it is.
        name, index = self._button_at(event)
        self._pressed = (name, QPersistentModelIndex(index)) if name else None
        if not name:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
            return
        name, index = self._button_at(event)
        if pressed == (name, QPersistentModelIndex(index)):
            self._act(name, index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index, place = self.currentIndex(), self.visualRect(self.currentIndex()).center()
        else:
            index, place = self.indexAt(event.pos()), event.pos()
        if index.isValid() and index.data(RowRole.KIND) != RowKind.SECTION:
            self.menus.show(index, place)

"""The menus of the sidebar's rows: what can be done with chats and folders."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.viewmodels.conversation_list import ConversationRole
from app.viewmodels.sidebar.exchange import ExchangeViewModel
from app.viewmodels.sidebar.rows import RowKind, RowRole, SidebarRows
from app.widgets.sidebar.file_dialogs import ask_and_export, export_formats


class RowActions(Protocol):
    """What the list does with a row."""

    def ids_for(self, index: QModelIndex) -> list[int]:
        """The conversations that an action on a row is about."""

    def rename(self, index: QModelIndex) -> None:
        """Edit the title of a row."""

    def open_beside(self, index: QModelIndex) -> None:
        """Show the chat of a row beside the open one."""

    def delete(self, index: QModelIndex) -> None:
        """Delete what an action on the row is about."""


class RowMenus(QObject):
    """Makes the menu of a row; with several chats selected, it is about all of them."""

    def __init__(
        self,
        viewport: QWidget,
        actions: RowActions,
        rows: SidebarRows,
        exchange: ExchangeViewModel,
    ) -> None:
        super().__init__(viewport)
        self._exchange = exchange
        self._viewport = viewport
        self._view = actions
        self._rows = rows

    def show(self, index: QModelIndex, place: QPoint) -> None:
        """Open the menu of a row at `place` of the list."""
        menu = self.create(index)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._viewport.mapToGlobal(place))

    def create(self, index: QModelIndex) -> QMenu:
        """The menu of a row."""
        menu = QMenu(self._viewport)
        if index.data(RowRole.KIND) == RowKind.FOLDER:
            self._add_folder_actions(menu, index)
        else:
            self._add_chat_actions(menu, index, self._view.ids_for(index))
        return menu

    def create_folder(self, conversation_ids: Sequence[int] = ()) -> None:
        """Create a folder with these chats and let its name be typed."""
        name = self.tr("New folder")
        folder_id = self._rows.create_folder(name, conversation_ids)
        row = self._rows.row_of((RowKind.FOLDER, folder_id))
        if row >= 0:
            self._view.rename(self._rows.index(row))

    def _add_folder_actions(self, menu: QMenu, index: QModelIndex) -> None:
        rename = menu.addAction(self.tr("Rename"), partial(self._view.rename, index))
        delete = menu.addAction(
            self.tr("Delete the folder, keep its chats"), partial(self._view.delete, index)
        )
        rename.setShortcut(Qt.Key.Key_F2)
        delete.setShortcut(Qt.Key.Key_Delete)

    def _add_chat_actions(self, menu: QMenu, index: QModelIndex, ids: list[int]) -> None:
        if len(ids) == 1:
            rename = menu.addAction(self.tr("Rename"), partial(self._view.rename, index))
            rename.setShortcut(Qt.Key.Key_F2)
            if not index.data(ConversationRole.IS_CURRENT):
                menu.addAction(self.tr("Open beside"), partial(self._view.open_beside, index))
        if not index.data(ConversationRole.IS_TEMPORARY):
            is_pinned = bool(index.data(ConversationRole.IS_PINNED))
            words = self.tr("Unpin") if is_pinned else self.tr("Pin")
            menu.addAction(words, partial(self._rows.pin, ids, is_pinned=not is_pinned))
            self._add_folders(menu, index, ids)
        export = menu.addMenu(self.tr("Export as"))
        for suffix, name in export_formats(len(ids)).items():
            ask = partial(ask_and_export, self._viewport, self._exchange, ids, suffix)
            export.addAction(self.tr("{0}…").format(name), ask)
        menu.addSeparator()
        words = self.tr("Delete") if len(ids) == 1 else self.tr("Delete %n chats", "", len(ids))
        delete = menu.addAction(words, partial(self._view.delete, index))
        delete.setShortcut(Qt.Key.Key_Delete)

    def _add_folders(self, menu: QMenu, index: QModelIndex, ids: list[int]) -> None:
        folders = menu.addMenu(self.tr("Move to folder"))
        inside = index.data(RowRole.FOLDER_ID)
        for folder in self._rows.folders:
            # Qt would take an ampersand for the mark of a key.
            name = folder.name.replace("&", "&&")
            action = folders.addAction(name, partial(self._rows.move, ids, folder.id))
            action.setEnabled(folder.id != inside)
        if self._rows.folders:
            folders.addSeparator()
        folders.addAction(self.tr("New folder…"), partial(self.create_folder, ids))
        if inside is not None:
            folders.addAction(self.tr("Out of the folder"), partial(self._rows.move, ids, None))

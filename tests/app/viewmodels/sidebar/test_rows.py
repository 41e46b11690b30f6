"""The rows of the sidebar over a real database: days, pins, folders, and what stays in place."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from app.domain import Author
from app.viewmodels.conversation_list import ConversationListModel, ConversationRole
from app.viewmodels.sidebar.rows import RowKind, RowRole, SidebarRows
from tests.app.conftest import Services

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC).astimezone()


@pytest.fixture
def conversations(services: Services) -> ConversationListModel:
    return ConversationListModel(services.conversations, lambda: NOW)


@pytest.fixture
def rows(
    services: Services, conversations: ConversationListModel, qtmodeltester: ModelTester
) -> SidebarRows:
    rows = SidebarRows(conversations, services.conversations.folders, lambda: NOW)
    qtmodeltester.check(rows)
    return rows


def _add(services: Services, title: str, days_ago: float = 0.0) -> int:
    moments = count(int((NOW - timedelta(days=days_ago)).timestamp()))
    services.conversations._clock = lambda: float(next(moments))
    chat = services.conversations.create()
    services.conversations.rename(chat.id, title)
    services.conversations.append(chat.id, None, Author.USER, f"about {title}")
    return chat.id


def _shown(rows: SidebarRows) -> list[str]:
    return [rows.index(row).data() for row in range(rows.rowCount())]


def test_chats_stand_under_their_day(
    services: Services, conversations: ConversationListModel, rows: SidebarRows
) -> None:
    for title, days in (("a", 0), ("b", 1), ("c", 4), ("d", 20), ("e", 400), ("f", 0)):
        _add(services, title, days)
    conversations.refresh()
    assert _shown(rows) == [
        *("Today", "f", "a", "Yesterday", "b", "Previous 7 days", "c"),
        *("November", "d", "October 2025", "e"),
    ]
    assert not rows.flags(rows.index(0)) & Qt.ItemFlag.ItemIsEnabled  # keys pass over it


def test_pins_and_folders_stand_above_and_are_undone(
    services: Services, conversations: ConversationListModel, rows: SidebarRows
) -> None:
    pinned, filed = _add(services, "pinned", 9), _add(services, "filed")
    _add(services, "other")
    conversations.refresh()
    rows.pin([pinned], is_pinned=True)
    folder = rows.create_folder("Work", [filed])
    assert _shown(rows) == ["Pinned", "pinned", "Work", "filed", "Today", "other"]
    rows.toggle_folder(folder)
    assert _shown(rows) == ["Pinned", "pinned", "Work", "Today", "other"]
    at = rows.row_of((RowKind.FOLDER, folder))
    assert "closed, chats: 1" in rows.index(at).data(Qt.ItemDataRole.AccessibleTextRole)
    rows.setData(rows.index(at), "  Play  ")
    rows.delete_folder(folder)
    rows.pin([pinned], is_pinned=False)
    assert _shown(rows) == ["Today", "other", "filed", "November", "pinned"]


def test_chats_are_dragged_into_a_folder_and_out(
    services: Services, conversations: ConversationListModel, rows: SidebarRows
) -> None:
    chats = [_add(services, title) for title in ("one", "two")]
    conversations.refresh()
    folder = rows.create_folder("Work")
    dragged = rows.mimeData([rows.index(rows.row_of_chat(chat)) for chat in chats])
    target = rows.index(rows.row_of((RowKind.FOLDER, folder)))
    assert rows.dropMimeData(dragged, Qt.DropAction.MoveAction, -1, -1, target)
    assert _shown(rows) == ["Work", "two", "one"]
    rows.dropMimeData(dragged, Qt.DropAction.MoveAction, -1, -1, rows.index(1))
    assert _shown(rows) == ["Work", "two", "one"]  # onto a chat: into its folder
    alone = _add(services, "alone")
    conversations.refresh()
    rows.dropMimeData(
        dragged, Qt.DropAction.MoveAction, -1, -1, rows.index(rows.row_of_chat(alone))
    )
    assert _shown(rows) == ["Work", "Today", "alone", "two", "one"]


def test_a_row_that_moves_stays_selected(
    services: Services, conversations: ConversationListModel, rows: SidebarRows
) -> None:
    old = _add(services, "old", 3)
    _add(services, "new")
    conversations.refresh()
    held = QPersistentModelIndex(rows.index(rows.row_of_chat(old)))
    resets: list[None] = []
    rows.modelReset.connect(lambda: resets.append(None))
    services.conversations._clock = NOW.timestamp
    services.conversations.append(old, None, Author.USER, "again")
    conversations.touch(old)
    assert _shown(rows) == ["Today", "new", "old"] or _shown(rows) == ["Today", "old", "new"]
    assert held.isValid()
    assert held.data(ConversationRole.ID) == old
    assert not resets


def test_a_search_has_the_hits_alone(
    services: Services, conversations: ConversationListModel, rows: SidebarRows
) -> None:
    _add(services, "Zürich")
    _add(services, "other")
    rows.create_folder("Work")
    conversations.set_search("zuri")
    assert _shown(rows) == ["Zürich"]
    assert rows.index(0).data(RowRole.KIND) == RowKind.CHAT
    assert rows.index(0).data(ConversationRole.TITLE_MARKS) == ((0, 4),)


def test_after_a_deletion_the_next_one_below_is_shown(
    services: Services, conversations: ConversationListModel, rows: SidebarRows
) -> None:
    old, middle, new = (_add(services, title) for title in ("old", "middle", "new"))
    conversations.refresh()
    assert rows.next_chat([middle]) == old
    assert rows.next_chat([old, middle]) == new
    assert rows.next_chat([old, middle, new]) is None

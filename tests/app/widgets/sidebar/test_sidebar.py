"""The sidebar as a person uses it: by mouse, and by keyboard alone."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.domain import Author
from app.main import Parts
from app.storage.conversations import Conversations
from app.viewmodels.sidebar.rows import RowKind

NO_KEYS = Qt.KeyboardModifier.NoModifier
LONG = "padding words " * 600


@pytest.fixture
def chats(parts: Parts) -> list[int]:
    """Three chats, the newest open."""
    store = Conversations(parts.database.connection)
    ids = []
    for title in ("Turtles", "Rainbows", "Trains"):
        chat = store.create()
        store.rename(chat.id, title)
        question = store.append(chat.id, None, Author.USER, f"About {title}?")
        answer = store.append(chat.id, question.id, Author.ASSISTANT, f"Of {title}: needle. {LONG}")
        store.append(chat.id, answer.id, Author.USER, "Thank you.")
        ids.append(chat.id)
    parts.view_models.conversations.refresh()
    parts.view_models.conversations.select(ids[-1])
    return ids


def _index(parts: Parts, chat: int) -> QModelIndex:
    rows = parts.view_models.rows
    return rows.index(rows.row_of_chat(chat))


def _click(parts: Parts, chat: int, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    view = parts.window.sidebar.list
    place = view.visualRect(_index(parts, chat)).center()
    place.setX(10)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, keys, place)


def _titles(parts: Parts) -> list[str]:
    conversations = parts.view_models.conversations
    return [conversations.index(row).data() for row in range(conversations.rowCount())]


def test_after_a_click_the_keys_of_the_menu_work_and_typing_goes_to_the_message(
    qtbot: QtBot, parts: Parts, chats: list[int]
) -> None:
    view, composer = parts.window.sidebar.list, parts.window.chat_page.composer
    _click(parts, chats[0])
    assert parts.view_models.conversations.current_id == chats[0]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F2)
    edit = QApplication.focusWidget()
    assert isinstance(edit, QLineEdit)
    QTest.keyClicks(edit, "Tortoises")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(view.hasFocus)
    assert "Tortoises" in _titles(parts)
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert "Tortoises" not in _titles(parts)
    QTest.keyClicks(view, "h")
    assert composer.edit.hasFocus()
    assert composer.text == "h"


def test_several_are_deleted_at_once_and_come_back(
    qtbot: QtBot, parts: Parts, chats: list[int]
) -> None:
    _click(parts, chats[2])
    _click(parts, chats[0], Qt.KeyboardModifier.ControlModifier)
    assert parts.view_models.conversations.current_id == chats[2]  # selecting opens nothing
    QTest.keyClick(parts.window.sidebar.list, Qt.Key.Key_Delete)
    assert "Trains" not in _titles(parts)
    assert "Turtles" not in _titles(parts)
    banner = parts.window.chat_page.banner
    assert "2 chats" in banner._text.text()
    banner._action.click()
    assert {"Trains", "Turtles"} <= set(_titles(parts))


def test_a_search_leads_to_the_message_by_keyboard_alone(
    qtbot: QtBot, parts: Parts, chats: list[int]
) -> None:
    parts.window.focus_search()
    search, view = parts.window.sidebar.search, parts.window.sidebar.list
    QTest.keyClicks(search, "needle rainb")
    QTest.keyClick(search, Qt.Key.Key_Down)
    assert view.hasFocus()
    found: list[int] = []
    parts.view_models.chat.branches.found.connect(lambda message, _words: found.append(message))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert parts.view_models.conversations.current_id == chats[1]
    hit = parts.view_models.chat.messages.messages[1]
    assert found == [hit.id]
    transcript = parts.window.chat_page.transcript
    qtbot.waitUntil(lambda: 1 in transcript.cards)
    assert transcript.verticalScrollBar().value() < transcript.verticalScrollBar().maximum()
    assert parts.window.chat_page.composer.edit.hasFocus()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert len(_titles(parts)) >= 3


def test_a_temporary_chat_is_marked_and_gone_when_closed(
    qtbot: QtBot, parts: Parts, chats: list[int]
) -> None:
    parts.window.sidebar.temporary.click()
    rows, view = parts.view_models.rows, parts.window.sidebar.list
    assert rows.index(0).data() == "Temporary"
    assert "temporary" in rows.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    composer = parts.window.chat_page.composer
    composer.set_text("Between us")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)
    assert rows.index(1).data() == "Between us"
    assert "Replay" in parts.view_models.chat.messages.messages[-1].text
    view.setFocus()
    view.setCurrentIndex(rows.index(1))
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert "Between us" not in _titles(parts)
    assert parts.view_models.chat.banner.text == ""


def test_a_folder_is_made_named_filled_and_folded_by_keyboard_and_menu(
    qtbot: QtBot, parts: Parts, chats: list[int]
) -> None:
    view, rows = parts.window.sidebar.list, parts.view_models.rows
    view.setFocus()
    menu = view.menus.create(_index(parts, chats[0]))
    folders = next(a.menu() for a in menu.actions() if a.text() == "Move to folder")
    folders.actions()[-1].trigger()
    edit = QApplication.focusWidget()
    assert isinstance(edit, QLineEdit)
    QTest.keyClicks(edit, "Animals")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(view.hasFocus)
    folder = rows.index(0)
    assert (folder.data(), rows.index(1).data()) == ("Animals", "Turtles")
    assert view.currentIndex() == folder
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert rows.row_of_chat(chats[0]) == -1
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert rows.row_of_chat(chats[0]) == 1
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert all(kind != RowKind.FOLDER for kind in (row.kind for row in rows._rows))
    assert "Turtles" in _titles(parts)


def test_the_buttons_under_the_pointer_act_on_their_row(
    qtbot: QtBot, parts: Parts, chats: list[int]
) -> None:
    view, rows = parts.window.sidebar.list, parts.view_models.rows
    rect = view.visualRect(_index(parts, chats[0]))
    em = view.fontInfo().pixelSize()
    pin = rect.center()
    pin.setX(round(rect.right() - em * (0.7 + 1.65 * 3.5)))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0), pin)
    assert rows.index(0).data() == "Pinned"
    assert rows.index(1).data() == "Turtles"
    assert parts.view_models.conversations.current_id == chats[2]


def test_the_row_keeps_its_place_while_the_answer_streams(
    qtbot: QtBot, parts: Parts, chats: list[int]
) -> None:
    parts.view_models.chat.send("More")
    view = parts.window.sidebar.list
    place = view.visualRect(_index(parts, chats[2]))
    moved: list[object] = []
    for signal in (parts.view_models.rows.layoutChanged, parts.view_models.rows.modelReset):
        signal.connect(lambda *_: moved.append(None))
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)
    assert view.visualRect(_index(parts, chats[2])) == place
    assert not moved

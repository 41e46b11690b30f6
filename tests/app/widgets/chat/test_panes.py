"""Two chats side by side, by mouse and keyboard."""

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.viewmodels.conversation_list import ConversationRole

LEFT = Qt.MouseButton.LeftButton


def ask(qtbot: QtBot, parts: Parts, text: str) -> None:
    page = parts.window.chat_page
    qtbot.keyClicks(page.composer.edit, text)
    qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
    chats = parts.view_models.beside.main, parts.view_models.beside.chat
    qtbot.waitUntil(lambda: not any(chat.is_busy for chat in chats))


def row_of(parts: Parts, conversation_id: int | None) -> QModelIndex:
    rows = parts.window.sidebar.list.model()
    indexes = (rows.index(row, 0) for row in range(rows.rowCount()))
    return next(i for i in indexes if i.data(ConversationRole.ID) == conversation_id)


def test_an_earlier_chat_opens_beside_and_both_are_asked(qtbot: QtBot, parts: Parts) -> None:
    window, beside = parts.window, parts.view_models.beside
    ask(qtbot, parts, "first")
    earlier = beside.main.conversation_id
    parts.view_models.conversations.create()
    menu = window.sidebar.list.menus.create(row_of(parts, earlier))
    (action,) = (each for each in menu.actions() if each.text() == "Open beside")
    action.trigger()
    page = window.panes.beside
    assert page is not None
    assert page.isVisible()
    assert page.width() > window.panes.width() // 3
    assert window.panes.title.accessibleName() == "first"
    for asks_both in (True, False):  # whoever sets it
        beside.set_asks_both(asks_both)
        assert window.panes.both.isChecked() is asks_both
    qtbot.mouseClick(window.panes.both, LEFT)
    ask(qtbot, parts, "second")
    for chat in (beside.main, beside.chat):
        assert chat.messages.messages[-2].text == "second"
        assert chat.messages.messages[-1].text
    assert window.chat_page.composer.text == ""
    qtbot.mouseClick(window.panes.close_button, LEFT)
    assert not page.isVisible()


def test_the_open_chat_is_not_offered_beside_itself(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "first")
    current = parts.view_models.conversations.current_id
    menu = parts.window.sidebar.list.menus.create(row_of(parts, current))
    assert "Open beside" not in [action.text() for action in menu.actions()]
    beside = parts.view_models.beside
    parts.window.commands["beside"].trigger()
    assert beside.is_open
    parts.window.commands["beside"].trigger()
    assert not beside.is_open

"""What a person does with an answer: edit, continue, branch, delete, bring back."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.chat.message_card import MessageCard
from app.widgets.icons import IconButton


def ask(qtbot: QtBot, parts: Parts, text: str) -> None:
    composer = parts.window.chat_page.composer
    composer.set_text(text)
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)


def card(parts: Parts, row: int) -> MessageCard:
    return parts.window.chat_page.transcript.cards[row]


def button(parts: Parts, row: int, name: str) -> IconButton:
    buttons = card(parts, row).findChildren(IconButton)
    return next(one for one in buttons if one.accessibleName() == name)


def texts(parts: Parts) -> list[str]:
    messages = parts.view_models.chat.messages
    return [messages.view(row).text for row in range(messages.rowCount())]


def test_after_an_edit_the_next_words_go_into_the_message_box(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Hello")
    box = parts.window.chat_page.composer.edit
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        button(parts, 0, "Edit and send again").click()
        editor = card(parts, 0)._editor
        assert editor is not None
        assert editor._edit.hasFocus()
        QTest.keyClick(editor._edit, key)
        assert box.hasFocus()
        qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)

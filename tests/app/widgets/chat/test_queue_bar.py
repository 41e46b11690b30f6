"""Messages that wait: however many, the conversation stays in view, and their order is a choice."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.viewmodels.chat.message_queue import QueuedMessage


def _queue(parts: Parts, num_messages: int) -> None:
    chat = parts.view_models.chat
    assert chat.conversation_id is not None
    chat.queue.pause()
    for number in range(num_messages):
        chat.queue.add(QueuedMessage(chat.conversation_id, f"message {number}", {}))


def test_many_waiting_messages_leave_the_conversation_in_view(qtbot: QtBot, parts: Parts) -> None:
    page = parts.window.chat_page
    parts.window.resize(900, 480)
    _queue(parts, 12)
    assert page.queue.sizeHint().height() < page.height() / 2
    last = page.queue.rows[-1]
    QTest.mouseClick(last.edit, Qt.MouseButton.LeftButton)
    assert page.composer.text == "message 11"


def test_a_message_is_moved_up_by_keyboard(qtbot: QtBot, parts: Parts) -> None:
    bar, window = parts.window.chat_page.queue, parts.window
    _queue(parts, 3)
    assert not bar.rows[0].up.isEnabled()
    moved = bar.rows[2]
    moved.up.setFocus()
    for place in (1, 0):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
        assert bar.rows[place].message_id == moved.message_id
    assert window.focusWidget() is bar.rows[0].edit

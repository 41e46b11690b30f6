"""What a person does with an answer: edit, continue, branch, delete, bring back."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.chat.message_card import MessageCard
from app.widgets.icons import IconButton
from tests.support.fake_engine import FakeEngine


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


def choose(parts: Parts, row: int, text: str) -> None:
    menu = card(parts, row).footer._actions.create_menu()
    next(action for action in menu.actions() if action.text() == text).trigger()


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


def test_after_answering_again_the_next_words_go_into_the_message_box(
    qtbot: QtBot, parts: Parts
) -> None:
    ask(qtbot, parts, "Hello")
    again = button(parts, 1, "Answer again")
    again.setFocus()
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert parts.window.chat_page.composer.edit.hasFocus()
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)


def test_a_stopped_answer_goes_on_at_a_click(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    engine.finish_reason = "length"
    ask(qtbot, parts, "Hello")
    engine.finish_reason = "stop"
    part = texts(parts)[1]
    go_on = button(parts, 1, "Continue this answer")
    assert go_on.isVisible()
    qtbot.mouseClick(go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)
    assert texts(parts) == ["Hello", part * 2]
    assert not go_on.isVisible()


def test_an_answer_is_edited_where_it_stands(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Hello")
    assert card(parts, 1)._model.text() == "Tiny"
    button(parts, 1, "Edit this answer").click()
    editor = card(parts, 1)._editor
    assert editor is not None
    editor._edit.setPlainText("My words")
    editor.take_focus()
    QTest.keyClick(editor._edit, Qt.Key.Key_Return)
    QTest.keyClicks(editor._edit, "and more")
    QTest.keyClick(editor._edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert texts(parts) == ["Hello", "My words\nand more"]
    assert "2/2" in [label.text() for label in card(parts, 1).findChildren(QLabel)]


def test_an_answer_at_the_end_of_the_view_is_edited_with_the_focus_on_save(
    qtbot: QtBot, parts: Parts
) -> None:
    """The focus goes from the message that leaves to the next one, which is scrolled into view."""
    parts.window.resize(900, 420)
    for _ in range(3):
        ask(qtbot, parts, "Hello")
    bar = parts.window.chat_page.transcript.verticalScrollBar()
    bar.setSliderPosition(bar.minimum())
    button(parts, 1, "Edit this answer").click()
    editor = card(parts, 1)._editor
    assert editor is not None
    editor._edit.setPlainText("My words")
    editor._send.setFocus()
    qtbot.wait(50)
    bar.setSliderPosition(bar.minimum())
    assert button(parts, 2, "Edit and send again").visibleRegion().isEmpty()
    editor._send.click()
    assert texts(parts)[:3] == ["Hello", "My words", "Hello"]


def test_the_menu_deletes_and_branches(qtbot: QtBot, parts: Parts) -> None:
    for question in ("one", "two"):
        ask(qtbot, parts, question)
    choose(parts, 3, "Delete")
    assert texts(parts)[0] == "one"
    assert len(texts(parts)) == 2
    parts.view_models.chat.banner.perform_action()
    assert len(texts(parts)) == 4
    before = parts.view_models.conversations.current_id
    choose(parts, 1, "Branch into a new chat")
    assert parts.view_models.conversations.current_id != before
    assert texts(parts)[0] == "one"
    assert len(texts(parts)) == 2

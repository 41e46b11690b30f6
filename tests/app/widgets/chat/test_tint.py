"""The words that accepted drafts brought can be marked, in old answers and in growing ones."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.colors import colors_of
from tests.app.widgets.chat.test_answer_actions import ask, card
from tests.support.fake_engine import FakeEngine


def marked(parts: Parts, row: int) -> list[tuple[str, str]]:
    """The marked texts of a message and their colors, the upper ones last."""
    (browser,) = card(parts, row).browser.browsers
    marks = browser.extraSelections()
    return [(mark.cursor.selectedText(), mark.format.background().color().name()) for mark in marks]


def switch(qtbot: QtBot, parts: Parts, row: int) -> QCheckBox:
    footnote = card(parts, row).footer._footnote
    qtbot.mouseClick(footnote, Qt.MouseButton.LeftButton)
    assert footnote.popup is not None
    return footnote.popup.findChildren(QCheckBox)[-1]


def test_a_switch_in_the_details_marks_drafted_words(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    engine.tokens, engine.num_tokens = ("The ", "**quick ", "brown** ", "fox."), 4
    engine.drafted = frozenset({"**quick ", "brown** "})
    ask(qtbot, parts, "Hello")
    accent = colors_of(parts.window.palette()).accent
    assert marked(parts, 1) == []
    tint = switch(qtbot, parts, 1)
    assert not tint.isChecked()
    tint.click()
    assert marked(parts, 1) == [("quick brown ", accent)]
    # A chat that is opened again has them, too, and so has the next answer.
    chats = parts.view_models.conversations
    before = parts.view_models.chat.conversation_id
    assert before is not None
    chats.create()
    ask(qtbot, parts, "Again")
    assert ("quick brown ", accent) in marked(parts, 1)
    chats.select(before)
    assert ("quick brown ", accent) in marked(parts, 1)
    tint = switch(qtbot, parts, 1)
    assert tint.isChecked()
    tint.click()
    assert marked(parts, 1) == []


def test_an_answer_without_drafts_has_no_switch(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Hello")
    footnote = card(parts, 1).footer._footnote
    qtbot.mouseClick(footnote, Qt.MouseButton.LeftButton)
    assert footnote.popup is not None
    assert footnote.popup.findChildren(QCheckBox) == []


def test_words_are_marked_while_they_arrive(qtbot: QtBot, parts: Parts, engine: FakeEngine) -> None:
    parts.view_models.settings.set_value("tint_drafts", True)
    engine.tokens, engine.num_tokens, engine.tokens_per_second = ("one ", "two "), 400, 200.0
    engine.drafted = frozenset({"two "})
    composer = parts.window.chat_page.composer
    composer.set_text("Count")
    composer.submitted.emit("Count")
    qtbot.waitUntil(lambda: len(card(parts, 1).browser.text) > 40)
    assert parts.view_models.chat.is_busy
    assert {text.strip() for text, _ in marked(parts, 1)} <= {"two", ""}
    assert len(marked(parts, 1)) >= 5
    parts.view_models.chat.stop()
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)
    num_twos = card(parts, 1).browser.text.count("two")
    qtbot.waitUntil(lambda: len(marked(parts, 1)) == num_twos)


def test_what_is_found_is_seen_above_the_marks(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    parts.view_models.settings.set_value("tint_drafts", True)
    engine.tokens, engine.num_tokens = ("A quick ", "brown fox"), 2
    engine.drafted = frozenset({"brown fox"})
    ask(qtbot, parts, "Hello")
    message = parts.view_models.chat.messages.messages[1]
    parts.window.chat_page.transcript.show_hit(message.id, "brown")
    qtbot.waitUntil(lambda: len(marked(parts, 1)) == 2)
    assert [text for text, _ in marked(parts, 1)] == ["brown fox", "brown"]

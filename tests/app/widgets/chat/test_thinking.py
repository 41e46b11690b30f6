"""Thoughts in the window: folded, opened, copied around, and the choice below the box to write in."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.domain import MessageStatus
from app.main import Parts
from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.thinking_block import ThinkingBlock
from app.widgets.chat.transcript import TranscriptView
from app.widgets.icons import IconButton
from engine.commands import Generate
from engine.events import Thinking
from tests.app.widgets.chat.test_transcript import message
from tests.support.fake_engine import FakeEngine

LONG = "\n\n".join(f"Thought {number}." for number in range(60))


def block(view: TranscriptView) -> ThinkingBlock:
    """The thoughts of the last message."""
    return view.cards[max(view.cards)].thoughts


def press(qtbot: QtBot, view: TranscriptView) -> None:
    qtbot.mouseClick(block(view).header, Qt.MouseButton.LeftButton)


def test_thoughts_are_folded_until_they_are_opened(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(1), message(2, "Yes.", reasoning="Let me **see**.")])
    assert block(view).isVisible()
    assert block(view).body is None
    assert block(view).header.text() == "Thoughts"
    assert "Show the thoughts" in block(view).header.accessibleName()
    folded = view.cards[1].height()
    press(qtbot, view)
    browser = block(view).body
    assert browser is not None
    assert browser.isVisible()
    assert browser.shown_text == "Let me see."
    assert view.cards[1].height() > folded
    assert view.cards[1].browser.y() > browser.geometry().bottom()
    press(qtbot, view)
    assert not browser.isVisible()
    assert view.cards[1].height() == folded


def test_a_message_without_thoughts_shows_none(
    view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(1), message(2, "Yes.")])
    assert not block(view).isVisible()


def test_another_message_in_the_same_card_is_folded_again(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(1), message(2, "Yes.", reasoning="Hm.")])
    press(qtbot, view)
    model.show([message(1), message(4, "No.", reasoning="Well.")])
    assert not block(view).is_open


def test_opened_thoughts_grow_as_they_come(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    answer = message(2, "-", status=MessageStatus.STREAMING)
    model.show([message(1, "Why?")])
    model.show([message(1, "Why?"), replace(answer, text="")])
    assert not block(view).isVisible()
    model.append_reasoning(model.messages[-1].id, "First")
    assert block(view).header.text() == "Thinking…"
    press(qtbot, view)
    model.append_reasoning(model.messages[-1].id, ", second.")
    browser = block(view).body
    assert browser is not None
    assert browser.shown_text == "First, second."
    model.append_reasoning(model.messages[-1].id, "\n\n" + LONG)
    bar = view.verticalScrollBar()
    assert view.is_following
    assert bar.value() == bar.maximum() > 0
    model.end_thinking(model.messages[-1].id, 2_000.0)
    model.append_text(model.messages[-1].id, "Yes.")
    assert block(view).header.text() == "Thought for 2.0 s"
    assert block(view).is_open


def test_what_is_pressed_stays_where_it_is(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    earlier = [message(number) for number in range(1, 12)]
    model.show([*earlier, message(12, "Yes.", reasoning=LONG)])
    assert view.is_following
    header = block(view).header
    before = header.mapTo(view, header.rect().topLeft())
    press(qtbot, view)
    assert header.mapTo(view, header.rect().topLeft()) == before
    assert not view.is_following
    press(qtbot, view)
    assert header.mapTo(view, header.rect().topLeft()) == before
    assert view.is_following


def test_copying_leaves_the_thoughts_out_and_there_is_nothing_to_copy_without_an_answer(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    def copy() -> IconButton:
        buttons = view.cards[1].findChildren(IconButton)
        return next(b for b in buttons if b.accessibleName() == "Copy message")

    model.show([message(1), message(2, "Yes.", reasoning="Hm.")])
    qtbot.mouseClick(copy(), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Yes."
    stopped = message(4, "-", reasoning="Hm.", status=MessageStatus.STOPPED)
    model.show([message(1), replace(stopped, text="")])
    assert block(view).header.text() == "Stopped while thinking"
    assert not copy().isVisible()


def test_the_choice_shows_only_for_a_model_that_has_one(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    chat, button = parts.view_models.chat, parts.window.chat_page.thinking

    def load(thinking: Thinking | None) -> None:
        engine.thinking = thinking
        with qtbot.waitSignal(chat.thinking.changed):
            parts.view_models.settings.reload_model()
        qtbot.waitUntil(lambda: chat.can_send and chat.status_text == "Ready")

    assert not button.isVisible()
    load(Thinking(is_switchable=True, is_on=True))
    assert button.isVisible()
    assert button.isChecked()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isChecked()
    with qtbot.waitSignal(chat.answer_ended):
        chat.send("Why?")
    assert engine.sent_of(Generate)[-1].prompt.thinking is False
    load(Thinking(efforts=("low", "high")))
    assert button.text() == "Think: Automatic"
    assert not button.isCheckable()
    actions = {action.text(): action for action in button.menu().actions()}
    assert list(actions) == ["Automatic", "Low", "High"]
    actions["High"].trigger()
    assert button.text() == "Think: High"
    load(None)
    assert not button.isVisible()

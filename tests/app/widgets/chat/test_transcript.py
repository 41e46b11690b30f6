"""Long conversations stay light, and the view stays where the reader is."""

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import Author, Message, MessageStatus
from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.message_card import MAX_SHOWN_QUESTION, MessageCard
from app.widgets.chat.transcript import TranscriptView
from app.widgets.icons import IconButton
from app.widgets.markdown.browser import MessageBrowser

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def message(number: int, text: str = "", **changes: Any) -> Message:
    author = Author.USER if number % 2 else Author.ASSISTANT
    body = text or f"Message {number}. " + "Some words to fill a few lines. " * 12
    values = {"author": author, "text": body, "status": MessageStatus.COMPLETE} | changes
    return Message(
        id=number, conversation_id=1, parent_id=number - 1 or None, created=NOW, **values
    )


def button(card: MessageCard, name: str) -> IconButton:
    return next(b for b in card.findChildren(IconButton) if b.accessibleName() == name)


def wheel_to_top(view: TranscriptView) -> None:
    bar = view.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderToMinimum)


def test_only_messages_near_the_view_are_realised(
    view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(number) for number in range(1, 401)])
    assert 0 < len(view.cards) < 20
    assert 399 in view.cards
    wheel_to_top(view)
    assert 0 in view.cards
    assert 399 not in view.cards
    assert len(view.findChildren(MessageCard)) < 40


def test_it_follows_the_end_only_from_the_end(
    view: TranscriptView, model: MessageListModel
) -> None:
    streaming = message(40, "start", status=MessageStatus.STREAMING)
    model.show([*(message(number) for number in range(1, 40)), streaming])
    bar = view.verticalScrollBar()
    assert view.is_following
    model.append_text(model.messages[-1].id, "\n\nmore text" * 60)
    assert bar.value() == bar.maximum()
    wheel_to_top(view)
    assert not view.is_following
    model.append_text(model.messages[-1].id, "\n\nmore text" * 60)
    assert bar.value() == 0
    view.scroll_to_latest()
    assert bar.value() == bar.maximum()


def test_the_button_to_the_end_shows_when_away_from_it(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(number) for number in range(1, 40)])
    jump = next(b for b in view.findChildren(IconButton) if b.accessibleName().startswith("Jump"))
    assert not jump.isVisible()
    wheel_to_top(view)
    assert jump.isVisible()
    qtbot.mouseClick(jump, Qt.MouseButton.LeftButton)
    assert view.is_following


def test_measuring_rows_above_does_not_move_what_is_read(
    view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(number, "word " * (number % 7) * 90) for number in range(1, 200)])
    bar = view.verticalScrollBar()
    for _ in range(12):
        before = {row: card.y() for row, card in view.cards.items()}
        value, maximum = bar.value(), bar.maximum()
        bar.triggerAction(bar.SliderAction.SliderSingleStepSub)
        step = bar.singleStep()
        moved = {card.y() - before[row] for row, card in view.cards.items() if row in before}
        assert moved == {step}, (value, maximum)


def test_copy_gives_the_source(qtbot: QtBot, view: TranscriptView, model: MessageListModel) -> None:
    model.show([message(1), message(2, "**bold** `code`")])
    qtbot.mouseClick(button(view.cards[1], "Copy message"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "**bold** `code`"


def test_versions_and_regenerate_name_the_message(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(1), message(2, "answer", version=2, num_versions=3)])
    card = view.cards[1]
    with qtbot.waitSignal(view.version_pressed) as pressed:
        qtbot.mouseClick(button(card, "Previous version"), Qt.MouseButton.LeftButton)
    assert pressed.args == [2, -1]
    with qtbot.waitSignal(view.regenerate_pressed) as pressed:
        qtbot.mouseClick(button(card, "Answer again"), Qt.MouseButton.LeftButton)
    assert pressed.args == [2]
    view.set_busy(is_busy=True)
    assert not button(card, "Answer again").isEnabled()


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_the_arrows_point_to_their_versions_at_a_question_too(
    view: TranscriptView, model: MessageListModel, direction: Qt.LayoutDirection
) -> None:
    view.setLayoutDirection(direction)
    model.show([message(1, "question", version=2, num_versions=2), message(2)])
    older, newer = (button(view.cards[0], f"{one} version") for one in ("Previous", "Next"))
    left, right = sorted((older, newer), key=lambda one: one.mapTo(view, QPoint()).x())
    assert (left._icon_name, right._icon_name) == ("chevron-left", "chevron-right")
    assert (left is newer) == (direction == Qt.LayoutDirection.RightToLeft)


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_a_question_and_its_buttons_stand_at_the_end_of_the_line(
    view: TranscriptView, model: MessageListModel, direction: Qt.LayoutDirection
) -> None:
    view.setLayoutDirection(direction)
    model.show([message(1, "question"), message(2)])
    card = view.cards[0]
    shown = (card.browser, button(card, "Copy message"))
    centers = [one.mapTo(card, one.rect().center()).x() for one in shown]
    is_left = direction == Qt.LayoutDirection.RightToLeft
    assert [center < card.width() / 2 for center in centers] == [is_left, is_left]


def test_a_question_can_be_edited_and_sent_again(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    model.show([message(1, "old"), message(2)])
    qtbot.mouseClick(button(view.cards[0], "Edit and send again"), Qt.MouseButton.LeftButton)
    edit = view.cards[0]._editor
    assert edit is not None
    QTest.keyClicks(edit._edit, " and new")
    with qtbot.waitSignal(view.edit_submitted) as sent:
        QTest.keyClick(edit._edit, Qt.Key.Key_Return)
    assert sent.args == [1, "old and new"]


@pytest.mark.parametrize("seed", range(6))
def test_the_last_question_is_in_view_while_it_is_edited(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel, seed: int
) -> None:
    rng = random.Random(seed)
    lengths = [rng.choice((1, 40, 4000)) for _ in range(rng.randint(1, 6))]
    lengths.append((5000, 200)[seed % 2])  # the answer to it leaves no room for it, or some
    pairs = enumerate(lengths, start=1)
    model.show([m for n, k in pairs for m in (message(2 * n - 1), message(2 * n, "word " * k))])
    view.edit_last_question()
    qtbot.waitUntil(lambda: view.is_settled)
    card = view.cards[2 * len(lengths) - 2]
    assert card.is_edited
    assert card.isAncestorOf(QApplication.focusWidget())
    assert 0 <= card.y() <= view.viewport().height() - card.height()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not card.is_edited


def test_a_very_long_question_is_folded(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    text = "long question " * 3000
    model.show([message(1, text), message(2)])
    wheel_to_top(view)
    card = view.cards[0]
    assert len(card.browser.text) == MAX_SHOWN_QUESTION
    card._more.click()
    assert card.browser.text == text


def test_resizing_keeps_the_line_that_is_read(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    paragraphs = "".join(f"Paragraph {number}. " + "word " * 60 + "\n\n" for number in range(400))
    model.show([message(1), message(2, paragraphs), message(3)])
    bar = view.verticalScrollBar()
    bar.setSliderPosition(bar.maximum() // 2)
    bar.triggerAction(bar.SliderAction.SliderMove)
    qtbot.waitUntil(lambda: view.is_settled)

    def line() -> str:
        body = view.cards[1].browser
        place = body.place_at(-view.cards[1].y() - body.y())
        text = paragraphs_shown(body.browsers, place.position)
        return text[: text.index(".")]

    before = line()
    for width in (420, 760, 600):
        view.resize(width, 500)
        qtbot.waitUntil(lambda: view.is_settled)
        assert line() == before


def paragraphs_shown(browsers: list[MessageBrowser], position: int) -> str:
    """The paragraph at `position` of the first part in view that has one there."""
    return next(
        browser.document().findBlock(position).text()
        for browser in browsers
        if browser.geometry().contains(browser.x(), view_top(browser))
    )


def view_top(browser: MessageBrowser) -> int:
    """The top of the view, in pixels of what `browser` lies in."""
    body = browser.parentWidget()
    card = body.parentWidget()
    return -card.y() - body.y()

"""A person finds words in a long conversation."""

import re
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import Message
from app.main import Parts
from app.viewmodels.chat.message_list import MessageListModel
from app.widgets.chat.finder import MAX_HITS
from app.widgets.chat.transcript import TranscriptView
from tests.app.widgets.chat.test_transcript import message
from tests.app.widgets.test_main_window import ask
from tests.support.fake_engine import FakeEngine

NEEDLE = "a **golden** needle"


def settle(qtbot: QtBot, view: TranscriptView) -> None:
    qtbot.waitUntil(lambda: view.is_settled)


def show(view: TranscriptView, model: MessageListModel, qtbot: QtBot, *texts: str) -> list[Message]:
    rows = [message(number, text) for number, text in enumerate(texts, 1)]
    model.show(rows)
    settle(qtbot, view)
    return rows


def hay(count: int) -> str:
    return "".join(f"Paragraph {number} of words.\n\n" for number in range(count))


def press(qtbot: QtBot, view: TranscriptView, text: str) -> None:
    view.finder.open()
    view.finder.bar.field.insert(text)
    settle(qtbot, view)


def marked(view: TranscriptView) -> list[tuple[str, int]]:
    """What is marked within the view, and how far below its top."""
    found = []
    for card in view.cards.values():
        thoughts = card.thoughts.body.browsers if card.thoughts.body else []
        for browser in card.browser.browsers + thoughts:
            for mark in browser.extraSelections():
                top = browser.mapTo(view.viewport(), browser.cursorRect(mark.cursor).topLeft()).y()
                if browser.isVisible() and 0 <= top < view.viewport().height():
                    found.append((mark.cursor.selectedText(), top))
    return found


def test_typing_shows_the_words_wherever_they_are(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    show(view, model, qtbot, "Why?", hay(3000) + NEEDLE + "\n\n" + hay(200), "And?", "So.")
    press(qtbot, view, "golden needle")
    assert [text for text, _ in marked(view)] == ["golden needle"]
    assert view.finder.bar.count.text() == "1 of 1"


def test_enter_and_f3_go_around_the_hits(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    texts = [f"{hay(40)}needle {number}\n\n{hay(40)}" for number in range(4)]
    show(view, model, qtbot, *texts)
    press(qtbot, view, "needle")
    field, count = view.finder.bar.field, view.finder.bar.count
    before = int(count.text().split()[0])
    for key, step in ((Qt.Key.Key_Return, 1), (Qt.Key.Key_Enter, 1), (Qt.Key.Key_Return, 1)):
        qtbot.keyClick(field, key)
        before = (before + step - 1) % 4 + 1
        assert count.text() == f"{before} of 4"
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    settle(qtbot, view)
    assert count.text() == f"{(before - 2) % 4 + 1} of 4"
    assert marked(view)


def test_escape_closes_the_bar_and_unmarks(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    show(view, model, qtbot, "Where is the needle?", "Here.")
    press(qtbot, view, "needle")
    assert marked(view)
    qtbot.keyClick(view.finder.bar.field, Qt.Key.Key_Escape)
    settle(qtbot, view)
    assert not view.finder.is_open
    assert marked(view) == []
    assert view.viewport().y() == 0


def test_closing_the_bar_leaves_the_view_at_the_end(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    engine.tokens, engine.num_tokens = ("A line of the answer.\n\n",), 18
    ask(qtbot, parts, "Hello")
    view = parts.window.chat_page.transcript
    settle(qtbot, view)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum()
    assert view.cards[0].visibleRegion().isEmpty()  # made, but not seen
    view.finder.open()
    qtbot.keyClick(view.finder.bar.field, Qt.Key.Key_Escape)
    settle(qtbot, view)
    assert bar.value() == bar.maximum()
    assert QApplication.focusWidget() is view


def test_a_hit_in_folded_thoughts_opens_them(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    rows = show(view, model, qtbot, "Why?", "So.")
    model.show([])
    model.show([rows[0], replace(rows[1], reasoning=hay(300) + "needle\n\n" + hay(50))])
    settle(qtbot, view)
    press(qtbot, view, "needle")
    assert [text for text, _ in marked(view)] == ["needle"]


def test_a_hit_in_folded_code_unfolds_it(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    code = "".join(f"line {number}\n" for number in range(60))
    show(view, model, qtbot, "Why?", f"```\n{code}{'word ' * 90}needle\n```")
    card = view.cards[1]
    card.browser.browsers[0].cards._toggle(0)
    settle(qtbot, view)
    press(qtbot, view, "needle")
    assert [text for text, _ in marked(view)] == ["needle"]
    assert card.browser.browsers[0].cards._cards[0].offset > 0


def test_a_search_result_opens_at_its_words(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    show(view, model, qtbot, "needle", hay(900) + NEEDLE + "\n\n" + hay(900), "needle", "So.")
    assert view.show_hit(2, "needle golden")  # the words, in whatever order
    settle(qtbot, view)
    assert {text for text, _ in marked(view)} == {"golden", "needle"}
    assert not view.show_hit(2, "absent")
    assert not view.show_hit(99, "needle")


def test_other_scripts_are_marked_in_the_right_place(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    show(view, model, qtbot, "Why?", "\U0001f600\U0001f600 Überraschung 世界 \U0001f600 世界")
    press(qtbot, view, "世界")
    assert [text for text, _ in marked(view)] == ["世界", "世界"]


def test_new_text_is_found_without_moving_the_view(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    rows = show(view, model, qtbot, "needle " + hay(30), hay(300))
    press(qtbot, view, "needle")
    place = view.verticalScrollBar().value()
    model.replace_last(replace(rows[-1], text=rows[-1].text + "needle"))
    qtbot.waitUntil(lambda: view.finder.bar.count.text() == "1 of 2")
    settle(qtbot, view)
    assert view.verticalScrollBar().value() == place


@pytest.mark.alone
def test_ten_megabytes_are_searched_in_small_steps(
    qtbot: QtBot, view: TranscriptView, model: MessageListModel
) -> None:
    show(view, model, qtbot, *[hay(2000)] * 200)
    began = time.thread_time()
    view.finder._on_query_changed("words")
    assert time.thread_time() - began < 0.1
    qtbot.waitUntil(lambda: re.search(r"of 10,000\+", view.finder.bar.count.text()) is not None)
    assert len(view.finder._finder.hits) == MAX_HITS

"""The box to write in."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from pytestqt.qtbot import QtBot

from app.widgets.chat.composer import MAX_MESSAGE_CHARACTERS, Composer


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    widget = Composer()
    qtbot.addWidget(widget)
    widget.resize(500, 200)
    widget.show()
    return widget


def test_enter_sends_and_shift_enter_breaks(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    with qtbot.waitSignal(composer.submitted) as sent:
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent.args == ["one\ntwo"]
    assert composer.text == "one\ntwo"


def test_nothing_is_sent_while_it_is_blank(qtbot: QtBot, composer: Composer) -> None:
    with qtbot.assertNotEmitted(composer.submitted):
        composer.set_text("  \n")
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    composer.set_text("text")
    composer.set_state(is_busy=True, can_send=False)
    with qtbot.waitSignal(composer.submitted):  # for the queue
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return)


def test_the_button_stops_while_busy(qtbot: QtBot, composer: Composer) -> None:
    composer.set_state(is_busy=True, can_send=False)
    assert composer.button.accessibleName() == "Stop (Esc)"
    with qtbot.waitSignal(composer.stop_pressed):
        qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(composer.stop_pressed):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)
    composer.set_state(is_busy=False, can_send=True)
    with qtbot.assertNotEmitted(composer.stop_pressed):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)


def test_it_grows_with_its_lines_up_to_a_limit(composer: Composer) -> None:
    heights = []
    for num_lines in (1, 3, 8, 60):
        composer.set_text("\n".join(["line"] * num_lines))
        heights.append(composer.edit.height())
    assert heights[0] < heights[1] < heights[2] == heights[3]


def test_the_hint_is_one_line_in_a_narrow_pane(composer: Composer) -> None:
    composer.resize(1200, 200)  # room for the whole hint in any font
    composer.set_state(is_busy=True, can_send=False)
    whole = composer.edit.placeholderText()
    composer.resize(200, 200)
    words = composer.edit.placeholderText()
    margin = composer.edit.document().documentMargin()
    room = composer.edit.viewport().width() - 2 * margin
    assert words.endswith("…")
    assert composer.edit.fontMetrics().horizontalAdvance(words) <= room
    composer.resize(1200, 200)
    assert composer.edit.placeholderText() == whole


def test_a_huge_paste_is_refused_in_words(composer: Composer) -> None:
    data = QMimeData()
    data.setText("x" * 10_000_000)
    composer.edit.insertFromMimeData(data)
    assert composer.text == ""
    assert "10,000,000 characters, 9,800,000 more than the 200,000" in composer._warning.text()
    assert composer._warning.isVisible()


def test_a_paste_that_only_the_written_text_makes_too_long_says_by_how_much(
    composer: Composer,
) -> None:
    composer.set_text("x" * 1000)
    data = QMimeData()
    data.setText("y" * MAX_MESSAGE_CHARACTERS)
    composer.edit.insertFromMimeData(data)
    assert composer.text == "x" * 1000
    assert "1,000 longer than the 200,000" in composer._warning.text()
    composer.edit.selectAll()
    composer.edit.insertFromMimeData(data)
    assert composer.text == "y" * MAX_MESSAGE_CHARACTERS


def test_a_refusal_goes_with_its_draft_though_nothing_was_written(composer: Composer) -> None:
    data = QMimeData()
    data.setText("x" * (MAX_MESSAGE_CHARACTERS + 1))
    composer.edit.insertFromMimeData(data)
    assert composer._warning.isVisible()
    composer.set_text("")  # another chat without a draft is opened
    assert not composer._warning.isVisible()
    assert not composer.attach_text.isVisible()


def test_a_suggestion_keeps_what_was_written(composer: Composer) -> None:
    composer.suggest("Explain rainbows.")
    composer.suggest("Write a note.")
    assert composer.text == "Write a note."
    composer.set_text("My own draft")
    composer.suggest("Explain rainbows.")
    assert composer.text == "My own draft\n\nExplain rainbows."


def test_a_paste_is_plain_text(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold" * (MAX_MESSAGE_CHARACTERS // 8))
    composer.edit.insertFromMimeData(data)
    assert composer.text == "bold" * (MAX_MESSAGE_CHARACTERS // 8)


def test_a_word_without_end_is_broken_anywhere(composer: Composer) -> None:
    mode = composer.edit.wordWrapMode()
    composer.set_text("x" * 100_000)
    assert composer.edit.wordWrapMode() != mode
    composer.set_text("some words")
    assert composer.edit.wordWrapMode() == mode


def test_the_hint_follows_the_answer_at_once(qtbot: QtBot, composer: Composer) -> None:
    class Paints(QObject):
        num = 0

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            self.num += event.type() == QEvent.Type.Paint
            return False

    qtbot.waitExposed(composer)
    qtbot.wait(50)
    paints = Paints()
    composer.edit.viewport().installEventFilter(paints)
    composer.set_state(is_busy=True, can_send=False)
    assert "next message" in composer.edit.placeholderText()
    qtbot.waitUntil(lambda: paints.num > 0)
    composer.set_state(is_busy=False, can_send=True)
    assert "/" in composer.edit.placeholderText()
    qtbot.waitUntil(lambda: paints.num > 1)

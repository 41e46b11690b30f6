"""A long answer is shown in parts, of which only those in view exist."""

from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.widgets.markdown.body import MessageBody
from app.widgets.markdown.browser import MessageBrowser, RunInBackground
from app.widgets.markdown.code_cards import CopyCodeButton
from app.widgets.markdown.cost import MAX_TABLE_CELLS, Budget
from app.widgets.markdown.places import Span

VIEW, EVERYTHING = Span(0, 1500), Span(0, 10_000_000)
LONG_CODE = "Text.\n\n```py\n" + "".join(f"x = {number}\n" for number in range(3000)) + "```\n"
NOTE = "Shown as plain text"


@pytest.fixture
def body(qtbot: QtBot, run_at_once: RunInBackground) -> MessageBody:
    widget = MessageBody(run_at_once)
    qtbot.addWidget(widget)
    widget.show()
    return widget


def show(body: MessageBody, source: str, span: Span = VIEW, width: int = 600) -> None:
    if source != body.text:
        body.set_markdown(source, is_finished=True)
    body.arrange(width, span, Budget())
    while body.wait_ms is not None:
        body.arrange(width, span, Budget())


def notes(body: MessageBody) -> list[str]:
    return [label.text() for label in body.findChildren(QLabel) if label.isVisible()]


def test_an_answer_of_usual_length_is_one_document(body: MessageBody) -> None:
    show(body, "# Title\n\n" + "Some words, **bold** ones too.\n\n" * 100)
    assert len(body.browsers) == 1
    assert notes(body) == []


def test_only_the_parts_in_view_exist(body: MessageBody) -> None:
    source = "".join(f"Paragraph {number} of some words.\n\n" for number in range(20_000))
    show(body, source)
    assert "Paragraph 0 " in body.shown_text
    assert len(body.browsers) <= 2
    bottom = body.height()
    show(body, source, Span(bottom - 500, bottom))
    assert "Paragraph 19999 " in body.shown_text
    assert len(body.browsers) <= 2
    assert body.text == source


def test_parts_that_are_gone_take_no_colors_and_no_formulas(qtbot: QtBot) -> None:
    waiting: list[tuple[Any, Any]] = []
    body = MessageBody(lambda work, on_done: waiting.append((work, on_done)))
    qtbot.addWidget(body)
    body.show()
    section = "Words.\n\n```python\nx = 1\n```\n\n$x^2$\n\n" + "word " * 800 + "\n\n"
    show(body, section * 40, EVERYTHING)
    num_before, bottom = len(body.findChildren(MessageBrowser)), body.height()
    show(body, section * 40, Span(bottom - 500, bottom))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(body.findChildren(MessageBrowser)) < num_before
    assert len(waiting) > 40
    for work, on_done in waiting:
        on_done(work())


def test_one_turn_does_a_part_of_the_work(body: MessageBody) -> None:
    body.set_markdown("word " * 50_000, is_finished=True)
    body.arrange(600, EVERYTHING, Budget())
    assert body.wait_ms == 0
    assert len(body.browsers) < 10


def test_what_is_too_large_is_plain_and_says_so_once(body: MessageBody) -> None:
    source = "Before.\n\n" + "*a" * 20_000 + "\n\nAfter **it**.\n"
    show(body, source, EVERYTHING)
    assert len(notes(body)) == 1
    assert notes(body)[0].startswith(NOTE)
    assert "*a*a" in body.shown_text
    assert "After it." in body.shown_text


@pytest.mark.parametrize(
    "source", ["[" * 1500, "| a | b |\n|---|---|\n" + "| c | d |\n" * (MAX_TABLE_CELLS // 2 + 1)]
)
def test_what_is_costly_within_a_part_is_plain_too(body: MessageBody, source: str) -> None:
    show(body, source, EVERYTHING)
    assert notes(body)[0].startswith(NOTE)
    assert body.shown_text.replace("\n", "") == source.replace("\n", "")


def test_copying_code_that_runs_through_parts_gives_all_of_it(
    qtbot: QtBot, body: MessageBody
) -> None:
    show(body, LONG_CODE, EVERYTHING)
    assert len(body.browsers) > 3
    expected = "\n".join(f"x = {number}" for number in range(3000))
    buttons = [button for button in body.findChildren(CopyCodeButton) if button.isVisible()]
    for button in (buttons[0], buttons[1], buttons[-1]):
        QGuiApplication.clipboard().clear()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == expected


def test_the_line_that_is_read_is_found_again_at_another_width(body: MessageBody) -> None:
    source = "".join(f"Paragraph {number}. " + "word " * 60 + "\n\n" for number in range(800))
    show(body, source)
    middle = body.height() // 2
    show(body, source, Span(middle - 500, middle + 500))
    place = body.place_at(middle)
    assert body.y_of(place) == middle
    show(body, source, Span(middle - 500, middle + 500), width=380)
    y = body.y_of(place)
    show(body, source, Span(y - 500, y + 500), width=380)
    again = body.place_at(body.y_of(place))
    assert again.part == place.part
    assert 0 <= place.position - again.position < 60  # the line there begins at another word


def test_a_link_defined_at_the_end_reaches_every_part(body: MessageBody) -> None:
    source = (
        "See [it].\n\n"
        + "words " * 20
        + "\n\n"
        + "- item\n" * 3000
        + "\n[it]: https://example.org\n"
    )
    show(body, source)
    assert "https://example.org" in body.browsers[0].document().toHtml()


def test_text_that_grows_is_added_to_the_last_part(body: MessageBody) -> None:
    source = ""
    for number in range(60):
        source += f"## Title {number}\n\n" + "word " * 60 + "\n\n"
        body.set_markdown(source, is_finished=False)
        body.arrange(600, EVERYTHING, Budget())
    show(body, source)
    streamed = [browser.toPlainText() for browser in body.browsers]
    body.set_markdown("", is_finished=False)
    show(body, source)
    assert [browser.toPlainText() for browser in body.browsers] == streamed


def test_line_ends_of_every_kind_are_line_ends(body: MessageBody) -> None:
    for text in ("one\r", "one\r\n\r", "one\r\n\r\ntwo\rthree"):
        body.set_markdown(text, is_finished=False)
    show(body, "one\r\n\r\ntwo\rthree")
    assert body.shown_text.replace("\u2028", "\n") == "one\ntwo\nthree"
    assert body.text == "one\r\n\r\ntwo\rthree"

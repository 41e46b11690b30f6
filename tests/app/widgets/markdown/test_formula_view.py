"""Formulas within a message: shown where they are written, copied as they were written."""

from functools import partial

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPalette
from pytestqt.qtbot import QtBot

from app.widgets.markdown.browser import MessageBrowser, RunInBackground
from app.widgets.markdown.writer import OBJECT

TEXT = "Let $x^2$ be.\n\n$$\n\\frac{a}{b}\n$$\n\nIt costs $5 and $10.\n"


@pytest.fixture
def browser(qtbot: QtBot, run_at_once: RunInBackground) -> MessageBrowser:
    return create_browser(qtbot, run_at_once)


def create_browser(qtbot: QtBot, run: RunInBackground) -> MessageBrowser:
    widget = MessageBrowser(run)
    qtbot.addWidget(widget)
    widget.resize(500, 400)
    widget.show()
    return widget


def copied(browser: MessageBrowser) -> str:
    browser.selectAll()
    browser.copy()
    return QGuiApplication.clipboard().text()


def is_red(image: QImage) -> bool:
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    colors = (image.pixelColor(x, y) for x, y in points)
    return any(color.red() > 150 and color.green() < 90 for color in colors)


def test_a_formula_is_a_picture_and_money_is_not(browser: MessageBrowser) -> None:
    browser.set_markdown(TEXT, is_finished=True)
    assert browser.toPlainText() == f"Let {OBJECT} be.\n{OBJECT}\nIt costs $5 and $10."


def test_copying_gives_the_source(browser: MessageBrowser) -> None:
    browser.set_markdown(TEXT, is_finished=True)
    assert copied(browser).split("\n")[0] == "Let $x^2$ be."
    assert "\\frac{a}{b}" in copied(browser)


@pytest.mark.parametrize(
    "source",
    ["- $x$", "1. a\n   $$x$$", "> $x$", "# $x$", "| $x$ |\n|---|\n| $y$ |", r"\(a\)\(b\)"],
)
def test_formulas_are_shown_everywhere(browser: MessageBrowser, source: str) -> None:
    browser.set_markdown(source, is_finished=True)
    assert OBJECT in browser.toPlainText()
    assert not set("$\\") & set(browser.toPlainText())


def test_what_cannot_be_rendered_is_shown_as_written(browser: MessageBrowser) -> None:
    browser.set_markdown("Water is $\\ce{H2O}$.", is_finished=True)
    assert browser.toPlainText() == "Water is $\\ce{H2O}$."


def test_a_streamed_answer_ends_like_one_shown_at_once(browser: MessageBrowser) -> None:
    source = TEXT + "\n- $a$ and\n- \\[ b \\]\n\n$$\na\n- b\n$$\nEnd $c$."
    browser.set_markdown(source, is_finished=True)
    whole = browser.toPlainText()
    browser.set_markdown("", is_finished=False)
    for length in range(0, len(source) + 1, 3):
        browser.set_markdown(source[:length], is_finished=False)
    browser.set_markdown(source, is_finished=True)
    assert browser.toPlainText() == whole
    assert copied(browser).count("$") == source.count("$")


def test_pictures_that_arrive_late_find_their_place(qtbot: QtBot) -> None:
    waiting: list[partial[None]] = []
    browser = create_browser(
        qtbot, lambda work, on_done: waiting.append(partial(lambda a, b: b(a()), work, on_done))
    )
    browser.set_markdown(TEXT, is_finished=False)
    browser.set_markdown(TEXT + "More *and", is_finished=False)
    assert "$x^2$" in browser.toPlainText()
    for finish in waiting:
        finish()
    browser.set_markdown(TEXT + "More *and* more", is_finished=True)
    qtbot.waitUntil(lambda: browser.toPlainText().count(OBJECT) == 2)
    assert browser.toPlainText().endswith("It costs $5 and $10.\nMore and more")


def test_formulas_follow_the_color_of_the_text(browser: MessageBrowser) -> None:
    browser.set_markdown("$$\\Bigg( \\Sigma \\Bigg)$$", is_finished=True)
    assert not is_red(browser.grab().toImage())
    palette = browser.palette()
    palette.setColor(QPalette.ColorRole.Text, QColor("#ff0000"))
    browser.setPalette(palette)
    assert OBJECT in browser.toPlainText()
    assert is_red(browser.grab().toImage())


def test_a_wide_formula_fits_the_width(browser: MessageBrowser) -> None:
    browser.set_markdown("$$" + "a + " * 100 + "b$$", is_finished=True)
    browser.height_for(500)
    assert browser.document().idealWidth() <= 500

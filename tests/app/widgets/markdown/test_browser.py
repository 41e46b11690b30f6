"""One message on screen: copying code, colors, links, nothing fetched."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextLayout, QWheelEvent
from PySide6.QtWidgets import QScrollBar
from pytestqt.qtbot import QtBot

from app.widgets.icons import IconButton
from app.widgets.markdown.browser import MessageBrowser, RunInBackground
from app.widgets.markdown.code_cards import CopyCodeButton

FOLD = "Fold the code"
CODE = "Text.\n\n```python\nif x:\n    pass\n```\n\nEnd."


@pytest.fixture
def browser(qtbot: QtBot, run_at_once: RunInBackground) -> MessageBrowser:
    widget = MessageBrowser(run_at_once)
    qtbot.addWidget(widget)
    widget.resize(500, 400)
    widget.show()
    return widget


def test_copy_gives_the_code_as_written(qtbot: QtBot, browser: MessageBrowser) -> None:
    browser.set_markdown(CODE, is_finished=True)
    (button,) = [b for b in browser.findChildren(CopyCodeButton) if b.isVisible()]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "if x:\n    pass"
    assert button.accessibleName() == "Copied"


def test_the_copy_button_lies_on_its_card(browser: MessageBrowser) -> None:
    browser.set_markdown(CODE, is_finished=True)
    (button,) = [b for b in browser.findChildren(CopyCodeButton) if b.isVisible()]
    card = browser.cards.rect(browser.code[0]).toAlignedRect()
    assert card.contains(button.geometry())


def formats(browser: MessageBrowser, line: int = 0) -> list[QTextLayout.FormatRange]:
    block = browser.document().findBlockByNumber(browser.code[-1].first + line)
    return block.layout().formats()


@pytest.mark.parametrize("indent", ["", "  "])
def test_code_keeps_its_colors_while_it_streams(browser: MessageBrowser, indent: str) -> None:
    source = f"- item\n\n{indent}```python\n{indent}if x:\n{indent}    pass\n"
    for end in ("", f"{indent}x = 1\n", f"{indent}x = 1\n{indent}```\n\nText"):
        browser.set_markdown(source + end, is_finished=False)
        assert formats(browser)
    browser.set_markdown(source + end, is_finished=True)
    assert formats(browser, 2)


def test_lines_of_code_are_not_broken(qtbot: QtBot, browser: MessageBrowser) -> None:
    browser.set_markdown("```\n" + "word " * 100 + "\nend\n```\n\nText", is_finished=True)
    (bar,) = [bar for bar in browser.findChildren(QScrollBar) if bar.isVisible()]
    assert browser.document().findBlockByNumber(browser.code[0].first).layout().lineCount() == 1
    assert browser.horizontalScrollBar().maximum() == 0
    bar.setValue(bar.maximum())
    card = browser.cards.rect(browser.code[0])
    end = QPoint(round(card.right()) - 20, round(card.top()) + browser.fontMetrics().height() * 3)
    qtbot.mouseDClick(browser.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert browser.textCursor().selectedText() == "word"
    assert browser.textCursor().position() > 450


def test_the_wheel_passes_by_wide_code(browser: MessageBrowser) -> None:
    browser.set_markdown("```\n" + "word " * 100 + "\n```", is_finished=True)
    (bar,) = [bar for bar in browser.findChildren(QScrollBar) if bar.isVisible()]
    at = QPointF(50, browser.cards.rect(browser.code[0]).center().y())
    for turn, is_taken in ((QPoint(0, -120), False), (QPoint(-120, 0), True)):
        for target in (browser, bar):
            event = create_wheel(at, turn)
            target.wheelEvent(event)
            assert event.isAccepted() == is_taken
    assert bar.value() > 0


def create_wheel(at: QPointF, turn: QPoint) -> QWheelEvent:
    none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(at, at, QPoint(), turn, *none, False)


def test_long_code_folds_and_unfolds(qtbot: QtBot, browser: MessageBrowser) -> None:
    lines = "".join(f"line {number}\n" for number in range(40))
    browser.set_markdown(f"```\n{lines}```\n\nText", is_finished=True)
    height = browser.height_for(500)
    (button,) = [b for b in browser.findChildren(IconButton) if b.accessibleName() == FOLD]
    with qtbot.waitSignal(browser.height_changed):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert browser.height_for(500) < height / 2
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert browser.height_for(500) == height
    browser.set_markdown("```\nshort\n```", is_finished=True)
    assert not button.isVisible()


def test_a_link_opens_on_a_click_only(
    browser: MessageBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    browser.set_markdown("[a](https://example.org) [b](file:///etc/passwd)", is_finished=True)
    assert opened == []
    browser.anchorClicked.emit(QUrl("https://example.org"))
    browser.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert opened == ["https://example.org"]


def test_nothing_is_fetched(browser: MessageBrowser) -> None:
    assert browser.loadResource(2, QUrl("http://example.org/a.png")) is None


def test_plain_text_stays_as_typed(browser: MessageBrowser) -> None:
    browser.set_plain("**not bold**\n# no title")
    assert browser.toPlainText() == "**not bold**\n# no title"
    assert browser.text == "**not bold**\n# no title"


def test_a_narrow_text_is_taller(browser: MessageBrowser) -> None:
    browser.set_markdown("word " * 200, is_finished=True)
    assert browser.height_for(200) > browser.height_for(800)


def test_colors_survive_being_shown_again(browser: MessageBrowser) -> None:
    for _ in range(2):
        browser.set_markdown(CODE, is_finished=True)
    block = browser.document().findBlockByNumber(browser.code[0].first)
    assert block.layout().formats()


def test_colors_survive_a_link_definition_at_the_end(browser: MessageBrowser) -> None:
    text = CODE + "\n\nSee [it].\n\n[it]: https://example.org\n"
    browser.set_markdown(text, is_finished=False)
    browser.set_markdown(text, is_finished=True)
    block = browser.document().findBlockByNumber(browser.code[0].first)
    assert block.layout().formats()


def test_a_card_at_the_top_has_room_for_its_header(browser: MessageBrowser) -> None:
    browser.set_markdown("```python\nx\n```", is_finished=True)
    assert browser.cards.rect(browser.code[0]).top() >= 0


def test_text_from_right_to_left_is_indented_at_the_right(browser: MessageBrowser) -> None:
    browser.set_markdown("- פריט\n- item\n\n```\nשם\n```", is_finished=True)
    hebrew, latin = (browser.document().findBlockByNumber(number) for number in range(2))
    assert hebrew.blockFormat().rightMargin() == latin.blockFormat().leftMargin() > 0
    assert hebrew.blockFormat().leftMargin() == 0
    code = browser.document().findBlockByNumber(browser.code[0].first)
    assert code.textDirection() == Qt.LayoutDirection.LeftToRight


def test_the_columns_of_a_table_run_from_right_to_left_too(browser: MessageBrowser) -> None:
    browser.set_markdown("| א | b |\n|---|---|\n| 1 | 2 |", is_finished=True)
    assert browser.toPlainText().split() == ["b", "א", "2", "1"]


def test_code_within_text_keeps_the_lines_apart_alike(browser: MessageBrowser) -> None:
    browser.set_markdown("plain words and `some(code)` " * 20, is_finished=True)
    layout = browser.document().firstBlock().layout()
    tops = [layout.lineAt(at).y() for at in range(layout.lineCount())]
    browser.set_markdown("plain words only " * 20, is_finished=True)
    layout = browser.document().firstBlock().layout()
    pitch = layout.lineAt(1).y() - layout.lineAt(0).y()
    assert len(tops) > 3
    for above, below in pairwise(tops):
        assert below - above == pytest.approx(pitch, abs=1.0)


def tops_of_ink(browser: MessageBrowser, columns: range) -> list[int]:
    """The highest dark pixel of those `columns` of the first line that have one."""
    picture, height = browser.grab().toImage(), browser.fontMetrics().height() * 2
    tops = []
    for x in columns:
        dark = [y for y in range(height) if picture.pixelColor(x, y).lightnessF() < 0.8]
        tops += dark[:1]
    return tops


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_numbers_of_items_are_written_as_their_text(
    browser: MessageBrowser, direction: Qt.LayoutDirection
) -> None:
    """The dot stands towards the text, in a window of either direction."""
    browser.setLayoutDirection(direction)
    width, em = browser.viewport().width(), round(browser.fontMetrics().height() * 1.6)
    browser.set_markdown("4. item", is_finished=True)
    tops = tops_of_ink(browser, range(em))
    assert tops[-1] > tops[0]
    browser.set_markdown("4. بند", is_finished=True)
    tops = tops_of_ink(browser, range(width - em, width))
    assert tops[0] > tops[-1]

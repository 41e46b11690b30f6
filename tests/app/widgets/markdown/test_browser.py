"""One message on screen: copying code, colors, links, nothing fetched."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from pytestqt.qtbot import QtBot

from app.widgets.markdown.browser import CopyCodeButton, MessageBrowser, RunInBackground

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
    card = browser.code_rect(browser.code[0]).toAlignedRect()
    assert card.contains(button.geometry())


def test_closed_code_is_colored_open_code_is_not(browser: MessageBrowser) -> None:
    browser.set_markdown("Text.\n\n```python\nif x:", is_finished=False)
    block = browser.document().findBlockByNumber(browser.code[0].first)
    assert not block.layout().formats()
    browser.set_markdown(CODE, is_finished=True)
    block = browser.document().findBlockByNumber(browser.code[0].first)
    assert block.layout().formats()


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
    assert browser.code_rect(browser.code[0]).top() >= 0

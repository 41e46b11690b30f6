"""The focus of a control that goes stays close to it."""

import random

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.near_focus import NearFocusWindow


def fill(rng: random.Random, around: QWidget, depth: int) -> None:
    """Put boxes within boxes and buttons, in any order, into `around`."""
    column = QVBoxLayout(around)
    for _ in range(rng.randint(1, 3)):
        if depth and rng.random() < 0.6:
            box = QWidget(around)
            fill(rng, box, depth - 1)
            column.addWidget(box)
        else:
            column.addWidget(QPushButton("Go", around))


def usable(around: QWidget) -> list[QPushButton]:
    buttons = around.findChildren(QPushButton)
    return [button for button in buttons if button.isVisible() and button.isEnabled()]


@pytest.mark.parametrize("seed", range(12))
def test_the_focus_stays_in_the_smallest_surroundings(qtbot: QtBot, seed: int) -> None:
    rng = random.Random(seed)
    window = NearFocusWindow()
    qtbot.addWidget(window)
    content = QWidget(window)
    fill(rng, content, 3)
    window.setCentralWidget(content)
    with qtbot.waitExposed(window):
        window.show()
    while len(buttons := usable(content)) > 1:
        gone = rng.choice(buttons)
        gone.setFocus()
        if rng.random() < 0.5:
            gone.hide()
        else:
            gone.setEnabled(False)
        around = gone.parentWidget()
        while not usable(around):
            around = around.parentWidget()
        focused = window.focusWidget()
        assert focused is not gone
        assert around.isAncestorOf(focused)


def test_a_button_that_goes_leaves_the_focus_on_its_page(qtbot: QtBot, parts: Parts) -> None:
    parts.window.toggle_page("Models")
    page = parts.window.page("Models")
    page.show_my_models()
    tab = page.my_models
    tab.undo.show()
    tab.undo.setFocus()
    tab.undo.hide()
    assert tab.isAncestorOf(QApplication.focusWidget())
    parts.window.show_chat()
    assert QApplication.focusWidget() is parts.window.chat_page.composer.edit


def owner(widget: QWidget) -> str:
    """Whose child `widget` is in Python, which may destroy it with that."""
    return next(line for line in shiboken6.dump(widget).splitlines() if line.startswith("parent"))


def test_to_ask_for_the_focus_changes_no_owner(qtbot: QtBot, parts: Parts) -> None:
    window, vm = parts.window, parts.view_models
    finder, panel = window.chat_page.transcript.finder, window.settings_panel
    finder.open()
    owners = {finder.bar.field: owner(finder.bar.field)}
    finder.close()

    window.toggle_settings()
    field = panel.editors["context_len"].control
    panel.reveal(panel.editors["context_len"])
    qtbot.waitUntil(field.isVisible)
    field.setFocus()
    owners[field] = owner(field)
    vm.settings.set_value("context_len", 1024)
    assert vm.settings.needs_reload

    window.show_page("Models")
    discover = window.page("Models").discover
    discover.search.setFocus()
    owners[discover.search] = owner(discover.search)
    window.resize(window.width() - 200, window.height())
    assert owners == {widget: owner(widget) for widget in owners}

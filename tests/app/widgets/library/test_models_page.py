"""The Models page as a part of the window: reached by keyboard, named for screen readers, never in the way."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.services.downloads.download import DownloadState
from app.viewmodels.library.repo_page import RepoState
from app.widgets.library.models_page import ModelsPage
from tests.app.widgets.test_main_window import CONTROLS
from tests.support.heartbeat import assert_in_time
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue, create_page

CTRL = Qt.KeyboardModifier.ControlModifier


def test_one_key_leads_there_and_back(hub: ScriptedHub, parts: Parts) -> None:
    window = parts.window
    QTest.keyClick(window, Qt.Key.Key_L, CTRL)
    assert window.page("Models").isVisible()
    assert window.sidebar.pages["Models"].isChecked()
    QTest.keyClick(window, Qt.Key.Key_L, CTRL)
    assert window.chat_page.isVisible()
    assert window.chat_page.composer.edit.hasFocus()
    assert not window.sidebar.pages["Models"].isChecked()


def test_the_sidebar_the_picker_and_the_empty_chat_lead_there(
    hub: ScriptedHub, parts: Parts
) -> None:
    window = parts.window
    for button in (
        window.sidebar.pages["Models"],
        window.model_picker.popup.more,
        window.chat_page.no_model.findChild(QAbstractButton, "discover"),
    ):
        button.click()
        assert window.page("Models").isVisible()
        window.show_chat()


def test_a_conversation_in_the_sidebar_leads_back(page: ModelsPage, parts: Parts) -> None:
    parts.window.sidebar.new_chat.click()
    assert parts.window.chat_page.isVisible()


def test_every_tab_can_be_walked_by_keyboard(page: ModelsPage) -> None:
    page.tabs.setFocus()
    for widget in (page.downloads, page.my_models):
        QTest.keyClick(page.tabs, Qt.Key.Key_Right)
        assert widget.isVisible()


def test_every_control_has_a_name(
    qtbot: QtBot, page: ModelsPage, parts: Parts, hub: ScriptedHub, queue: ScriptedQueue
) -> None:
    hub.page = create_page(is_gated=True)
    for state in DownloadState:
        queue.put(state.value, state, problem="Something." if state == "failed" else None)
    page._vm.repo.open("somebody/tiny-GGUF")
    qtbot.waitUntil(lambda: page._vm.repo.state is RepoState.READY)
    qtbot.waitUntil(lambda: len(page.downloads.rows) == len(DownloadState))
    controls = [w for w in page.findChildren(QWidget) if isinstance(w, CONTROLS)]
    assert len(controls) > 40
    nameless = [
        f"{type(w).__name__} in {type(w.parent()).__name__}"
        for w in controls
        if not (w.accessibleName() or (isinstance(w, QAbstractButton) and w.text()))
        and not w.objectName().startswith(("qt_", "QtLineEdit", "QtComboBox"))
    ]
    assert not nameless


def test_a_card_can_be_reached_with_tab(qtbot: QtBot, page: ModelsPage) -> None:
    page._vm.repo.open("somebody/tiny-GGUF")
    qtbot.waitUntil(lambda: page._vm.repo.state is RepoState.READY)
    page.discover.repo_view.back.setFocus()
    wanted = page.discover.repo_view.cards[1].download
    for _ in range(12):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if wanted.hasFocus():
            break
    assert wanted.hasFocus()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_drawn_in_both_themes_and_sizes(
    qtbot: QtBot, page: ModelsPage, parts: Parts, queue: ScriptedQueue, theme: str
) -> None:
    queue.put("one", DownloadState.RUNNING, done_bytes=1_000_000_000)
    parts.view_models.settings.set_value("theme", theme)
    parts.view_models.settings.set_value("font_scale", 150)
    page._vm.repo.open("somebody/tiny-GGUF")
    qtbot.waitUntil(lambda: page._vm.repo.state is RepoState.READY)
    is_dark = theme == "dark"
    for width in (700, 1400):
        parts.window.resize(width, 700)
        for show in (page.show_discover, page.show_downloads, page.show_my_models):
            show()
            corner = page.grab().toImage().pixelColor(page.width() - 3, page.height() - 3)
            assert (corner.lightnessF() < 0.5) == is_dark
    parts.view_models.settings.reset("font_scale")


@pytest.mark.alone
def test_the_event_loop_is_in_time_while_downloads_run(
    qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue
) -> None:
    num_downloads, num_steps = 12, 20
    for number in range(num_downloads):
        queue.put(f"d{number}", DownloadState.RUNNING)
    page.show_downloads()
    qtbot.waitUntil(lambda: len(page.downloads.rows) == num_downloads)
    page._vm.repo.open("somebody/tiny-GGUF")
    qtbot.waitUntil(lambda: page._vm.repo.state is RepoState.READY)

    def run() -> None:
        for step in range(num_steps):
            for number in range(num_downloads):
                queue.put(f"d{number}", DownloadState.RUNNING, done_bytes=step * 1_000_000)
            page._vm.downloads.refresh()
            qtbot.waitUntil(lambda: not page._vm.downloads._is_looking)

    assert_in_time(run)

"""The queue on screen: every button, by keyboard, and what happens at the end."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.services.downloads.download import DownloadState
from app.widgets.library.downloads_tab import DownloadRowWidget
from app.widgets.library.models_page import ModelsPage
from engine.commands import Load
from tests.support.fake_engine import FakeEngine
from tests.support.scripted_hub import ScriptedQueue


def row(qtbot: QtBot, page: ModelsPage, name: str) -> DownloadRowWidget:
    page.show_downloads()
    qtbot.waitUntil(lambda: name in page.downloads.rows)
    return page.downloads.rows[name]


def test_without_downloads_it_says_where_they_come_from(page: ModelsPage) -> None:
    page.show_downloads()
    assert page.downloads.empty.isVisible()
    QTest.mouseClick(page.downloads.empty.action, Qt.MouseButton.LeftButton)
    assert page.discover.search.isVisible()


def test_pause_and_resume_keep_the_keyboard_where_it_is(
    qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue
) -> None:
    queue.put("one", DownloadState.RUNNING, done_bytes=10)
    one = row(qtbot, page, "one")
    assert one.pause.accessibleName() == "Pause One"
    one.pause.setFocus()
    QTest.keyClick(one.pause, Qt.Key.Key_Space)
    qtbot.waitUntil(one.resume.isVisible)
    assert one.resume.hasFocus()
    assert "paused" in one._status.toolTip()
    QTest.keyClick(one.resume, Qt.Key.Key_Space)
    qtbot.waitUntil(one.pause.isVisible)
    assert one.pause.hasFocus()


def test_a_failed_one_says_why_and_is_tried_again(
    qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue
) -> None:
    queue.put("one", DownloadState.FAILED, problem="The disk is full; make room.")
    one = row(qtbot, page, "one")
    assert one._problem.text() == "The disk is full; make room."
    QTest.mouseClick(one.retry, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(one.pause.isVisible)
    assert not one._problem.isVisible()


def test_one_can_come_before_another(qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue) -> None:
    for name in ("one", "two"):
        queue.put(name, DownloadState.WAITING)
    two = row(qtbot, page, "two")
    QTest.mouseClick(two.move_up, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: two.geometry().top() < page.downloads.rows["one"].geometry().top())
    assert not two.move_up.isVisible()


@pytest.mark.parametrize(
    "answer", list(map(int, (QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No)))
)
def test_what_is_there_is_not_thrown_away_by_mistake(
    qtbot: QtBot, page: ModelsPage, queue: ScriptedQueue, monkeypatch, answer: int
) -> None:
    asked: list[str] = []

    def question(_parent, _title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return QMessageBox.StandardButton(answer)

    monkeypatch.setattr(QMessageBox, "question", question)
    queue.put("one", DownloadState.RUNNING, done_bytes=1_000_000_000)
    queue.put("new", DownloadState.WAITING)
    one = row(qtbot, page, "one")
    QTest.mouseClick(page.downloads.rows["new"].cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "new" not in page.downloads.rows)
    assert asked == []
    QTest.mouseClick(one.cancel, Qt.MouseButton.LeftButton)
    assert "One" in asked[0]
    is_gone = answer == int(QMessageBox.StandardButton.Yes)
    qtbot.waitUntil(lambda: ("one" not in page.downloads.rows) == is_gone)


def test_the_sidebar_and_the_tab_follow(
    qtbot: QtBot, page: ModelsPage, parts: Parts, queue: ScriptedQueue
) -> None:
    queue.put("one", DownloadState.RUNNING, done_bytes=1_000_000_000, bytes_per_second=2e6)
    sidebar = parts.window.sidebar
    qtbot.waitUntil(lambda: sidebar._downloads.text() == "1 download · 50 % · 2.0 MB/s")
    assert sidebar._download_bar.value() == 500
    assert page.tabs.tabText(1) == "Downloads (1)"
    queue.put("one", DownloadState.PAUSED)
    qtbot.waitUntil(lambda: not sidebar._downloads.isVisible())


def test_after_the_end_one_chats_with_it(
    qtbot: QtBot, page: ModelsPage, parts: Parts, queue: ScriptedQueue, engine: FakeEngine
) -> None:
    queue.put("one", DownloadState.RUNNING)
    one = row(qtbot, page, "one")
    parts.window.show_chat()
    download = queue.put("one", DownloadState.DONE)
    banner = parts.view_models.chat.banner
    qtbot.waitUntil(lambda: banner.text == "One has been downloaded.")
    assert banner.action_label == "Chat with it"
    banner.perform_action()
    path = str(download.paths[0])
    qtbot.waitUntil(lambda: Path(engine.sent_of(Load)[-1].path) == Path(path))
    parts.window.show_page("Models")
    page.show_downloads()
    assert one.chat.isVisible()
    QTest.mouseClick(one.chat, Qt.MouseButton.LeftButton)
    assert parts.window.chat_page.isVisible()


def test_closing_the_window_leaves_downloads_for_the_next_start(
    qtbot: QtBot, page: ModelsPage, parts: Parts, queue: ScriptedQueue
) -> None:
    queue.put("one", DownloadState.RUNNING)
    row(qtbot, page, "one")
    parts.window.close()
    parts.view_models.library.downloads.close()
    assert queue.is_closed
    assert [call for call in queue.calls if call[0] in ("pause", "cancel")] == []


def test_the_limit_is_set_where_the_downloads_are(
    qtbot: QtBot, page: ModelsPage, parts: Parts, queue: ScriptedQueue
) -> None:
    queue.put("one", DownloadState.RUNNING)
    row(qtbot, page, "one")
    limit = page.downloads.limit
    limit.setFocus()
    limit.selectAll()
    QTest.keyClicks(limit, "7")
    QTest.keyClick(limit, Qt.Key.Key_Return)
    assert parts.view_models.settings.value("download_limit") == 7
    qtbot.waitUntil(lambda: queue.limits[-1] == 7_000_000)
    parts.view_models.settings.set_value("download_limit", 0)
    assert limit.text() == "None"


def test_what_goes_wrong_is_said_on_this_page_too(
    qtbot: QtBot, page: ModelsPage, parts: Parts
) -> None:
    parts.notices.report("The disk cannot be written to.")
    qtbot.waitUntil(page.banner.isVisible)
    assert page.banner._text.text() == "The disk cannot be written to."

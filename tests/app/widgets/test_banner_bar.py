"""What came of an action goes by itself; everything else waits for the person."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.domain import Notice, NoticeLevel
from app.services.notices import Notices
from app.viewmodels.banner import Banner
from app.widgets.banner_bar import BannerBar


def test_only_what_came_of_an_action_goes_by_itself(qtbot: QtBot) -> None:
    banner, notices = Banner(), Notices()
    notices.reported.connect(banner.show)
    window = QWidget()
    bar = BannerBar(banner, window)
    column = QVBoxLayout(window)
    column.addStretch()  # the pointer may be at the top
    column.addWidget(bar)
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    timer = bar.findChild(QTimer)
    timer.setInterval(1)
    notices.report("The disk is full.")
    assert not timer.isActive()
    notices.report_done("The export is in /tmp/a.md.")
    assert banner.text == "The export is in /tmp/a.md."
    qtbot.waitUntil(lambda: banner.text == "The disk is full.")
    assert not timer.isActive()
    banner.show(Notice(NoticeLevel.INFO, "1 chat was deleted."), "Undo", lambda: None)
    assert not timer.isActive()


def test_it_stays_while_nobody_is_there(qtbot: QtBot) -> None:
    banner = Banner()
    bar = BannerBar(banner)
    qtbot.addWidget(bar)
    timer = bar.findChild(QTimer)
    banner.show(Notice(NoticeLevel.INFO, "The export is in /tmp/a.md.", is_passing=True))
    timer.timeout.emit()  # the window is not the active one
    assert banner.text == "The export is in /tmp/a.md."
    assert timer.isActive()

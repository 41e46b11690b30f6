"""Notices reach whoever listens, also those reported before anyone did."""

import threading

from pytestqt.qtbot import QtBot

from app.domain import Notice, NoticeLevel
from app.services.notices import Notices


def test_what_came_before_the_window_is_kept_once(qtbot: QtBot) -> None:
    notices = Notices()
    notices.report("early")
    assert notices.take_unseen() == (Notice(NoticeLevel.WARNING, "early"),)
    notices.report("late")
    assert notices.take_unseen() == ()


def test_a_name_in_a_notice_cannot_look_like_another_notice() -> None:
    notice = Notice(NoticeLevel.ERROR, "evil\x1b[2J\u202e\nSaved.gguf cannot be read.")
    assert notice.text == "evil\\x1b[2J\\u202e Saved.gguf cannot be read."


def test_any_thread_may_report(qtbot: QtBot) -> None:
    notices = Notices()
    with qtbot.waitSignal(notices.reported) as reported:
        thread = threading.Thread(target=notices.report, args=("from afar", NoticeLevel.ERROR))
        thread.start()
        thread.join()
    assert reported.args == [Notice(NoticeLevel.ERROR, "from afar")]

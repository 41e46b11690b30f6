"""Logs on a bad disk, and errors that nobody caught."""

import logging
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer, QTimerEvent

from app.services.logs import PrivateLog, report_crashes
from app.services.notices import Notices
from app.storage.database import StorageError


def test_a_log_that_the_disk_does_not_take_is_no_traceback_on_stderr(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_record: logging.LogRecord) -> bool:
        raise OSError(28, "No space left on device")

    log = PrivateLog(tmp_path / "encore.log")
    monkeypatch.setattr(log, "shouldRollover", full)
    log.handle(logging.makeLogRecord({"msg": "something"}))
    log.close()
    assert capsys.readouterr().err == ""


def test_an_error_nobody_caught_is_logged_and_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    notices = Notices()
    report_crashes(notices)
    error = ZeroDivisionError("a bug")
    with caplog.at_level(logging.CRITICAL):
        sys.excepthook(ZeroDivisionError, error, None)
    assert "a bug" in caplog.text
    sys.excepthook(StorageError, StorageError("The disk is full."), None)
    unknown, known = (notice.text for notice in notices.take_unseen())
    assert "log" in unknown
    assert known == "The disk is full."


@pytest.mark.usefixtures("qapp")
def test_what_pyside_puts_before_an_error_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    class Watched(QObject):
        def event(self, event: QEvent) -> bool:
            return super().event(event)

        def timerEvent(self, event: QTimerEvent) -> None:
            self.killTimer(event.timerId())
            raise StorageError("The disk is full.")

    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    notices = Notices()
    report_crashes(notices)
    watched = Watched()
    watched.startTimer(1)
    loop = QEventLoop()
    QTimer.singleShot(100, loop.quit)
    loop.exec()
    assert [notice.text for notice in notices.take_unseen()] == ["The disk is full."]

"""A person looks into the logs."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.viewmodels.logs import LogsViewModel
from app.widgets.settings.logs_dialog import LogsDialog
from tests.support.accessible import problems

ENTRIES = (
    "2026-11-23 10:00:00,000 INFO app.main: started by jane\n"
    "2026-11-23 10:00:02,000 ERROR app.main: it broke\n"
    "Traceback (most recent call last):\n"
    "2026-11-23 10:00:03,000 WARNING app.main: slow disk\n"
)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], None]:
    def append(name: str, text: str) -> None:
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write(text)

    append("encore.log", ENTRIES)
    append("engine.log", "2026-11-23 10:00:01,000 INFO engine.host: serves\n")
    return append


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path, write: Callable[[str, str], None]) -> LogsDialog:
    logs = LogsViewModel(tmp_path, lambda text: text.replace("jane", "[user]"))
    made = LogsDialog(logs)
    qtbot.addWidget(made)
    made.show()
    return made


def lines(dialog: LogsDialog) -> list[str]:
    """What follows the time of each line shown."""
    return [line.partition(",000 ")[2] or line for line in dialog.text.toPlainText().splitlines()]


def test_both_logs_are_shown_by_time(dialog: LogsDialog) -> None:
    assert [line.split(":")[0] for line in lines(dialog)] == [
        "INFO app.main",
        "INFO engine.host",
        "ERROR app.main",
        "Traceback (most recent call last)",
        "WARNING app.main",
    ]
    assert "5 of the latest 5" in dialog.count.text()
    assert not problems(dialog)


def test_they_are_filtered_by_level_origin_and_words(qtbot: QtBot, dialog: LogsDialog) -> None:
    dialog.level.setCurrentIndex(1)
    assert len(lines(dialog)) == 3
    dialog.level.setCurrentIndex(2)
    assert lines(dialog) == ["ERROR app.main: it broke", "Traceback (most recent call last):"]
    dialog.level.setCurrentIndex(0)
    dialog.origin.setCurrentIndex(2)
    assert lines(dialog) == ["INFO engine.host: serves"]
    dialog.origin.setCurrentIndex(0)
    QTest.keyClicks(dialog.search, "disk slow")
    qtbot.waitUntil(lambda: lines(dialog) == ["WARNING app.main: slow disk"])


def test_what_is_written_later_appears_at_the_end(
    qtbot: QtBot, dialog: LogsDialog, write: Callable[[str, str], None]
) -> None:
    write("engine.log", "2026-11-23 10:00:09,000 ERROR engine.host: " + "far " * 5 + "\n")
    qtbot.waitUntil(lambda: "far far" in lines(dialog)[-1])
    bar = dialog.text.verticalScrollBar()
    assert bar.value() == bar.maximum()


def test_whoever_reads_further_up_stays_there(
    qtbot: QtBot, dialog: LogsDialog, write: Callable[[str, str], None]
) -> None:
    write("engine.log", "more\n" * 500)
    qtbot.waitUntil(lambda: len(lines(dialog)) > 500)
    bar = dialog.text.verticalScrollBar()
    assert bar.value() == bar.maximum()
    bar.setValue(20)
    write("engine.log", "and more\n")
    qtbot.waitUntil(lambda: "and more" in lines(dialog))
    assert bar.value() == 20


def test_what_is_copied_names_nobody(qtbot: QtBot, dialog: LogsDialog) -> None:
    QTest.keyClicks(dialog.search, "started")
    qtbot.waitUntil(lambda: len(lines(dialog)) == 1)
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().endswith("started by [user]")

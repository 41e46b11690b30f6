"""The sections of the settings panel about updates and one's own data, as a person uses them."""

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.domain import Notice, NoticeLevel
from app.main import Parts
from app.services.updates.updates import NO_KEY
from app.widgets.settings.report_dialog import ReportDialog


def test_a_build_without_a_key_says_so(qtbot: QtBot, parts: Parts) -> None:
    section = parts.window.updates
    qtbot.waitUntil(lambda: section._status.text() == NO_KEY)
    assert section._version.text().startswith("Encore ")
    assert section.action.isHidden()
    assert section.back.isHidden()
    assert section.notes.isHidden()


def test_a_new_version_leads_to_the_settings(qtbot: QtBot, parts: Parts) -> None:
    assert parts.window.settings_panel.isHidden()
    parts.view_models.updates.found.emit("9.9.9")
    banner = parts.view_models.chat.banner
    assert (banner.text, banner.action_label) == ("Encore 9.9.9 is out.", "What is new")
    banner.perform_action()
    section = parts.window.updates
    qtbot.waitUntil(lambda: not section.visibleRegion().isEmpty())


@pytest.mark.parametrize("words", ["export", "save a REPORT", "logs", "your data"])
def test_the_search_finds_what_a_button_says(parts: Parts, words: str) -> None:
    parts.window.toggle_settings()
    parts.window.settings_panel.search.setText(words)
    assert parts.window.own_data.isVisible()


def test_everything_is_exported_with_one_click(
    qtbot: QtBot, parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "export.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    parts.window.show_updates()
    qtbot.mouseClick(parts.window.own_data.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "1 conversation and" in parts.view_models.chat.banner.text)
    assert "conversations/0001 Untitled.md" in zipfile.ZipFile(target).namelist()


@pytest.mark.parametrize("is_accepted", [True, False])
def test_a_report_is_saved_only_after_it_was_seen(
    qtbot: QtBot,
    parts: Parts,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_accepted: bool,
) -> None:
    target, seen = tmp_path / "report.zip", []

    def look(dialog: ReportDialog) -> bool:
        for row in range(dialog.list.count()):
            dialog.list.setCurrentRow(row)
            seen.append(dialog.text.toPlainText())
        return is_accepted

    monkeypatch.setattr(ReportDialog, "exec", look)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    qtbot.mouseClick(parts.window.own_data.report, Qt.MouseButton.LeftButton)
    assert not parts.window.own_data.report.isEnabled()
    qtbot.waitUntil(lambda: len(seen) >= 4, timeout=20_000)
    qtbot.waitUntil(lambda: not parts.view_models.own_data.is_busy)
    assert any('"package"' in text for text in seen)
    assert target.exists() is is_accepted


def test_an_older_notice_comes_back(parts: Parts) -> None:
    banner = parts.view_models.chat.banner
    banner.show(Notice(NoticeLevel.INFO, "Before."))
    parts.view_models.updates.found.emit("9.9.9")
    banner.dismiss()
    assert banner.text == "Before."

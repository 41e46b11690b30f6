"""Every page and dialog: a screen reader has a name for each control, and Tab comes to it."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.domain import NoticeLevel
from app.main import Parts
from app.widgets.chat.attachment_row import AttachmentDialog
from app.widgets.chat.chat_settings_dialog import ChatSettingsDialog
from app.widgets.chat.prompt_dialogs import PromptForm, PromptsDialog
from app.widgets.library.load_dialog import LoadDialog
from app.widgets.settings.report_dialog import ReportDialog
from tests.app.widgets.test_main_window import ask
from tests.support.accessible import problems


def pages(parts: Parts) -> Iterator[QWidget]:
    """The window as it is with each of its pages and tabs in front."""
    window = parts.window
    yield window
    parts.notices.report("The disk is full.", NoticeLevel.ERROR)
    window.chat_page.transcript.finder.open()
    window.toggle_settings()
    tabs = [window.settings_panel.tabs]
    for page in parts.view_models.pages:
        window.show_page(page.label)
        yield window
        tabs += window.page(page.label).findChildren(QTabBar)
        for bar in tabs:
            for at in range(bar.count()):
                bar.setCurrentIndex(at)
                yield window
        tabs.clear()
    window.show_chat()
    window.model_picker.open_popup()
    yield window.model_picker.popup
    window.model_picker.popup.hide()


def dialogs(parts: Parts) -> Iterator[QWidget]:
    """Every dialog that the window may open."""
    window, vm = parts.window, parts.view_models
    yield AttachmentDialog("notes.txt", "text", window)
    yield ChatSettingsDialog(vm.chat.own, window)
    yield PromptForm("Translate", ("language",), window)
    yield PromptsDialog(vm.chat.prompts, window)
    yield LoadDialog(vm.load_options, window)
    yield ReportDialog([("encore.log", "1 KB", "text")], window)
    for name in ("palette", "shortcuts", "logs"):
        window.commands[name].trigger()
        (opened,) = (one for one in window.findChildren(QDialog) if one.isVisible())
        yield opened


def test_every_control_is_named_and_reached_by_keys(
    qtbot: QtBot, parts: Parts, tmp_path: Path
) -> None:
    ask(qtbot, parts, "Hello")
    parts.view_models.chat.attachments.add_files([Path(__file__)])
    found = []
    for page in pages(parts):
        QApplication.processEvents()
        found += problems(page)
    for dialog in dialogs(parts):
        dialog.show()
        QApplication.processEvents()
        found += [f"{type(dialog).__name__}: {problem}" for problem in problems(dialog)]
        dialog.close()
    assert not sorted(set(found))


def test_a_control_without_a_name_is_noticed(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    QPushButton(root)
    root.show()
    assert [problem.partition(":")[0] for problem in problems(root)] == ["no name"]

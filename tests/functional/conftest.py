"""The whole program as a person has it: the real window, a real engine process, the real starter model."""

import gc
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from app.domain import Author
from app.main import Parts, Paths, build
from app.widgets.settings.option_editor import OptionEditor

LONG = 120_000  # ms: loading and answering on a slow, busy machine


class Person:
    """Types, clicks and reads what is shown."""

    def __init__(self, parts: Parts, qtbot: QtBot) -> None:
        self.parts = parts
        self.window = parts.window
        self._qtbot = qtbot

    def wait_for(self, condition: Callable[[], bool], timeout: int = LONG) -> None:
        self._qtbot.waitUntil(condition, timeout=timeout)

    def wait_for_model(self) -> None:
        self.wait_for(lambda: self.status == "Ready")

    def type(self, text: str) -> None:
        """Into the composer."""
        edit = self.window.chat_page.composer.edit
        edit.setFocus()
        self._qtbot.keyClicks(edit, text)

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        self._qtbot.keyClick(self.window.chat_page.composer.edit, key, modifier)

    def click_composer_button(self) -> None:
        self._qtbot.mouseClick(self.window.chat_page.composer.button, Qt.MouseButton.LeftButton)

    def click_in_card(self, row: int, name: str) -> None:
        """A button at the message in `row`."""
        buttons = self.window.chat_page.transcript.cards[row].findChildren(QAbstractButton)
        button = next(one for one in buttons if one.accessibleName() == name)
        self._qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def ask(self, text: str) -> str:
        """Type a question, send it, wait for the end; returns the answer shown."""
        self.type(text)
        self.press(Qt.Key.Key_Return)
        self.wait_for(lambda: self.is_busy)
        self.wait_for(lambda: not self.is_busy)
        return self.answer

    def wait_for_text(self, length: int = 20) -> None:
        """Until the answer in progress shows at least `length` characters."""
        self.wait_for(lambda: self.is_busy and len(self.answer) >= length)

    def set_option(self, name: str, value: object) -> None:
        """Open the settings and change one as a person would."""
        if self.window.settings_panel.isHidden():
            self.window.toggle_settings()
        editor = self.editor(name)
        if isinstance(editor.control, QCheckBox):
            if editor.control.isChecked() != value:
                self._qtbot.mouseClick(editor.control, Qt.MouseButton.LeftButton)
        else:
            self.parts.view_models.settings.set_value(name, value)
        assert self.parts.view_models.settings.value(name) == value

    def editor(self, name: str) -> OptionEditor:
        return self.window.settings_panel.editors[name]

    @property
    def is_busy(self) -> bool:
        return self.parts.view_models.chat.is_busy

    @property
    def status(self) -> str:
        return self.parts.view_models.chat.status_text

    @property
    def answer(self) -> str:
        """The text of the last answer in the transcript."""
        model = self.parts.view_models.chat.messages
        row = model.rowCount() - 1
        if row < 0 or model.view(row).author is not Author.ASSISTANT:
            return ""
        return model.view(row).text

    @property
    def banner(self) -> str:
        return self.parts.view_models.chat.banner.text

    def number(self, name: str) -> str:
        """A number on the meter strip."""
        return self.window.meter_strip.details.numbers[name].value


@pytest.fixture(autouse=True)
def _garbage_dies_here(qapp: QApplication) -> Iterator[None]:
    """A busy thread of one test must not be the one to destroy the QObjects of another."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture
def paths(tmp_path: Path, starter_model: Path) -> Paths:
    """Folders of a fresh installation that has the starter model."""
    models = tmp_path / "models"
    models.mkdir()
    try:
        (models / starter_model.name).hardlink_to(starter_model)
    except OSError:
        shutil.copy(starter_model, models / starter_model.name)
    return Paths(
        tmp_path / "data", tmp_path / "config", tmp_path / "log", models, tmp_path / "cache"
    )


@pytest.fixture
def open_window(qapp: QApplication, qtbot: QtBot) -> Iterator[Callable[[Paths], Person]]:
    """Opens the window over some folders; closes it, with its engine, at the end."""
    opened: list[Parts] = []

    def open_(paths: Paths) -> Person:
        parts = build(qapp, paths)
        opened.append(parts)
        parts.window.resize(1280, 820)
        with qtbot.waitExposed(parts.window):
            parts.window.show()
        return Person(parts, qtbot)

    yield open_
    for parts in opened:
        parts.window.close()
        parts.close()
        parts.window.deleteLater()


@pytest.fixture
def person(open_window: Callable[[Paths], Person], paths: Paths) -> Person:
    """Somebody before a fresh window whose model is loaded; answers are greedy and short."""
    somebody = open_window(paths)
    somebody.wait_for_model()
    somebody.set_option("temperature", 0.0)
    somebody.set_option("max_tokens", 60)
    return somebody

"""Choosing a model by keyboard and mouse."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.library.load_dialog import LoadDialog
from app.widgets.model_picker import ModelPopup
from engine.commands import Load, Unload
from tests.support.fake_engine import FakeEngine
from tests.support.settled import settle
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, tensors


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The models folder, filled before the window opens."""
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("Alpha", "Beta"):
        path = folder / f"{name}.gguf"
        settle(write_gguf(path, METADATA | {"general.name": name}, tensors()))
    return folder


@pytest.fixture
def popup(qtbot: QtBot, folder: Path, parts: Parts) -> ModelPopup:
    QTest.keyClick(parts.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    popup = parts.window.model_picker.popup
    qtbot.waitUntil(lambda: popup.isVisible() and popup.list.model().rowCount() == 2)
    return popup


def test_words_and_enter_load_a_model(popup: ModelPopup, engine: FakeEngine) -> None:
    QTest.keyClicks(popup.search, "bet")
    assert popup.list.model().rowCount() == 1
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert engine.sent_of(Load)[-1].path.endswith("Beta.gguf")
    assert not popup.isVisible()


def test_the_button_names_the_model_while_it_is_loaded(
    qtbot: QtBot, popup: ModelPopup, parts: Parts
) -> None:
    picker, seen = parts.window.model_picker, []
    changed = parts.view_models.models.state_changed
    watch = changed.connect(lambda: seen.append(picker.text()))
    QTest.keyClicks(popup.search, "bet")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: picker.text() == "Beta")
    changed.disconnect(watch)  # models outlive the window
    assert {"Beta…", "Beta: reading weights 50 %"} <= set(seen)
    assert all(text.startswith("Beta") for text in seen)


def test_arrows_move_the_mark_from_the_search_field(popup: ModelPopup, engine: FakeEngine) -> None:
    QTest.keyClick(popup.search, Qt.Key.Key_Down)
    QTest.keyClick(popup.search, Qt.Key.Key_Down)
    assert popup.list.currentIndex().row() == 1
    QTest.keyClick(popup.search, Qt.Key.Key_Up)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert engine.sent_of(Load)[-1].path.endswith("Alpha.gguf")


def test_words_that_no_model_has_are_said(popup: ModelPopup) -> None:
    QTest.keyClicks(popup.search, "zebra")
    assert popup._hint.text() == "No model of yours has these words."
    assert not popup.options.isEnabled()


def test_the_marked_model_has_load_options(qtbot: QtBot, popup: ModelPopup, parts: Parts) -> None:
    QTest.keyClicks(popup.search, "beta")
    QTest.mouseClick(popup.options, Qt.MouseButton.LeftButton)
    dialog = parts.window.findChild(LoadDialog)
    assert dialog.title.text() == "Beta"
    dialog.reject()


def test_the_loaded_model_is_unloaded(popup: ModelPopup, engine: FakeEngine) -> None:
    QTest.mouseClick(popup.unload, Qt.MouseButton.LeftButton)
    assert engine.sent_of(Unload)

"""The dialog that loads a model, with mouse and keyboard."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.library.load_dialog import LoadDialog
from app.widgets.library.models_page import ModelsPage
from engine.commands import Load, Unload
from tests.support.fake_engine import FakeEngine
from tests.support.settled import settle
from tests.support.tiny_llama import write_tiny_llama


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Among the models before the window opens."""
    path = tmp_path / "models" / "tiny.gguf"
    path.parent.mkdir()
    settle(write_tiny_llama(path))
    return path


@pytest.fixture
def dialog(qtbot: QtBot, model: Path, page: ModelsPage, parts: Parts) -> LoadDialog:
    page.show_my_models()
    qtbot.waitUntil(lambda: page._vm.library.rowCount() == 1)
    page.my_models.take_focus()
    QTest.mouseClick(page.my_models.options, Qt.MouseButton.LeftButton)
    dialog = parts.window.findChild(LoadDialog)
    qtbot.waitUntil(lambda: dialog.pill.text == "Runs on the GPU")
    return dialog


def test_a_model_is_loaded_with_the_context_of_the_slider(
    qtbot: QtBot, dialog: LoadDialog, parts: Parts, engine: FakeEngine
) -> None:
    assert dialog.title.text() == "tiny"
    assert dialog.memory.isVisible()
    assert "with a context of 4,096 tokens" in dialog.sentence.text()
    dialog.context.slider.setFocus()
    QTest.keyClick(dialog.context.slider, Qt.Key.Key_End)
    assert dialog.context.field.text() == "512"
    qtbot.waitUntil(lambda: "with a context of 512 tokens" in dialog.sentence.text())
    QTest.mouseClick(dialog.load, Qt.MouseButton.LeftButton)
    assert engine.sent_of(Load)[-1].config.context_len == 512
    assert parts.window.chat_page.isVisible()


def test_tab_goes_down_the_form(dialog: LoadDialog) -> None:
    controls = [dialog.context.slider, dialog.context.field, dialog.device]
    controls[0].setFocus()
    came_to = []
    for _ in controls:
        came_to.append(dialog.focusWidget())
        dialog.focusNextChild()
    assert came_to == controls


def test_values_become_defaults_without_loading_and_are_reset(
    qtbot: QtBot, dialog: LoadDialog, model: Path, parts: Parts, engine: FakeEngine
) -> None:
    num_loads = len(engine.sent_of(Load))
    dialog.kv_type.setCurrentIndex(dialog.kv_type.findData("f16"))
    dialog.kv_type.activated.emit(dialog.kv_type.currentIndex())
    QTest.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    assert dialog.kv_type.currentData() == "auto"
    dialog.context.field.setValue(256)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert len(engine.sent_of(Load)) == num_loads
    config = parts.view_models.settings.config_for(model)
    assert (config.context_len, config.kv_type) == (256, "auto")


def test_a_key_unloads_the_model_and_says_what_that_frees(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    QTest.keyClick(parts.window, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    assert engine.sent_of(Unload)
    assert "100 MB of memory are free again" in parts.view_models.chat.banner.text
    qtbot.waitUntil(lambda: parts.view_models.models.model_name == "")

"""The models on this machine, on screen."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.viewmodels.library.model_table import Column
from app.widgets.library.models_page import ModelsPage
from engine.commands import Load
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


def show(qtbot: QtBot, page: ModelsPage, num_rows: int = 1) -> None:
    page.show_my_models()
    qtbot.waitUntil(lambda: page._vm.library.rowCount() == num_rows)
    page.my_models.take_focus()


def test_without_models_it_says_how_to_get_one(qtbot: QtBot, page: ModelsPage) -> None:
    show(qtbot, page, 0)
    assert page.my_models.empty.isVisible()
    QTest.mouseClick(page.my_models.empty.action, Qt.MouseButton.LeftButton)
    assert page.discover.search.isVisible()


def test_enter_chats_with_the_chosen_model(
    qtbot: QtBot, model: Path, page: ModelsPage, parts: Parts, engine: FakeEngine
) -> None:
    show(qtbot, page)
    QTest.keyClick(page.my_models.table, Qt.Key.Key_Return)
    assert engine.sent_of(Load)[-1].path == str(model)
    assert parts.window.chat_page.isVisible()


def test_a_check_and_its_outcome_are_shown(qtbot: QtBot, model: Path, page: ModelsPage) -> None:
    show(qtbot, page)
    tab = page.my_models
    tab.verify.setFocus()
    QTest.keyClick(tab.verify, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: tab._outcome.text().startswith("tiny is sound"))
    assert not tab._progress.isVisible()
    QTest.mouseClick(tab._dismiss, Qt.MouseButton.LeftButton)
    assert not tab._outcome.isVisible()


def test_a_model_that_cannot_be_used_says_why(qtbot: QtBot, model: Path, page: ModelsPage) -> None:
    model.write_bytes(b"GGUF" + bytes(100))
    settle(model)
    page._vm.models.refresh()
    show(qtbot, page)
    qtbot.waitUntil(page.my_models.problem.isVisible)
    assert "tiny.gguf" in page.my_models.problem.text()
    assert not page.my_models.chat.isEnabled()
    assert page.my_models.remove.isEnabled()


def test_columns_give_way_where_it_is_narrow(
    qtbot: QtBot, model: Path, page: ModelsPage, parts: Parts
) -> None:
    show(qtbot, page)
    table = page.my_models.table
    parts.window.resize(1600, 700)
    qtbot.waitUntil(lambda: not table.isColumnHidden(Column.PLACE))
    parts.window.resize(700, 700)
    qtbot.waitUntil(lambda: table.isColumnHidden(Column.PLACE))
    qtbot.waitUntil(lambda: not table.isColumnHidden(Column.SIZE))  # the details give way, too
    assert not table.isColumnHidden(Column.NAME)


def test_folders_are_listed_in_their_menu(
    qtbot: QtBot, page: ModelsPage, parts: Parts, tmp_path: Path
) -> None:
    parts.view_models.library.actions.add_folder(tmp_path / "extra")
    menu = page.my_models.folders_button.menu()
    menu.fill()
    texts = [action.text() for action in menu.actions()]
    assert f"Stop watching {tmp_path / 'extra'}" in texts
    menu.actions()[texts.index(f"Stop watching {tmp_path / 'extra'}")].trigger()
    assert parts.view_models.library.actions.extra_folders == ()


def test_the_room_on_the_disk_is_shown(qtbot: QtBot, model: Path, page: ModelsPage) -> None:
    show(qtbot, page)
    qtbot.waitUntil(lambda: page.my_models._space.toolTip().endswith("free"))
    assert page.my_models._disk.isVisible()


@pytest.mark.parametrize(("at", "is_copied"), [(0, False), (1, True), (2, True)])
def test_a_file_is_imported_as_the_menu_says(
    qtbot: QtBot,
    page: ModelsPage,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: int,
    is_copied: bool,
) -> None:
    other = tmp_path / "other.gguf"
    settle(write_tiny_llama(other))
    monkeypatch.setattr("app.widgets.library.my_models_tab.choose_file", lambda _: str(other))
    show(qtbot, page, 0)
    page.my_models.import_button.menu().actions()[at].trigger()
    qtbot.waitUntil(lambda: page._vm.library.rowCount() == 1)
    copy = tmp_path / "models" / "other.gguf"
    assert copy.exists() == is_copied
    assert not is_copied or copy.samefile(other) == (at == 1)


def test_the_names_of_columns_are_not_cut(
    qtbot: QtBot, model: Path, page: ModelsPage, parts: Parts
) -> None:
    show(qtbot, page)
    parts.window.resize(1600, 700)
    table = page.my_models.table
    qtbot.waitUntil(lambda: not table.isColumnHidden(Column.PLACE))
    size, needed = table.horizontalHeader().sectionSize, table.horizontalHeader().sectionSizeHint
    qtbot.waitUntil(lambda: all(size(column) >= needed(column) for column in Column))


def test_a_model_is_renamed_in_the_table(qtbot: QtBot, model: Path, page: ModelsPage) -> None:
    show(qtbot, page)
    table = page.my_models.table
    QTest.keyClick(table, Qt.Key.Key_F2)
    (editor,) = table.findChildren(QLineEdit)
    assert editor.accessibleName() == "Name of the model"
    editor.setText("My model")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page._vm.library.index(0, Column.NAME).data() == "My model")


def test_a_deleted_model_comes_back(
    qtbot: QtBot, model: Path, page: ModelsPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    show(qtbot, page)
    QTest.keyClick(page.my_models.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(page.my_models.undo.isVisible)
    qtbot.waitUntil(lambda: page._vm.library.rowCount() == 0)
    QTest.mouseClick(page.my_models.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page._vm.library.rowCount() == 1)
    assert model.exists()


def test_the_chosen_model_is_shown_in_detail(
    qtbot: QtBot, model: Path, page: ModelsPage, parts: Parts
) -> None:
    show(qtbot, page)
    panel = page.my_models.details
    qtbot.waitUntil(lambda: panel.pill.text == "Runs on the GPU")
    assert panel.title.text() == "tiny"
    names = {label.accessibleName() for label in panel.findChildren(QLabel)}
    assert {"Architecture: llama", "Chat template: none", "Context: 512"} <= names
    assert not panel.look.isVisible()
    parts.window.resize(700, 700)
    qtbot.waitUntil(lambda: not panel.isVisible())

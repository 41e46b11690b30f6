"""Menu, palette and list of shortcuts, as a person uses them over the whole window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionMenuItem
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.storage.settings.settings_file import SettingsFile
from app.widgets.actions.command_palette import CommandPalette
from app.widgets.actions.shortcuts_dialog import ShortcutsDialog

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def palette(parts: Parts, qtbot: QtBot) -> CommandPalette:
    QTest.keyClick(parts.window, Qt.Key.Key_P, CTRL | SHIFT)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), CommandPalette))
    made = QApplication.activePopupWidget()
    assert isinstance(made, CommandPalette)
    return made


@pytest.fixture
def dialog(parts: Parts, qtbot: QtBot) -> Iterator[ShortcutsDialog]:
    QTest.keyClick(parts.window, Qt.Key.Key_Slash, CTRL)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ShortcutsDialog))
    made = QApplication.activeModalWidget()
    assert isinstance(made, ShortcutsDialog)
    yield made
    if QApplication.activeModalWidget():
        made.close()


def choose(dialog: ShortcutsDialog, words: str) -> None:
    dialog.content.search.clear()
    QTest.keyClicks(dialog.content.search, words)


def press(dialog: ShortcutsDialog, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    """Press keys in the field for them, and Enter, as it ends the entry."""
    dialog.keys.clear()
    QTest.keyClick(dialog.keys, key, modifiers)
    dialog.keys.editingFinished.emit()


def test_the_palette_runs_what_is_typed(parts: Parts, palette: CommandPalette) -> None:
    QTest.keyClicks(palette.content.search, "larger text")
    assert palette.content.shown == ["larger"]
    QTest.keyClick(palette.content.search, Qt.Key.Key_Return)
    assert parts.view_models.settings.value("font_scale") == 110
    assert not QApplication.activePopupWidget()


def test_arrows_choose_while_one_types(parts: Parts, palette: CommandPalette) -> None:
    QTest.keyClicks(palette.content.search, "view")
    second = palette.content.shown[1]
    QTest.keyClick(palette.content.search, Qt.Key.Key_Down)
    assert palette.content.current is not None
    assert palette.content.current.name == second
    palette.content.search.setText("no such action")
    assert palette.content.shown == []
    QTest.keyClick(palette.content.search, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.close()


def test_what_is_not_possible_now_does_nothing(parts: Parts, palette: CommandPalette) -> None:
    palette.content.search.setText("stop the answer")
    QTest.keyClick(palette.content.search, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.close()


def test_a_switch_is_changed_from_the_palette(parts: Parts, palette: CommandPalette) -> None:
    palette.content.search.setText("padded")
    QTest.keyClick(palette.content.search, Qt.Key.Key_Return)
    assert parts.view_models.settings.value("kvpad") is False
    assert not parts.window.commands["switch-kvpad"].isChecked()


def test_menu_palette_and_list_have_the_same_actions(parts: Parts, dialog: ShortcutsDialog) -> None:
    names = [entry.name for entry in parts.window.commands]
    assert dialog.content.shown == names
    menu = parts.window.top_bar.menu.menu()
    in_menu = [action for action in menu.actions() if not action.isSeparator()]
    switches = [name for name in names if name.startswith("switch-")]
    assert len(in_menu) == len(names) - len(switches)
    assert {action.text() for action in in_menu} < {e.action.text() for e in parts.window.commands}


def test_no_two_actions_have_the_same_keys(parts: Parts) -> None:
    keys = [k.toString() for entry in parts.window.commands for k in entry.action.shortcuts()]
    assert len(keys) == len(set(keys))


def test_what_gets_keys_stays_chosen_and_its_field_keeps_the_focus(
    parts: Parts, dialog: ShortcutsDialog, qtbot: QtBot
) -> None:
    choose(dialog, "chat")
    for _ in range(3):
        QTest.keyClick(dialog.content.search, Qt.Key.Key_Down)
    chosen = dialog.content.current
    assert chosen is not None
    QTest.keyClick(dialog.content.search, Qt.Key.Key_Return)
    assert dialog.keys.hasFocus()
    QTest.keyClick(dialog.keys, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: chosen.name in parts.view_models.shortcuts.all)
    assert dialog.content.current == chosen
    assert dialog.keys.hasFocus()


def test_other_keys_act_and_are_kept(
    parts: Parts, dialog: ShortcutsDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(dialog, "show or hide")
    press(dialog, Qt.Key.Key_G, CTRL)
    assert dialog.problem == ""
    dialog.close()
    with qtbot.waitActive(parts.window):
        parts.window.activateWindow()
    assert parts.window.sidebar.isVisible()
    QTest.keyClick(parts.window, Qt.Key.Key_G, CTRL)
    assert parts.window.sidebar.isHidden()
    QTest.keyClick(parts.window, Qt.Key.Key_B, CTRL)
    assert parts.window.sidebar.isHidden()
    assert "Ctrl+G" in parts.window.top_bar.sidebar.toolTip()
    kept = SettingsFile(tmp_path / "config" / "settings.toml").load().settings
    assert kept.changed_keys == "sidebar = Ctrl+G"


def test_keys_of_another_action_are_taken_only_when_the_person_says_so(
    parts: Parts, dialog: ShortcutsDialog
) -> None:
    commands = parts.window.commands
    choose(dialog, "light or dark")
    press(dialog, Qt.Key.Key_N, CTRL)
    assert dialog.problem == "Ctrl+N are the keys of “New chat”."
    assert commands["new-chat"].shortcut() == QKeySequence("Ctrl+N")
    dialog.take.click()
    assert commands["theme"].shortcut() == QKeySequence("Ctrl+N")
    assert commands["new-chat"].shortcut().isEmpty()
    choose(dialog, "new chat")
    dialog.reset.click()
    assert dialog.problem == "Ctrl+N are the keys of “Light or dark”."
    assert commands["new-chat"].shortcut().isEmpty()  # of two with the same keys, neither acts
    dialog.take.click()
    assert commands["new-chat"].shortcut() == QKeySequence("Ctrl+N")
    assert commands["theme"].shortcut().isEmpty()
    dialog.reset_all.click()
    assert commands["new-chat"].shortcut() == QKeySequence("Ctrl+N")
    assert commands["theme"].shortcut() == QKeySequence("Ctrl+Shift+L")


def test_keys_that_write_are_refused(parts: Parts, dialog: ShortcutsDialog) -> None:
    choose(dialog, "new chat")
    press(dialog, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier)
    assert dialog.problem == "Those keys are for typing. Add Ctrl or Alt."
    for letter in "VCXAZ":
        press(dialog, Qt.Key[f"Key_{letter}"], CTRL)
        assert dialog.problem == (
            f"Text fields keep Ctrl+{letter} for themselves. Choose other keys."
        )
    assert parts.window.commands["new-chat"].shortcut() == QKeySequence("Ctrl+N")


def test_one_action_can_be_left_without_keys_and_reset(
    parts: Parts, dialog: ShortcutsDialog
) -> None:
    action = parts.window.commands["larger"]
    choose(dialog, "larger")
    dialog.keys.clear()
    dialog.keys.editingFinished.emit()
    assert action.shortcuts() == []
    dialog.reset.click()
    assert action.shortcuts() == [QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")]


def test_a_damaged_line_costs_nothing_else(parts: Parts) -> None:
    lines = "nonsense\nunknown = Ctrl+U\nlarger = what?\nsidebar = F9"
    parts.view_models.settings.set_value("changed_keys", lines)
    QTest.keyClick(parts.window, Qt.Key.Key_F9)
    assert parts.window.sidebar.isHidden()


def test_the_words_of_a_chat_are_found_by_keys(parts: Parts) -> None:
    QTest.keyClick(parts.window, Qt.Key.Key_F, CTRL)
    assert parts.window.chat_page.transcript.finder.is_open


def test_keys_run_from_left_to_right_in_arabic(parts: Parts, palette: CommandPalette) -> None:
    usual = QLocale()
    QLocale.setDefault(QLocale("ar_001"))
    try:
        shown = [entry.keys for entry in palette.content._actions if entry.name == "settings"]
        menu = parts.window.top_bar.menu.menu()
        option = QStyleOptionMenuItem()
        menu.initStyleOption(option, parts.window.commands["settings"])
    finally:
        QLocale.setDefault(usual)
    assert shown == ["\u2068Ctrl+,\u2069"]  # else the comma stands before Ctrl
    assert option.text.endswith("\t\u2068Ctrl+,\u2069")

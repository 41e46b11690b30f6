"""A slash in the message box offers prompts."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.chat.composer import Composer
from app.widgets.chat.prompt_completer import PromptCompleter
from app.widgets.chat.prompt_dialogs import PromptForm, PromptsDialog
from app.widgets.colors import LIGHT
from app.widgets.theme import Appearance, Theme


@pytest.fixture
def composer(parts: Parts) -> Composer:
    composer = parts.window.chat_page.composer
    composer.take_focus()
    return composer


@pytest.fixture
def completer(parts: Parts) -> PromptCompleter:
    library = parts.view_models.chat.prompts
    library.save("Explain", "Explain {{topic}} to {{reader}}.\n")
    library.save("Summarize", "Sum it up.")
    return parts.window.chat_page.prompts


def shown(completer: PromptCompleter) -> list[str]:
    if not completer.popup.isVisible():
        return []
    return [completer.list.item(row).text() for row in range(completer.list.count())]


def test_a_prompt_is_chosen_by_keyboard(composer: Composer, completer: PromptCompleter) -> None:
    QTest.keyClicks(composer.edit, "/")
    assert shown(completer) == ["Explain", "Summarize", "Edit prompts…"]
    QTest.keyClicks(composer.edit, "su")
    assert shown(completer)[0] == "Summarize"
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.text == "Sum it up."
    assert shown(completer) == []


def test_its_variables_are_asked_for(
    qtbot: QtBot, parts: Parts, composer: Composer, completer: PromptCompleter
) -> None:
    QTest.keyClicks(composer.edit, "/e")
    QTest.keyClick(composer.edit, Qt.Key.Key_Tab)
    form = parts.window.findChild(PromptForm)
    assert list(form.fields) == ["topic", "reader"]
    QTest.keyClicks(form.fields["topic"], "replay")
    QTest.keyClicks(form.fields["reader"], "a child")
    QTest.keyClick(form.fields["reader"], Qt.Key.Key_Return)
    assert composer.text == "Explain replay to a child."


def test_what_inserts_the_prompt_stands_out(qtbot: QtBot, qapp: QApplication) -> None:
    Theme(qapp).apply(Appearance("light"))
    form = PromptForm("Explain", ("topic",))
    qtbot.addWidget(form)
    with qtbot.waitExposed(form):
        form.show()
    buttons = form.buttons.buttons()
    insert = next(button for button in buttons if button.text() == "Insert")
    inside = insert.grab().toImage().pixelColor(8, insert.height() // 2)
    assert inside.name() == LIGHT.accent


def test_what_matches_nothing_is_an_ordinary_message(
    qtbot: QtBot, parts: Parts, composer: Composer, completer: PromptCompleter
) -> None:
    QTest.keyClicks(composer.edit, "/nothing of that kind")
    assert shown(completer) == []
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: parts.view_models.chat.messages.rowCount() == 2)
    assert parts.view_models.chat.messages.view(0).text == "/nothing of that kind"
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)


def test_escape_closes_the_list_and_keeps_the_text(
    composer: Composer, completer: PromptCompleter
) -> None:
    QTest.keyClicks(composer.edit, "/")
    QTest.keyClick(composer.edit, Qt.Key.Key_Escape)
    QTest.keyClicks(composer.edit, "e")
    assert shown(completer) == []
    assert composer.text == "/e"


def test_prompts_are_written_changed_and_deleted(
    qtbot: QtBot, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, completer = parts.view_models.chat.prompts, parts.window.chat_page.prompts
    QTest.keyClicks(parts.window.chat_page.composer.edit, "/")
    assert shown(completer) == ["Write a prompt…"]
    QTest.keyClick(parts.window.chat_page.composer.edit, Qt.Key.Key_Return)
    dialog = parts.window.findChild(PromptsDialog)
    assert not dialog.save.isEnabled()
    QTest.keyClicks(dialog.name, "Verse")
    QTest.keyClicks(dialog.text, "In verse: {{what}}")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert library.text("Verse") == "In verse: {{what}}"
    dialog.name.setText("Poem")
    kinds = QMessageBox.StandardButton
    answers = [kinds.Cancel, kinds.Save, kinds.Yes]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    qtbot.mouseClick(dialog.new, Qt.MouseButton.LeftButton)
    assert dialog.name.text() == "Poem"
    qtbot.mouseClick(dialog.new, Qt.MouseButton.LeftButton)
    assert dialog.name.text() == ""
    assert library.names == ("Poem",)
    dialog.list.setCurrentRow(0)
    qtbot.mouseClick(dialog.delete, Qt.MouseButton.LeftButton)
    assert library.names == ()
    dialog.reject()

"""Setting one chat by mouse and keyboard."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.chat.chat_settings_button import ChatSettingsButton


def test_the_chat_says_that_it_is_set_otherwise(qtbot: QtBot, parts: Parts) -> None:
    button = parts.window.chat_page.findChild(ChatSettingsButton)
    assert button.text() == "This chat"
    assert not button.isChecked()
    dialog = button.open_dialog()
    assert not button.isChecked()
    prompt = dialog.editors["system_prompt"].control
    assert isinstance(prompt, QPlainTextEdit)
    QTest.keyClicks(prompt, "Be brief.")
    dialog.buttons.rejected.emit()
    own = parts.view_models.chat.own
    assert own.value("system_prompt") == "Be brief."
    assert parts.view_models.settings.value("system_prompt") == ""
    assert button.isChecked()
    assert button.text() == "Own settings"
    own.save_preset("Brief")
    assert button.text() == "Brief"
    parts.view_models.chat.send("Hello")
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)
    parts.view_models.conversations.create()
    assert button.text() == "This chat"


def test_each_value_goes_back_to_the_settings(qtbot: QtBot, parts: Parts) -> None:
    own = parts.view_models.chat.own
    own.set_value("temperature", 0.3)
    dialog = parts.window.chat_page.findChild(ChatSettingsButton).open_dialog()
    back = {b.accessibleName(): b for b in dialog.findChildren(QAbstractButton)}
    qtbot.mouseClick(back["Temperature: as in Settings"], Qt.MouseButton.LeftButton)
    assert not own.is_own
    assert not back["Temperature: as in Settings"].isVisible()
    kinds = (QAbstractButton, QComboBox, QAbstractSpinBox, QPlainTextEdit)
    nameless = [
        one
        for one in dialog.findChildren(QWidget)
        if isinstance(one, kinds)
        and not (one.accessibleName() or (isinstance(one, QAbstractButton) and one.text()))
        and not one.objectName().startswith("qt_")
    ]
    assert not nameless
    dialog.reject()

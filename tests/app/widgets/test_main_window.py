"""The window as a person uses it, over a fake engine."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain import MessageStatus
from app.main import Parts, Paths, build
from app.storage.conversations import Conversations
from app.widgets.chat.welcome import NoModelPage
from engine.commands import Configure, Load
from tests.support.fake_engine import FakeEngine

if TYPE_CHECKING:
    from app.widgets.settings.option_editor import OptionEditor

CONTROLS = (
    QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit,
    QAbstractItemView,
)  # fmt: skip


def ask(qtbot: QtBot, parts: Parts, text: str) -> None:
    composer = parts.window.chat_page.composer
    composer.set_text(text)
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)


def control(parts: Parts, name: str) -> QWidget:
    editor: OptionEditor = parts.window.settings_panel.editors[name]
    return editor.control


def test_every_control_has_a_name(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Hello")
    parts.window.toggle_settings()
    parts.window.model_picker.open_popup()
    controls = [w for w in parts.window.findChildren(QWidget) if isinstance(w, CONTROLS)]
    assert len(controls) > 40
    nameless = [
        f"{type(w).__name__} in {type(w.parent()).__name__}"
        for w in controls
        if not (w.accessibleName() or (isinstance(w, QAbstractButton) and w.text()))
        and not w.objectName().startswith(("qt_", "QtLineEdit", "QtComboBox"))
    ]
    assert not nameless
    parts.window.model_picker.popup.hide()


def test_gpus_found_later_can_be_chosen(qtbot: QtBot, parts: Parts, engine: FakeEngine) -> None:
    combo = control(parts, "device")
    assert isinstance(combo, QComboBox)
    assert [combo.itemText(i) for i in range(combo.count())] == ["Automatic", "Processor"]
    engine.gpu_names = ("NVIDIA A",)
    engine.kill()
    qtbot.waitUntil(lambda: combo.count() == 3)
    assert combo.itemText(2) == "NVIDIA A (cuda:0)"
    assert combo.currentData() == "auto"


def test_a_question_is_answered_on_screen(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Hello")
    cards = parts.window.chat_page.transcript.cards
    assert cards[0].browser.shown_text == "Hello"
    assert "Replay keeps every step" in cards[1].browser.shown_text
    assert "tok/s" in cards[1].footer._footnote.text()
    assert parts.window.chat_page.composer.text == ""
    assert parts.window.meter_strip.details.numbers["replays"].value != "\N{EN DASH}"


def test_stop_keeps_what_was_written(qtbot: QtBot, parts: Parts, engine: FakeEngine) -> None:
    engine.tokens_per_second, engine.num_tokens = 100, 100_000
    composer = parts.window.chat_page.composer
    composer.set_text("Go on")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Replay" in parts.window.chat_page.transcript.cards[1].browser.text)
    QTest.keyClick(composer.edit, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)
    assert parts.window.chat_page.transcript.cards[1].browser.text.startswith("Replay")


@pytest.mark.parametrize("name", ["graph", "kvpad", "fixed_verify"])
def test_a_toggle_acts_at_once(qtbot: QtBot, parts: Parts, engine: FakeEngine, name: str) -> None:
    parts.window.toggle_settings()
    switch = control(parts, name)
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    sent = [c.toggles for c in engine.sent if isinstance(c, Configure) and c.toggles]
    assert [getattr(toggles, name) for toggles in sent] == [False]


def test_recaptures_are_marked_when_padding_is_off(qtbot: QtBot, parts: Parts) -> None:
    parts.view_models.settings.set_value("kvpad", value=False)
    ask(qtbot, parts, "Hello")
    strip = parts.window.meter_strip
    qtbot.waitUntil(lambda: bool(strip.sparkline.marks))
    assert "padded context (kvpad) is off" in strip.details._note.toolTip()


def test_settings_that_need_it_offer_a_reload(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    parts.window.toggle_settings()
    panel = parts.window.settings_panel
    assert not panel.reload.isVisible()
    parts.view_models.settings.set_value("context_len", 8192)
    assert panel.reload.isVisible()
    qtbot.mouseClick(panel.reload, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.reload.isVisible())
    loads = [command for command in engine.sent if isinstance(command, Load)]
    assert loads[-1].config.context_len == 8192


def test_the_settings_say_what_the_engine_may_do(qtbot: QtBot, parts: Parts) -> None:
    parts.window.toggle_settings()
    label = parts.window.settings_panel.confinement
    parts.window.settings_panel.reveal(label)
    qtbot.waitUntil(lambda: label.isVisible() and "no network access" in label.text())


def test_font_keys_scale_everything(qtbot: QtBot, parts: Parts) -> None:
    before = parts.window.font().pointSizeF()
    parts.window.scale_font(3)
    assert parts.window.font().pointSizeF() == pytest.approx(before * 1.3)
    parts.window.scale_font(0)
    assert parts.window.font().pointSizeF() == pytest.approx(before)


def test_the_conversations_grow_with_the_text(qtbot: QtBot, parts: Parts) -> None:
    button = parts.window.sidebar.new_chat
    parts.window._splitter.setSizes([1, 1200, 0])
    for _ in range(5):
        parts.window.scale_font(1)
        qtbot.waitUntil(lambda: button.width() >= button.sizeHint().width())


def test_dark_and_light(parts: Parts) -> None:
    settings = parts.view_models.settings
    settings.set_value("theme", "dark")
    assert parts.window.palette().window().color().lightnessF() < 0.3
    settings.set_value("theme", "light")
    assert parts.window.palette().window().color().lightnessF() > 0.7


def test_drafts_belong_to_their_conversation(qtbot: QtBot, parts: Parts) -> None:
    conversations, composer = parts.view_models.conversations, parts.window.chat_page.composer
    ask(qtbot, parts, "First")
    first = conversations.current_id
    assert first is not None
    composer.set_text("half a thought")
    conversations.create()
    assert composer.text == ""
    conversations.select(first)
    assert composer.text == "half a thought"


def test_a_deleted_conversation_can_be_brought_back(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Keep me")
    sidebar, conversations = parts.window.sidebar, parts.view_models.conversations
    sidebar.list.setFocus()
    QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
    banner = parts.window.chat_page.banner
    assert banner.isVisible()
    assert "Keep me" in banner._text.text()
    banner._action.click()
    assert [conversations.index(row).data() for row in range(conversations.rowCount())].count(
        "Keep me"
    ) == 1


def test_ctrl_z_brings_back_chats_one_after_another(qtbot: QtBot, parts: Parts) -> None:
    sidebar, conversations = parts.window.sidebar, parts.view_models.conversations
    banner = parts.view_models.chat.banner
    for text in ("First", "Second"):
        conversations.create()
        ask(qtbot, parts, text)

    def titles() -> set[str]:
        return {conversations.index(row).data() for row in range(conversations.rowCount())}

    sidebar.list.setFocus()
    QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
    QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
    assert not titles() & {"First", "Second"}
    QTest.keyClick(sidebar.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert titles() & {"First", "Second"} == {"First"}
    assert banner.text == ""
    QTest.keyClick(sidebar.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert titles() >= {"First", "Second"}
    assert banner.text == ""
    QTest.keyClick(sidebar.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert banner.text == ""


def test_an_older_offer_brings_back_its_own_chat(qtbot: QtBot, parts: Parts) -> None:
    conversations, banner = parts.view_models.conversations, parts.view_models.chat.banner
    deleted = []
    for text in ("First", "Second", "Third"):
        conversations.create()
        ask(qtbot, parts, text)
        deleted.append(conversations.current_id)
    for one in deleted[:2]:
        conversations.delete(one)
    banner.dismiss()
    assert "First" in banner.text
    banner.perform_action()
    assert conversations.current_id == deleted[0]


def test_renaming_where_the_title_stands(qtbot: QtBot, parts: Parts) -> None:
    ask(qtbot, parts, "Old title")
    sidebar = parts.window.sidebar
    sidebar.list.setFocus()
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    edit = QApplication.focusWidget()
    assert isinstance(edit, QLineEdit)
    edit.clear()
    QTest.keyClicks(edit, "New title")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(sidebar.list.hasFocus)
    assert parts.view_models.conversations.index(0).data() == "New title"
    assert "New title" in parts.window.windowTitle()


def test_search_narrows_the_list(qtbot: QtBot, parts: Parts) -> None:
    conversations = parts.view_models.conversations
    for text in ("About rainbows", "About turtles"):
        conversations.create()
        ask(qtbot, parts, text)
    parts.window.sidebar.search.setText("rainbows")
    qtbot.waitUntil(lambda: conversations.rowCount() == 1)


def test_an_example_fills_the_box(qtbot: QtBot, parts: Parts) -> None:
    welcome = parts.window.chat_page.welcome
    assert welcome.isVisible()
    card = welcome.findChildren(QAbstractButton)[0]
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert parts.window.chat_page.composer.text == card.text()


def test_a_dropped_model_is_imported(
    qtbot: QtBot, parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: list[Path] = []
    monkeypatch.setattr(parts.view_models.models, "import_file", imported.append)
    data = QMimeData()
    path = tmp_path / "new.GGUF"
    data.setUrls([QUrl.fromLocalFile(str(path))])
    parts.window.dropEvent(
        QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    assert imported == [path]


def test_without_a_model_the_window_says_how_to_get_one(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    engine = FakeEngine()
    paths = Paths(*(tmp_path / name for name in ("data", "config", "log", "models", "cache")))
    parts = build(qapp, paths, engine.connect)
    parts.window.show()
    page = parts.window.chat_page.no_model
    qtbot.waitUntil(page.isVisible)
    assert isinstance(page, NoModelPage)
    assert str(paths.models) in page._hint.text()
    parts.window.close()
    parts.close()
    parts.window.deleteLater()


def test_the_window_comes_back_as_it_was(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    paths = Paths(*(tmp_path / name for name in ("data", "config", "log", "models", "cache")))
    for is_second in (False, True):
        parts = build(qapp, paths, FakeEngine().connect)
        parts.window.show()
        assert parts.window.sidebar.isHidden() == is_second
        assert parts.window.settings_panel.isHidden() != is_second
        if not is_second:
            parts.window.toggle_sidebar()
            parts.window.toggle_settings()
        parts.window.close()
        parts.close()
        parts.window.deleteLater()


def test_closing_while_answering_keeps_the_answer_so_far(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    engine.tokens_per_second, engine.num_tokens = 100, 100_000
    parts.view_models.chat.send("Go on")
    cards = parts.window.chat_page.transcript.cards
    qtbot.waitUntil(lambda: "Replay" in cards[1].browser.text)
    parts.window.close()
    shown = parts.view_models.chat.conversation_id
    assert shown is not None
    kept = Conversations(parts.database.connection).branch(shown)[-1]
    assert kept.text.startswith("Replay")
    assert kept.status != MessageStatus.STREAMING


def test_closing_asks_before_an_answer_is_lost_that_the_disk_does_not_take(
    qtbot: QtBot, parts: Parts, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.tokens_per_second, engine.num_tokens = 2000, 100_000
    parts.view_models.chat.send("Go on")
    connection = parts.database.connection
    (num_pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {num_pages}")
    cards = parts.window.chat_page.transcript.cards
    qtbot.waitUntil(lambda: len(cards[1].browser.text) > 10_000)
    answers = [QMessageBox.StandardButton.No]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop())
    assert not parts.window.close()
    assert parts.window.isVisible()
    connection.execute("PRAGMA max_page_count = 1000000")
    assert parts.window.close()
    shown = parts.view_models.chat.conversation_id
    assert shown is not None
    assert len(Conversations(connection).branch(shown)[-1].text) > 10_000

"""A person adds a tool server, chooses it for a chat, and is asked before each call."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.widgets.chat.message_card import MessageCard
from app.widgets.settings.tool_dialog import ToolDialog
from app.widgets.settings.tool_import_dialog import ToolImportDialog
from app.widgets.settings.tools_section import ToolsSection
from engine.commands import Generate, ToolCall
from tests.support.fake_engine import FakeEngine
from tests.support.no_secrets import hide_secrets
from tests.support.tool_servers import real_server

PATIENCE_MS = 90_000
ADD = ToolCall("add000001", "add", '{"a": 2, "b": 3}')


@pytest.fixture(autouse=True)
def _no_keyring(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    hide_secrets(monkeypatch, tmp_path_factory.mktemp("secrets"))


def section(parts: Parts) -> ToolsSection:
    return parts.window.settings_panel.findChild(ToolsSection)


def choose(parts: Parts, row: int = 0) -> None:
    menu = parts.window.chat_page.tools.menu()
    assert isinstance(menu, QMenu)
    menu.actions()[row].trigger()


def test_a_server_is_added_tested_chosen_and_its_call_is_allowed(
    parts: Parts, qtbot: QtBot, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = parts.window.chat_page
    assert not page.tools.isVisibleTo(page)
    section(parts).add.click()
    dialog = parts.window.findChild(ToolDialog)
    assert not dialog.save.isEnabled()
    server = real_server()
    dialog.name.setText("Calculator")
    dialog.command.setText(f'"{server.command}" {" ".join(server.arguments)}')
    pairs = server.environment.items()
    dialog.environment.setPlainText("\n".join(f"{name}={value}" for name, value in pairs))
    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.tools.count() > 0, timeout=PATIENCE_MS)
    assert dialog.tools.item(0).text() == "add: Add two numbers."
    dialog.save.click()
    qtbot.waitUntil(lambda: len(section(parts).rows) == 1)

    # Nothing is offered before it is chosen.
    assert page.tools.isVisibleTo(page)
    assert page.tools.text() == "Tools"
    choose(parts)
    assert page.tools.text() == "Tools: Calculator"
    engine.rounds.append((ADD,))
    parts.view_models.chat.send("What is 2 + 3?")
    qtbot.waitUntil(lambda: bool(_blocks(parts)), timeout=PATIENCE_MS)
    (block,) = _blocks(parts)
    assert block.header.text() == "add · Calculator: allow it?"
    assert block.is_open
    assert block.allow.isVisible()
    # A click that was on its way before the question appeared allows nothing.
    assert not block.allow.isEnabled()
    qtbot.waitUntil(block.allow.isEnabled)
    block.allow.click()
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy, timeout=PATIENCE_MS)
    assert block.header.text() == "add · Calculator: done"
    assert not block.is_open
    assert not block.allow.isVisible()
    block.header.click()
    assert block.body is not None
    qtbot.waitUntil(lambda: "5" in block.body.shown_text)
    assert engine.sent_of(Generate)[-1].prompt.messages[-1].content == "5"

    # Switched off, it can no longer be chosen; removed, it is gone.
    row = section(parts).rows[0]
    row.switch.click()
    assert not page.tools.isVisibleTo(page)
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    row.remove.click()
    qtbot.waitUntil(lambda: section(parts).rows == [])


def _blocks(parts: Parts) -> list:
    card = parts.window.chat_page.transcript.cards.get(1)
    return card.steps.blocks if isinstance(card, MessageCard) else []


def test_a_list_of_another_program_is_imported_switched_off(parts: Parts, qtbot: QtBot) -> None:
    section(parts).read_in.click()
    dialog = parts.window.findChild(ToolImportDialog)
    dialog.text.setPlainText("{")
    dialog.take.click()
    qtbot.waitUntil(dialog.problem.isVisible)
    servers = {"files": {"command": "npx"}, "web": {"url": "http://tools.example/mcp"}}
    dialog.text.setPlainText(json.dumps({"mcpServers": servers}))
    QTest.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(section(parts).rows) == 2)
    assert not any(row.switch.isChecked() for row in section(parts).rows)
    assert not parts.window.chat_page.tools.isVisibleTo(parts.window)
    section(parts).rows[1].edit.click()
    changed = parts.window.findChild(ToolDialog)
    assert changed.address.text() == "http://tools.example/mcp"
    assert "unencrypted" in changed.warning.text()
    changed.cancel.click()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_in_the_encodings_of_editors(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    file = tmp_path / "settings.json"
    file.write_text('// Größe\n{"mcpServers": {}}', encoding)
    section(parts).read_in.click()
    dialog = parts.window.findChild(ToolImportDialog)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    dialog.choose.click()
    assert dialog.text.toPlainText() == file.read_text(encoding)
    dialog.cancel.click()

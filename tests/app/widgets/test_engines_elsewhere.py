"""A person adds an engine elsewhere, chooses its model, chats with it, and takes it away again."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.viewmodels.endpoints.endpoints import Draft
from app.viewmodels.formatting import UNKNOWN
from app.widgets.model_picker import ModelPopup
from app.widgets.settings.endpoint_dialog import EndpointDialog
from engine.commands import CountTokens, Generate
from tests.support.endpoint_server import KEY, EndpointServer, model, serve_endpoint, silence
from tests.support.fake_engine import FakeEngine
from tests.support.no_secrets import hide_secrets


@pytest.fixture
def server(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[EndpointServer]:
    hide_secrets(monkeypatch, tmp_path_factory.mktemp("secrets"))
    with serve_endpoint() as server:
        server.models = [model("large", max_model_len=8192), model("small")]
        yield server


def open_dialog(parts: Parts, qtbot: QtBot) -> EndpointDialog:
    parts.window.endpoints.add.click()
    dialogs = parts.window.findChildren(EndpointDialog)
    qtbot.waitUntil(dialogs[-1].isVisible)
    return dialogs[-1]


def add(parts: Parts, qtbot: QtBot, server: EndpointServer, name: str = "Workstation") -> None:
    before = len(parts.view_models.endpoints.views)
    parts.view_models.endpoints.save(Draft(name, server.address))
    qtbot.waitUntil(lambda: len(parts.view_models.endpoints.views) > before)


def rows(popup: ModelPopup) -> list[str]:
    found = popup.list.model()
    return [found.index(row, 0).data() for row in range(found.rowCount())]


def choose(parts: Parts, qtbot: QtBot, name: str) -> None:
    popup = parts.window.model_picker.popup
    parts.window.model_picker.open_popup()
    qtbot.waitUntil(lambda: name in rows(popup))
    QTest.keyClicks(popup.search, name)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert not popup.isVisible()
    qtbot.waitUntil(lambda: parts.view_models.models.model_name == name)


def ask(parts: Parts, qtbot: QtBot, text: str) -> None:
    with qtbot.waitSignal(parts.view_models.chat.answer_ended):
        assert parts.view_models.chat.send(text)


def last_text(parts: Parts) -> str:
    return parts.view_models.chat.messages.messages[-1].text


def test_it_is_added_tested_and_kept(parts: Parts, qtbot: QtBot, server: EndpointServer) -> None:
    server.key = KEY
    dialog = open_dialog(parts, qtbot)
    names = [dialog.preset.itemText(at) for at in range(dialog.preset.count())]
    assert {"llama.cpp", "vLLM", "Ollama", "LM Studio", "Encore"} <= set(names)
    dialog.preset.setCurrentIndex(names.index("vLLM"))
    dialog.preset.activated.emit(names.index("vLLM"))
    assert (dialog.name.text(), dialog.address.text()) == ("vLLM", "http://127.0.0.1:8000/v1")
    dialog.address.setText(server.address)
    dialog.test.click()
    qtbot.waitUntil(lambda: "wants a key" in dialog.outcome.text())
    assert parts.view_models.endpoints.views == ()
    dialog.key.setText(KEY)
    assert dialog.outcome.text() == ""
    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.outcome.text() == "vLLM answers. Its models: large, small.")
    dialog.save.click()
    qtbot.waitUntil(lambda: len(parts.window.endpoints.rows) == 1)
    assert parts.window.endpoints.rows[0].view.has_key
    dialog = open_dialog(parts, qtbot)
    dialog.address.setText("ftp://x")
    dialog.save.click()
    qtbot.waitUntil(lambda: "no address" in dialog.outcome.text())
    assert dialog.isVisible()
    dialog.name.setText(" ")
    assert not dialog.save.isEnabled()
    dialog.address.setText("http://192.168.1.2:8000")
    dialog.key.setText("sk-1")
    assert "unencrypted" in dialog.warning.text()
    dialog.reject()


def test_its_models_stand_below_its_name_and_are_asked_for_when_the_list_opens(
    parts: Parts, qtbot: QtBot, server: EndpointServer
) -> None:
    add(parts, qtbot, server)
    assert server.asked == []
    popup = parts.window.model_picker.popup
    parts.window.model_picker.open_popup()
    qtbot.waitUntil(lambda: rows(popup) == ["Workstation", "large", "small"])
    assert len(server.asked) == 1
    assert popup.list.currentIndex().data() == "large"
    assert not popup.options.isEnabled()
    QTest.keyClick(popup.search, Qt.Key.Key_Up)
    assert popup.list.currentIndex().data() == "large"
    QTest.keyClicks(popup.search, "work context")
    assert rows(popup) == ["large"]
    popup.hide()
    server.key = KEY
    parts.window.model_picker.open_popup()
    found, role = popup.list.model(), Qt.ItemDataRole.AccessibleTextRole
    qtbot.waitUntil(lambda: "wants a key" in (found.index(0, 0).data(role) or ""))
    assert not found.load(0)
    popup.hide()


def test_a_chat_with_it_looks_like_any_other(
    parts: Parts, qtbot: QtBot, server: EndpointServer, engine: FakeEngine
) -> None:
    server.thoughts = ("Hm.",)
    add(parts, qtbot, server)
    choose(parts, qtbot, "large")
    vm = parts.view_models
    assert vm.models.model_line.startswith("large · Workstation · context ")
    ask(parts, qtbot, "How are you?")
    answer = vm.chat.messages.messages[-1]
    assert (answer.text, answer.reasoning, answer.model) == ("Hello from afar.", "Hm.", "large")
    facts = dict(vm.chat.messages.view(1).provenance)
    assert (facts["Answered by"], facts["Tokens"]) == ("Workstation", "3")
    assert "Graph replay" not in facts
    assert vm.meter.texts.health == "Workstation answers; its steps are not known here"
    assert vm.meter.texts.recaptures == vm.meter.texts.memory == UNKNOWN
    assert vm.chat.title == "How are you?"
    assert not engine.sent_of(Generate)
    server.key = KEY
    ask(parts, qtbot, "How are you?")
    problem = parts.view_models.chat.messages.view(3).problem
    assert problem == "Workstation wants a key: enter it in Settings, Model."
    server.key = ""
    with qtbot.waitSignal(parts.view_models.chat.answer_ended):
        parts.view_models.chat.regenerate()
    assert last_text(parts) == "Hello from afar."


def test_what_needs_the_engine_here_says_so(
    parts: Parts, qtbot: QtBot, server: EndpointServer, engine: FakeEngine
) -> None:
    add(parts, qtbot, server)
    choose(parts, qtbot, "large")
    vm = parts.view_models
    server.replies.append(silence)
    assert vm.chat.send("Tell me more")
    qtbot.waitUntil(lambda: bool(server.chats))
    with qtbot.waitSignal(vm.chat.answer_ended):
        vm.chat.stop()
    qtbot.waitUntil(lambda: server.num_cut == 1)
    assert not vm.chat.edit_and_continue(vm.chat.messages.messages[-1].id, "Once")
    assert "cannot go on within an answer" in vm.chat.banner.text
    assert vm.settings.remark("graph") == "For models of this computer; Workstation answers now."
    assert "Workstation answers elsewhere" in vm.comparison.problem
    num_counted = len(engine.sent_of(CountTokens))
    vm.chat.set_draft("a draft")
    qtbot.waitUntil(lambda: vm.chat.cost.line.startswith("~"))
    assert len(engine.sent_of(CountTokens)) == num_counted


def test_the_next_start_chooses_it_again_until_it_is_removed(
    parts: Parts, qtbot: QtBot, server: EndpointServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(parts, qtbot, server)
    choose(parts, qtbot, "large")
    models = parts.view_models.models
    asked = len(server.asked)
    assert models.is_last_elsewhere
    parts.engine.unload()
    qtbot.waitUntil(lambda: parts.engine.model is None)
    models._path = None
    models.load_last()
    qtbot.waitUntil(lambda: parts.engine.endpoint == "Workstation")
    assert len(server.asked) == asked
    yes = QMessageBox.StandardButton.Yes
    monkeypatch.setattr(QMessageBox, "question", lambda *_: yes)
    parts.window.endpoints.rows[0].remove.click()
    qtbot.waitUntil(lambda: not parts.window.endpoints.rows)
    assert parts.view_models.models.elsewhere is not None
    assert parts.view_models.models.elsewhere.rowCount() == 0
    ask(parts, qtbot, "Still there?")
    assert "no longer in the settings" in parts.view_models.chat.messages.view(1).problem

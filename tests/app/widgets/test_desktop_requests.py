"""What the desktop asks of a window that is open."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop_requests import DesktopRequests
from app.main import Parts
from app.paths import assets_dir
from app.services.background.pool import wait_for_background
from engine.commands import Load
from tests.support.fake_engine import FakeEngine


@pytest.fixture
def requests(parts: Parts, qapp: QApplication) -> DesktopRequests:
    view_models = parts.view_models
    return DesktopRequests(view_models.models, view_models.runtime, parts.window, qapp)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "Mes modèles" / "größe 模型.gguf"
    path.parent.mkdir()
    return shutil.copyfile(assets_dir() / "smoke-test.gguf", path)


def test_a_file_that_is_opened_again_leads_to_the_chat(
    qtbot: QtBot, parts: Parts, requests: DesktopRequests, model: Path, engine: FakeEngine
) -> None:
    parts.window.show_page("Models")
    parts.window.hide()
    requests.open_again(model)
    qtbot.waitUntil(lambda: engine.sent_of(Load)[-1].path == str(model))
    assert parts.window.chat_page.isVisible()
    qtbot.waitUntil(lambda: parts.view_models.chat.can_send)


def test_a_start_without_a_file_leaves_the_page(parts: Parts, requests: DesktopRequests) -> None:
    parts.window.show_page("Models")
    requests.open_again(None)
    assert parts.window.page("Models").isVisible()


def test_a_mac_opens_a_file_by_an_event(
    qtbot: QtBot,
    parts: Parts,
    requests: DesktopRequests,
    qapp: QApplication,
    model: Path,
    engine: FakeEngine,
) -> None:
    qapp.installEventFilter(requests)
    parts.window.show_page("Models")
    QCoreApplication.sendEvent(qapp, QFileOpenEvent(str(model)))
    qapp.removeEventFilter(requests)
    qtbot.waitUntil(lambda: engine.sent_of(Load)[-1].path == str(model))
    assert parts.window.chat_page.isVisible()
    qtbot.waitUntil(lambda: parts.view_models.chat.can_send)


def test_the_loaded_model_is_not_loaded_anew(
    qtbot: QtBot, parts: Parts, requests: DesktopRequests, model: Path, engine: FakeEngine
) -> None:
    requests.open_again(model)
    qtbot.waitUntil(lambda: engine.sent_of(Load)[-1].path == str(model))
    qtbot.waitUntil(lambda: parts.view_models.chat.can_send)
    before = len(engine.sent_of(Load))
    parts.view_models.chat.send("Hello")
    with qtbot.waitSignal(parts.view_models.models.refreshed):
        requests.open_again(model)
    wait_for_background()
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy)
    assert len(engine.sent_of(Load)) == before

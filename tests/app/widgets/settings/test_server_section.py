"""The server in the settings: a switch, what it says, the address to copy."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.main import Parts
from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.viewmodels.server.server import ServerViewModel
from app.widgets.settings.server_section import ServerSection
from engine.config import EngineConfig, SamplingParams
from tests.support.fake_engine import FakeEngine


def test_the_address_can_be_copied_while_it_runs(qtbot: QtBot, parts: Parts) -> None:
    settings = parts.view_models.settings

    def create(_port: int) -> LocalServer:
        create_client = FakeEngine().connect
        engine = OwnEngine(create_client, lambda _: EngineConfig(), SamplingParams(), None, print)
        return LocalServer(ServerOptions(), engine, list, lambda: 0)

    server = ServerViewModel(create, settings)
    section = ServerSection(server)
    qtbot.addWidget(section)
    section.show()
    server.start()
    assert section.copy.isHidden()
    assert section.status.isHidden()
    switch = parts.window.settings_panel.editors["serve"].control
    parts.view_models.server.close()  # the other one, of the window
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(section.copy.isVisible, timeout=20_000)
    assert server.address in section.status.text()
    qtbot.mouseClick(section.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == server.address
    server.close()

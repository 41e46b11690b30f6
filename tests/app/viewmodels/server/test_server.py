"""The server in the window: off unless switched on, and one engine for both."""

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openai
import psutil
import pytest
from pytestqt.qtbot import QtBot

from app.server.options import ServerOptions
from app.server.server import LocalServer
from app.services.engine.guests import GuestRequests
from app.services.engine.lendable_engine import LendableEngine
from app.services.library.entry import ModelEntry
from app.services.library.folder import ModelFolder
from app.services.notices import Notices
from app.storage.settings.settings_file import SettingsFile
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.server.server import ServerViewModel
from app.viewmodels.server.window_engine import WindowEngine
from app.viewmodels.settings import SettingsViewModel
from engine.commands import Cancel, ChatMessage, ChatPrompt, Generate, Load, Unload
from tests.support.fake_engine import FakeEngine

QUESTION = [{"role": "user", "content": "Hi"}]


@dataclass
class Window:
    """What of the window the server shares, and the programs that ask it."""

    process: FakeEngine
    engine: LendableEngine
    settings: SettingsViewModel
    models: ModelPickerViewModel
    server: ServerViewModel
    folder: Path
    port: int
    qtbot: QtBot
    programs: ThreadPoolExecutor

    def switch_on(self) -> None:
        self.settings.set_value("serve", True)
        self.qtbot.waitUntil(lambda: self.server.address != "", timeout=20_000)

    def load(self, name: str) -> None:
        with self.qtbot.waitSignal(self.engine.model_loaded):
            self.models.load_path(self.folder / name)

    def ask(self, model: str = "a.gguf") -> "Future[Any]":
        """What a program asks."""
        client = openai.OpenAI(base_url=self.server.address, api_key="x", max_retries=0, timeout=60)
        create = client.chat.completions.create
        return self.programs.submit(create, model=model, messages=QUESTION)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=20_000)

    def loads(self) -> list[str]:
        return [Path(load.path).name for load in self.process.sent_of(Load)]


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    process, notices = FakeEngine(tokens_per_second=None), Notices()
    guests = GuestRequests(process.connect)
    engine = LendableEngine(guests.connect, notices)
    settings = SettingsViewModel(SettingsFile(tmp_path / "settings.toml"), engine, notices)
    models = ModelPickerViewModel(ModelFolder(tmp_path), engine, settings, notices)
    shared = WindowEngine(guests, engine, models, settings)
    paths = [tmp_path / name for name in ("a.gguf", "b.gguf")]
    for path in paths:
        path.write_bytes(b"GGUF")
    entries = [ModelEntry(path.name, path, False, 4, (path,)) for path in paths]
    made = Window(
        *(process, engine, settings, models),
        ServerViewModel(lambda _: create(), settings),
        *(tmp_path, 0, qtbot, ThreadPoolExecutor()),
    )

    def create() -> LocalServer:
        minutes = settings.settings.server_idle_minutes
        options = ServerOptions(port=made.port)
        return LocalServer(options, shared, lambda: entries, lambda: minutes / 100)

    settings.set_value("server_idle_minutes", 0)
    made.server.start()
    yield made
    made.server.close()
    engine.close()
    made.programs.shutdown()


def num_listening() -> int:
    connections = psutil.Process().net_connections("tcp")
    return sum(one.status == psutil.CONN_LISTEN for one in connections)


def test_nothing_listens_unless_switched_on_and_while_it_is(window: Window) -> None:
    before = num_listening()
    assert (window.server.address, window.server.status) == ("", "")
    window.switch_on()
    assert num_listening() == before + 1
    assert window.server.address in window.server.status
    window.settings.set_value("serve", False)
    assert window.server.address == ""
    window.wait_for(lambda: num_listening() == before)
    assert window.server.status == ""


def test_a_port_that_is_taken_is_said_and_another_one_helps(window: Window) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        window.port = taken.getsockname()[1]
        window.settings.set_value("serve", True)
        window.wait_for(lambda: "choose another one" in window.server.status)
        assert window.server.address == ""
        window.port = 0
        window.settings.set_value("server_port", 12345)
        window.wait_for(lambda: window.server.address != "")


def test_programs_share_the_windows_engine_and_its_model(window: Window) -> None:
    window.load("a.gguf")
    shown: list[str] = []
    window.engine.text_arrived.connect(lambda _, text: shown.append(text))
    window.switch_on()
    answer = window.ask()
    window.wait_for(answer.done)
    assert answer.result().model == "a.gguf"
    assert (window.loads(), window.process.num_starts, shown) == (["a.gguf"], 1, [])
    window.engine.generate(Generate("window", ChatPrompt((ChatMessage("user", "Hi"),))))
    assert [asked.for_guest for asked in window.process.sent_of(Generate)] == [True, False]


def test_a_program_has_its_model_loaded_in_the_window(window: Window) -> None:
    window.load("a.gguf")
    window.switch_on()
    answer = window.ask("b.gguf")
    window.wait_for(answer.done)
    assert answer.result().model == "b.gguf"
    assert window.engine.model is not None
    assert window.engine.model.path == str(window.folder / "b.gguf")


def test_another_model_waits_for_the_answer_in_the_window(window: Window) -> None:
    window.load("a.gguf")
    window.switch_on()
    window.process.tokens_per_second = 20
    window.process.num_tokens = 100_000
    prompt = ChatPrompt((ChatMessage("user", "Hi"),))
    with window.qtbot.waitSignal(window.engine.text_arrived):
        window.engine.generate(Generate("window", prompt))
    answer = window.ask("b.gguf")
    window.qtbot.wait(300)
    assert window.loads() == ["a.gguf"]
    with window.qtbot.waitSignal(window.engine.answer_finished):
        window.engine.cancel("window")
    window.process.num_tokens = 3
    window.wait_for(answer.done)
    assert answer.result().model == "b.gguf"


def test_whoever_waits_is_told_when_the_person_chooses_another_model(window: Window) -> None:
    window.load("a.gguf")
    window.switch_on()
    window.process.tokens_per_second = 20
    window.process.num_tokens = 100_000
    answer = window.ask()
    window.wait_for(lambda: bool(window.process.sent_of(Generate)))
    window.load("b.gguf")
    window.wait_for(answer.done)
    with pytest.raises(openai.InternalServerError, match="changed in the window"):
        answer.result()
    assert window.process.sent_of(Cancel)


def test_a_comparison_has_the_engine_for_itself(window: Window) -> None:
    window.load("a.gguf")
    window.switch_on()
    window.engine.lend()
    for model in ("a.gguf", "b.gguf"):
        answer = window.ask(model)
        window.wait_for(answer.done)
        with pytest.raises(openai.InternalServerError, match="comparison is measuring") as caught:
            answer.result()
        assert caught.value.response.headers["Retry-After"]
    window.engine.take_back()
    answer = window.ask()
    window.wait_for(answer.done)
    assert answer.result().choices[0].message.content


def test_a_model_of_a_program_is_unloaded_when_nobody_uses_it(window: Window) -> None:
    window.settings.set_value("server_idle_minutes", 5)
    window.switch_on()
    answer = window.ask("b.gguf")
    window.wait_for(lambda: bool(window.process.sent_of(Unload)))
    assert answer.result().model == "b.gguf"
    answer = window.ask("b.gguf")
    window.wait_for(answer.done)
    assert answer.result().model == "b.gguf"
    assert window.loads() == ["b.gguf", "b.gguf"]


def test_a_model_of_the_person_stays(window: Window) -> None:
    window.settings.set_value("server_idle_minutes", 1)
    window.load("a.gguf")
    window.switch_on()
    answer = window.ask("a.gguf")
    window.wait_for(answer.done)
    window.qtbot.wait(100)
    assert window.process.sent_of(Unload) == []


def test_an_engine_that_dies_is_started_again_for_the_next_request(window: Window) -> None:
    window.load("a.gguf")
    window.switch_on()
    window.process.dies_on_load = True
    answer = window.ask("b.gguf")
    window.wait_for(answer.done)
    with pytest.raises(openai.InternalServerError, match="ended while it loaded"):
        answer.result()
    window.process.dies_on_load = False
    window.load("a.gguf")
    answer = window.ask()
    window.wait_for(answer.done)
    assert answer.result().model == "a.gguf"

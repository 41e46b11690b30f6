"""A model of llama.cpp's own server in the window: listed, asked, stopped, gone."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.viewmodels.endpoints.endpoints import Draft
from app.viewmodels.formatting import UNKNOWN
from tests.functional.conftest import Person
from tests.support.no_secrets import hide_secrets

pytest.importorskip("xllamacpp", reason="installed on Linux alone")
pytestmark = pytest.mark.timeout(300)

KEY = "secret"
SERVER = """
import sys, time
import xllamacpp

options = xllamacpp.CommonParams()
options.model.path, options.port, options.api_keys = sys.argv[1], int(sys.argv[2]), [sys.argv[3]]
options.hostnames, options.n_ctx, options.cpuparams.n_threads = ["127.0.0.1"], 1024, 1
server = xllamacpp.Server(options)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


class LlamaServer:
    """The server's process; `address` is where it answers."""

    def __init__(self, model: Path, port: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(model), str(port), KEY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def llama_server(starter_model: Path) -> Iterator[LlamaServer]:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    server = LlamaServer(starter_model, port)
    yield server
    server.end()


def test_a_model_of_llama_cpp_chats_in_the_window(
    person: Person, llama_server: LlamaServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_secrets(monkeypatch, tmp_path)
    view_models = person.parts.view_models
    told: list[str] = []
    view_models.endpoints.tested.connect(lambda _, sentence: told.append(sentence))
    view_models.endpoints.test(Draft("Llama", llama_server.address, "another"))
    person.wait_for(lambda: len(told) == 1)
    assert "does not accept the key" in told[0]
    view_models.endpoints.test(Draft("Llama", llama_server.address, KEY))
    person.wait_for(lambda: len(told) == 2)
    assert "answers. Its models: SmolLM2" in told[1]

    view_models.endpoints.save(Draft("Llama", llama_server.address, KEY))
    person.wait_for(lambda: bool(view_models.endpoints.views))
    view_models.search.begin()
    elsewhere = view_models.models.elsewhere
    assert elsewhere is not None
    person.wait_for(lambda: bool(elsewhere.offered))
    view_models.models.load_path(Path(next(iter(elsewhere.offered))))
    person.wait_for(lambda: person.parts.engine.endpoint == "Llama")

    assert len(person.ask("What is the capital of France?")) > 20
    assert "tok/s" in view_models.meter.texts.tok_s
    assert person.number("recaptures") == UNKNOWN

    person.set_option("max_tokens", 800)
    person.type("Write a very long story about a ship, with many chapters.")
    person.press(Qt.Key.Key_Return)
    person.wait_for_text()
    person.click_composer_button()
    person.wait_for(lambda: not person.is_busy)

    llama_server.end()
    person.ask("Are you there?")
    assert "Llama does not answer" in person.banner

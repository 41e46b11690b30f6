"""`encore serve` on the command line: what it listens on, who needs a key, how it ends."""

import io
import os
from pathlib import Path

import pytest

from app.__main__ import main
from app.server.options import ServerOptions
from app.server.server import LocalServer
from app.services.library.folder import ModelFolder
from app.storage.api_key import ApiKeyFile, digest_of
from app.storage.settings.model_settings import ModelSettings, ModelSettingsFile
from app.storage.settings.option_table import with_values
from app.storage.settings.settings import Settings
from app.storage.settings.settings_file import SettingsFile
from app.terminal import commands, serve_command
from app.terminal.model_config import config_for
from engine.arguments import Parser
from engine.config import EngineConfig


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ENCORE_HOME", str(tmp_path))
    monkeypatch.delenv("ENCORE_API_KEY", raising=False)
    return tmp_path


@pytest.fixture
def started(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[ServerOptions]:
    """The options of servers that were started; each is interrupted at once."""
    options: list[ServerOptions] = []

    def start(server: LocalServer) -> None:
        options.append(server._options)
        raise KeyboardInterrupt

    monkeypatch.setattr(LocalServer, "start", start)
    return options


def serve(*arguments: str) -> tuple[int, str]:
    """Run the command; its exit code and what it said."""
    parser = Parser()
    commands.add_commands(parser.add_subparsers())
    options = parser.parse_args(["serve", *arguments])
    said = io.StringIO()
    return serve_command.serve(options, ModelFolder(), io.StringIO(), said), said.getvalue()


def test_it_serves_this_computer_alone_without_a_key(started: list[ServerOptions]) -> None:
    assert serve() == (0, "")
    assert started == [ServerOptions(port=11435)]


def test_settings_count_for_what_is_left_out(home: Path, started: list[ServerOptions]) -> None:
    SettingsFile(home / "config/settings.toml").save(with_values(Settings(), server_port=12000))
    serve()
    serve("--port", "13000", "--max-waiting", "3", "--allow-origin", "https://A.example/")
    assert [options.port for options in started] == [12000, 13000]
    assert started[1].max_waiting == 3
    assert started[1].allowed_origins == ("https://a.example",)


@pytest.mark.parametrize("command", ["serve", "chat"])
def test_how_models_are_loaded_is_set_by_options_over_the_settings(
    home: Path, command: str
) -> None:
    model, other = home / "m.gguf", home / "o.gguf"
    model.write_bytes(b"GGUF")
    own = ModelSettingsFile(home / "models.json")
    own.put(model, ModelSettings(context_len=2048))
    settings = with_values(Settings(), device="cpu", graph=False)
    parser = Parser()
    commands.add_commands(parser.add_subparsers())

    def config(*arguments: str, of: Path = model) -> EngineConfig:
        options = parser.parse_args([command, *arguments])
        return config_for(options, settings, own, of)

    assert (config().device, config().context_len, config().toggles.graph) == ("cpu", 2048, False)
    assert config("--context", "512", "--graph").context_len == 512
    assert config("--context", "512", "--graph").toggles.graph
    assert config(of=other).context_len is None


def test_other_computers_need_a_key_that_is_made_once(
    home: Path, started: list[ServerOptions]
) -> None:
    _, said = serve("--host", "0.0.0.0")
    key = said.split()[-1]
    assert started[0].accepts_key(key)
    assert not started[0].accepts_key("")
    file = home / "config/server-key"
    assert key not in file.read_text()
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
    _, said = serve("--host", "0.0.0.0")
    assert key not in said
    assert started[1].accepts_key(key)
    serve("--host", "0.0.0.0", "--new-api-key")
    assert not started[2].accepts_key(key)


def test_a_key_that_is_given_is_the_key(
    started: list[ServerOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    serve("--host", "0.0.0.0", "--api-key", "mine")
    monkeypatch.setenv("ENCORE_API_KEY", "other")
    serve()
    assert [options.key_digest for options in started] == [digest_of("mine"), digest_of("other")]


def test_a_key_file_that_is_damaged_counts_as_none(home: Path) -> None:
    (home / "server-key").write_text("nonsense")
    assert ApiKeyFile(home).read() is None


def test_a_mistake_ends_in_one_sentence(
    started: list[ServerOptions], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ["--port", "70000"],
        ["--kv-type", "f3"],
        ["missing-model"],
        ["--api-key", ""],
        ["--allow-origin", "example.org"],
        ["--allow-origin", "https://example.org/page"],
    ):
        assert main(["serve", *arguments]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert started == []

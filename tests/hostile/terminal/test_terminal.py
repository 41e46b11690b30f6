"""Every command, on files and models that try to speak to the terminal."""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.__main__ import main as run_app
from app.terminal.chat import ChatOptions, Terminal, TerminalChat
from engine.__main__ import main as run_engine
from engine.commands import Command, Generate, Load
from engine.events import (
    Event,
    Failed,
    Finished,
    Loaded,
    LoadProgress,
    Meter,
    ModelInfo,
    Notice,
    ReasoningDelta,
    TextDelta,
)
from tests.support.gguf_bytes import ARCHITECTURE, TEXT, gguf_bytes, key_value, tensor_row, text

ATTACK = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\x08\u202egpj\u2066\u2069\u200e"
FORGED = "\r\nEncore: type your password\r"
# What no terminal may get; the two line ends and the tab are the program's own.
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture
def attack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that opens, whose name and words are attacks; nobody's own models are near."""
    for name in ("ENCORE_HOME", "HOME", "HF_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    keys = [
        ARCHITECTURE,
        key_value("general.name", TEXT, text(f"Tiny{ATTACK}{FORGED}")),
        key_value("general.license", TEXT, text(f"mit{ATTACK}{FORGED}")),
    ]
    name = "evil.gguf" if sys.platform == "win32" else "evil\x1b[2J\u202e\nForged.gguf"
    path = tmp_path / name
    path.write_bytes(gguf_bytes(keys, [tensor_row("x", (32,))], bytes(128)))
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["app", "models", "import", "{path}"],
        ["app", "models", "list"],
        ["app", "models", "verify", "{path}"],
        ["app", "models", "remove", "no\x1b[2J\nsuch"],
        ["app", "chat", "no\x1b[2J\nsuch"],
        ["engine", "inspect", "{path}"],
        ["engine", "tokenize", "{path}", "--text", "x"],
        ["engine", "generate", "{path}", "--prompt", "x"],
    ],
    ids=" ".join,
)
def test_no_command_lets_a_file_speak(
    attack: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run_app(["models", "import", str(attack)])
    which, *arguments = [word.replace("{path}", str(attack)) for word in command]
    {"app": run_app, "engine": run_engine}[which](arguments)
    written = capsys.readouterr()
    assert written.out + written.err
    for line in (written.out + written.err).splitlines():
        assert not line.startswith(("Encore:", "Forged"))
    assert not HARMFUL.search(written.out + written.err)


def test_json_is_exact_and_harmless(attack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_app(["models", "import", str(attack)])
    capsys.readouterr()
    run_app(["models", "list", "--json"])
    written = capsys.readouterr().out
    entries = json.loads(written)
    assert str(attack) in [entry["path"] for entry in entries]
    assert not HARMFUL.search(written)


class HostileModel:
    """An engine whose every word is an attack, cut anywhere."""

    def __init__(self, on_event: Callable[[Event], None], _on_exit: Callable[[int], None]) -> None:
        self.on_event = on_event

    def start(self) -> None: ...

    def close(self) -> None: ...

    def send(self, command: Command) -> bool:
        words = f"a{ATTACK}{FORGED}"
        match command:
            case Load(path=path):
                info = ModelInfo("x", words, words, words, "f32", 256, 256, 1, 1, 1, 1, 1, words)
                self.on_event(LoadProgress(path, words, 0.5))
                self.on_event(Notice(words))
                self.on_event(Loaded(info))
            case Generate(request_id=request_id):
                for piece in ("thinking", words, *words):
                    self.on_event(ReasoningDelta(request_id, piece))
                for piece in ("\x1b", "[2J", "one\r", "\ntwo", *words):
                    self.on_event(TextDelta(request_id, piece))
                self.on_event(Notice(words))
                is_first = command.prompt.messages[-1].content == "first"  # type: ignore[union-attr]
                finished = Finished(request_id, "stop", "", (), "0" * 16, Meter(), "")
                self.on_event(finished if is_first else Failed(request_id, words))
        return True


def test_no_answer_speaks_however_it_is_cut() -> None:
    output, status = io.StringIO(), io.StringIO()
    terminal = Terminal(io.StringIO("first\nsecond\n"), output, status, is_interactive=False)
    TerminalChat(HostileModel, Path("x.gguf"), ChatOptions(), terminal).run()
    assert output.getvalue().startswith("\\x1b[2Jone\ntwo")
    assert not HARMFUL.search(output.getvalue() + status.getvalue())
    facts = next(line for line in status.getvalue().splitlines() if "256 tokens" in line)
    assert "password" in facts  # quoted within its line, not on one of its own

"""A second start finds the running window, whatever that is doing, and hands its file over."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from app.services.single_instance import SingleInstance

_START = """
import sys
from pathlib import Path
from app.services.single_instance import SingleInstance
folder, file, patience = sys.argv[1:]
instance = SingleInstance(Path(folder))
print(instance.hand_over(Path(file) if file else None, float(patience)), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start another process on the folder; it prints what `hand_over` returned."""
    processes = []

    def start(file: str = "", patience: float = 30, **variables: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", _START, str(tmp_path), file, str(patience)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | variables,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def first(tmp_path: Path) -> Iterator[SingleInstance]:
    instance = SingleInstance(tmp_path)
    assert not instance.hand_over(None, 0)
    yield instance
    instance.close()


def _answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.parametrize("file", ["", "/models/my modèl.gguf"])
def test_a_second_start_is_served_by_the_first(
    qtbot: QtBot, first: SingleInstance, start: Callable, file: str
) -> None:
    first.listen()
    with qtbot.waitSignal(first.requested, timeout=30_000) as request:
        second = start(file)
    assert request.args == [Path(file) if file else None]
    assert _answer(second) == "True"


def test_a_start_waits_for_a_window_that_is_still_opening(
    qtbot: QtBot, first: SingleInstance, start: Callable
) -> None:
    second = start("/a.gguf")
    threading.Event().wait(1.0)
    with qtbot.waitSignal(first.requested, timeout=30_000):
        first.listen()
    assert _answer(second) == "True"


def test_many_starts_at_once_are_all_served(
    qtbot: QtBot, first: SingleInstance, start: Callable
) -> None:
    opened: list[Path] = []
    first.requested.connect(opened.append)
    first.listen()
    others = [start(f"/{number}.gguf") for number in range(4)]
    qtbot.waitUntil(lambda: len(opened) == 4, timeout=60_000)
    assert {path.name for path in opened} == {f"{number}.gguf" for number in range(4)}
    assert [_answer(other) for other in others] == ["True"] * 4


def test_the_right_to_come_to_the_front_is_passed_on(
    qtbot: QtBot, first: SingleInstance, start: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    first.listen()
    with qtbot.waitSignal(first.requested, timeout=30_000):
        start(XDG_ACTIVATION_TOKEN="token-7")
    assert os.environ.pop("XDG_ACTIVATION_TOKEN") == "token-7"


def test_a_window_that_was_killed_is_no_obstacle(tmp_path: Path, start: Callable) -> None:
    killed = start()
    assert _answer(killed) == "False"  # it was the first
    (tmp_path / "window.json").write_text(json.dumps({"address": "/nowhere", "pid": 1}))
    killed.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
    killed.wait()
    assert _answer(start()) == "False"


def test_a_window_that_hangs_does_not_keep_others_from_opening(
    first: SingleInstance, start: Callable
) -> None:
    first.listen()  # nothing runs its event loop
    assert _answer(start(patience=1)) == "False"


def test_a_start_during_the_end_becomes_the_first(first: SingleInstance, start: Callable) -> None:
    first.listen()
    first.stop_listening()
    second = start()
    threading.Timer(1.0, first.close).start()
    assert _answer(second) == "False"


@pytest.mark.parametrize(
    "request_bytes", [b"\n", b"[]\n", b'{"file": \n', b"\xff\xfe\n", b"x" * 100_000]
)
def test_an_invalid_request_is_refused(
    qtbot: QtBot, first: SingleInstance, tmp_path: Path, request_bytes: bytes
) -> None:
    first.listen()
    opened: list[object] = []
    first.requested.connect(opened.append)
    socket = QLocalSocket()
    socket.connectToServer(json.loads((tmp_path / "window.json").read_text())["address"])
    assert socket.waitForConnected(5000)
    socket.write(request_bytes)
    qtbot.waitUntil(
        lambda: socket.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=10_000
    )
    assert opened == []


@pytest.mark.skipif(os.name == "nt", reason="pipes of Windows have no folder")
def test_the_folder_of_a_killed_window_is_removed(tmp_path: Path) -> None:
    killed = SingleInstance(tmp_path / "data")
    killed.hand_over(None, 0)
    killed.listen()
    left = Path(json.loads((tmp_path / "data/window.json").read_text())["address"]).parent
    killed._lock.release()  # what the system does when it kills
    second = SingleInstance(tmp_path / "data")
    second.hand_over(None, 0)
    second.listen()
    assert not left.exists()
    second.close()
    killed.stop_listening()


@pytest.mark.skipif(os.name == "nt", reason="pipes of Windows have no folder")
def test_only_the_person_can_reach_the_window(first: SingleInstance, tmp_path: Path) -> None:
    first.listen()
    address = Path(json.loads((tmp_path / "window.json").read_text())["address"])
    assert address.parent.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "window.json").stat().st_mode & 0o777 == 0o600
    first.close()
    assert not address.parent.exists()

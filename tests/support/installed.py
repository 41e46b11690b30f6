"""An installed Encore, used as a person uses it: a window, the engine's libraries, an answer, a file."""

import math
import re
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.chroot import Chroot, end

MODEL = "src/assets/smoke-test.gguf"
_PATIENCE_SECONDS = 240.0  # a slow machine that unpacks an AppImage beside other tests
_LOOK_SECONDS = 0.02
_MAX_STARTS = 10
_ORDINARY_SECONDS = 0.125  # until an ordinary machine shows a window of Qt with nothing in it
_BARE_WINDOW = """
import sys
sys.path.insert(0, sys.argv[1])
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication(["bare"])
window = QMainWindow()
window.setWindowTitle("Encore")
window.resize(800, 600)
window.show()
app.exec()
"""


class Installed:
    """Encore, started by `words` in `chroot` as a person, on `display`."""

    def __init__(self, chroot: Chroot, words: Sequence[str], display: str) -> None:
        self._chroot, self._words, self._display = chroot, tuple(words), display

    def run(
        self, *arguments: str, text: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of it, without a display."""
        return self._chroot.run(*self._words, *arguments, user="person", text=text, **variables)

    def open_window(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start it with a display, as a click does."""
        command = self._chroot.command(
            [*self._words, *arguments], "person", {"DISPLAY": self._display}
        )
        return subprocess.Popen(command, start_new_session=True)

    def seconds_to_window(self, process: subprocess.Popen[bytes]) -> float:
        """How long it takes until a window is there."""
        started = time.monotonic()
        while not self.windows():
            assert process.poll() is None, "it ended instead of opening a window"
            assert time.monotonic() - started < _PATIENCE_SECONDS, "there is no window"
            time.sleep(_LOOK_SECONDS)
        return time.monotonic() - started

    def windows(self) -> list[str]:
        """The titles of its windows."""
        command = ["xwininfo", "-display", self._display, "-root", "-tree"]
        tree = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        sizes = re.findall(r'"([^"]* — Encore|Encore)": .*?(\d+)x(\d+)\+', tree)
        return [title for title, width, height in sizes if min(int(width), int(height)) > 100]


def use(encore: Installed, mirror: str, model: Path) -> None:
    """Open the window, install the engine's libraries, get an answer, open a file."""
    _start_and_end(encore)
    installed = encore.run("runtime", "install", "linux-cpu", ENCORE_WHEEL_MIRROR=mirror)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    answer = encore.run("chat", str(model), "--max-tokens", "8", text="Hello\n")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert answer.stdout.strip()
    _open_in_the_same_window(encore, model)


def start_within(limit: float, encore: Installed, bare: Installed) -> None:
    """Start it, again and again on a machine that is busy, until one start takes `limit` seconds.

    A slower machine has as much more time as `bare`, a window of nothing but Qt, takes there.
    """
    seconds: list[float] = []
    reference = math.inf
    for _ in range(_MAX_STARTS):
        reference = min(reference, _start_and_end(bare))
        seconds.append(_start_and_end(encore))
        if min(seconds) <= limit * max(1.0, reference / _ORDINARY_SECONDS):
            return
    raise AssertionError(
        f"the window was there after {min(seconds):.2f} s at best, a bare one after {reference:.2f}"
    )


def bare_window(chroot: Chroot, folder: str, display: str) -> Installed:
    """A window of nothing but Qt, from the Python and the libraries of the Encore in `folder`."""
    python = [f"{folder}/python/bin/python3", "-I", "-c", _BARE_WINDOW, f"{folder}/lib"]
    return Installed(chroot, python, display)


def _start_and_end(encore: Installed) -> float:
    process = encore.open_window()
    try:
        return encore.seconds_to_window(process)
    finally:
        end(process)


def _open_in_the_same_window(encore: Installed, model: Path) -> None:
    first = encore.open_window()
    try:
        encore.seconds_to_window(first)
        second = encore.open_window(str(model))
        try:
            assert second.wait(_PATIENCE_SECONDS) == 0
        finally:
            end(second)
        assert first.poll() is None
        assert len(encore.windows()) == 1
    finally:
        end(first)

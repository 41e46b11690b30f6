"""Hostile answers leave the event loop in time, and nothing in them is fetched or opened."""

import gc
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from tests.hostile.answers.cases import MAKERS, create_case
from tests.hostile.answers.driver import Driver

pytestmark = pytest.mark.alone

MAX_GAP_MS = 100.0  # of the GUI thread's own time: other programs may take the processor away
MAX_CHARACTERS = 40_000
NAMES = ["unclosed \\(", "$a$a", "one word", "backslash newline", "*a", "![", "fences", "bullets",
         "long table", "empty cells", "combining", "odd", "any", "images", "formulas", "unclosed $$ lines"]  # fmt: skip
SEEDS = [*(list(MAKERS).index(name) for name in NAMES), 100, 5004]

_opened: list[str] = []
_is_watching = False


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if _is_watching and event in ("open", "socket.connect", "subprocess.Popen", "os.system"):
        _opened.append(f"{event} {arguments[:1]}")


@cache
def _begin_to_watch() -> None:
    sys.addaudithook(_watch)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What Python or the desktop was asked to open."""
    global _is_watching  # noqa: PLW0603 - an audit hook cannot be taken away again
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: _opened.append(url.toString()))
    _opened.clear()
    _begin_to_watch()
    _is_watching = True
    yield _opened
    _is_watching = False


@pytest.fixture(scope="module", autouse=True)
def _test_process_is_not_collected() -> Iterator[None]:
    """A full collection of the test process takes 0.3 s: its heap holds thousands of tests."""
    gc.collect()
    gc.disable()
    gc.freeze()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture(scope="module")
def driver(qapp: object) -> Iterator[Driver]:
    made = Driver(lambda _work, _on_done: None)
    yield made
    made.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_window_stays_alive(qtbot: QtBot, driver: Driver, opened: list[str], seed: int) -> None:
    case = create_case(seed, MAX_CHARACTERS)
    report = driver.drive(case)
    again = f"python -m tests.hostile.answers --seeds {seed}:{seed + 1}"
    assert not report.problem, f"{case.name}: {report.problem}; {again}"
    assert report.by_cpu.cpu_ms <= MAX_GAP_MS, f"{case.name}: {report.by_cpu}; {again}"
    assert [entry for entry in opened if "icons" not in entry and ".py" not in entry] == []
